// A line of light, bright in the middle and fading toward its borders.
uniform float width;
in float across;
flat in vec4 color;
layout(location = 0) out vec4 result;

void main() {
	float away = clamp(abs(across) / (width * 0.5), 0.0, 1.0);
	result = vec4(color.rgb, color.a * (1.0 - away) * (1.0 - away));
}
