// Rectangles on the screen: pills, lines and glyphs of tags, panels and their shadows.
#include "frame.glsl"

layout(location = 0) in vec4 place;  // x y width height in pixels, y down
layout(location = 1) in vec4 source; // x y width height in texels of the atlas
layout(location = 2) in vec4 shape;  // kind, radius, border, softness
layout(location = 3) in vec4 color;
layout(location = 4) in vec4 borderColor;
uniform vec2 atlasSize;

out vec2 local; // pixels from the center
out vec2 uv;
flat out vec2 halfSize;
flat out vec4 form;
flat out vec4 fill;
flat out vec4 rim;

void main() {
	vec2 c = vec2(gl_VertexID & 1, gl_VertexID >> 1);
	vec2 p = place.xy + c * place.zw;
	halfSize = place.zw * 0.5;
	local = (c - 0.5) * place.zw;
	uv = (source.xy + c * source.zw) / atlasSize;
	form = shape;
	fill = color;
	rim = borderColor;
	gl_Position = vec4(p.x / viewport.x * 2.0 - 1.0, 1.0 - p.y / viewport.y * 2.0, 0.0, 1.0);
}
