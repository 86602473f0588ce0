// Sky and ground. At each corner of a grid over the screen, the ray from the eye meets either the plane y = 0 or the sky. Colors change so
// slowly that they can be interpolated between corners. In a software renderer, that costs a quarter of computing them per pixel.
// ground.frag draws the shadows on the ground.
#include "frame.glsl"
#include "light.glsl"

uniform vec3 rayCorner;   // from the eye to the lower left corner of the picture
uniform vec3 rayRight;    // along the width
uniform vec3 rayUp;       // along the height
uniform vec3 zenith;      // sRGB
uniform vec3 groundColor; // sRGB
uniform vec3 groundCenter; // center of the city, half of its size
uniform ivec2 cells;      // cells of the grid, two triangles each

out vec3 color;

void main() {
	int cell = gl_VertexID / 6, corner = gl_VertexID - cell * 6;
	int c = corner < 3 ? corner : 6 - corner; // 0 1 2, 3 2 1
	vec2 uv = vec2(cell % cells.x + (c & 1), cell / cells.x + (c >> 1)) / vec2(cells);
	vec3 dir = rayCorner + rayRight * uv.x + rayUp * uv.y;
	if (dir.y < -1e-6) {
		vec3 at = eye - dir * (eye.y / dir.y);
		float away = length(at.xz - groundCenter.xy) / groundCenter.z;
		color = mix(groundColor, fogColor, smoothstep(0.8, 6.0, away)); // by radius, so that there is no border
	} else {
		color = mix(fogColor, zenith, smoothstep(0.0, 0.55, dir.y / length(dir)));
	}
	gl_Position = vec4(uv * 2.0 - 1.0, 1.0, 1.0);
}
