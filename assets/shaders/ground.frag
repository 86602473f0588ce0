// What is left of the ground's colour in the shade of the city; multiplied with what is there.
#include "frame.glsl"
#include "light.glsl"

in vec3 at;
layout(location = 0) out vec4 result;

void main() {
	vec2 shade = shadeAt(at.xz);
	vec3 left = mix(vec3(0.70, 0.74, 0.82), vec3(1.0), sunlight(0.0, shade)) * mix(0.78, 1.0, openness(0.0, shade));
	result = vec4(mix(left, vec3(1.0), fogAt(distance(eye, at))), 1.0);
}
