// View is the city on the page: what is chosen, what is moving, and what has to be drawn again.
const STEP = 250, FLIGHT = 350, SETTLE = 120, GHOST = 0.22, MOST_GHOSTS = 32, BAR = 62;

class View {
	constructor(town, picture, labels, changed) {
		Object.assign(this, { town, picture, labels, changed });
		this.point = this.from = town.point = town.city.begin;
		this.mode = town.city.mode;
		this.finding = 0;
		this.selected = this.hovered = null;
		this.ghosts = [];
		this.frames = [];
		this.calm = matchMedia("(prefers-reduced-motion: reduce)");
		this.darkness = matchMedia("(prefers-color-scheme: dark)");
		this.darkness.addEventListener("change", () => this.repaint());
		this.camera = null;
		this.stepped = -Infinity;
		this.aimed = false;
		this.pace = new Pace();
		this.place();
		this.repaint();
	}

	get palette() { return this.darkness.matches ? this.town.city.dark : this.town.city.light; }
	get found() { return this.mode === "findings" ? this.town.city.findings[this.finding] : null; }

	// subject is what is to be seen: what is selected, or what the finding is about.
	get subject() { return this.selected || (this.found ? this.town.at(this.found) : null); }

	home() {
		const f = this.found, pose = new Camera([0.5, 0, 0.4], f ? f.yaw : HOME.yaw, f ? f.pitch : HOME.pitch, 2), t = this.town;
		const around = { x0: t.ground.x, x1: t.ground.x + t.ground.w, y0: 0, y1: Math.max(t.top, t.slab), z0: t.ground.z, z1: t.ground.z + t.ground.d };
		return pose.fit(around, this.aspect || 16 / 9, 1.04, { left: -1, right: 1, bottom: -1 + 2 * this.bar() / (this.picture.canvas.clientHeight || 600), top: 0.86 });
	}

	// bar is how many pixels the controls take at the bottom of the picture.
	bar() { return BAR; }

	// place uploads what does not change.
	place() {
		const all = this.town.all, plot = new Float32Array(4 * all.length);
		all.forEach((t, i) => plot.set([t.plot.x, t.plot.z, t.plot.w, t.plot.d], 4 * i));
		this.picture.boxes.place(plot, this.town.districts.length);
		this.rise = new Float32Array(2 * all.length);
		all.forEach((t, i) => { this.rise[2 * i] = t.bottom; t.number = i; });
	}

	// repaint uploads what follows from the GC points, the colours and what is chosen.
	repaint() {
		const all = this.town.all, n = all.length;
		const form = new Float32Array(4 * n), kept = new Float32Array(2 * n), color0 = new Uint8Array(4 * n), color1 = new Uint8Array(4 * n), other = new Uint8Array(4 * n);
		const ink = new Inks(this), shade = new Shade(this.town, this.point), glow = new Uint8Array(4 * n);
		all.forEach((t, i) => {
			const lit = shade.glow(this.town.box(t, this.point));
			if (t.kind === "district") lit.fill(255, 0, 2); // its roof has the shade of the ground
			glow.set(lit, 4 * i);
			form.set([this.town.side(t, this.from), this.town.height(t, this.from), this.town.side(t, this.point), this.town.height(t, this.point)], 4 * i);
			kept[2 * i] = ink.kept(t, this.from);
			kept[2 * i + 1] = ink.kept(t, this.point);
			color0.set(ink.color(t, this.from), 4 * i);
			color1.set(ink.color(t, this.point), 4 * i);
			other.set(ink.other(t), 4 * i);
		});
		this.picture.boxes.set({ form, kept, color0, color1, keptColor: other, glow });
		this.picture.setShade(shade);
		const at = (list, i) => list.subarray(4 * i, 4 * i + 4), shrunk = rgb(this.palette.shrunk).map((v) => 255 * v);
		this.picture.bake = () => all.map((t, i) => {
			const wall = at(color1, i), cool = wall[3] / 255, part = kept[2 * i + 1], roof = part > 0.999 ? at(other, i) : [0, 1, 2].map((k) => wall[k] + (shrunk[k] - wall[k]) * cool);
			return { box: this.town.box(t, this.point), part, wall, roof, other: at(other, i), glow: Array.from(at(glow, i), (v) => v / 255) };
		});
		this.drawnLines = null;
		this.look();
	}

	// look finds out what follows from the camera: what stands before the subject.
	look() {
		this.sightAt = null;
		this.ask();
	}

	fade() {
		const camera = this.camera, key = [camera.yaw, camera.pitch, camera.distance, ...camera.target, this.point].join();
		if (this.sightAt === key) return;
		this.sightAt = key;
		const subject = this.subject, before = subject && subject.kind !== "district" ? this.before(subject, camera.eye()) : [];
		this.ghosts = before;
		this.faded = subject;
		this.town.all.forEach((t, i) => { this.rise[2 * i + 1] = 1; });
		for (const t of before) this.rise[2 * t.number + 1] = GHOST;
		this.picture.boxes.set({ rise: this.rise });
		this.picture.boxes.see(before.map((t) => t.number));
	}

