// Sprites are the buildings of a mesh that are a few pixels large: a point each, of whose pixels the shader finds the face. A renderer in software
// takes as long to begin a triangle of two pixels as one of many, and a building has six.
const SMALL = 16, BORDER = 0.9; // pixels across; how far from the middle points are used, as one beyond the border is left out as a whole
const STEEP = 1; // radians from which there are triangles alone: a point is as deep as the nearest corner on the ground, which is right from the side

const SPRITE_VERTEX = `#version 300 es
layout(location = 0) in vec4 low;  // and its height over the other colour
layout(location = 1) in vec4 high; // and its own
layout(location = 2) in vec4 roof;
layout(location = 3) in vec4 wall0; // of the walls to -z, +x, +z, -x
layout(location = 4) in vec4 wall1;
layout(location = 5) in vec4 wall2;
layout(location = 6) in vec4 wall3;
layout(location = 7) in vec4 part0; // the other colour of these
layout(location = 8) in vec4 part1;
layout(location = 9) in vec4 part2;
layout(location = 10) in vec4 part3;
uniform mat4 viewProj;
uniform vec3 eye;
uniform vec4 fog;
uniform vec2 pixels;
flat out vec4 toFront, toSide, toRoof; // from pixels to shares of a face
flat out vec3 front, front2, side, side2, top;
flat out vec4 spot;   // of the nearest corner, and the way up
flat out vec2 form;   // pixels across; share of the height that has the other colour
vec4 solve(vec2 a, vec2 b) {
	float det = a.x * b.y - a.y * b.x;
	return vec4(b.y, -b.x, -a.y, a.x) / (abs(det) < 1e-5 ? 1e-5 : det);
}
void main() {
	vec2 mid = 0.5 * (low.xz + high.xz);
	bool right = eye.x > mid.x, before = eye.z > mid.y;
	vec3 size = high.xyz - low.xyz;
	vec4 c = viewProj * vec4(right ? high.x : low.x, low.y, before ? high.z : low.z, 1.0);
	vec4 cx = c + viewProj[0] * (right ? -size.x : size.x), cy = c + viewProj[1] * size.y, cz = c + viewProj[2] * (before ? -size.z : size.z);
	vec2 at = c.xy / c.w, x = (cx.xy / cx.w - at) * 0.5 * pixels, y = (cy.xy / cy.w - at) * 0.5 * pixels, z = (cz.xy / cz.w - at) * 0.5 * pixels;
	vec2 least = min(min(vec2(0.0), min(x, z)), y + min(min(vec2(0.0), x + z), min(x, z)));
	vec2 most = max(max(vec2(0.0), max(x, z)), y + max(max(vec2(0.0), x + z), max(x, z)));
	toFront = solve(x, y);
	toSide = solve(z, y);
	toRoof = solve(x, z);
	spot = vec4(0.5 * (least + most), y);
	form = vec2(max(most.x - least.x, most.y - least.y) + 1.0, low.w > 0.5 ? -1.0 : -low.w / max(size.y, 1e-9));
	float haze = 0.18 * smoothstep(fog.w, 2.2 * fog.w, c.w);
	front = mix(before ? wall2.rgb : wall0.rgb, fog.rgb, haze);
	front2 = mix(before ? part2.rgb : part0.rgb, fog.rgb, haze);
	side = mix(right ? wall1.rgb : wall3.rgb, fog.rgb, haze);
	side2 = mix(right ? part1.rgb : part3.rgb, fog.rgb, haze);
	top = mix(roof.rgb, fog.rgb, haze);
	gl_PointSize = form.x;
	gl_Position = vec4(at + 2.0 * spot.xy / pixels, c.z / c.w, 1.0);
}`;

const SPRITE_FRAGMENT = `#version 300 es
precision highp float;
flat in vec4 toFront, toSide, toRoof, spot;
flat in vec3 front, front2, side, side2, top;
flat in vec2 form;
out vec4 result;
vec2 share(vec4 to, vec2 p) { return vec2(dot(to.xy, p), dot(to.zw, p)); }
bool inside(vec2 s) { return max(abs(s.x - 0.5), abs(s.y - 0.5)) < 0.501; }
void main() {
	vec2 p = (gl_PointCoord - 0.5) * vec2(form.x, -form.x) + spot.xy, f = share(toFront, p), s = share(toSide, p);
	vec3 c;
	if (inside(f)) c = (f.y < form.y ? front2 : front) * (0.86 + 0.14 * f.y);
	else if (inside(s)) c = (s.y < form.y ? side2 : side) * (0.86 + 0.14 * s.y);
	else if (inside(share(toRoof, p - spot.zw))) c = top;
	else discard;
	result = vec4(c, 1.0);
}`;

class Sprites {
	// The buffers are those of a mesh: places, colours, and other colours of eight corners each.
	constructor(gl, [spot, ink, ink2]) {
		this.gl = gl;
		this.program = new Program(gl, SPRITE_VERTEX, SPRITE_FRAGMENT);
		this.id = gl.createVertexArray();
		gl.bindVertexArray(this.id);
		const at = (i, buffer, corner, bytes) => {
			gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
			gl.enableVertexAttribArray(i);
			gl.vertexAttribPointer(i, 4, bytes ? gl.UNSIGNED_BYTE : gl.FLOAT, !!bytes, bytes ? 32 : 128, (bytes ? 4 : 16) * corner);
		};
		at(0, spot, 0);
		at(1, spot, 7);
		at(2, ink, TOP, true);
		WALLS.forEach(([corner], w) => { at(3 + w, ink, corner, true); at(7 + w, ink2, corner, true); });
		gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
		gl.bindVertexArray(null);
	}

	draw(boxes, values) {
		if (!boxes.length) return;
		const gl = this.gl;
		this.program.use(values);
		gl.bindVertexArray(this.id);
		gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, boxes, gl.STREAM_DRAW);
		gl.drawElements(gl.POINTS, boxes.length, gl.UNSIGNED_INT, 0);
	}
}
