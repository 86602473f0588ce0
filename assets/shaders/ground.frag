// The share of the ground color that remains in the shade of the city; it is multiplied with the picture. Without ground, the output is
// black whose opacity darkens a background drawn later by the same share.
#include "frame.glsl"
#include "light.glsl"

uniform float alone; // 1 if there is no ground, otherwise 0
in vec3 at;
layout(location = 0) out vec4 result;

void main() {
	vec2 shade = shadeAt(at.xz);
	vec3 left = mix(vec3(0.93, 0.94, 0.96), vec3(1.0), sunlight(0.0, shade)) * mix(0.72, 1.0, openness(0.0, shade));
	left = mix(left, vec3(1.0), fogAt(distance(eye, at)));
	result = mix(vec4(left, 1.0), vec4(vec3(0.0), 1.0 - dot(left, vec3(0.2126, 0.7152, 0.0722))), alone);
}
