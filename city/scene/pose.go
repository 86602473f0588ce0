package scene

import "math"

// Pose is a camera pose relative to the ground, so that it remains valid for a plan of another scale.
type Pose struct {
	// X, Y and Z are the target, from the corner of the ground with the lowest x and z, in widths of the ground.
	X float64 `json:"x"`
	Y float64 `json:"y"`
	Z float64 `json:"z"`
	// Yaw and Pitch are in radians, as in [Camera].
	Yaw   float64 `json:"yaw"`
	Pitch float64 `json:"pitch"`

	Distance float64 `json:"distance"` // in widths of the ground, above 0

	Orthographic bool `json:"orthographic,omitempty"` // as in [Camera]
}

// maxReach is the maximum distance of a camera, in widths of the ground.
const maxReach = 1000

// PoseOf returns the pose of a camera over a city with the given bounds; ok is false if there is no ground.
func PoseOf(c Camera, bounds Box) (p Pose, ok bool) {
	width := bounds.Max.X - bounds.Min.X
	if !(width > 0) {
		return Pose{}, false
	}
	p = Pose{
		X: (c.Target.X - bounds.Min.X) / width, Y: (c.Target.Y - bounds.Min.Y) / width, Z: (c.Target.Z - bounds.Min.Z) / width,
		Yaw: math.Remainder(c.Yaw, 2*math.Pi), Pitch: c.Pitch, Distance: c.Distance / width,
		Orthographic: c.Orthographic,
	}
	return p, p.Sound()
}

// Camera returns the camera for a pose over a city with the given bounds. It may be outside the limits of the state.
func (p Pose) Camera(bounds Box) Camera {
	width := bounds.Max.X - bounds.Min.X
	return Camera{
		Target: Vec{X: bounds.Min.X + p.X*width, Y: bounds.Min.Y + p.Y*width, Z: bounds.Min.Z + p.Z*width},
		Yaw:    p.Yaw, Pitch: p.Pitch, Distance: p.Distance * width,
		Orthographic: p.Orthographic,
	}
}

// Sound reports whether the pose is valid for a camera. Poses from files can have any values.
func (p Pose) Sound() bool {
	within := func(x, least, most float64) bool { return x >= least && x <= most }
	return within(p.X, -maxReach, maxReach) && within(p.Y, -maxReach, maxReach) && within(p.Z, -maxReach, maxReach) && within(p.Yaw, -math.Pi, math.Pi) &&
		within(p.Pitch, 0, math.Pi/2) && p.Distance > 0 && p.Distance <= maxReach
}
