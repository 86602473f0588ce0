#include "light.glsl"

in vec3 color;
in vec3 normal;
in vec3 toEye;
in float along; // distance along the path, in radii
flat in float incoming;
flat in float bundle;
in float pixels;
uniform float opacity;
uniform float above; // 1 if seen from above
layout(location = 0) out vec4 result;

void main() {
	if (bundle > 0.5 && fract(along / 9.0) > 0.5) discard; // dashed
	vec3 n = normalize(normal);
	float facing = abs(dot(n, normalize(toEye)));
	vec3 c = color * color * (0.55 + 0.55 * max(dot(n, sunDir), 0.0) + 0.25 * n.y);
	c = sqrt(c);
	c += (1.0 - facing) * (1.0 - facing) * 0.34; // rim
	// Incoming: chevrons that point from the holder to the held object, from every viewpoint. Outgoing: rings.
	float period = 6.0;
	float across = sqrt(max(1.0 - facing * facing, 0.0)); // 0 in the middle of the tube, 1 at its borders
	float phase = fract(along / period + (incoming > 0.5 ? across * 0.4 : 0.0));
	float soft = max(fwidth(along / period), 1e-4) * 1.2;
	float band = incoming > 0.5 ? 0.26 : 0.12;
	float stripe = smoothstep(0.0, soft, phase) * (1.0 - smoothstep(band, band + soft, phase));
	stripe *= smoothstep(3.5, 8.0, pixels) * (1.0 - smoothstep(0.25, 0.6, soft));
	c = mix(c, mix(c, vec3(1.0), 0.5), stripe * (1.0 - bundle));
	c = mix(c, vec3(1.0), 0.25 * bundle);
	// Wide cones shine through buildings less than thin ones, which would otherwise be hard to follow.
	float alpha = opacity < 1.0 ? opacity * mix(1.0, 0.25, smoothstep(5.0, 22.0, pixels)) : 1.0 - 0.5 * above * smoothstep(3.0, 14.0, pixels);
	result = vec4(c, alpha);
}
