#include "sign.glsl"

uniform sampler2D glyphs;

in vec2 local;
in vec2 uv;
flat in vec2 halfSize;
flat in vec4 form;
flat in vec4 fill;
flat in vec4 rim;

layout(location = 0) out vec4 result;

float roundedBox(vec2 p, vec2 size, float radius) {
	vec2 q = abs(p) - size + radius;
	return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}

void main() {
	if (form.x < 0.5) { // glyph
		result = vec4(fill.rgb, fill.a * texture(glyphs, uv).r);
		return;
	}
	float margin = form.w;
	if (form.x > 2.5) {
		float d = signShape(local * vec2(1.0, -1.0) / (halfSize - margin), form.y) * (halfSize.x - margin);
		result = vec4(fill.rgb, fill.a * clamp(0.5 - d, 0.0, 1.0));
		return;
	}
	float d = roundedBox(local, halfSize - margin - 0.5, form.y);
	if (form.x > 1.5) { // shadow of a rounded box
		float s = clamp(0.5 - d / (2.0 * max(margin, 1.0)), 0.0, 1.0);
		result = vec4(fill.rgb, fill.a * s * s * (3.0 - 2.0 * s));
		return;
	}
	float inside = clamp(0.5 - d, 0.0, 1.0);
	float border = form.z > 0.0 ? clamp(d + form.z + 0.5, 0.0, 1.0) : 0.0;
	vec4 c = mix(fill, rim, border * rim.a);
	c.a = max(fill.a, border * rim.a);
	result = vec4(c.rgb, c.a * inside);
}
