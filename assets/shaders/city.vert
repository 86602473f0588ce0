#include "frame.glsl"
#include "box.glsl"

invariant gl_Position;
uniform vec3 shrunk; // sRGB

// project projects a face to the screen. It hides a face that would be too thin.
vec4 project(Face f) {
	vec4 p = viewProj * vec4(f.at, 1.0);
	float pixels = min(f.size.x, f.size.y) * pixelScale;
	return f.hidden || pixels < 0.3 * distance(eye, vec3(base1.x, rise.x, base1.y)) ? nowhere : p;
}

#ifdef DEPTH_ONLY
void main() { gl_Position = project(boxFace(0.0)); }
#else
#include "light.glsl"
#include "sign.glsl"

out vec2 local;
flat out vec2 size;
#ifndef PLAIN
flat out vec4 dash; // x, y: dashes per unit length along both borders; z: sharpness, or -1 for no dashes, -2 for strong lines, -3 for strong lines and a seam, -4 for dust on the share y of the face; w: extra line width in pixels
#endif
#ifdef LEAN
out vec3 color;
flat out vec2 lines; // strength of edges, by the size of the face on the screen
#ifdef GHOST
flat out float opacity;
#endif
#else
out vec3 at;
flat out vec3 normal;
flat out vec4 color;
flat out vec2 foot; // bottom, height of the darkening at the foot of walls; negative for slabs
#endif

void main() {
	Face f = boxFace(0.0);
	gl_Position = project(f);
	vec4 c = mix(color0, color1, eased());
	if (rise.w < -1.5 && rise.w > -3.5 && f.normal.y > 0.5) { // shrunk: a cool roof that stays visible even if the building hardly is
		float cool = -2.0 - rise.w;
		c.rgb = mix(c.rgb, shrunk, cool);
		if (c.a >= 0.02) c.a = mix(c.a, 1.0, 0.6 * cool * step(0.1, c.a));
	}
#ifdef GHOST
	if (c.a >= 0.02 && f.normal.y < 0.5) c.a = 1.0 - pow(1.0 - c.a, 1.8); // each line of sight passes two walls
#endif
	local = f.local;
	size = f.size;
#ifndef PLAIN
	dash = vec4(0.0, 0.0, rise.w > 15.5 ? -2.0 : -1.0, 0.5);
	if (isStorey() && f.normal.y < 0.5) dash.z = -3.0;
	if (rise.w < -7.5 && f.normal.y > 0.5) dash = vec4(0.0, -8.0 - rise.w, -4.0, 0.5); // dust
	if (rise.w < -0.5 && rise.w > -1.5) { // new: three dashes along the shortest side, shorter if they would not end in a corner
		float period = max(0.33 * min(f.base.x, f.base.y), 1e-9);
		vec2 count = max(floor(f.size.yx / period + 0.5), 1.0);
		dash = vec4(count / max(f.size.yx, vec2(1e-9)), 0.25 * period * pixelScale / max(gl_Position.w, 1e-6), 1.0);
	}
#endif
	float footHeight = rise.w > 0.5 && rise.w < 1.5 ? -1.0 : 0.9 * min(f.base.x, f.base.y);
#ifdef LEAN
	float open = 0.85, sun = 1.0;
	if (shadeInfo.w > 0.0) {
		vec2 shade = shadeAt(f.at.xz + f.normal.xz * shadeInfo.x);
		open = openness(f.at.y, shade);
		sun = sunlight(f.at.y, shade);
	}
	if (f.normal.y < 0.5 && footHeight > 0.0) open = mix(open, 1.0, 0.4) * mix(0.72, 1.0, clamp(1.5 * (f.at.y - rise.x) / footHeight, 0.0, 1.0));
	color = mix(lit(c.rgb, f.normal, sun, open), fogColor, fogAt(distance(eye, f.at)));
#ifdef GHOST
	opacity = c.a;
#endif
	lines = smoothstep(3.0, 12.0, f.size * (pixelScale * (f.normal.y > 0.5 ? 0.6 : 0.8) / max(gl_Position.w, 1e-6)));
#else
	at = f.at;
	normal = f.normal;
	color = c;
	foot = vec2(rise.x, footHeight);
#endif
}
#endif
