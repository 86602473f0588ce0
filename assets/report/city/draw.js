// Drawing: one draw for all boxes, of which the vertex shader makes the three faces that can be seen, from seven corners; what the ground
// and the sky are is found last, where nothing stands. Frustums are bent tubes, all lines strips as wide as they are to look.
const LIT = `
vec3 lit(vec3 srgb, vec3 n, float sun, float open) {
	vec3 light = sunColor * (max(dot(n, sunDir), 0.0) * sun) + skyColor * ((0.74 + 0.26 * n.y) * open)
		+ bounceColor * ((0.5 - 0.5 * n.y) * (0.4 + 0.6 * open)) + skyColor * (0.22 * max(dot(n.xz, -normalize(sunDir.xz)), 0.0) * open);
	vec3 c = srgb * srgb * light;
	return sqrt(c / (1.0 + max(c - 0.72, 0.0) * 0.75));
}
`;

const LIGHT = `
uniform vec3 sunColor, skyColor, bounceColor;
uniform sampler2D shadeMap;
uniform vec4 shadeRect; // x, z, 1 / extents
uniform vec3 shadeInfo; // texel, softness, reach
const vec3 sunDir = vec3(${SUN.join(", ")});
vec2 shadeAt(vec2 xz) {
	vec2 uv = (xz - shadeRect.xy) * shadeRect.zw, outside = step(vec2(1.0), abs(uv * 2.0 - 1.0));
	return mix(texture(shadeMap, uv).rg, vec2(-1000.0, 0.0), max(outside.x, outside.y));
}
float sunlight(float y, vec2 shade) { return smoothstep(-1.0, 0.35, (y - shade.x) / shadeInfo.y); }
float openness(float y, vec2 shade) {
	float buried = clamp((shade.y - y) / (shadeInfo.z + 0.8 * shade.y), 0.0, 1.0);
	return 1.0 - 0.74 * buried * buried * (3.0 - 2.0 * buried);
}
${LIT}`;

// BOX_IN are the attributes of a box, and where its corners are.
const BOX_IN = `
layout(location = 0) in vec4 plot;   // x, z, width, depth
layout(location = 1) in vec2 rise;   // bottom; opacity
layout(location = 2) in vec4 form;   // share of the sides and height, at the first GC point and at the second
layout(location = 3) in vec2 kept;   // share of the height that belongs to the finding
layout(location = 4) in vec4 color0; // and how strongly the roof is that of what shrank
layout(location = 5) in vec4 color1;
layout(location = 6) in vec4 keptColor;
uniform mat4 viewProj;
uniform vec3 eye, shrunk;
uniform float mixed, ghosts;
vec3 low, high, normal, at;
vec4 walls, other; // colours, with the height up to which there is the other one, and the opacity
void place() {
	vec2 now = mix(form.xy, form.zw, mixed);
	vec2 mid = plot.xy + 0.5 * plot.zw, half_ = 0.5 * plot.zw * now.x;
	low = vec3(mid.x - half_.x, rise.x, mid.y - half_.y);
	high = vec3(mid.x + half_.x, rise.x + now.y, mid.y + half_.y);
	int v = gl_VertexID % 7;
	bool right = eye.x > mid.x, front = eye.z > mid.y;
	bool farX = v == 1 || v == 3 || v == 5, farZ = v == 2 || v == 3 || v == 6;
	at = vec3(farX != right ? high.x : low.x, v > 3 ? low.y : high.y, farZ != front ? high.z : low.z);
	normal = v == 3 ? vec3(0, 1, 0) : v == 5 ? vec3(0, 0, front ? 1 : -1) : vec3(right ? 1 : -1, 0, 0);
	vec4 color = mix(color0, color1, mixed);
	float part = mix(kept.x, kept.y, mixed);
	walls = vec4(color.rgb, rise.x + part * now.y);
	other = vec4(keptColor.rgb, rise.y);
	if (v == 3) walls = part > 0.999 ? vec4(keptColor.rgb, -1.0) : vec4(mix(color.rgb, shrunk, color.a), -1.0);
	gl_Position = viewProj * vec4(at, 1.0);
	if (now.y <= 0.0 || now.x <= 0.0 || (rise.y < 1.0) != (ghosts > 0.5)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
`;

