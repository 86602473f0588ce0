// Flat signs: arrows and pluses on roofs, rotated to be upright on the screen, and outlines of empty plots.
#include "frame.glsl"
#include "sign.glsl"

layout(location = 0) in vec4 base0;  // x0 z0 x1 z1 of the building in the first city
layout(location = 1) in vec4 base1;  // in the second city
layout(location = 2) in vec4 rise;   // bottom; heights in both cities, or width and depth of the plot; 8 plus the sign
layout(location = 3) in vec4 color0;
uniform float pixel;  // device-independent pixel, in drawn pixels
uniform float least;  // side of the smallest roof with a sign, in drawn pixels
uniform vec2 fogRange;

out vec2 place;        // -1 to 1; in a plot, distance from its corner
flat out vec2 size;    // size of a plot
flat out vec3 form;    // sign, or line and period of a plot's outline
flat out vec4 ink;

const vec4 nowhere = vec4(2.0, 2.0, 2.0, 1.0);

float awayFrom(vec3 p) { return max((viewProj * vec4(p, 1.0)).w, 1e-6); }

vec4 plot(vec2 mid, float width, vec2 c) {
	size = rise.yz;
	place = c * size;
	ink.a *= 0.9 - 0.9 * smoothstep(0.0, 0.3, width / max(size.x, 1e-9));
	float thin = min(size.x, size.y), pixels = thin * pixelScale / awayFrom(vec3(mid.x, rise.x, mid.y));
	ink.a *= smoothstep(5.0, 12.0, pixels / pixel);
	form.z = 0.33 * thin;
	vec2 xz = mid + (c - 0.5) * size;
	return viewProj * vec4(xz.x, rise.x, xz.y, 1.0);
}

vec4 roof(vec2 mid, vec4 b, float height, vec2 c) {
	vec3 at = vec3(mid.x, rise.x + height, mid.y);
	vec4 p = viewProj * vec4(at, 1.0);
	float side = min(b.z - b.x, b.w - b.y), away = max(p.w, 1e-6);
	float flatness = clamp(abs(eye.y - at.y) / max(distance(eye, at), 1e-6), 0.0, 1.0);
	float pixels = side * sqrt(flatness) * pixelScale / away;
	ink.a *= height > 0.0 ? smoothstep(least, 1.25 * least, pixels) : 0.0;
	float reach = min(0.28 * side, 15.0 * pixel * away / pixelScale);
	float stretch = clamp(0.75 / max(flatness, 1e-3), 1.0, 1.5); // compensates for foreshortening
	size = vec2(reach);
	place = (c * 2.0 - 1.0) * 1.15;
	// Horizontal movement on the screen per unit along x and z, times the square of the distance.
	vec2 across = normalize(vec2(viewProj[0].x, viewProj[2].x) * p.w - vec2(viewProj[0].w, viewProj[2].w) * p.x + vec2(1e-9, 0.0));
	vec2 up = vec2(across.y, -across.x);
	vec2 xz = mid + (across * place.x + up * (place.y * stretch)) * reach;
	return viewProj * vec4(xz.x, at.y, xz.y, 1.0);
}

void main() {
	float t = eased();
	vec4 b = mix(base0, base1, t);
	vec2 mid = (b.xy + b.zw) * 0.5, c = vec2(gl_VertexID & 1, gl_VertexID >> 1);
	ink = color0;
	form = vec3(rise.w - 8.0, pixel, 1.0);
	vec4 p = form.x > 3.5 ? plot(mid, b.z - b.x, c) : roof(mid, b, mix(rise.y, rise.z, t), c);
	ink.a *= 1.0 - smoothstep(fogRange.x, fogRange.y, p.w);
	p.z -= 0.00004 * p.w;
	gl_Position = ink.a < 0.01 ? nowhere : p;
}
