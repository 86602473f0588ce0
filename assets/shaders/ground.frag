// What is left of the ground's colour in the shade of the city; multiplied with what is there. Alone, it is black that
// hides as much of whatever comes to lie below.
#include "frame.glsl"
#include "light.glsl"

uniform float alone; // 1 where there is no ground, else 0
in vec3 at;
layout(location = 0) out vec4 result;

void main() {
	vec2 shade = shadeAt(at.xz);
	vec3 left = mix(vec3(0.93, 0.94, 0.96), vec3(1.0), sunlight(0.0, shade)) * mix(0.72, 1.0, openness(0.0, shade));
	left = mix(left, vec3(1.0), fogAt(distance(eye, at)));
	result = mix(vec4(left, 1.0), vec4(vec3(0.0), 1.0 - dot(left, vec3(0.2126, 0.7152, 0.0722))), alone);
}
