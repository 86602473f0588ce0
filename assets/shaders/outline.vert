// The nine visible edges of a box, as strips of constant width in pixels.
#include "frame.glsl"
#include "box.glsl"

uniform float width;   // pixels
uniform float opacity;

out float across; // pixels from the middle of the line
flat out vec4 color;

void main() {
	float t = eased();
	vec4 b = mix(base0, base1, t);
	float y0 = rise.x, y1 = rise.x + mix(rise.y, rise.z, t);
	bool hidden = y1 - y0 <= 0.0;
	vec2 mid = (b.xy + b.zw) * 0.5;
	// nearest and farthest corner from the eye
	vec2 n = vec2(eye.x > mid.x ? b.z : b.x, eye.z > mid.y ? b.w : b.y);
	vec2 f = vec2(eye.x > mid.x ? b.x : b.z, eye.z > mid.y ? b.y : b.w);
	int edge = gl_VertexID / 6, corner = gl_VertexID - edge * 6;
	vec3 p, q;
	if (edge == 0) { p = vec3(f.x, y1, f.y); q = vec3(n.x, y1, f.y); }
	else if (edge == 1) { p = vec3(n.x, y1, f.y); q = vec3(n.x, y1, n.y); }
	else if (edge == 2) { p = vec3(n.x, y1, n.y); q = vec3(f.x, y1, n.y); }
	else if (edge == 3) { p = vec3(f.x, y1, n.y); q = vec3(f.x, y1, f.y); }
	else if (edge == 4) { p = vec3(n.x, y0, n.y); q = vec3(n.x, y1, n.y); }
	else if (edge == 5) { p = vec3(n.x, y0, f.y); q = vec3(n.x, y1, f.y); }
	else if (edge == 6) { p = vec3(f.x, y0, n.y); q = vec3(f.x, y1, n.y); }
	else if (edge == 7) { p = vec3(n.x, y0, n.y); q = vec3(n.x, y0, f.y); }
	else { p = vec3(n.x, y0, n.y); q = vec3(f.x, y0, n.y); }
	vec4 a = viewProj * vec4(p, 1.0), z = viewProj * vec4(q, 1.0);
	float near = 1e-4 * max(a.w, z.w);
	if (a.w < near && z.w < near) hidden = true;
	if (a.w < near) a = mix(a, z, (near - a.w) / (z.w - a.w));
	if (z.w < near) z = mix(z, a, (near - z.w) / (a.w - z.w));
	vec2 from = a.xy / a.w * viewport * 0.5, to = z.xy / z.w * viewport * 0.5;
	vec2 along = to - from;
	float len = length(along);
	along = len > 1e-6 ? along / len : vec2(1.0, 0.0);
	vec2 side = vec2(-along.y, along.x);
	// corners of two triangles: 0 1 2, 2 1 3
	int c = corner < 3 ? corner : (corner == 3 ? 2 : corner == 4 ? 1 : 3);
	bool end = (c & 1) == 1;
	float s = c < 2 ? -1.0 : 1.0;
	float reach = width * 0.5 + 1.0;
	vec4 at = end ? z : a;
	vec2 offset = side * s * reach + along * (end ? 0.4 : -0.4) * width;
	at.xy += offset / viewport * 2.0 * at.w;
	at.z -= 0.00006 * at.w;
	across = s * reach;
	color = vec4(color1.rgb, color1.a * opacity);
	gl_Position = hidden || color.a <= 0.0 ? nowhere : at;
}
