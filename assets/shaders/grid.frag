uniform float width;
uniform vec4 ink;

in float across;
in vec2 from;
layout(location = 0) out vec4 result;

void main() {
	float cover = clamp(width * 0.5 + 0.5 - abs(across), 0.0, 1.0);
	result = vec4(ink.rgb, ink.a * cover * (1.0 - smoothstep(0.45, 1.0, length(from))));
}
