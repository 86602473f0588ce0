// A box made from one instance: the three faces that can face the eye, with four corners each.
layout(location = 0) in vec4 base0;  // x0 z0 x1 z1 in the first city
layout(location = 1) in vec4 base1;  // in the second city
layout(location = 2) in vec4 rise;   // bottom, height in the first city, in the second, kind; for a part, kind also contains its ends
layout(location = 3) in vec4 color0; // sRGB and opacity
layout(location = 4) in vec4 color1;

struct Face {
	vec3 at;
	vec3 normal;
	vec2 local; // from a corner of the face
	vec2 size;
	vec2 base; // width and depth of the box
	bool hidden;
};

// isStorey reports whether a part ends with a seam; see kindStorey.
bool isStorey() { return rise.w > 4194319.5; }

Face boxFace(float grow) {
	float t = eased();
	vec4 b = mix(base0, base1, t) + vec4(-grow, -grow, grow, grow);
	float y0 = rise.x, y1 = rise.x + mix(rise.y, rise.z, t);
	if (rise.w > 15.5) { // a part of a building above others; see partSteps
		float ends = rise.w - 16.0 - (isStorey() ? 4194304.0 : 0.0);
		float second = floor(ends / 2048.0), first = ends - 2048.0 * second;
		y0 = rise.x + mix(rise.y * (first / 2047.0), rise.z * (second / 2047.0), t);
	}
	int face = gl_VertexID >> 2;
	vec2 c = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1);
	vec2 mid = (b.xy + b.zw) * 0.5;
	Face f;
	f.base = b.zw - b.xy;
	f.hidden = y1 - y0 <= 0.0;
	y1 += grow;
	if (face == 0) {
		f.at = vec3(mix(b.x, b.z, c.x), y1, mix(b.w, b.y, c.y));
		f.normal = vec3(0.0, 1.0, 0.0);
		f.size = b.zw - b.xy;
	} else if (face == 1) {
		bool right = eye.x > mid.x;
		f.at = vec3(right ? b.z : b.x, mix(y0, y1, c.y), right ? mix(b.w, b.y, c.x) : mix(b.y, b.w, c.x));
		f.normal = vec3(right ? 1.0 : -1.0, 0.0, 0.0);
		f.size = vec2(b.w - b.y, y1 - y0);
	} else {
		bool front = eye.z > mid.y;
		f.at = vec3(front ? mix(b.x, b.z, c.x) : mix(b.z, b.x, c.x), mix(y0, y1, c.y), front ? b.w : b.y);
		f.normal = vec3(0.0, 0.0, front ? 1.0 : -1.0);
		f.size = vec2(b.z - b.x, y1 - y0);
	}
	f.local = c * f.size;
	return f;
}

const vec4 nowhere = vec4(2.0, 2.0, 2.0, 1.0);
