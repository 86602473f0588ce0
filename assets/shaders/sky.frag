// Sky and ground: for each pixel the ray from the eye meets either the plane y = 0 or the sky. Shadows on the ground are
// drawn over it by ground.frag.
#include "frame.glsl"
#include "light.glsl"
#include "noise.glsl"

in vec2 uv;
uniform vec3 rayCorner;   // from the eye to the lower left corner of the picture
uniform vec3 rayRight;    // along the width
uniform vec3 rayUp;       // along the height
uniform vec3 zenith;      // sRGB
uniform vec3 groundColor; // sRGB
uniform vec3 groundCenter; // middle of the city, half of its size

layout(location = 0) out vec4 result;

void main() {
	vec3 dir = rayCorner + rayRight * uv.x + rayUp * uv.y;
	vec3 c;
	if (dir.y < -1e-6) {
		vec3 at = eye - dir * (eye.y / dir.y);
		vec3 ground = groundColor;
#ifndef LEAN
		float away = length(at.xz - groundCenter.xy) / groundCenter.z;
		ground *= 1.0 + 0.03 * exp(-away * away * 0.6);
#endif
		c = mix(ground, fogColor, fogAt(length(at - eye)));
	} else {
		float up = dir.y / length(dir);
		c = mix(fogColor, zenith, smoothstep(0.0, 0.55, up));
	}
	result = vec4(c + dither(), 1.0);
}