const BOX_VERTEX = `#version 300 es
${BOX_IN}
out vec3 place_;
flat out vec3 least, most, side;
flat out vec4 ink, ink2;
void main() {
	place();
	place_ = at;
	least = low; most = high; side = normal; ink = walls; ink2 = other;
}`;

const BOX_FRAGMENT = `#version 300 es
precision highp float;
in vec3 place_;
flat in vec3 least, most, side;
flat in vec4 ink, ink2;
uniform vec3 eye;
uniform vec4 fog; // colour, distance
uniform float ghosts;
out vec4 result;
${LIGHT}
void main() {
	vec3 at = place_, low = least, high = most, normal = side;
	vec4 walls = ink, other = ink2;
	vec3 color = at.y < walls.w ? other.rgb : walls.rgb;
	vec2 shade = shadeAt(at.xz + normal.xz * shadeInfo.x * 1.25);
	bool roof = normal.y > 0.5;
	float open = openness(at.y, shade);
	if (!roof) open = mix(open, 1.0, 0.4) * (1.0 - 0.34 * exp(-3.0 * (at.y - low.y) / max(min(high.x - low.x, high.z - low.z), 1e-5)));
	vec3 c = lit(color, normal, sunlight(at.y, shade), open);
	vec3 pixel = max(fwidth(at), vec3(1e-7)), wide = (high - low) / pixel;
	vec3 inside = min(at - low, high - at) / pixel;
	vec3 line = clamp(1.5 - inside, 0.0, 1.0) * smoothstep(3.0, 12.0, wide) * (1.0 - abs(normal));
	float edge = max(line.x, max(line.y, line.z));
	c = roof ? mix(c, min(c * 1.1 + 0.10, 1.0), edge * 0.75) : mix(c, c * 0.86, edge * 0.8);
	c = mix(c, fog.rgb, 0.18 * smoothstep(fog.w, 2.2 * fog.w, distance(eye, at)));
	result = vec4(c, ghosts > 0.5 ? mix(other.a, 0.85, edge * 0.6) : 1.0);
}`;

// What moves in software is lit by face: what the sun and the sky give a box is found once, as it is placed.
const QUICK_VERTEX = `#version 300 es
${BOX_IN}
layout(location = 7) in vec4 glow; // of the roof: sun and openness; of the walls to the right and to the front: sun
uniform vec3 sunColor, skyColor, bounceColor;
uniform vec4 fog;
out vec2 along; // how open it is, and height over the other colour
flat out vec3 ink, ink2;
const vec3 sunDir = vec3(${SUN.join(", ")});
${LIT}
void main() {
	place();
	bool roof = normal.y > 0.5;
	float sun = roof ? glow.x : normal.z != 0.0 ? glow.w : glow.z, haze = 0.18 * smoothstep(fog.w, 2.2 * fog.w, distance(eye, at));
	ink = mix(lit(walls.rgb, normal, sun, roof ? glow.y : 1.0), fog.rgb, haze);
	ink2 = mix(lit(other.rgb, normal, sun, 1.0), fog.rgb, haze);
	along = vec2(at.y > low.y ? 1.0 : 0.86, at.y - walls.w);
}`;

const QUICK_FRAGMENT = `#version 300 es
precision mediump float;
in vec2 along;
flat in vec3 ink, ink2;
out vec4 result;
void main() { result = vec4((along.y < 0.0 ? ink2 : ink) * along.x, 1.0); }`;

// Where nothing but the camera moves, all of that is in the mesh.
const MESH_VERTEX = `#version 300 es
layout(location = 0) in vec4 spot; // and height over the other colour
layout(location = 1) in vec4 paint; // and how bright it is at this corner
layout(location = 2) in vec4 paint2;
uniform mat4 viewProj;
uniform vec4 fog;
out vec2 along;
flat out vec3 ink, ink2;
void main() {
	gl_Position = viewProj * vec4(spot.xyz, 1.0);
	float haze = 0.18 * smoothstep(fog.w, 2.2 * fog.w, gl_Position.w);
	ink = mix(paint.rgb, fog.rgb, haze);
	ink2 = mix(paint2.rgb, fog.rgb, haze);
	along = vec2(paint.a, spot.w);
}`;

