// Page puts the city and its controls where the page has room for it. What it shows is said in words as well.
const PLAY = 700;

async function start(place) {
	const town = new Town(await readCity(place.dataset.city));
	const canvas = make("canvas", undefined, { tabindex: 0, role: "application", "aria-label": place.dataset.says, "aria-describedby": "city-keys" });
	const layer = make("div"), tip = make("div"), side = make("aside", undefined, { "aria-live": "polite" }), legend = make("div"), bar = make("div");
	layer.className = "names"; tip.className = "tip"; tip.hidden = true; side.className = "about"; legend.className = "legend"; bar.className = "time";
	const stage = make("div");
	stage.className = "stage";
	stage.append(canvas, layer, legend, side, bar, tip);
	place.append(stage);
	const press = (f, t) => { view.select(t); view.near(t); };
	let view, picture;
	try {
		picture = new Picture(canvas);
		view = new View(town, picture, new Labels(layer, press), changed);
	} catch (e) {
		stage.remove();
		throw e;
	}
	const controls = timeBar(bar, view), tale = town.city.story.length ? new Story(view, stage) : null;
	function changed(what) {
		if (what !== "hover") {
			controls.show();
			about(side, view, controls);
			colors(legend, view);
			place.dataset.point = town.city.points[view.point].number;
			place.dataset.selected = view.selected ? town.name(view.selected) : "";
		}
	}
	view.bar = () => bar.offsetHeight + 24;
	new ResizeObserver(() => stage.style.setProperty("--bar", bar.offsetHeight + 16 + "px")).observe(bar);
	handle(view, canvas, {
		point: (t, e) => point(view, tip, stage, t, e),
		play: () => controls.play(),
		home: () => view.fly(view.home()),
		scene: (by) => tale && tale.step(by),
		next: () => { if (view.found) { view.color("findings", (view.finding + 1) % town.city.findings.length); view.select(null); view.fly(view.home()); } },
	});
	new ResizeObserver(() => view.ask()).observe(canvas);
	canvas.addEventListener("webglcontextlost", (e) => { e.preventDefault(); stage.remove(); place.classList.remove("runs"); });
	place.classList.add("runs");
	changed("start");
	if (tale) tale.open();
	view.ask();
	place.city = view;
	return view;
}

// point shows what is under the pointer.
function point(view, tip, stage, t, e) {
	view.hover(t && t.kind === "district" && t.index === 0 ? null : t);
	tip.hidden = !view.hovered;
	if (tip.hidden) return;
	const town = view.town, n = town.counts(t, view.point), g = town.growth(t, view.point), r = stage.getBoundingClientRect();
	const rows = [make("b", t.kind === "building" ? town.city.buildings.name[t.index] : town.name(t)), make("span", `${plural(n.objects, "object")}, ${size(n.bytes)}`)];
	if (town.city.points.length > 1) rows.push(make("span", `${signed(g.objects, count)} objects, ${signed(g.bytes, size)} since GC point ${town.city.points[0].number}`));
	const held = view.found && t.kind === "building" ? view.found.held[view.point][t.index] : 0;
	if (held) rows.push(make("span", `${percent(held / FULL)} of it belongs to the finding`));
	tip.replaceChildren(...rows);
	const x = e.clientX - r.left, y = e.clientY - r.top;
	tip.style.transform = `translate(${Math.min(x + 14, Math.max(r.width - tip.offsetWidth - 8, 0))}px, ${y > r.height - 120 ? y - tip.offsetHeight - 10 : y + 16}px)`;
}

const percent = (part) => (part >= 0.995 ? "all" : part < 0.01 ? "less than 1 %" : Math.round(100 * part) + " %");

function button(text, label, press) {
	const b = make("button", text, { type: "button" });
	if (label) { b.setAttribute("aria-label", label); b.title = label; }
	b.onclick = press;
	return b;
}

// timeBar has the GC points, and the buttons for the camera.
function timeBar(bar, view) {
	const points = view.town.city.points, many = points.length > 1;
	const slider = make("input", undefined, { type: "range", min: 0, max: points.length - 1, step: 1, "aria-label": "GC point" }), says = make("output");
	let playing = 0;
	const stop = () => { clearInterval(playing); playing = 0; start.textContent = "▶"; start.setAttribute("aria-label", "Play"); };
	const start = button("▶", "Play", () => controls.play());
	const controls = {
		show() {
			const p = points[view.point];
			slider.value = view.point;
			says.textContent = `GC point ${p.number} of ${view.town.city.of} · ${p.time} · ${plural(p.objects, "object")}, ${size(p.bytes)}`;
			slider.setAttribute("aria-valuetext", says.textContent);
		},
		play() {
			if (playing) return stop();
			if (!many) return;
			if (view.point === points.length - 1) view.go(0);
			start.textContent = "⏸";
			start.setAttribute("aria-label", "Pause");
			playing = setInterval(() => { view.go(view.point + 1); if (view.point === points.length - 1) stop(); }, PLAY);
		},
	};
	slider.addEventListener("input", () => { stop(); view.go(Number(slider.value)); });
	const whole = button("Whole city", "", () => view.fly(view.home()));
	const full = button("Full screen", "", () => (document.fullscreenElement ? document.exitFullscreen() : bar.parentNode.requestFullscreen()));
	bar.append(...(many ? [start, slider] : []), says, whole, ...(document.fullscreenEnabled ? [full] : []));
	return controls;
}

