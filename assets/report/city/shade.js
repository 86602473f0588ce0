// Shade is that of the window, in fewer texels: by place the height below which the sun is hidden, and the mean height around. The sun stands to
// the right of the first view.
const SUN = [0.7192, 0.6706, 0.1847], SHADE = 512;

class Shade {
	constructor(town, point) {
		const g = town.ground, rim = 0.34;
		this.x = g.x - rim; this.z = g.z - rim;
		const wide = g.w + rim + 0.06, deep = g.d + rim + 0.06;
		this.texel = Math.max(wide, deep) / SHADE;
		this.w = Math.ceil(wide / this.texel); this.h = Math.ceil(deep / this.texel);
		const heights = new Float32Array(this.w * this.h);
		for (const t of town.all) {
			const b = town.box(t, point);
			if (b.y1 > b.y0 && b.x1 > b.x0) this.raise(heights, b);
		}
		const shadow = this.sweep(heights), radius = Math.max(Math.round(0.012 / this.texel), 1);
		this.reach = radius * this.texel * 2.2;
		let mean = heights;
		for (let i = 0; i < 2; i++) mean = blur(blur(mean, this.w, this.h, radius, 1, this.w), this.h, this.w, radius, this.w, 1);
		this.data = new Float32Array(2 * heights.length);
		for (let i = 0; i < heights.length; i++) { this.data[2 * i] = shadow[i]; this.data[2 * i + 1] = mean[i]; }
	}

	raise(heights, b) {
		const first = (v, origin) => Math.ceil((v - origin) / this.texel - 0.5);
		const x0 = Math.max(first(b.x0, this.x), 0), x1 = Math.min(first(b.x1, this.x), this.w);
		for (let z = Math.max(first(b.z0, this.z), 0); z < Math.min(first(b.z1, this.z), this.h); z++) {
			for (let i = z * this.w + x0; i < z * this.w + x1; i++) heights[i] = Math.max(heights[i], b.y1);
		}
	}

	// sweep carries the height that the shadow still has away from the sun, row by row from its side.
	sweep(heights) {
		const slope = SUN[2] / SUN[0], drop = this.texel * Math.sqrt(1 + slope * slope) * SUN[1] / Math.hypot(SUN[0], SUN[2]);
		const shadow = new Float32Array(heights.length), before = new Float32Array(this.w);
		for (let z = this.h - 1; z >= 0; z--) {
			let top = 0, last = 0;
			for (let x = this.w - 1; x >= 0; x--) {
				const i = z * this.w + x, v = Math.max(top + (last - top) * slope - drop, -drop);
				shadow[i] = v;
				top = Math.max(v, heights[i]);
				last = before[x];
				before[x] = top;
			}
		}
		return shadow;
	}
}

// blur returns the means of 2*radius+1 texels along rows of n texels, a step apart; rows lie a stride apart.
function blur(data, n, rows, radius, step, stride) {
	const out = new Float32Array(data.length), scale = 1 / (2 * radius + 1);
	for (let r = 0; r < rows; r++) {
		const at = r * stride;
		let sum = 0;
		for (let i = 0; i < Math.min(radius, n); i++) sum += data[at + i * step];
		for (let i = 0; i < n; i++) {
			if (i + radius < n) sum += data[at + (i + radius) * step];
			out[at + i * step] = Math.max(sum, 0) * scale;
			if (i >= radius) sum -= data[at + (i - radius) * step];
		}
	}
	return out;
}