// Slabs have the shade of the ground, as they are hardly higher.
const SLAB_VERTEX = QUICK_VERTEX.replace("out vec2 along;", "out vec2 along, spot;\nuniform vec4 shadeRect;").replace("along = vec2(", "spot = (at.xz - shadeRect.xy) * shadeRect.zw;\n\talong = vec2(");
const SLAB_FRAGMENT = `#version 300 es
precision mediump float;
in vec2 along, spot;
flat in vec3 ink;
out vec4 result;
uniform sampler2D groundMap;
void main() { result = vec4(ink * textureLod(groundMap, spot, 0.0).rgb, 1.0); }`;

const SKY_VERTEX = `#version 300 es
uniform vec3 forward, right, up;
out vec3 dir;
void main() {
	vec2 p = vec2(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1);
	dir = forward + right * p.x + up * p.y;
	gl_Position = vec4(p, 1.0, 1.0);
}`;

const SKY_FRAGMENT = `#version 300 es
precision highp float;
in vec3 dir;
uniform vec3 eye, ground, horizon, zenith, middle;
out vec4 result;
${LIGHT}
void main() {
	vec3 d = normalize(dir);
	vec3 c = mix(horizon, zenith, smoothstep(0.0, 0.5, d.y));
	if (d.y < -0.001) {
		vec3 at = eye - d * (eye.y / d.y);
		vec2 shade = shadeAt(at.xz);
		vec3 left = mix(vec3(0.86, 0.89, 0.93), vec3(1.0), sunlight(0.0, shade)) * mix(0.72, 1.0, openness(0.0, shade));
		c = mix(ground * left, horizon, smoothstep(1.0, 4.0, distance(at.xz, middle.xz)));
	}
	float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
	result = vec4(c + noise / 255.0, 1.0);
}`;

const QUICK_SKY = `#version 300 es
precision highp float;
in vec3 dir;
uniform vec3 eye, ground, horizon, zenith, middle;
uniform sampler2D groundMap;
uniform vec4 shadeRect;
out vec4 result;
void main() {
	vec3 c = horizon;
	if (dir.y < -0.001) {
		vec2 at = eye.xz - dir.xz * (eye.y / dir.y), uv = (at - shadeRect.xy) * shadeRect.zw, rim = at - middle.xz;
		float far = dot(rim, rim);
		if (far < 16.0) {
			c = ground;
			if (max(abs(uv.x - 0.5), abs(uv.y - 0.5)) < 0.5) c *= textureLod(groundMap, uv, 0.0).rgb;
			if (far > 1.0) c = mix(c, horizon, smoothstep(1.0, 4.0, sqrt(far)));
		}
	} else c = mix(horizon, zenith, smoothstep(0.0, 0.5, dir.y * inversesqrt(dot(dir, dir))));
	result = vec4(c, 1.0);
}`;

const TUBE_VERTEX = `#version 300 es
layout(location = 0) in vec2 mesh; // share of the way, angle
layout(location = 1) in vec3 from;
layout(location = 2) in vec3 to;
layout(location = 3) in vec3 radii; // at both ends; lift
layout(location = 4) in vec4 ink;   // 1 in the last for what comes in
uniform mat4 viewProj;
uniform float thinnest;
out vec3 normal;
out float along;
flat out vec4 color;
void main() {
	float t = mesh.x, u = 1.0 - t, level = max(from.y, to.y) + radii.z;
	vec3 way = to - from;
	way.y = 0.0;
	float span = length(way);
	way = span > 1e-6 ? way / span : vec3(1, 0, 0);
	vec3 p1 = vec3(from.x, level, from.z) + way * span * 0.04, p2 = vec3(to.x, level, to.z) - way * span * 0.04;
	vec3 p = u * u * u * from + 3.0 * u * u * t * p1 + 3.0 * u * t * t * p2 + t * t * t * to;
	vec3 tangent = normalize(u * u * (p1 - from) + 2.0 * u * t * (p2 - p1) + t * t * (to - p2) + vec3(0, 1e-6, 0));
	vec3 side = vec3(-way.z, 0, way.x);
	normal = side * cos(mesh.y) + cross(side, tangent) * sin(mesh.y);
	float least = thinnest * (viewProj * vec4(p, 1.0)).w, r0 = max(radii.x, least), r1 = max(radii.y, least);
	float radius = mix(r0, r1, t), taper = r1 - r0, length_ = span + 1.6 * radii.z;
	along = abs(taper) > 1e-3 * r0 ? length_ / taper * log(radius / r0) : length_ * t / r0;
	color = ink;
	gl_Position = viewProj * vec4(p + normal * radius, 1.0);
}`;

