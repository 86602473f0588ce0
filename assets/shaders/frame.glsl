// Values shared by all passes of a frame.
uniform mat4 viewProj;
uniform vec3 eye;
uniform float tween;      // 0 to 1 between the two cities, before easing
uniform vec2 viewport;    // in pixels
uniform float pixelScale; // pixels per unit length at distance 1

float eased() { return tween * tween * (3.0 - 2.0 * tween); }
