// References as truncated cones along an arc above the roofs. One instance is one frustum. Each mesh vertex contains its share of the path
// and its angle. The mesh is a tube, or a ribbon that faces the eye, with its borders at 0 and half a turn.
#include "frame.glsl"

layout(location = 0) in vec4 from;  // x z, height of the roof in the first city, in the second city
layout(location = 1) in vec4 to;
layout(location = 2) in vec4 form;  // radius at each end, lift of the arc; sum of 1 for incoming and 2 for a bundle
layout(location = 3) in vec4 ink;
layout(location = 5) in vec2 mesh;  // share of the path, angle
uniform float thinnest; // pixels
uniform float ribbon;   // 1 for a ribbon

out vec3 color;
out vec3 normal;
out vec3 toEye;
out float along; // distance along the path, in radii
flat out float incoming;
flat out float bundle; // 1 for a bundle of references
out float pixels; // width on the screen

void main() {
	float t = mesh.x, k = eased();
	vec3 a = vec3(from.x, mix(from.z, from.w, k), from.y);
	vec3 b = vec3(to.x, mix(to.z, to.w, k), to.y);
	float lift = form.z;
	float level = max(a.y, b.y) + lift;
	vec3 p1 = vec3(a.x, level, a.z), p2 = vec3(b.x, level, b.z);
	vec3 flatWay = b - a;
	flatWay.y = 0.0;
	float span = length(flatWay);
	flatWay = span > 1e-6 * lift ? flatWay / span : vec3(1.0, 0.0, 0.0);
	p1 += flatWay * span * 0.04; // the ends are vertical at the roofs
	p2 -= flatWay * span * 0.04;
	float u = 1.0 - t;
	vec3 p = u * u * u * a + 3.0 * u * u * t * p1 + 3.0 * u * t * t * p2 + t * t * t * b;
	vec3 d = u * u * (p1 - a) + 2.0 * u * t * (p2 - p1) + t * t * (b - p2);
	vec3 tangent = normalize(d + vec3(0.0, 1e-6, 0.0));
	vec3 side = vec3(-flatWay.z, 0.0, flatWay.x);
	vec3 up = cross(side, tangent);
	float lean = 0.0; // tilt of the normal toward the eye
	if (ribbon > 0.5) {
		up = normalize(eye - p);
		vec3 beside = cross(tangent, up);
		float seen = length(beside); // 0 where the path points at the eye
		side = seen > 1e-4 ? beside / seen : side;
		lean = 0.48;
	}
	float away = max((viewProj * vec4(p, 1.0)).w, 1e-6);
	float least = 0.5 * thinnest * away / pixelScale;
	float r0 = max(form.x, least), r1 = max(form.y, least);
	float radius = mix(r0, r1, t);
	pixels = 2.0 * radius * pixelScale / away;
	normal = side * cos(mesh.y) + up * sin(mesh.y);
	p += normal * radius;
	normal += up * lean; // makes the ribbon look round between its borders
	toEye = eye - p;
	// The distance in radii is the integral of 1/radius. With it, patterns keep their shape while the cone tapers.
	float way = span + 1.6 * lift, taper = r1 - r0;
	along = abs(taper) > 1e-3 * r0 ? way / taper * log(radius / r0) : way * t / r0;
	incoming = mod(form.w, 2.0);
	bundle = form.w > 1.5 ? 1.0 : 0.0;
	color = ink.rgb;
	gl_Position = viewProj * vec4(p, 1.0);
}
