// The share of the ground color that remains in the shade of the city; it is multiplied with the picture. Without ground, the output is
// black whose opacity darkens a background drawn later by the same share.
#include "frame.glsl"
#include "light.glsl"

uniform float alone; // 1 if there is no ground, otherwise 0
uniform vec4 slab;   // x0 z0 x1 z1 of the city
uniform float rim;   // width around the slab over which shadows of the sun end
in vec3 at;
layout(location = 0) out vec4 result;

void main() {
	vec2 shade = shadeAt(at.xz);
	float beside = length(max(max(slab.xy - at.xz, at.xz - slab.zw), 0.0)); // distance from the slab
	float sun = mix(sunlight(0.0, shade), 1.0, smoothstep(0.0, rim, beside));
	vec3 left = mix(vec3(0.93, 0.94, 0.96), vec3(1.0), sun) * mix(0.72, 1.0, openness(0.0, shade));
	left = mix(left, vec3(1.0), fogAt(distance(eye, at)));
	result = mix(vec4(left, 1.0), vec4(vec3(0.0), 1.0 - dot(left, vec3(0.2126, 0.7152, 0.0722))), alone);
}
