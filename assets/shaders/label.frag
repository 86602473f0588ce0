#include "light.glsl"

uniform sampler2D glyphs;
in vec2 uv;
flat in vec4 ink;
layout(location = 0) out vec4 result;

void main() {
	float cover = texture(glyphs, uv, -0.6).r;
	result = vec4(ink.rgb, ink.a * clamp(cover * 1.25, 0.0, 1.0));
}
