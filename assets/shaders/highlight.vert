// A box drawn again over the city in another color.
#include "frame.glsl"
#include "box.glsl"
#include "light.glsl"

out vec2 local;
flat out vec2 size;
out vec4 color;

void main() {
	Face f = boxFace(0.0);
	gl_Position = f.hidden ? nowhere : viewProj * vec4(f.at, 1.0);
	local = f.local;
	size = f.size;
	float shade = 1.0;
	if (f.normal.y < 0.5) shade = 0.82 + 0.18 * clamp((f.at.y - rise.x) / max(base1.z - base1.x, base1.w - base1.y), 0.0, 1.0);
	color = vec4(lit(color0.rgb, f.normal, 1.0, shade), color0.a);
	color.rgb = mix(color.rgb, color0.rgb, 0.35);
}
