// The area of the ground that the shade maps cover.
#include "frame.glsl"

uniform vec4 patchRect; // x0 z0 x1 z1
out vec3 at;

void main() {
	vec2 c = vec2(gl_VertexID & 1, gl_VertexID >> 1);
	at = vec3(mix(patchRect.x, patchRect.z, c.x), 0.0, mix(patchRect.w, patchRect.y, c.y));
	gl_Position = viewProj * vec4(at, 1.0);
}
