// Emphases of findings that have a ring, and a column as well.
const SUSPECT = 2, CULPRIT = 3;

// Strokes are the lines of a frame.
class Strokes {
	constructor(view) {
		this.view = view;
		this.from = []; this.to = []; this.ink0 = []; this.ink1 = [];
	}

	line(a, b, color, pixels, alpha0, alpha1 = alpha0, units = 0) {
		this.from.push(...a, pixels * this.view.picture.ratio);
		this.to.push(...b, units);
		this.ink0.push(...color, alpha0);
		this.ink1.push(...color, alpha1);
	}

	outline(b, color, pixels, alpha) {
		const corner = (i) => [i & 1 ? b.x1 : b.x0, i & 2 ? b.y1 : b.y0, i & 4 ? b.z1 : b.z0];
		for (let i = 0; i < 8; i++) for (const bit of [1, 2, 4]) if (!(i & bit)) this.line(corner(i), corner(i | bit), color, pixels, alpha);
	}

	// finding draws the thread from the GC root, what stands for that, a ring around the building of what may leak, and the column over that of what leaks.
	finding(f, color) {
		const view = this.view, town = view.town, b = town.box(town.at(f), view.point), x = (b.x0 + b.x1) / 2, z = (b.z0 + b.z1) / 2;
		const points = f.thread ? f.thread.map((p) => [share(p[0]), share(p[1]) + 0.002, share(p[2])]) : [];
		for (let i = 1; i < points.length; i++) this.line(points[i - 1], points[i], color, 3, 0.9);
		if (points.length) {
			const k = rect(f.kiosk);
			this.outline({ x0: k.x, x1: k.x + k.w, y0: 0, y1: share(f.kiosk[4]), z0: k.z, z1: k.z + k.d }, color, 2.5, 1);
		}
		if (b.y1 <= b.y0 || f.emphasis < SUSPECT) return;
		const radius = 0.72 * Math.hypot(b.x1 - b.x0, b.z1 - b.z0) / 1.2 + 0.006, around = 48;
		const ring = (i) => [x + radius * Math.cos(2 * Math.PI * i / around), b.y0 + 0.003, z + radius * Math.sin(2 * Math.PI * i / around)];
		for (let i = 0; i < around; i++) this.line(ring(i), ring(i + 1), color, 2.5, 0.8);
		if (f.emphasis < CULPRIT) return;
		const high = Math.max(1.2 * (b.y1 - b.y0), 0.12);
		for (let i = 0; i < 8; i++) {
			const at = (k) => [x, b.y1 + high * k / 8, z], alpha = (k) => 0.5 * Math.pow(1 - k / 8, 1.6);
			this.line(at(i), at(i + 1), color, 0, alpha(i), alpha(i + 1), 0.4 * Math.min(b.x1 - b.x0, b.z1 - b.z0));
		}
	}

	upload() {
		const picture = this.view.picture, of = (list) => new Float32Array(list);
		picture.set(picture.lineArray, this.from.length / 4, { from: of(this.from), to: of(this.to), ink0: of(this.ink0), ink1: of(this.ink1) });
	}
}

// uploadTubes bends frustums from roof to roof: the area of a cut is the share of the roof that the objects are of all objects of the building.
function uploadTubes(view, drawn) {
	const picture = view.picture, town = view.town, from = [], to = [], radii = [], ink = [];
	const roof = (i) => { const b = town.box(town.buildings[i], view.point); return { at: [(b.x0 + b.x1) / 2, b.y1, (b.z0 + b.z1) / 2], side: Math.min(b.x1 - b.x0, b.z1 - b.z0) }; };
	const objects = (i) => Math.max(town.city.buildings.objects[view.point][i], 1);
	for (const r of drawn) {
		const a = roof(r.from), b = roof(r.to), ra = 0.3 * a.side * Math.sqrt(Math.min(r.out / objects(r.from), 1)), rb = 0.3 * b.side * Math.sqrt(Math.min(r.into / objects(r.to), 1));
		from.push(...a.at); to.push(...b.at);
		radii.push(ra, rb, Math.max(0.17 * Math.hypot(a.at[0] - b.at[0], a.at[2] - b.at[2]) + 0.01, 1.7 * Math.max(ra, rb)));
		ink.push(...rgb(r.incoming ? view.palette.incoming : view.palette.outgoing), r.incoming ? 1 : 0);
	}
	const of = (list) => new Float32Array(list);
	picture.set(picture.tubeArray, drawn.length, { from: of(from), to: of(to), radii: of(radii), ink: of(ink) });
}
