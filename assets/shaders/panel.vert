uniform vec4 place;    // x y width height in pixels, y down
uniform vec2 viewport;
out vec2 uv;

void main() {
	uv = vec2(gl_VertexID & 1, gl_VertexID >> 1);
	vec2 p = place.xy + uv * place.zw;
	gl_Position = vec4(p.x / viewport.x * 2.0 - 1.0, 1.0 - p.y / viewport.y * 2.0, 0.0, 1.0);
}