	// before returns what hides the roof or the walls of a thing from an eye by more than a little.
	before(target, eye) {
		const b = this.town.box(target, this.point), hidden = new Map(), solid = [...this.town.blocks, ...this.town.buildings];
		if (b.y1 <= b.y0) return [];
		let rays = 0;
		for (let i = 0; i < 4; i++) {
			for (let k = 0; k < 4; k++) {
				const u = (i + 0.5) / 4, v = (k + 0.5) / 4, x = b.x0 + (b.x1 - b.x0) * u, z = b.z0 + (b.z1 - b.z0) * u, y = b.y0 + (b.y1 - b.y0) * (0.45 + 0.5 * v);
				for (const p of [[x, b.y1, b.z0 + (b.z1 - b.z0) * v], [eye[0] > b.x0 ? b.x1 : b.x0, y, z], [x, y, eye[2] > b.z0 ? b.z1 : b.z0]]) {
					rays++;
					const ray = { from: eye, dir: add(p, eye, -1) };
					for (const t of solid) {
						if (t !== target && hit(ray, this.boxes[t.number]) < 0.999) hidden.set(t, (hidden.get(t) || 0) + 1);
					}
				}
			}
		}
		return [...hidden].filter(([, n]) => n >= 0.04 * rays).sort((p, q) => q[1] - p[1]).slice(0, MOST_GHOSTS).map(([t]) => t);
	}

	get boxes() {
		if (this.boxesAt !== this.point) {
			this.boxesAt = this.point;
			this.bodies = this.town.all.map((t) => this.town.box(t, this.point));
		}
		return this.bodies;
	}

	// pick returns what is seen at a place of the picture, -1 to 1.
	pick(x, y) {
		const ray = this.camera.ray(x, y, this.aspect), boxes = this.boxes;
		let best = null, near = Infinity;
		for (const t of this.town.all) {
			if (this.ghosts.includes(t)) continue;
			const b = boxes[t.number], far = b.y1 > b.y0 && b.x1 > b.x0 ? hit(ray, b) : Infinity;
			if (far < near) { near = far; best = t; }
		}
		return best;
	}

	select(t) {
		if (this.selected === t) return;
		this.selected = t;
		this.drawnLines = null;
		this.look();
		this.changed("selection");
	}

	hover(t) {
		if (this.hovered === t) return;
		this.hovered = t;
		this.drawnLines = null;
		this.ask();
		this.changed("hover");
	}

	go(point) {
		point = clamp(Math.round(point), 0, this.town.city.points.length - 1);
		if (point === this.point) return;
		this.from = this.point;
		this.point = this.town.point = point;
		this.stepped = this.calm.matches ? -Infinity : performance.now();
		this.repaint();
		this.changed("point");
	}

	color(mode, finding = 0) {
		this.mode = mode;
		this.finding = finding;
		this.from = this.point;
		this.repaint();
		this.changed("colors");
	}

	aim(camera) {
		this.camera = camera;
		this.flight = null;
		this.touched = this.aimed = true;
		this.look();
	}

	fly(camera) {
		this.touched = true;
		if (this.calm.matches) return this.aim(camera);
		this.flight = { from: this.camera, to: camera, since: performance.now() };
		this.ask();
	}

	// near flies to a thing, to the side from which most of it is seen.
	near(t) {
		const box = this.town.box(t, this.point);
		let best = null, hidden = Infinity;
		for (const turn of [0, 1 / 3, -1 / 3, 2 / 3, -2 / 3, 1, -1, 1.5, -1.5, 2]) {
			const pose = new Camera(this.camera.target, this.camera.yaw + turn * Math.PI / 2, this.camera.pitch, 1).fit(box, this.aspect, 2.6);
			const n = t.kind === "district" ? 0 : this.before(t, pose.eye()).length;
			if (n < hidden) { hidden = n; best = pose; }
			if (!n) break;
		}
		this.fly(best);
	}

	ask() {
		if (!this.asked) this.asked = requestAnimationFrame((now) => { this.asked = 0; this.frame(now); });
	}

	// frame draws what is there now. Once nothing moves it waits a little, and draws a last frame, finer.
	frame(now) {
		const step = clamp((now - this.stepped) / STEP, 0, 1), moving = this.aimed || !!this.flight || step < 1, pace = this.pace.next(now, moving);
		const aspect = this.picture.resize(pace.scale);
		if (!this.touched && this.aspect !== aspect || !this.camera) { this.aspect = aspect; this.camera = this.start ? this.start() : this.home(); this.sightAt = null; }
		this.aspect = aspect;
		this.aimed = false;
		if (this.flight) {
			const t = clamp((now - this.flight.since) / FLIGHT, 0, 1), ease = t * t * (3 - 2 * t);
			this.camera = this.flight.from.toward(this.flight.to, ease);
			if (t >= 1) this.flight = null;
		}
		if (!moving || this.faded !== this.subject) this.fade();
		this.setLines();
		this.picture.draw(this.camera, { theme: this.darkness.matches ? "dark" : "light", shrunk: rgb(this.palette.shrunk),
			mixed: step * step * (3 - 2 * step), still: !moving, quick: pace.quick });
		this.labels.place(this, moving);
		this.frames.push(now);
		if (this.frames.length > 240) this.frames.shift();
		clearTimeout(this.resting);
		if (this.flight || step < 1) this.ask();
		else if (moving) this.resting = setTimeout(() => this.ask(), SETTLE);
	}

