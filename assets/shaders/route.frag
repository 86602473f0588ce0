#include "light.glsl"

in vec3 color;
in vec3 side;
in vec3 toEye;
in float across;
in float along; // distance along the path, in radii
in float pixels;
uniform float opacity;
uniform float wide;
layout(location = 0) out vec4 result;

void main() {
	// The normal of the tube that the ribbon represents.
	float facing = sqrt(max(1.0 - across * across, 0.0));
	vec3 n = normalize(side) * across + normalize(toEye) * facing;
	vec3 c = color * color * (0.62 + 0.5 * max(dot(n, sunDir), 0.0) + 0.2 * n.y);
	c = sqrt(c);
	c = mix(c, vec3(1.0), 0.3 * step(1.01, wide)); // the pointer is on it
	// Chevrons that point from the start to the end.
	float period = 9.0;
	float phase = fract(along / period + abs(across) * 0.3);
	float soft = max(fwidth(along / period), 1e-4) * 1.2;
	float stripe = smoothstep(0.0, soft, phase) * (1.0 - smoothstep(0.24, 0.24 + soft, phase));
	stripe *= smoothstep(3.0, 6.5, pixels) * (1.0 - smoothstep(0.25, 0.6, soft));
	c = mix(c, vec3(1.0), 0.55 * stripe);
	result = vec4(c, opacity);
}
