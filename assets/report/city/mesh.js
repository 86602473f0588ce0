// Mesh is the buildings as they are at a GC point, lit: eight corners each, of which a frame takes the faces that are seen. A renderer in software
// takes most of its time for what it computes of a corner, so that a moving frame computes nothing but its place. A face has the colours of the last
// corner of its triangles: corners at the top have those of the roof, each at the bottom those of the wall that begins there.
const TOP = 4, WALLS = [[0, 1, 4, 5], [1, 3, 5, 7], [3, 2, 7, 6], [2, 0, 6, 4]]; // bottom, bottom, top, top: to -z, +x, +z, -x
const NORMALS = [[0, 0, -1], [1, 0, 0], [0, 0, 1], [-1, 0, 0]];
const FOOT = 0.86; // how bright a wall is at its foot

// SEEN are the corners of three faces by what is seen: 1 from the right, 2 from the front.
const SEEN = [0, 1, 2, 3].map((q) => {
	const list = [4, 5, 7, 6, 4, 7];
	for (const w of [q & 1 ? 1 : 3, q & 2 ? 2 : 0]) {
		const [a, b, c, d] = WALLS[w];
		list.push(c, d, a, d, b, a);
	}
	return list;
});

class Mesh {
	constructor(gl) {
		this.gl = gl;
		this.id = gl.createVertexArray();
		this.indices = gl.createBuffer();
		gl.bindVertexArray(this.id);
		this.buffers = [["spot", 4], ["ink", 4, true], ["ink2", 4, true]].map(([, n, bytes], i) => {
			const id = gl.createBuffer();
			gl.bindBuffer(gl.ARRAY_BUFFER, id);
			gl.enableVertexAttribArray(i);
			gl.vertexAttribPointer(i, n, bytes ? gl.UNSIGNED_BYTE : gl.FLOAT, !!bytes, 0, 0);
			return id;
		});
		gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.indices);
		gl.bindVertexArray(null);
	}

	// fill lights boxes: where they are, the share of their height that has the other colour, and colours of roofs, walls and that.
	fill(boxes, light) {
		const n = boxes.length, spot = new Float32Array(32 * n), ink = new Uint8Array(32 * n), ink2 = new Uint8Array(32 * n);
		this.middle = new Float32Array(3 * n);
		this.reach = new Float32Array(n); // half of what is across, 0 of nothing
		this.small = new Uint32Array(n);
		this.list = new Uint32Array(18 * n);
		boxes.forEach(({ box, part, wall, roof, other, glow }, i) => {
			const split = box.y0 + part * (box.y1 - box.y0);
			this.middle.set([(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, (box.z0 + box.z1) / 2], 3 * i);
			this.reach[i] = box.x1 > box.x0 && box.y1 > box.y0 ? Math.hypot(box.x1 - box.x0, box.y1 - box.y0, box.z1 - box.z0) / 2 : 0;
			for (let k = 0; k < 8; k++) {
				const y = k < TOP ? box.y0 : box.y1;
				spot.set([k & 1 ? box.x1 : box.x0, y, k & 2 ? box.z1 : box.z0, part > 0 ? y - split : 1], 4 * (8 * i + k));
			}
			const top = lit(roof, [0, 1, 0], glow[0], glow[1], light), set = (to, k, c, dim) => to.set([...c, dim], 4 * (8 * i + k));
			for (let k = TOP; k < 8; k++) { set(ink, k, top, 255); set(ink2, k, top, 255); }
			WALLS.forEach(([at], w) => {
				const sun = w === 1 ? glow[2] : w === 2 ? glow[3] : 0;
				set(ink, at, lit(wall, NORMALS[w], sun, 1, light), 255 * FOOT);
				set(ink2, at, lit(other, NORMALS[w], sun, 1, light), 255 * FOOT);
			});
		});
		[spot, ink, ink2].forEach((data, i) => {
			this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffers[i]);
			this.gl.bufferData(this.gl.ARRAY_BUFFER, data, this.gl.STATIC_DRAW);
		});
	}

	// draw draws boxes in an order, but for some and for those of a few pixels, which it returns. scale is how many pixels a unit at distance 1 takes.
	draw(order, eye, leaves, viewProj, scale) {
		const gl = this.gl, list = this.list, m = this.middle, v = viewProj, small = this.small;
		let at = 0, few = 0;
		for (const box of order) {
			if (!this.reach[box] || leaves(box)) continue;
			const x = m[3 * box], y = m[3 * box + 1], z = m[3 * box + 2], w = (v[3] * x + v[7] * y + v[11] * z + v[15]) * BORDER;
			if (2 * BORDER * this.reach[box] * scale < SMALL * w && Math.abs(v[0] * x + v[4] * y + v[8] * z + v[12]) < w && Math.abs(v[1] * x + v[5] * y + v[9] * z + v[13]) < w) {
				small[few++] = box;
				continue;
			}
			const seen = SEEN[(eye[0] > x ? 1 : 0) + (eye[2] > z ? 2 : 0)], first = 8 * box;
			for (let k = 0; k < 18; k++) list[at++] = first + seen[k];
		}
		gl.bindVertexArray(this.id);
		gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, list.subarray(0, at), gl.STREAM_DRAW);
		gl.drawElements(gl.TRIANGLES, at, gl.UNSIGNED_INT, 0);
		return small.subarray(0, few);
	}
}

// lit is what the shaders do: a colour of bytes in the light.
function lit(color, n, sun, open, l) {
	const toSun = Math.max(dot(n, SUN), 0) * sun, side = Math.hypot(SUN[0], SUN[2]), back = 0.22 * Math.max(-(n[0] * SUN[0] + n[2] * SUN[2]) / side, 0) * open;
	return [0, 1, 2].map((i) => {
		const light = l.sunColor[i] * toSun + l.skyColor[i] * ((0.74 + 0.26 * n[1]) * open + back) + l.bounceColor[i] * (0.5 - 0.5 * n[1]) * (0.4 + 0.6 * open);
		const v = color[i] / 255, c = v * v * light;
		return Math.min(255 * Math.sqrt(c / (1 + Math.max(c - 0.72, 0) * 0.75)), 255);
	});
}
