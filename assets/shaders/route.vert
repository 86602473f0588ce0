// Connections as paths above the roofs: ribbons that face the eye.
#include "frame.glsl"

layout(location = 0) in vec3 at;      // in the first city
layout(location = 1) in vec3 way;
layout(location = 2) in vec3 atTo;    // in the second city
layout(location = 3) in vec3 wayTo;
layout(location = 4) in vec2 place;   // border, -1 or 1; share of the path so far
layout(location = 5) in vec3 form;    // radius at start and end, length of the path
layout(location = 6) in vec4 ink;
uniform float thinnest; // pixels
uniform float wide;     // factor

out vec3 color;
out vec3 side;
out vec3 toEye;
out float across; // -1 to 1 across the ribbon
out float along;  // distance along the path, in radii
out float pixels; // width on the screen

void main() {
	float k = eased();
	vec3 p = mix(at, atTo, k);
	vec3 tangent = normalize(mix(way, wayTo, k) + vec3(0.0, 1e-6, 0.0));
	toEye = eye - p;
	side = cross(tangent, normalize(toEye));
	float seen = length(side); // 0 where the path points at the eye
	side = seen > 1e-4 ? side / seen : vec3(1.0, 0.0, 0.0);
	float away = max((viewProj * vec4(p, 1.0)).w, 1e-6);
	float least = 0.5 * thinnest * away / pixelScale;
	float start = max(form.x, 1.35 * least), end = max(form.y, 0.75 * least); // thin paths also taper
	float radius = wide * mix(start, end, place.y);
	pixels = 2.0 * radius * pixelScale / away;
	across = place.x;
	// The distance in radii is the integral of 1/radius. With it, patterns keep their shape while the path tapers.
	float taper = end - start;
	along = abs(taper) > 1e-3 * start ? form.z / taper * log(radius / (wide * start)) : form.z * place.y / start;
	color = ink.rgb;
	gl_Position = viewProj * vec4(p + side * place.x * radius, 1.0);
}
