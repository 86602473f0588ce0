// Glyphs of names that lie flat on slabs.
#include "frame.glsl"

layout(location = 0) in vec4 origin; // x y z of the first corner, opacity
layout(location = 1) in vec4 extent; // x z along the width, x z along the height
layout(location = 2) in vec4 source; // x y width height in texels of the atlas
layout(location = 3) in vec4 color;
uniform vec2 atlasSize;

out vec2 uv;
flat out vec4 ink;

void main() {
	vec2 c = vec2(gl_VertexID & 1, gl_VertexID >> 1);
	vec2 p = origin.xz + extent.xy * c.x + extent.zw * c.y;
	uv = (source.xy + c * source.zw) / atlasSize;
	ink = vec4(color.rgb, color.a * origin.w);
	gl_Position = viewProj * vec4(p.x, origin.y, p.y, 1.0);
	gl_Position.z -= 0.00002 * gl_Position.w;
}
