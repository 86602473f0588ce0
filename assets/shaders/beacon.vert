// The beacon of a finding: a ring on the ground around a building, and a column of light above its roof that faces the eye.
#include "frame.glsl"

uniform vec4 foot; // center x z, radius of the ring, half the width of the column
uniform vec4 rise; // height of the ground, of the roof, of the top of the column; 1 for the column, 0 for the ring

out vec2 place; // -1 to 1 across; in the column 0 to 1 upward
flat out float column;

void main() {
	vec2 c = vec2(gl_VertexID & 1, gl_VertexID >> 1);
	column = rise.w;
	vec3 at;
	if (column > 0.5) {
		vec2 away = normalize(eye.xz - foot.xy + vec2(1e-6, 0.0));
		vec2 side = vec2(away.y, -away.x);
		at = vec3(foot.xy + side * (c.x * 2.0 - 1.0) * foot.w, mix(rise.y, rise.z, c.y)).xzy;
		place = vec2(c.x * 2.0 - 1.0, c.y);
	} else {
		place = c * 2.0 - 1.0;
		at = vec3(foot.x + place.x * foot.z, rise.x, foot.y + place.y * foot.z);
	}
	gl_Position = viewProj * vec4(at, 1.0);
	gl_Position.z -= 0.00008 * gl_Position.w;
}
