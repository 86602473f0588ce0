// Values shared by all passes of one frame.
uniform mat4 viewProj;
uniform vec3 eye;
uniform float tween;      // 0 … 1 between the two cities, not yet eased
uniform vec2 viewport;    // pixels drawn
uniform float pixelScale; // pixels that a length of 1 at distance 1 takes

float eased() { return tween * tween * (3.0 - 2.0 * tween); }
