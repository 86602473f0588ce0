// Stripes over the faces of a box, with a constant width on the screen: a warning that does not rely on color.
uniform float period; // pixels
in vec4 color;
layout(location = 0) out vec4 result;

void main() {
	float t = (gl_FragCoord.x + gl_FragCoord.y) / period;
	float stripe = clamp((abs(fract(t) - 0.5) * 4.0 - 1.0) * period * 0.18 + 0.5, 0.0, 1.0);
	result = vec4(color.rgb, color.a * stripe);
}
