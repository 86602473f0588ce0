// Lines of the grid on the ground, as strips of constant width in pixels: first those along X, then those along Z.
#include "frame.glsl"

uniform vec4 square; // x z of the middle, side of a square, distance of the ends from the middle
uniform int count;   // lines in each direction
uniform float width; // pixels

out float across; // pixels from the middle of the line
out vec2 from;    // from the middle of the grid, in the distance of its ends

void main() {
	int line = gl_VertexID / 6, corner = gl_VertexID - line * 6;
	bool deep = line >= count;
	float aside = (float(line - (deep ? count : 0)) - 0.5 * float(count - 1)) * square.z;
	vec2 start = deep ? vec2(aside, -square.w) : vec2(-square.w, aside);
	vec2 stop = deep ? vec2(aside, square.w) : vec2(square.w, aside);
	vec4 a = viewProj * vec4(square.x + start.x, 0.0, square.y + start.y, 1.0);
	vec4 z = viewProj * vec4(square.x + stop.x, 0.0, square.y + stop.y, 1.0);
	float near = 1e-4 * max(a.w, z.w);
	bool hidden = a.w < near && z.w < near;
	if (a.w < near) {
		float t = (near - a.w) / (z.w - a.w);
		a = mix(a, z, t);
		start = mix(start, stop, t);
	}
	if (z.w < near) {
		float t = (near - z.w) / (a.w - z.w);
		z = mix(z, a, t);
		stop = mix(stop, start, t);
	}
	vec2 along = (z.xy / z.w - a.xy / a.w) * viewport;
	float len = length(along);
	along = len > 1e-6 ? along / len : vec2(1.0, 0.0);
	int c = corner < 3 ? corner : (corner == 3 ? 2 : corner == 4 ? 1 : 3);
	bool end = (c & 1) == 1;
	float reach = width * 0.5 + 1.0, s = c < 2 ? -1.0 : 1.0;
	vec4 at = end ? z : a;
	at.xy += vec2(-along.y, along.x) * s * reach / viewport * 2.0 * at.w;
	across = s * reach;
	from = (end ? stop : start) / square.w;
	gl_Position = hidden ? vec4(2.0, 2.0, 2.0, 1.0) : at;
}
