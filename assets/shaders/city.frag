#ifdef DEPTH_ONLY
void main() {}
#else
#include "frame.glsl"
#include "light.glsl"
#include "sign.glsl"

in vec2 local;
flat in vec2 size;
#ifdef PLAIN // boxes with borders only
const vec4 dash = vec4(0.0, 0.0, -1.0, 0.5);
#else
flat in vec4 dash;
#endif
#ifdef LEAN
in vec3 color;
flat in vec2 lines;
#ifdef GHOST
flat in float opacity;
#else
const float opacity = 1.0;
#endif
#else
in vec3 at;
flat in vec3 normal;
flat in vec4 color;
flat in vec2 foot;
#endif

layout(location = 0) out vec4 result;

uniform float edgeWidth; // pixels

// edge returns 1 on the border of the face and 0 one pixel inside. It is faint on faces of few pixels, which would otherwise be all border.
// The second value is the same for dashes.
vec2 edge(float width) {
	vec2 pixel = max(fwidth(local), vec2(1e-9));
	vec2 inside = min(local, size - local) / pixel;
#ifdef LEAN
	vec2 line = clamp(width + dash.w - inside, 0.0, 1.0) * lines;
#else
	vec2 line = clamp(width + dash.w - inside, 0.0, 1.0) * smoothstep(3.0, 12.0, size / pixel);
#endif
#ifdef PLAIN
	return vec2(max(line.x, line.y), 0.0);
#else
	vec2 on = dash.z < -3.5 ? vec2(0.0) : line * dashes(local.yx * dash.xy, dash.z);
	return vec2(max(line.x, line.y), max(on.x, on.y));
#endif
}

// seam returns 1 where a storey meets the one below. Its width is a tenth of the storey, clamped in pixels.
float seam() {
#ifdef PLAIN
	return 0.0;
#endif
	if (dash.z > -2.5 || dash.z < -3.5) return 0.0;
	float pixel = max(fwidth(local.y), 1e-9);
	float high = size.y / pixel;
	return clamp(clamp(0.1 * high, 0.0, 2.0) + 0.5 - local.y / pixel, 0.0, 1.0) * smoothstep(2.0, 8.0, high);
}

uniform vec3 dustColor; // sRGB

// dust returns the amount of dust at a point of a roof. The dust consists of flakes that cover the share dash.y of the face. Far away,
// where flakes are smaller than a pixel, the amount is dash.y everywhere.
float dust() {
#ifdef PLAIN
	return 0.0;
#endif
	if (dash.z > -3.5) return 0.0;
	const float flakes = 22.0; // along the shorter side
	vec2 p = local * (flakes / max(min(size.x, size.y), 1e-9));
	vec2 at = floor(p);
	float chance = fract(sin(dot(at, vec2(127.1, 311.7))) * 43758.5453);
	float near = fwidth(p.x) + fwidth(p.y);
	return mix(chance < dash.y ? 1.0 : 0.0, dash.y, smoothstep(0.5, 1.5, near));
}

void main() {
#ifdef LEAN
	vec3 c = color;
	float alpha = opacity;
	vec2 border = edge(alpha < 0.02 ? 1.5 * edgeWidth : edgeWidth);
	float line = border.x;
	c = mix(c, dustColor * 0.92, dust());
	c = mix(c, c * 1.12 + 0.05, line);
#else
	vec2 shade = shadeAt(at.xz + normal.xz * shadeInfo.x * 1.25);
	float open = openness(at.y, shade);
	float sun = sunlight(at.y, shade);
	bool roof = normal.y > 0.5;
	// Half of a wall's surroundings is the wall itself, which the mean height does not include.
	if (!roof && foot.y > 0.0) open = mix(open, 1.0, 0.4) * (1.0 - 0.34 * exp(-3.0 * (at.y - foot.x) / foot.y));
	float alpha = color.a;
	vec2 border = edge(alpha < 0.02 ? 1.5 * edgeWidth : edgeWidth);
	float line = border.x;
	vec3 c = lit(mix(color.rgb, dustColor, dust()), normal, sun, open);
	if (roof) c = mix(c, min(c * 1.1 + 0.10, 1.0), line * 0.75);
	else c = mix(c, c * 1.10 + 0.04, line * 0.7);
	c = mix(c, fogColor, fogAt(distance(eye, at)));
#endif
	c *= 1.0 - 0.65 * seam();
#ifdef GHOST
	if (alpha >= 0.02) c *= 1.0 - 0.7 * border.y;
	line *= alpha < 0.02 ? 0.85 : dash.z < -1.5 ? 0.9 : 0.45;
	alpha = mix(alpha, 1.0, dash.z < 0.0 ? line : max(0.15 * line, 0.85 * border.y));
	if (alpha < 0.02) discard;
#else
	c *= 1.0 - 0.7 * border.y;
	alpha = 1.0;
#endif
	result = vec4(c, alpha);
}
#endif
