// Light: a warm sun with soft shadows, a cool sky, light bounced from the ground, and a weak fill from behind.
// Colors are multiplied in linear light, approximated by squares.
uniform vec3 sunDir;
uniform vec3 sunColor;
uniform vec3 skyColor;
uniform vec3 bounceColor;
uniform vec3 fogColor;   // sRGB
uniform vec2 fogRange;   // distances at which fog starts and is complete
uniform sampler2D shadeFrom;
uniform sampler2D shadeTo;
uniform vec4 shadeRect;  // x, z of the corner; 1 / extents
uniform vec4 shadeRectTo;
uniform vec4 shadeInfo;  // texel in world units, softness of shadows, range of occlusion, 1 if there is a map
uniform float shadeMix;

vec2 shadeIn(sampler2D map, vec4 rect, vec2 xz) {
	vec2 uv = (xz - rect.xy) * rect.zw;
	vec2 outside = step(vec2(1.0), abs(uv * 2.0 - 1.0));
	return mix(textureLod(map, uv, 0.0).rg, vec2(-1000.0, 0.0), max(outside.x, outside.y));
}

// shadeAt returns the height below which the sun is hidden, and the mean height of the surroundings.
vec2 shadeAt(vec2 xz) {
	vec2 s = shadeIn(shadeFrom, shadeRect, xz);
#ifdef MIXED // a define, not a branch: software renderers would fetch both
	s = mix(s, shadeIn(shadeTo, shadeRectTo, xz), shadeMix);
#endif
	return s;
}

// sunlight returns 0 in full shadow and 1 in the sun.
float sunlight(float y, vec2 shade) {
	return smoothstep(-1.0, 0.35, (y - shade.x) / shadeInfo.y);
}

// openness returns the visible share of the sky above surroundings of the given mean height.
float openness(float y, vec2 shade) {
	float buried = clamp((shade.y - y) / (shadeInfo.z + 0.8 * shade.y), 0.0, 1.0);
	return 1.0 - 0.74 * buried * buried * (3.0 - 2.0 * buried);
}

vec3 lit(vec3 srgb, vec3 n, float sun, float open) {
	vec3 light = sunColor * (max(dot(n, sunDir), 0.0) * sun);
	light += skyColor * ((0.74 + 0.26 * n.y) * open);
	light += bounceColor * ((0.5 - 0.5 * n.y) * (0.4 + 0.6 * open));
	light += skyColor * (0.22 * max(dot(n.xz, -normalize(sunDir.xz)), 0.0) * open);
	vec3 c = srgb * srgb * light;
	return sqrt(c / (1.0 + max(c - 0.72, 0.0) * 0.75));
}

float fogAt(float distance) { return smoothstep(fogRange.x, fogRange.y, distance); }
