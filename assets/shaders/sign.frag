#include "sign.glsl"

in vec2 place;
flat in vec2 size;
flat in vec3 form;
flat in vec4 ink;
layout(location = 0) out vec4 result;

void main() {
	vec2 texel = max(fwidth(place), vec2(1e-9));
	float cover;
	if (form.x > 3.5) {
		vec2 line = clamp(form.y + 0.5 - min(place, size - place) / texel, 0.0, 1.0);
		vec2 count = max(floor(size.yx / form.z + 0.5), 1.0);
		vec2 on = dashes(place.yx / size.yx * count, 0.25 * form.z / max(texel.x, texel.y));
		cover = max(line.x * on.x, line.y * on.y);
	} else {
		float d = signShape(place, form.x);
		cover = clamp(0.5 - d / max(fwidth(d), 1e-9), 0.0, 1.0);
	}
	if (cover <= 0.0) discard;
	result = vec4(ink.rgb, ink.a * cover);
}