// colors shows what colours mean, and chooses that.
function colors(legend, view) {
	const c = view.town.city, p = view.palette, names = { findings: "Findings", growth: "Growth", own: "Own types", plain: "No colors" };
	const choose = make("select", undefined, { "aria-label": "Colors show" });
	for (const mode of c.modes) {
		if (mode !== "findings") choose.append(make("option", names[mode], { value: mode + " 0" }));
		else c.findings.forEach((f, i) => choose.append(make("option", c.findings.length > 1 ? "Finding " + f.number : "Finding", { value: mode + " " + i })));
	}
	choose.value = view.mode + " " + (view.mode === "findings" ? view.finding : 0);
	choose.onchange = () => { const [mode, i] = choose.value.split(" "); view.select(null); view.color(mode, Number(i)); if (mode === "findings") view.fly(view.home()); };
	const key = (color, text) => { const e = make("span"), b = make("i"); b.style.background = color; e.append(b, text); return e; };
	const keys = [];
	if (view.found) keys.push(key(p.found[view.found.emphasis].finding, "the finding"), key(p.found[view.found.emphasis].held, "belongs to it"), ...c.findings.flatMap((f, i) => i === view.finding ? [] : [key(p.found[f.emphasis].rest, "finding " + f.number)]), key(p.growth[0], "the rest"));
	else if (view.mode === "growth") {
		const amount = (n) => (c.bytes ? size(n) : count(n));
		c.stops.forEach((stop, i) => keys.push(key(p.growth[i], i ? "+" + amount(Math.round(stop * c.red / c.stops[4])) : "no growth")));
		keys.push(key(p.shrunk, "shrunk"));
	} else if (view.mode === "own") keys.push(key(p.own, "types of the program"), key(p.growth[0], "of others"));
	else if (c.verdict) keys.push(make("span", c.verdict));
	if (view.selected && c.references.point.includes(view.point)) keys.push(key(p.incoming, "keeps it alive"), key(p.outgoing, "kept alive by it"));
	keys.push(make("small", `area and height: ${c.bytes ? "bytes" : "objects"}`));
	const focused = legend.contains(document.activeElement);
	legend.replaceChildren(choose, ...keys);
	if (focused) choose.focus();
}

// about says in words and numbers what is selected, or what was found.
function about(side, view, controls) {
	const town = view.town, t = view.selected, c = town.city;
	side.hidden = !t;
	if (!t) { side.replaceChildren(); return; }
	const n = town.counts(t, view.point), g = town.growth(t, view.point), rows = [];
	const close = button("×", "Clear the selection", () => view.select(null));
	close.className = "close";
	rows.push(close, make("h3", t.kind === "building" ? c.buildings.name[t.index] : town.name(t)), make("p", town.path(t)));
	for (const f of c.findings) {
		if (f.kind === t.kind && f.index === t.index) {
			const p = make("p");
			p.className = "finding" + (f.emphasis >= CULPRIT ? " culprit" : f.emphasis >= SUSPECT ? " suspect" : "");
			p.append(make("b", f.head[view.point]), ...(f.detail[view.point] ? [", " + f.detail[view.point]] : []), " ", make("a", "Details", { href: "#finding-" + (f.number - 1) }));
			rows.push(p);
		} else if (t.kind === "building" && f.held[view.point][t.index]) {
			rows.push(make("p", `${percent(f.held[view.point][t.index] / FULL)} of it belongs to finding ${f.number}.`.replace(/^a/, "A").replace(/^l/, "L")));
		}
	}
	const facts = make("dl"), fact = (name, text) => facts.append(make("dt", name), make("dd", text));
	fact("Objects", count(n.objects));
	fact("Bytes", size(n.bytes));
	if (c.points.length > 1) {
		fact("Growth", `${signed(g.objects, count)} objects`);
		fact("", signed(g.bytes, size));
	}
	const whole = c.points[view.point].bytes;
	if (whole > 0) fact("Of the heap", (100 * n.bytes / whole).toFixed(1).replace(/\.0$/, "") + " %");
	rows.push(facts, button("Fly to it", "", () => view.near(t)));
	const refs = town.references(t, view.point);
	for (const [head, list] of [["Keeps it alive", refs.in], ["Kept alive by it", refs.out]]) {
		if (!list.length) continue;
		const ol = make("ul");
		for (const r of list.slice(0, 6)) {
			const li = make("li"), other = town.buildings[r.other];
			li.append(button(r.other === t.index ? "itself" : town.name(other), "", () => view.select(other)), ` ${count(r.own)}`);
			ol.append(li);
		}
		if (list.length > 6) ol.append(make("li", `and ${count(list.length - 6)} more`));
		rows.push(make("h4", head), ol);
	}
	side.replaceChildren(...rows);
}

for (const place of document.querySelectorAll("[data-city]")) {
	start(place).catch((e) => {
		place.classList.remove("runs");
		const says = place.querySelector(".without");
		if (says) says.textContent = "This browser cannot draw the city that can be turned: it has no WebGL 2, or is too old.";
		place.dataset.fault = String(e && e.message || e);
	});
}
