uniform float width;
in float across;
flat in vec4 color;
layout(location = 0) out vec4 result;

void main() {
	float cover = clamp(width * 0.5 + 0.5 - abs(across), 0.0, 1.0);
	result = vec4(color.rgb, color.a * cover);
}
