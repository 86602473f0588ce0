uniform sampler2D source;
uniform vec2 region; // share of the source that is copied
in vec2 uv;
layout(location = 0) out vec4 result;
#ifdef DITHER
#include "noise.glsl"
#endif

void main() {
	vec2 border = 0.5 / vec2(textureSize(source, 0));
	result = texture(source, clamp(uv * region, border, region - border));
#ifdef DITHER
	result.rgb += dither();
#endif
}
