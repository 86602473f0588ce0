uniform sampler2D source;
uniform vec2 size;     // pixels
uniform float radius;
uniform float opacity;
in vec2 uv;
layout(location = 0) out vec4 result;

void main() {
	vec2 p = (uv - 0.5) * size;
	vec2 q = abs(p) - size * 0.5 + radius;
	float d = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
	result = vec4(texture(source, uv).rgb, opacity * clamp(0.5 - d, 0.0, 1.0));
}
