#include "noise.glsl"

in vec3 color;
layout(location = 0) out vec4 result;

void main() { result = vec4(color + dither(), 1.0); }
