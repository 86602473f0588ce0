in vec2 local;
flat in vec2 size;
in vec4 color;
layout(location = 0) out vec4 result;

void main() { result = color; }
