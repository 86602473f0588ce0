// Shapes of signs by number. Changes of a building are 1, an arrow up, 2, an arrow down, and 3, a plus. Others are 5, a flag, 6, a cross, and
// 7, a warning.
float signBox(vec2 p, vec2 size) {
	vec2 q = abs(p) - size;
	return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0);
}

// signShape returns the distance from the border of a sign; negative inside. The sign fills -1 to 1, with y up.
float signShape(vec2 p, float kind) {
	if (kind > 6.5) {
		float roof = max(dot(vec2(abs(p.x), p.y - 1.0), vec2(0.8944, 0.4472)), -0.85 - p.y);
		return max(roof, -min(signBox(p - vec2(0.0, 0.02), vec2(0.12, 0.32)), signBox(p - vec2(0.0, -0.58), vec2(0.12, 0.1))));
	}
	if (kind > 5.5) {
		vec2 q = vec2(p.x + p.y, p.y - p.x) * 0.7071;
		return min(signBox(q, vec2(1.0, 0.24)), signBox(q, vec2(0.24, 1.0)));
	}
	if (kind > 4.5) {
		vec2 q = vec2(p.x + 0.6, abs(p.y - 0.35));
		return min(signBox(p + vec2(0.6, 0.0), vec2(0.15, 1.0)), max(dot(q - vec2(0.0, 0.65), vec2(0.387, 0.922)), -q.x));
	}
	if (kind > 2.5) return min(signBox(p, vec2(0.84, 0.26)), signBox(p, vec2(0.26, 0.84)));
	if (kind > 1.5) p.y = -p.y;
	float head = max(dot(vec2(abs(p.x), p.y - 1.0), vec2(0.7682, 0.6402)), -0.2 - p.y);
	return min(head, signBox(p - vec2(0.0, -0.5), vec2(0.3, 0.5)));
}

// dashes returns 1 on dashes and 0 between them. t is the position in periods; a dash is centered at each integer. sharp is a quarter of a
// period in pixels.
vec2 dashes(vec2 t, float sharp) {
	return clamp((abs(fract(t) - 0.5) * 4.0 - 1.0) * sharp + 0.5, 0.0, 1.0);
}
