// Labels are names over the picture: plates of findings, what is selected and pointed at, the largest buildings, and districts on their slabs. A name
// is there only if its roof is in sight and no other name is in the way.
const MOST_NAMES = 10, MOST_DISTRICTS = 12, CHOOSE = 500;

class Labels {
	constructor(layer, press) {
		this.layer = layer;
		this.press = press;
		this.chosen = [];
		this.when = -Infinity;
		this.pool = new Map();
	}

	// place moves names to where their things are, and chooses them anew from time to time.
	place(view, moving) {
		const now = performance.now();
		if (!moving || now - this.when > CHOOSE) { this.choose(view); this.when = now; }
		const w = view.picture.canvas.clientWidth, h = view.picture.canvas.clientHeight, taken = [];
		for (const c of this.chosen) {
			const p = view.camera.project(c.at, view.aspect), e = c.element;
			if (!p) { e.hidden = true; continue; }
			e.hidden = false;
			if (!c.wide) { c.wide = e.offsetWidth; c.high = e.offsetHeight; }
			let x = (p.x + 1) / 2 * w - c.wide / 2, y = (1 - p.y) / 2 * h - (c.on ? c.high / 2 : c.high + (c.gap || 4));
			if (c.plate) { x = clamp(x, 6, w - c.wide - 6); y = clamp(y, 6, h - c.high - 46); }
			const free = x >= 0 && y >= 0 && x + c.wide <= w && y + c.high <= h - 40 &&
				!taken.some((t) => x < t.x1 + 4 && x + c.wide > t.x0 - 4 && y < t.y1 + 2 && y + c.high > t.y0 - 2);
			e.hidden = !free && !c.plate;
			if (e.hidden) continue;
			taken.push({ x0: x, y0: y, x1: x + c.wide, y1: y + c.high });
			e.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
		}
	}

	choose(view) {
		const town = view.town, list = [], eye = view.camera.eye(), found = view.found;
		const roof = (t) => { const b = view.boxes[t.number]; return [(b.x0 + b.x1) / 2, b.y1, (b.z0 + b.z1) / 2]; };
		if (found) {
			const t = town.at(found);
			list.push({ id: "plate", at: roof(t), text: found.head[view.point], more: found.detail[view.point], plate: true, color: view.palette.found[found.emphasis].finding, gap: 30, press: () => this.press(found, t) });
			if (found.thread && found.root) list.push({ id: "root", at: add(found.thread[0].map(share), [0, 1, 0], share(found.kiosk[4])), text: "GC root", more: found.root, kind: "root" });
		}
		const named = new Set(found ? [town.at(found)] : []);
		const name = (t, kind) => {
			if (!t || t.kind === "district" || named.has(t) || view.boxes[t.number].y1 <= view.boxes[t.number].y0) return;
			named.add(t);
			const n = town.counts(t, view.point);
			list.push({ id: t.kind + t.index, at: roof(t), text: town.name(t), more: town.city.bytes ? size(n.bytes) : count(n.objects), kind });
		};
		name(view.selected, "chosen");
		const values = town.amounts(view.point), held = found ? found.held[view.point] : null;
		const order = town.buildings.map((t) => [t, values[t.index] * (1 + 3 * (held ? held[t.index] / FULL : 0))]).sort((a, b) => b[1] - a[1]).slice(0, 3 * MOST_NAMES);
		let names = 0;
		for (const [t] of order) {
			if (names >= MOST_NAMES) break;
			if (named.has(t) || !this.seen(view, t, roof(t), eye)) continue;
			name(t, held && held[t.index] ? "held" : "");
			names++;
		}
		this.districts(view, list);
		this.show(list);
	}

	districts(view, list) {
		const c = view.town.city, order = c.districts.map((d, i) => [i, d]).filter(([, d]) => d.level > 0).sort((a, b) => b[1].plot[2] * b[1].plot[3] - a[1].plot[2] * a[1].plot[3]);
		for (const [i, d] of order.slice(0, MOST_DISTRICTS)) {
			const r = rect(d.label), at = [r.x + r.w / 2, (d.level + 1) * view.town.slab, r.z + r.d / 2];
			if (!this.seen(view, view.town.districts[i], at, view.camera.eye())) continue;
			const a = view.camera.project([r.x, at[1], at[2]], view.aspect), b = view.camera.project([r.x + r.w, at[1], at[2]], view.aspect);
			const room = a && b ? Math.hypot(b.x - a.x, (b.y - a.y) / view.aspect) * view.picture.canvas.clientWidth / 2 : 0;
			if (room > 7 * d.name.length * 0.85) list.push({ id: "district" + i, at, text: d.name, kind: "district", on: true });
		}
	}

	// seen reports whether nothing stands between the eye and a place on a thing.
	seen(view, t, at, eye) {
		const ray = { from: eye, dir: add(at, eye, -1) };
		return !view.town.all.some((o) => o !== t && o.kind !== "district" && hit(ray, view.boxes[o.number]) < 0.995);
	}

	show(list) {
		const left = new Set(this.pool.keys());
		this.chosen = list;
		for (const c of list) {
			left.delete(c.id);
			const look = [c.text, c.more, c.kind, c.plate].join("\n");
			let e = this.pool.get(c.id);
			if (!e) {
				e = make(c.plate ? "button" : "div");
				this.pool.set(c.id, e);
				this.layer.append(e);
			}
			c.element = e;
			if (e.look !== look) {
				e.look = look;
				e.className = c.plate ? "plate" : "label " + (c.kind || "");
				e.replaceChildren(make("b", c.text), ...(c.more ? [make("span", c.more)] : []));
				e.size = null;
			}
			if (c.plate) { e.onclick = c.press; e.style.borderLeftColor = c.color; }
			if (!e.size) { e.hidden = false; e.size = [e.offsetWidth, e.offsetHeight]; }
			[c.wide, c.high] = e.size;
		}
		for (const id of left) { this.pool.get(id).remove(); this.pool.delete(id); }
	}
}

// make makes an element with a text.
function make(tag, text, attributes = {}) {
	const e = document.createElement(tag);
	if (text !== undefined) e.textContent = text;
	for (const name in attributes) e.setAttribute(name, attributes[name]);
	return e;
}
