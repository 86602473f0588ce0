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

	// at is the height below which the sun is hidden at a place, and the mean height around.
	at(x, z) {
		const i = Math.floor((x - this.x) / this.texel), k = Math.floor((z - this.z) / this.texel);
		if (i < 0 || k < 0 || i >= this.w || k >= this.h) return [-1000, 0];
		const n = 2 * (k * this.w + i);
		return [this.data[n], this.data[n + 1]];
	}

	sun(y, shadow) { return smooth((y - shadow) / (2 * this.texel) / 1.35 + 1 / 1.35); }

	open(y, mean) { return 1 - 0.74 * smooth((mean - y) / (this.reach + 0.8 * mean)); }

	// glow is what the sun and the sky give a box: sun and openness on its roof, sun on the walls to the right and to the front, 0 to 255.
	glow(b) {
		const steps = [0.2, 0.5, 0.8], between = (a, c, t) => a + (c - a) * t, off = 1.25 * this.texel;
		let sun = 0, open = 0, right = 0, front = 0;
		for (const u of steps) {
			for (const v of steps) {
				const [shadow, mean] = this.at(between(b.x0, b.x1, u), between(b.z0, b.z1, v)), y = between(b.y0, b.y1, v);
				sun += this.sun(b.y1, shadow);
				open += this.open(b.y1, mean);
				right += this.sun(y, this.at(b.x1 + off, between(b.z0, b.z1, u))[0]);
				front += this.sun(y, this.at(between(b.x0, b.x1, u), b.z1 + off)[0]);
			}
		}
		return [sun, open, right, front].map((n) => Math.round(255 * n / 9));
	}

	// ground is how bright the ground is at each texel, as colours of four bytes.
	ground() {
		const out = new Uint8Array(4 * this.w * this.h), dark = [0.86, 0.89, 0.93];
		for (let i = 0; i < this.w * this.h; i++) {
			const x = i % this.w, z = Math.floor(i / this.w), rim = !x || !z || x === this.w - 1 || z === this.h - 1;
			const sun = rim ? 1 : this.sun(0, this.data[2 * i]), open = rim ? 1 : this.open(0, this.data[2 * i + 1]);
			for (let n = 0; n < 3; n++) out[4 * i + n] = 255 * (dark[n] + (1 - dark[n]) * sun) * (0.72 + 0.28 * open);
			out[4 * i + 3] = 255;
		}
		return out;
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

const smooth = (t) => { t = Math.min(Math.max(t, 0), 1); return t * t * (3 - 2 * t); };

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
