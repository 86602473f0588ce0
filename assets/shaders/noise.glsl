// Interleaved gradient noise (Jimenez: Next Generation Post Processing in Call of Duty, SIGGRAPH 2014), up to half a step of an 8-bit color
// in both directions. It hides banding in slow gradients.
float dither() {
	return (fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
}