const TUBE_FRAGMENT = `#version 300 es
precision highp float;
in vec3 normal;
in float along;
flat in vec4 color;
uniform float opacity;
out vec4 result;
const vec3 sunDir = vec3(${SUN.join(", ")});
void main() {
	vec3 n = normalize(normal);
	vec3 c = sqrt(color.rgb * color.rgb * (0.55 + 0.55 * max(dot(n, sunDir), 0.0) + 0.25 * n.y));
	float phase = fract(along / 6.0), soft = max(fwidth(along / 6.0), 1e-4) * 1.2, band = color.a > 0.5 ? 0.26 : 0.12;
	float stripe = smoothstep(0.0, soft, phase) * (1.0 - smoothstep(band, band + soft, phase)) * (1.0 - smoothstep(0.25, 0.6, soft));
	result = vec4(mix(c, vec3(1.0), 0.45 * stripe), opacity);
}`;

const LINE_VERTEX = `#version 300 es
layout(location = 0) in vec4 from;  // and width in pixels
layout(location = 1) in vec4 to;    // and width in units, which counts if it is more
layout(location = 2) in vec4 ink0;
layout(location = 3) in vec4 ink1;
uniform mat4 viewProj;
uniform vec2 viewport;
uniform float scale; // pixels that a unit at distance 1 takes
out vec4 color;
void main() {
	vec4 a = viewProj * vec4(from.xyz, 1.0), b = viewProj * vec4(to.xyz, 1.0);
	bool end = gl_VertexID > 1;
	vec4 p = end ? b : a;
	vec2 way = (b.xy / b.w - a.xy / a.w) * viewport;
	way = length(way) > 1e-4 ? normalize(way) : vec2(1, 0);
	float wide = max(from.w, to.w * scale / max(p.w, 1e-4));
	vec2 aside = vec2(-way.y, way.x) * ((gl_VertexID & 1) == 0 ? wide : -wide) + way * (end ? 0.4 : -0.4) * from.w;
	p.xy += aside / viewport * p.w;
	p.z -= 0.0006 * p.w;
	color = end ? ink1 : ink0;
	gl_Position = min(a.w, b.w) > 0.0 ? p : vec4(2.0, 2.0, 2.0, 1.0);
}`;

const LINE_FRAGMENT = `#version 300 es
precision mediump float;
in vec4 color;
uniform float opacity;
out vec4 result;
void main() { result = vec4(color.rgb, color.a * opacity); }`;

// Program is a shader program whose uniforms are set by name.
class Program {
	constructor(gl, vertex, fragment) {
		this.gl = gl;
		this.id = gl.createProgram();
		for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
			const s = gl.createShader(kind);
			gl.shaderSource(s, source);
			gl.compileShader(s);
			if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(s));
			gl.attachShader(this.id, s);
		}
		gl.linkProgram(this.id);
		if (!gl.getProgramParameter(this.id, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(this.id));
		this.places = {};
	}

	use(values) {
		this.gl.useProgram(this.id);
		for (const name in values) {
			if (!(name in this.places)) this.places[name] = this.gl.getUniformLocation(this.id, name);
			const v = values[name], at = this.places[name];
			if (at === null) continue;
			if (v.unit) this.gl.uniform1i(at, v.unit);
			else if (typeof v === "number") this.gl.uniform1f(at, v);
			else if (v.length === 16) this.gl.uniformMatrix4fv(at, false, v);
			else this.gl["uniform" + v.length + "fv"](at, v);
		}
	}
}
