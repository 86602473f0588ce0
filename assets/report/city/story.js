// Story goes through the scenes of a story: the note of one is shown with the city as the scene has it. Scenes follow each other by buttons and keys.
const NARROW = 4 / 3;

class Story {
	constructor(view, stage) {
		Object.assign(this, { view, scenes: view.town.city.story, at: 0 });
		this.title = make("b");
		this.count = make("span");
		this.note = make("p");
		this.missing = make("small");
		this.back = button("‹", "Previous scene", () => this.step(-1));
		this.on = button("›", "Next scene", () => this.step(1));
		const head = make("div"), text = make("div", undefined, { "aria-live": "polite" });
		head.append(this.back, this.count, this.on);
		text.append(this.title, this.note, this.missing);
		this.card = make("div", undefined, { role: "group", "aria-label": "Story" });
		this.card.className = "story";
		this.card.append(text, head);
		stage.append(this.card);
	}

	// open shows the first scene at once.
	open() {
		this.show(0);
		this.view.start = () => this.pose(this.scenes[this.at]);
	}

	// step shows the scene so many places further on; at either end it stays.
	step(by) {
		const to = this.at + by;
		if (to < 0 || to >= this.scenes.length) return;
		this.show(to);
		this.view.fly(this.pose(this.scenes[to]));
	}

	show(at) {
		const s = this.scenes[at], view = this.view;
		this.at = at;
		if (s.mode !== view.mode || s.mode === "findings" && s.finding !== view.finding) view.color(s.mode, s.finding);
		view.go(s.point);
		view.select(s.kind ? view.town[s.kind + "s"][s.index] : null);
		this.title.textContent = s.title;
		this.note.textContent = s.note;
		this.missing.textContent = s.missing;
		this.note.hidden = !s.note;
		this.missing.hidden = !s.missing;
		this.count.textContent = `${at + 1} of ${this.scenes.length}`;
		this.back.disabled = at === 0;
		this.on.disabled = at === this.scenes.length - 1;
		view.picture.canvas.closest("[data-city]").dataset.scene = at + 1;
	}

	// pose is that of the scene, from farther away where the picture is narrower than those of the window.
	pose(s) {
		const p = s.pose;
		if (!p) return this.view.home();
		return new Camera([p[0], p[1], p[2]], p[3], clamp(p[4], MIN_PITCH, MAX_PITCH), p[5] * Math.max(1, NARROW / this.view.aspect));
	}
}
