in vec2 place;
flat in float column;
uniform vec4 ink; // sRGB and opacity
layout(location = 0) out vec4 result;

void main() {
	float light;
	if (column > 0.5) {
		float across = 1.0 - place.x * place.x;
		light = across * across * (1.0 - place.y) * (1.0 - place.y);
	} else {
		float d = length(place);
		float pixel = fwidth(d);
		float ring = 1.0 - smoothstep(0.035, 0.035 + 1.5 * pixel, abs(d - 0.9));
		light = max(ring, 0.35 * (1.0 - smoothstep(0.2, 0.9, d)) + 0.0);
		if (d > 1.0) light = 0.0;
	}
	if (light <= 0.0) discard;
	result = vec4(ink.rgb, ink.a * light);
}
