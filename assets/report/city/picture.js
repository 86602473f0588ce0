// Picture holds what is on the graphics card, and draws frames.
const LIGHTS = {
	light: { sunColor: [0.88, 0.82, 0.70], skyColor: [0.42, 0.48, 0.58], bounceColor: [0.20, 0.20, 0.20],
		ground: [0.890, 0.902, 0.918], horizon: [0.969, 0.961, 0.945], zenith: [0.890, 0.918, 0.953] },
	dark: { sunColor: [0.72, 0.68, 0.62], skyColor: [0.36, 0.42, 0.54], bounceColor: [0.14, 0.15, 0.18],
		ground: [0.085, 0.108, 0.145], horizon: [0.112, 0.140, 0.184], zenith: [0.060, 0.080, 0.112] },
};
const SLICES = 14, AROUND = 8;
// A whole number, as samplers are set by: the texture with the brightness of the ground.
const GROUND_UNIT = { unit: 1 };
const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);

class Picture {
	constructor(canvas) {
		const gl = canvas.getContext("webgl2", { antialias: false, alpha: false, powerPreference: "low-power" });
		if (!gl) throw new Error("no WebGL");
		this.canvas = canvas;
		this.gl = gl;
		this.boxProgram = new Program(gl, BOX_VERTEX, BOX_FRAGMENT);
		this.sky = new Program(gl, SKY_VERTEX, SKY_FRAGMENT);
		this.quickBoxes = new Program(gl, QUICK_VERTEX, QUICK_FRAGMENT);
		this.meshProgram = new Program(gl, MESH_VERTEX, QUICK_FRAGMENT);
		this.mesh = new Mesh(gl);
		this.sprites = new Sprites(gl, this.mesh.buffers);
		this.quickSlabs = new Program(gl, SLAB_VERTEX, SLAB_FRAGMENT);
		this.quickSky = new Program(gl, SKY_VERTEX, QUICK_SKY);
		this.groundMap = gl.createTexture();
		this.tubes = new Program(gl, TUBE_VERTEX, TUBE_FRAGMENT);
		this.lines = new Program(gl, LINE_VERTEX, LINE_FRAGMENT);
		this.shadeMap = gl.createTexture();
		this.empty = gl.createVertexArray();
		this.boxes = new Boxes(gl);
		this.lineArray = this.array(new Uint16Array([0, 1, 2, 2, 1, 3]), [["from", 4], ["to", 4], ["ink0", 4], ["ink1", 4]]);
		this.tubeArray = this.tube();
		this.samples = Math.min(4, gl.getParameter(gl.MAX_SAMPLES));
		this.fine = gl.createFramebuffer();
		this.sizes = new Map();
	}

	// array makes a vertex array of instances whose attributes have a buffer each; a third value marks bytes.
	array(indices, attributes, first = 0) {
		const gl = this.gl, a = { id: gl.createVertexArray(), count: indices.length, buffers: {} };
		gl.bindVertexArray(a.id);
		gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
		gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
		attributes.forEach(([name, n, bytes], i) => {
			a.buffers[name] = gl.createBuffer();
			gl.bindBuffer(gl.ARRAY_BUFFER, a.buffers[name]);
			gl.enableVertexAttribArray(first + i);
			gl.vertexAttribPointer(first + i, n, bytes ? gl.UNSIGNED_BYTE : gl.FLOAT, !!bytes, 0, 0);
			gl.vertexAttribDivisor(first + i, 1);
		});
		gl.bindVertexArray(null);
		return a;
	}

