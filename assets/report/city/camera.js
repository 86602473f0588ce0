// The camera is that of the window: an angle of view of 32 degrees, a target, and where the eye is seen from it.
const VIEW = 32 * Math.PI / 180, MIN_PITCH = 4 * Math.PI / 180, MAX_PITCH = 89.5 * Math.PI / 180;
const HOME = { yaw: 28 * Math.PI / 180, pitch: 33 * Math.PI / 180 };
const TAN = Math.tan(VIEW / 2);
const clamp = (v, least, most) => Math.min(Math.max(v, least), most);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const add = (a, b, k = 1) => [a[0] + b[0] * k, a[1] + b[1] * k, a[2] + b[2] * k];

class Camera {
	constructor(target, yaw, pitch, distance) {
		Object.assign(this, { target, yaw, pitch, distance });
	}

	axes() {
		const sy = Math.sin(this.yaw), cy = Math.cos(this.yaw), sp = Math.sin(this.pitch), cp = Math.cos(this.pitch);
		return { right: [cy, 0, -sy], up: [-sp * sy, cp, -sp * cy], back: [cp * sy, sp, cp * cy] };
	}

	eye() { return add(this.target, this.axes().back, this.distance); }

	ray(x, y, aspect) {
		const { right, up, back } = this.axes();
		return { from: this.eye(), dir: add(add([-back[0], -back[1], -back[2]], right, x * TAN * aspect), up, y * TAN) };
	}

	// project returns x and y from -1 to 1 and the depth; null behind the camera.
	project(p, aspect) {
		const { right, up, back } = this.axes(), d = add(p, this.eye(), -1), depth = -dot(d, back);
		return depth <= 0 ? null : { x: dot(d, right) / (depth * TAN * aspect), y: dot(d, up) / (depth * TAN), depth };
	}

	matrix(aspect, town) {
		const { right, up, back } = this.axes(), eye = this.eye(), near = Math.max(this.distance * 0.02, 1e-4), far = this.distance + 12;
		const a = 1 / (TAN * aspect), b = 1 / TAN, c = (far + near) / (near - far), d = 2 * far * near / (near - far);
		const e = [-dot(right, eye), -dot(up, eye), -dot(back, eye)], m = new Float32Array(16);
		for (let i = 0; i < 3; i++) {
			m[4 * i] = a * right[i]; m[4 * i + 1] = b * up[i]; m[4 * i + 2] = c * back[i]; m[4 * i + 3] = -back[i];
		}
		m[12] = a * e[0]; m[13] = b * e[1]; m[14] = c * e[2] + d; m[15] = -e[2];
		return m;
	}

	// fit returns the pose in the same direction with a box in the middle of the picture, or of a part of it, that takes 1/room of it.
	fit(box, aspect, room, frame = { left: -1, right: 1, bottom: -1, top: 1 }) {
		const c = new Camera([(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, (box.z0 + box.z1) / 2], this.yaw, this.pitch, 1);
		c.distance = Math.max(2 * Math.hypot(box.x1 - box.x0, box.y1 - box.y0, box.z1 - box.z0), 1e-4);
		const { right, up } = c.axes();
		for (let round = 0; round < 24; round++) {
			let x0 = Infinity, x1 = -Infinity, y0 = Infinity, y1 = -Infinity;
			for (let i = 0; i < 8; i++) {
				const p = c.project([i & 1 ? box.x1 : box.x0, i & 2 ? box.y1 : box.y0, i & 4 ? box.z1 : box.z0], aspect);
				if (!p) continue;
				x0 = Math.min(x0, p.x); x1 = Math.max(x1, p.x); y0 = Math.min(y0, p.y); y1 = Math.max(y1, p.y);
			}
			if (x0 > x1) { c.distance *= 2; continue; }
			const dx = (x0 + x1 - frame.left - frame.right) / 2, dy = (y0 + y1 - frame.bottom - frame.top) / 2;
			c.target = add(add(c.target, right, dx * TAN * aspect * c.distance), up, dy * TAN * c.distance);
			const f = room * Math.max((x1 - x0) / (frame.right - frame.left), (y1 - y0) / (frame.top - frame.bottom));
			c.distance = Math.max(c.distance * clamp(f, 0.25, 4), 1e-4);
		}
		return c;
	}

	turned(yaw, pitch) {
		return new Camera(this.target, this.yaw + yaw, clamp(this.pitch + pitch, MIN_PITCH, MAX_PITCH), this.distance);
	}

	// ground is where the ray through a point of the picture meets the ground, as far as that is near.
	ground(x, y, aspect) {
		const r = this.ray(x, y, aspect), t = r.dir[1] < -1e-3 ? -r.from[1] / r.dir[1] : this.distance;
		return add(r.from, r.dir, Math.min(t, 4 * this.distance));
	}

	// zoomed goes nearer to what is under a point of the picture, or away from it, within bounds.
	zoomed(f, x, y, aspect) {
		const distance = clamp(this.distance * f, 0.02, 6), p = this.ground(x, y, aspect), k = distance / this.distance;
		return new Camera(this.kept([p[0] + (this.target[0] - p[0]) * k, this.target[1] * k, p[2] + (this.target[2] - p[2]) * k]),
			this.yaw, this.pitch, distance);
	}

	moved(x0, y0, x1, y1, aspect) {
		const a = this.ground(x0, y0, aspect), b = this.ground(x1, y1, aspect);
		return new Camera(this.kept([this.target[0] + a[0] - b[0], this.target[1], this.target[2] + a[2] - b[2]]), this.yaw, this.pitch, this.distance);
	}

	kept(p) { return [clamp(p[0], -0.6, 1.6), clamp(p[1], -0.2, 1.5), clamp(p[2], -0.6, 1.6)]; }

	toward(o, t) {
		const turn = (o.yaw - this.yaw) % (2 * Math.PI), short = turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn;
		return new Camera(add(this.target, add(o.target, this.target, -1), t), this.yaw + short * t, this.pitch + (o.pitch - this.pitch) * t,
			this.distance * Math.pow(o.distance / this.distance, t));
	}
}

// hit is how far along a ray a box begins; Infinity if it misses. It is called for every building, and so makes no values but numbers.
function hit(ray, b) {
	const f = ray.from, d = ray.dir;
	let p = (b.x0 - f[0]) / d[0], q = (b.x1 - f[0]) / d[0];
	let from = Math.max(0, Math.min(p, q)), to = Math.max(p, q);
	if (from > to) return Infinity;
	p = (b.z0 - f[2]) / d[2]; q = (b.z1 - f[2]) / d[2];
	from = Math.max(from, Math.min(p, q)); to = Math.min(to, Math.max(p, q));
	if (from > to) return Infinity;
	p = (b.y0 - f[1]) / d[1]; q = (b.y1 - f[1]) / d[1];
	from = Math.max(from, Math.min(p, q)); to = Math.min(to, Math.max(p, q));
	return from <= to && to > 0 ? from : Infinity;
}