	// setLines uploads the thread, the beacon, the frustums and the outline.
	setLines() {
		if (this.drawnLines === this.point) return;
		this.drawnLines = this.point;
		const strokes = new Strokes(this), p = this.palette;
		if (this.found) strokes.finding(this.found, rgb(p.found[this.found.emphasis].finding));
		if (this.hovered && this.hovered !== this.selected) strokes.outline(this.town.box(this.hovered, this.point), rgb(p.selected), 1.5, 0.7);
		if (this.selected) strokes.outline(this.town.box(this.selected, this.point), rgb(p.selected), 2.5, 1);
		strokes.upload();
		const of = this.selected || (this.found && this.town.at(this.found));
		this.drawn = this.selected && of ? this.frustums(of) : [];
		uploadTubes(this, this.drawn);
	}

	frustums(t) {
		const all = this.town.references(t, this.point), most = this.town.city.references.drawn;
		return [...all.in.slice(0, most), ...all.out.slice(0, most)].filter((r) => r.from !== r.to);
	}

	// rate is how many frames a second were drawn of late.
	rate() {
		const f = this.frames;
		return f.length < 2 ? 0 : 1000 * (f.length - 1) / (f[f.length - 1] - f[0]);
	}
}

// Pace says how moving frames are drawn: cheaper, then with fewer pixels, while they take too long, and better now and then to see whether they
// still do.
const SLOW = 20.5, LATER = 10000, REST = { scale: 1, quick: false };
const PACES = [REST, { scale: 1, quick: true }, { scale: 0.75, quick: true }, { scale: 0.6, quick: true }, { scale: 0.5, quick: true }];

class Pace {
	constructor() { Object.assign(this, { times: [], last: 0, level: 0, changed: 0 }); }

	next(now, moving) {
		if (moving && this.last) this.times.push(now - this.last);
		this.last = moving ? now : 0;
		if (this.times.length >= 6) {
			const slow = this.times.sort((a, b) => a - b)[3] > SLOW;
			this.times = [];
			if (slow) this.turn(Math.min(this.level + 1, PACES.length - 1), now);
			else if (now - this.changed > LATER) this.turn(Math.max(this.level - 1, 0), now);
		}
		return moving ? PACES[this.level] : REST;
	}

	turn(level, now) { this.level = level; this.changed = now; }
}

// Inks says the colours of things.
class Inks {
	constructor(view) {
		this.view = view;
		const p = view.palette, bytes = (hex) => rgb(hex).map((v) => Math.round(255 * v));
		this.growth = p.growth.map(bytes);
		this.slabs = p.slabs.map(bytes);
		this.blocks = p.blocks.map((hex) => hex ? bytes(hex) : [0, 0, 0]);
		this.own = bytes(p.own);
		const found = p.found[view.found ? view.found.emphasis : 0];
		for (const name of ["finding", "rest", "held"]) this[name] = bytes(found[name]);
		this.tints = new Map();
		if (view.found) for (const f of [...view.town.city.findings].sort((a, b) => a.emphasis - b.emphasis)) this.tints.set(view.town.at(f), bytes(p.found[f.emphasis].rest));
	}

	about(t) {
		const f = this.view.found;
		return f && f.kind === t.kind && f.index === t.index;
	}

	// color is that of the walls, and how strongly the roof is that of what shrank.
	color(t, point) {
		const c = this.view.town.city, b = c.buildings;
		if (t.kind === "district") return [...this.slabs[c.districts[t.index].level], 0];
		if (this.about(t)) return [...this.rest, 0];
		if (this.tints.has(t)) return [...this.tints.get(t), 0];
		if (t.kind === "block") return [...this.blocks[c.districts[c.blocks.district[t.index]].level], 0];
		if (this.view.mode === "growth") return [...this.scale(b.tone[point][t.index] / (FULL - 1)), b.cool[point][t.index]];
		if (this.view.mode === "own" && this.view.town.own.has(t.index)) return [...this.own, 0];
		return [...this.growth[0], 0];
	}

	scale(at) {
		const i = Math.min(Math.floor(at * 4), 3), k = at * 4 - i;
		return this.growth[i].map((v, n) => Math.round(v + (this.growth[i + 1][n] - v) * k));
	}

	kept(t, point) {
		const f = this.view.found;
		return f && t.kind === "building" ? f.held[point][t.index] / FULL : 0;
	}

	other(t) { return [...(this.about(t) ? this.finding : this.held), 255]; }
}
