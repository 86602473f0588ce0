// Boxes are all boxes of the city in one draw, seven corners each. They are no instances: a renderer in software takes as long to begin an instance
// as to begin a draw, for 5,000 of them many times as long as for all that they show.
const CORNERS = 7, DIRECTIONS = 8;
// Each face's triangles end with a corner of that face alone, which is the one whose flat values count.
const FACES = [0, 1, 3, 2, 0, 3, 0, 4, 5, 1, 0, 5, 0, 4, 6, 2, 0, 6];
const BOX_ATTRIBUTES = [["plot", 4], ["rise", 2], ["form", 4], ["kept", 2], ["color0", 4, true], ["color1", 4, true], ["keptColor", 4, true], ["glow", 4, true]];

class Boxes {
	constructor(gl) {
		this.gl = gl;
		this.id = gl.createVertexArray();
		this.count = 0;
		this.buffers = {};
		this.ghosts = gl.createBuffer();
		this.ghostCount = 0;
		this.seesThrough = () => false;
		gl.bindVertexArray(this.id);
		BOX_ATTRIBUTES.forEach(([name, n, bytes], i) => {
			this.buffers[name] = { id: gl.createBuffer(), n };
			gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name].id);
			gl.enableVertexAttribArray(i);
			gl.vertexAttribPointer(i, n, bytes ? gl.UNSIGNED_BYTE : gl.FLOAT, !!bytes, 0, 0);
		});
		gl.bindVertexArray(null);
	}

	// place sets where the boxes are: x, z, width and depth of each. The first ones lie below the others, those further on over those before.
	place(plot, below) {
		this.plot = plot;
		this.below = below;
		this.count = plot.length / 4;
		this.orders = [];
		this.set({ plot });
	}

	// set replaces attributes: typed arrays with the values of each box.
	set(values) {
		const gl = this.gl;
		for (const name in values) {
			const { id, n } = this.buffers[name], of = values[name], all = new of.constructor(CORNERS * of.length);
			for (let i = 0; i < this.count; i++) {
				for (let k = 0; k < CORNERS; k++) for (let j = 0; j < n; j++) all[(CORNERS * i + k) * n + j] = of[i * n + j];
			}
			gl.bindBuffer(gl.ARRAY_BUFFER, id);
			gl.bufferData(gl.ARRAY_BUFFER, all, gl.DYNAMIC_DRAW);
		}
	}

	// see says which boxes are see-through.
	see(ghosts) {
		const through = new Set(ghosts);
		this.seesThrough = (box) => through.has(box);
		this.ghostCount = ghosts.length;
		if (ghosts.length) this.index(this.ghosts, ghosts);
	}

	index(buffer, boxes) {
		const gl = this.gl, indices = new Uint32Array(FACES.length * boxes.length);
		let at = 0;
		for (const box of boxes) for (const corner of FACES) indices[at++] = CORNERS * box + corner;
		gl.bindVertexArray(this.id);
		gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
		gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
		gl.bindVertexArray(null);
	}

	// ordered returns the indices of all boxes, the nearest first as seen from a direction, so that little is drawn that is hidden later.
	ordered(yaw) {
		const turn = Math.round(yaw / (2 * Math.PI) * DIRECTIONS), i = ((turn % DIRECTIONS) + DIRECTIONS) % DIRECTIONS;
		if (!this.orders[i]) {
			const angle = i / DIRECTIONS * 2 * Math.PI, x = Math.sin(angle), z = Math.cos(angle), p = this.plot;
			const near = (b) => (p[4 * b] + p[4 * b + 2] / 2) * x + (p[4 * b + 1] + p[4 * b + 3] / 2) * z;
			const list = Array.from({ length: this.count }, (_, b) => b), depth = list.map(near);
			list.sort((a, b) => (a < this.below) - (b < this.below) || (a < this.below ? b - a : depth[b] - depth[a]));
			this.orders[i] = this.gl.createBuffer();
			this.orders[i].above = list.slice(0, this.count - this.below);
			this.index(this.orders[i], list);
		}
		return this.orders[i];
	}

	draw(yaw) { this.elements(this.ordered(yaw), 0, this.count); }

	// above are the boxes that are no slabs, front to back.
	above(yaw) { return this.ordered(yaw).above; }

	drawAbove(yaw) { this.elements(this.ordered(yaw), 0, this.count - this.below); }

	drawBelow(yaw) { this.elements(this.ordered(yaw), this.count - this.below, this.below); }

	drawGhosts() { this.elements(this.ghosts, 0, this.ghostCount); }

	elements(buffer, first, boxes) {
		const gl = this.gl;
		if (!boxes) return;
		gl.bindVertexArray(this.id);
		gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
		gl.drawElements(gl.TRIANGLES, FACES.length * boxes, gl.UNSIGNED_INT, 4 * FACES.length * first);
	}
}
