// Hands turn what mouse, fingers and keys do into moves: the left button turns, the right one moves, the wheel goes to what is under the pointer.
const TURN = 0.006, CLICK = 5;

function handle(view, canvas, actions) {
	const down = new Map();
	let travelled = 0, pinch = 0;
	const place = (e) => {
		const r = canvas.getBoundingClientRect();
		return { x: 2 * (e.clientX - r.left) / r.width - 1, y: 1 - 2 * (e.clientY - r.top) / r.height };
	};
	const spread = () => { const [a, b] = [...down.values()]; return Math.hypot(a.px - b.px, a.py - b.py); };
	canvas.addEventListener("contextmenu", (e) => e.preventDefault());
	canvas.addEventListener("pointerdown", (e) => {
		canvas.setPointerCapture(e.pointerId);
		canvas.focus({ preventScroll: true });
		down.set(e.pointerId, { px: e.clientX, py: e.clientY, ...place(e), moves: e.button === 2 || e.button === 1 || e.shiftKey });
		if (down.size === 1) travelled = 0;
		if (down.size === 2) pinch = spread();
	});
	canvas.addEventListener("pointermove", (e) => {
		const was = down.get(e.pointerId), now = place(e);
		if (!was) {
			actions.point(e.pointerType === "mouse" ? view.pick(now.x, now.y) : null, e);
			return;
		}
		const dx = e.clientX - was.px, dy = e.clientY - was.py;
		travelled += Math.abs(dx) + Math.abs(dy);
		if (travelled >= CLICK && (dx || dy)) {
			actions.point(null, e);
			if (down.size > 1 || was.moves) view.aim(view.camera.moved(was.x, was.y, now.x, now.y, view.aspect));
			else view.aim(view.camera.turned(-dx * TURN, dy * TURN));
		}
		Object.assign(was, { px: e.clientX, py: e.clientY, ...now });
		if (down.size === 2) {
			const wide = spread(), [a, b] = [...down.values()];
			if (pinch > 0 && wide > 0) view.aim(view.camera.zoomed(pinch / wide, (a.x + b.x) / 2, (a.y + b.y) / 2, view.aspect));
			pinch = wide;
		}
	});
	const up = (e) => {
		const was = down.get(e.pointerId);
		down.delete(e.pointerId);
		if (was && !down.size && travelled < CLICK && e.type === "pointerup" && e.button === 0) {
			const at = place(e);
			view.select(view.pick(at.x, at.y));
		}
	};
	canvas.addEventListener("pointerup", up);
	canvas.addEventListener("pointercancel", up);
	canvas.addEventListener("pointerleave", (e) => actions.point(null, e));
	canvas.addEventListener("dblclick", () => { if (view.selected) view.near(view.selected); });
	// Pages scroll past the city: the wheel is its own once it has the focus, or with Ctrl.
	canvas.addEventListener("wheel", (e) => {
		if (document.activeElement !== canvas && !e.ctrlKey && !document.fullscreenElement) return;
		e.preventDefault();
		const at = place(e), lines = e.deltaMode === 1 ? 33 : 1;
		view.aim(view.camera.zoomed(Math.exp(clamp(e.deltaY * lines, -240, 240) * 0.0015), at.x, at.y, view.aspect));
	}, { passive: false });
	canvas.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.altKey || e.metaKey) return;
		const move = {
			PageUp: () => actions.scene(-1), PageDown: () => actions.scene(1),
			ArrowLeft: () => view.aim(view.camera.turned(-0.12, 0)), ArrowRight: () => view.aim(view.camera.turned(0.12, 0)),
			ArrowUp: () => view.aim(view.camera.turned(0, 0.08)), ArrowDown: () => view.aim(view.camera.turned(0, -0.08)),
			"+": () => view.aim(view.camera.zoomed(0.85, 0, 0, view.aspect)), "=": () => view.aim(view.camera.zoomed(0.85, 0, 0, view.aspect)),
			"-": () => view.aim(view.camera.zoomed(1 / 0.85, 0, 0, view.aspect)),
			"[": () => view.go(view.point - 1), "]": () => view.go(view.point + 1), " ": () => actions.play(),
			Home: () => actions.home(), f: () => { if (view.subject) view.near(view.subject); }, g: () => actions.next(),
			Escape: () => view.select(null), Enter: () => { if (view.found) view.select(view.town.at(view.found)); },
		}[e.key];
		if (!move || move() === null) return; // as of keys for a story where there is none
		e.preventDefault();
	});
}