	tube() {
		const gl = this.gl, mesh = [], indices = [];
		for (let i = 0; i <= SLICES; i++) for (let k = 0; k <= AROUND; k++) mesh.push(i / SLICES, 2 * Math.PI * k / AROUND);
		for (let i = 0; i < SLICES; i++) {
			for (let k = 0; k < AROUND; k++) {
				const a = i * (AROUND + 1) + k, b = a + AROUND + 1;
				indices.push(a, a + 1, b, b, a + 1, b + 1);
			}
		}
		const array = this.array(new Uint16Array(indices), [["from", 3], ["to", 3], ["radii", 3], ["ink", 4]], 1);
		gl.bindVertexArray(array.id);
		gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
		gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(mesh), gl.STATIC_DRAW);
		gl.enableVertexAttribArray(0);
		gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
		gl.bindVertexArray(null);
		return array;
	}

	// set replaces instances: typed arrays by attribute.
	set(array, count, values) {
		const gl = this.gl;
		for (const name in values) {
			gl.bindBuffer(gl.ARRAY_BUFFER, array.buffers[name]);
			gl.bufferData(gl.ARRAY_BUFFER, values[name], gl.DYNAMIC_DRAW);
		}
		array.instances = count;
	}

	setShade(s) {
		const gl = this.gl;
		this.shade = { shadeRect: [s.x, s.z, 1 / (s.w * s.texel), 1 / (s.h * s.texel)], shadeInfo: [s.texel, 2 * s.texel, s.reach] };
		this.texture(this.groundMap, 1, [gl.RGBA8, s.w, s.h, 0, gl.RGBA, gl.UNSIGNED_BYTE, s.ground()]);
		this.texture(this.shadeMap, 0, [gl.RG16F, s.w, s.h, 0, gl.RG, gl.FLOAT, s.data]);
	}

	texture(texture, unit, image) {
		const gl = this.gl;
		gl.activeTexture(gl.TEXTURE0 + unit);
		gl.bindTexture(gl.TEXTURE_2D, texture);
		gl.texImage2D(gl.TEXTURE_2D, 0, ...image);
		for (const [name, value] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
			[gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) gl.texParameteri(gl.TEXTURE_2D, name, value);
	}

	// resize fits the picture to its place, with fewer pixels where frames take too long; returns width over height.
	resize(scale = 1) {
		const ratio = Math.min(window.devicePixelRatio || 1, 2), c = this.canvas;
		this.w = Math.max(Math.round(c.clientWidth * ratio), 1);
		this.h = Math.max(Math.round(c.clientHeight * ratio), 1);
		const w = Math.max(Math.round(this.w * scale), 1), h = Math.max(Math.round(this.h * scale), 1);
		if (c.width !== w || c.height !== h) { c.width = w; c.height = h; }
		this.ratio = ratio;
		return this.w / this.h;
	}

	// target binds what is drawn to, with more samples where a picture rests; returns what it has to be copied from.
	target(still) {
		const gl = this.gl, from = still && this.samples > 1 ? this.fine : null;
		gl.bindFramebuffer(gl.FRAMEBUFFER, from);
		if (from) this.fit(from, this.samples, this.canvas.width, this.canvas.height);
		return from;
	}

	// fit gives the bound framebuffer as many pixels as the picture has.
	fit(framebuffer, samples, w, h) {
		const gl = this.gl, size = w + "x" + h;
		if (this.sizes.get(framebuffer) === size) return;
		this.sizes.set(framebuffer, size);
		framebuffer.buffers = framebuffer.buffers || [gl.createRenderbuffer(), gl.createRenderbuffer()];
		[[gl.RGB8, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]].forEach(([format, place], i) => {
			gl.bindRenderbuffer(gl.RENDERBUFFER, framebuffer.buffers[i]);
			gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, w, h);
			gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, framebuffer.buffers[i]);
		});
	}

	// draw draws a frame. mixed is how far things are between two GC points; still that the picture rests; quick that it is to be cheap.
	draw(camera, { theme, shrunk, mixed, still, quick }) {
		const gl = this.gl, w = this.w, h = this.h, aspect = w / h, light = LIGHTS[theme], eye = camera.eye();
		const viewProj = camera.matrix(aspect), common = { ...light, ...this.shade, viewProj, eye };
		const from = this.target(still);
		gl.viewport(0, 0, this.canvas.width, this.canvas.height);
		gl.enable(gl.DEPTH_TEST);
		gl.depthMask(true);
		gl.depthFunc(gl.LEQUAL);
		gl.disable(gl.BLEND);
		gl.clear(gl.DEPTH_BUFFER_BIT | gl.COLOR_BUFFER_BIT);
		const boxes = { ...common, shrunk, mixed, ghosts: 0, fog: [...light.horizon, camera.distance] };
		if (quick) {
			if (mixed < 1) {
				this.quickBoxes.use(boxes);
				this.boxes.drawAbove(camera.yaw);
			} else {
				if (this.bake !== this.baked) { this.mesh.fill(this.bake(), light); this.baked = this.bake; }
				this.meshProgram.use(boxes);
				const small = this.mesh.draw(this.boxes.above(camera.yaw), eye, this.boxes.seesThrough, viewProj, camera.pitch < STEEP ? this.canvas.height / (2 * TAN) : Infinity);
				this.sprites.draw(small, { ...boxes, pixels: [this.canvas.width, this.canvas.height] });
			}
			this.quickSlabs.use({ ...boxes, groundMap: GROUND_UNIT });
			this.boxes.drawBelow(camera.yaw);
		} else {
			this.boxProgram.use(boxes);
			this.boxes.draw(camera.yaw);
		}
		const { right, up, back } = camera.axes(), sky = quick ? this.quickSky : this.sky;
		sky.use({ ...common, forward: back.map((v) => -v), right: right.map((v) => v * TAN * aspect), up: up.map((v) => v * TAN), middle: [0.5, 0, 0.4], groundMap: GROUND_UNIT });
		gl.bindVertexArray(this.empty);
		gl.drawArrays(gl.TRIANGLES, 0, 3);
		gl.enable(gl.BLEND);
		gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
		if (this.boxes.ghostCount) {
			this.boxProgram.use({ ...boxes, ghosts: 1 });
			this.boxes.drawGhosts();
		}
		const over = { viewProj, viewport: [w, h], scale: h / (2 * TAN), thinnest: 1.3 * this.ratio * TAN / h };
		for (const [program, array] of [[this.tubes, this.tubeArray], [this.lines, this.lineArray]]) {
			gl.disable(gl.DEPTH_TEST);
			program.use({ ...over, opacity: 0.22 });
			this.instances(array);
			gl.enable(gl.DEPTH_TEST);
			gl.depthMask(program === this.tubes);
			program.use({ opacity: 1 });
			this.instances(array);
		}
		gl.depthMask(true);
		if (from) {
			gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
			gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
			gl.blitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST);
		}
	}

	instances(array) {
		if (!array.instances) return;
		this.gl.bindVertexArray(array.id);
		this.gl.drawElementsInstanced(this.gl.TRIANGLES, array.count, this.gl.UNSIGNED_SHORT, 0, array.instances);
	}
}
