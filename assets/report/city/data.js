// The data of the city: see package web, which writes it. All places and lengths become shares of the longer side of the ground.
const GRID = 1 << 20, FULL = 255, OWN = 255, SIDES = 1 << 16;

async function readCity(text) {
	const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
	const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
	const city = JSON.parse(await new Response(plain).text());
	for (const list of lists(city)) city[list] = city[list] || [];
	for (const table of [city.buildings, city.blocks, city.references]) {
		for (const key in table) table[key] = table[key] || [];
	}
	const { buildings, blocks, references } = city;
	for (const amounts of [buildings.objects, buildings.bytes, blocks.objects, blocks.bytes, references.out, references.in]) sumUp(amounts);
	return city;
}

const lists = () => ["points", "notes", "districts", "findings", "modes", "story"];

// sumUp turns differences from the row before into amounts.
function sumUp(rows) {
	for (let i = 1; i < rows.length; i++) {
		for (let k = 0; k < rows[i].length; k++) rows[i][k] += rows[i - 1][k];
	}
}

const share = (units) => units / GRID;
const rect = (r) => ({ x: share(r[0]), z: share(r[1]), w: share(r[2]), d: share(r[3]) });

// Town answers what stands where at a GC point.
class Town {
	constructor(city) {
		this.city = city;
		this.slab = share(city.slab);
		this.top = share(city.top);
		this.ground = rect(city.ground);
		const solid = (kind, index, plot, bottom) => ({ kind, index, plot, bottom });
		this.districts = city.districts.map((d, i) => solid("district", i, rect(d.plot), d.level * this.slab));
		this.blocks = city.blocks.plot.map((p, i) => solid("block", i, rect(p), share(city.blocks.bottom[i])));
		this.buildings = city.buildings.plot.map((p, i) => solid("building", i, rect(p), share(city.buildings.bottom[i])));
		this.own = new Set(city.buildings.own);
		this.all = [...this.districts, ...this.blocks, ...this.buildings];
	}

	amounts(point) {
		const b = this.city.buildings;
		return this.city.bytes ? b.bytes[point] : b.objects[point];
	}

	// side is the share of its plot's sides that the footprint of a thing has at a GC point, height how high it is.
	side(t, point) {
		if (t.kind === "district") return 1;
		if (t.kind === "block") return this.city.blocks.side[point][t.index] / SIDES;
		const now = this.amounts(point)[t.index], most = this.city.buildings.most[t.index];
		if (now <= 0 || most <= 0) return 0;
		const part = Math.min(now / most, 1);
		return Math.sqrt(this.city.square ? Math.sqrt(part) : part);
	}

	height(t, point) {
		if (t.kind === "district") return this.slab;
		if (t.kind === "block") return share(this.city.blocks.height[point][t.index]);
		return this.side(t, point) * share(this.city.buildings.high[t.index]);
	}

	// box is the body of a thing at a GC point.
	box(t, point) {
		const s = this.side(t, point), p = t.plot;
		const x = p.x + p.w / 2, z = p.z + p.d / 2, w = p.w * s / 2, d = p.d * s / 2;
		return { x0: x - w, x1: x + w, z0: z - d, z1: z + d, y0: t.bottom, y1: t.bottom + this.height(t, point) };
	}

	at(finding) {
		return this[finding.kind + "s"][finding.index];
	}

	name(t) {
		const c = this.city;
		if (t.kind === "building") return c.buildings.label[t.index];
		if (t.kind === "district") return c.districts[t.index].name;
		return count(c.blocks.groups[this.point || 0][t.index]) + " smaller";
	}

	// path names the districts around a thing, the outermost first, without the root.
	path(t) {
		const c = this.city, names = [];
		let d = t.kind === "building" ? c.buildings.district[t.index] : t.kind === "block" ? c.blocks.district[t.index] : c.districts[t.index].parent;
		for (; d >= 0 && c.districts[d].parent >= 0; d = c.districts[d].parent) names.unshift(c.districts[d].name);
		return names.join(" › ");
	}

	// counts are the objects and bytes of a thing at a GC point.
	counts(t, point) {
		const c = this.city;
		if (t.kind !== "district") {
			const table = t.kind === "building" ? c.buildings : c.blocks;
			return { objects: table.objects[point][t.index], bytes: table.bytes[point][t.index] };
		}
		if (c.districts[t.index].parent < 0) return c.points[point];
		const sum = { objects: 0, bytes: 0 }, inside = (d) => { for (; d > t.index; d = c.districts[d].parent); return d === t.index; };
		for (const table of [c.buildings, c.blocks]) {
			table.district.forEach((d, i) => {
				if (inside(d)) { sum.objects += table.objects[point][i]; sum.bytes += table.bytes[point][i]; }
			});
		}
		return sum;
	}

	growth(t, point) {
		const now = this.counts(t, point), first = this.counts(t, 0);
		return { objects: now.objects - first.objects, bytes: now.bytes - first.bytes };
	}

	// references are the frustums of a building: strongest first by its own objects, those that come in before those that go out.
	references(t, point) {
		const r = this.city.references, at = r.point.indexOf(point), found = { in: [], out: [] };
		if (t.kind !== "building" || at < 0) return found;
		for (let i = 0; i < r.from.length; i++) {
			const out = r.out[at][i], into = r.in[at][i];
			if (!out && !into) continue;
			if (r.to[i] === t.index) found.in.push({ from: r.from[i], to: r.to[i], out, into, own: into, other: r.from[i], incoming: true });
			if (r.from[i] === t.index) found.out.push({ from: r.from[i], to: r.to[i], out, into, own: out, other: r.to[i], incoming: false });
		}
		for (const side of [found.in, found.out]) side.sort((a, b) => b.own - a.own || a.other - b.other);
		return found;
	}
}

// Numbers as package words writes them.
const count = (n) => Math.abs(n).toString().replace(/\B(?=(\d{3})+$)/g, ",").replace(/^/, n < 0 ? "−" : "");
const plural = (n, thing) => count(n) + " " + thing + (n === 1 ? "" : "s");

function size(bytes) {
	const units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"], sign = bytes < 0 ? "−" : "";
	let v = Math.abs(bytes), u = 0;
	for (; v >= 999.5 && u < units.length - 1; u++) v /= 1000;
	const digits = u === 0 ? 0 : v < 9.995 ? 2 : v < 99.95 ? 1 : 0;
	return sign + String(Number(v.toFixed(digits))) + " " + units[u];
}

const signed = (n, write) => (n > 0 ? "+" : n < 0 ? "−" : "±") + write(Math.abs(n));
