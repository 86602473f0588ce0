package state

import (
	"math"
	"time"

	"memcity/city/scene"
	"memcity/city/trees"
)

// flight is an animation of the camera from one pose to another.
type flight struct {
	from, to scene.Camera
	start    time.Duration
	length   time.Duration
}

const flightLength = 350 * time.Millisecond

// FlyTo moves the camera smoothly to a pose, starting at Now. With reduced motion, it jumps.
type FlyTo struct {
	To  scene.Camera
	Now time.Duration
}

func (a FlyTo) step(s State) State {
	if s.Settings.ReducedMotion {
		return Look{a.To}.step(s)
	}
	s.flight = &flight{from: s.Camera, to: s.limited(a.To), start: a.Now, length: flightLength}
	return s
}

// Look moves the camera to a pose immediately.
type Look struct{ From scene.Camera }

func (a Look) step(s State) State {
	s.flight = nil
	s.Camera = s.limited(a.From)
	return s
}

// fly advances a flight to the time now.
func (s State) fly(now time.Duration) State {
	f := s.flight
	if f == nil {
		return s
	}
	t := float64(now-f.start) / float64(f.length)
	if t >= 1 || s.Settings.ReducedMotion {
		s.Camera, s.flight = f.to, nil
		return s
	}
	t = max(t, 0)
	s.Camera = f.from.Toward(f.to, t*t*(3-2*t))
	return s
}

// Flying reports whether the camera is in flight.
func (s State) Flying() bool { return s.flight != nil }

// Destination returns the pose at the end of the flight, or the current pose.
func (s State) Destination() scene.Camera {
	if s.flight != nil {
		return s.flight.to
	}
	return s.Camera
}

// Zoom multiplies the distance by Factor (below 1 moves closer) towards the point At, which keeps its place in the picture.
type Zoom struct {
	At     scene.Vec
	Factor float64
}

func (a Zoom) step(s State) State {
	s.flight = nil
	if s.Camera.Distance <= 0 {
		return s
	}
	limited := s.Camera
	limited.Distance *= a.Factor
	limited = s.limited(limited)
	f := limited.Distance / s.Camera.Distance
	if a.Factor < 1 {
		f = s.nearest(a.At, trees.Clamp(a.Factor, 0, 1))
	}
	s.Camera = s.limited(zoomed(s.Camera, a.At, f))
	return s
}

// nearest returns the closest permitted zoom towards at, as a factor from the given one to 1.
func (s State) nearest(at scene.Vec, factor float64) float64 {
	fits := func(f float64) bool {
		c := zoomed(s.Camera, at, f)
		return c.Distance >= s.limitedDistance(c.Distance) && s.isClear(c)
	}
	if fits(factor) {
		return factor
	}
	blocked, free := factor, 1.0
	for range 24 {
		if middle := (blocked + free) / 2; fits(middle) {
			free = middle
		} else {
			blocked = middle
		}
	}
	return free
}

// zoomed multiplies the distance by a factor; at keeps its place in the picture.
func zoomed(c scene.Camera, at scene.Vec, factor float64) scene.Camera {
	c.Target = at.Toward(c.Target, factor)
	c.Distance *= factor
	return c
}

// Pan moves the camera over the ground so that the content at From moves to To. Both are points of the dragged plane.
type Pan struct{ From, To scene.Vec }

func (a Pan) step(s State) State {
	s.flight = nil
	d := a.From.Sub(a.To)
	d.Y = 0
	s.Camera.Target = s.Camera.Target.Add(d)
	s.Camera = s.limited(s.Camera)
	return s
}

// Orbit turns the camera around the point About by angles in radians. About keeps its place in the picture. Tilting an orthographic camera
// returns to perspective, which shows heights.
type Orbit struct {
	About      scene.Vec
	Yaw, Pitch float64
}

func (a Orbit) step(s State) State {
	s.flight = nil
	c := s.Camera
	right, up, back := c.Axes()
	d := c.Target.Sub(a.About)
	x, y, z := d.Dot(right), d.Dot(up), d.Dot(back)
	c.Yaw += a.Yaw
	tilted := min(max(c.Pitch+a.Pitch, scene.MinPitch), scene.MaxPitch)
	c.Orthographic = c.Orthographic && tilted == c.Pitch
	c.Pitch = tilted
	right, up, back = c.Axes()
	c.Target = a.About.Add(right.Mul(x)).Add(up.Mul(y)).Add(back.Mul(z))
	if !aboveGround(c, s.Bounds) {
		return s
	}
	s.Camera = s.limited(c)
	return s
}

// Walk moves the camera for a duration. Each direction is -1, 0 or 1. The speed is proportional to the distance, so that near objects pass
// as fast as far ones. The result does not depend on how a duration is divided into walks.
type Walk struct {
	Right, Up, Forward float64
	For                time.Duration
	Speed              float64 // factor of the default speed; 0 for 1
}

// walkSpeed is the speed per second, as a share of the camera's distance.
const walkSpeed = 0.8

func (a Walk) step(s State) State {
	s.flight = nil
	c := s.limited(s.Camera)
	right, _, back := c.Axes()
	forward := scene.Vec{X: -back.X, Y: 0, Z: -back.Z}.Unit()
	if c.Pitch > 85*math.Pi/180 {
		sy, cy := math.Sincos(c.Yaw)
		forward = scene.Vec{X: -sy, Y: 0, Z: -cy}
	}
	seconds := a.For.Seconds()
	if a.Speed > 0 {
		seconds *= a.Speed
	}
	distance, way := s.climb(c.Distance, a.Up*walkSpeed, seconds)
	before := c.Target
	c.Target = c.Target.Add(right.Mul(a.Right).Add(forward.Mul(a.Forward)).Mul(walkSpeed * way))
	c.Distance = distance
	if step := c.Target.Sub(before).Length(); step > 0 && !c.Orthographic && s.plan.ExitDistance(c.Eye(), c.Back()) > 0 { // climb the wall
		c.Target = before
		c.Target.Y += step
	}
	s.Camera = s.limited(c)
	return s
}

// Rebound sets the bounds of a new plan. It scales the camera with the ground, so that the picture does not change. The first bounds show
// the whole city. Later bounds also do while the recording is Growing and the camera was not moved.
type Rebound struct {
	Bounds  scene.Box
	Growing bool
	Plan    *scene.Plan // the camera stays out of its buildings; nil for none
}

func (a Rebound) step(s State) State {
	old := s.Bounds
	width := old.Max.X - old.Min.X
	untouched := s.AtHome()
	s.Bounds, s.plan = a.Bounds, a.Plan
	if width <= 0 || a.Growing && untouched {
		return s.goHome()
	}
	f := (a.Bounds.Max.X - a.Bounds.Min.X) / width
	if f <= 0 {
		return s
	}
	s.Camera = s.limited(s.Camera.Scaled(f))
	if untouched {
		s.home = s.Camera
	}
	s.back, s.forward, s.Guide = rescaled(s.back, f), rescaled(s.forward, f), s.Guide.rescaled(f)
	if s.flight != nil {
		moved := *s.flight
		moved.from, moved.to = moved.from.Scaled(f), s.limited(moved.to.Scaled(f))
		s.flight = &moved
	}
	return s
}

// climb lets a distance grow exponentially, at a rate per second, up to its limit. It returns the distance at the end and its integral over
// the time, in seconds times its unit.
func (s State) climb(distance, rate, seconds float64) (end, integral float64) {
	if rate == 0 || distance <= 0 {
		return distance, distance * seconds
	}
	end = s.limitedDistance(distance * math.Exp(rate*seconds))
	growing := math.Log(end/distance) / rate
	return end, (end-distance)/rate + end*(seconds-growing)
}

// Resize sets the ratio of width to height of the picture, and the part that panels do not cover. With Fit, a camera that shows the whole
// city, see [scene.Home], is adjusted so that it still shows all of it.
type Resize struct {
	Aspect float64
	Frame  scene.Frame
	Fit    bool
}

func (a Resize) step(s State) State {
	if !(a.Aspect > 0) || math.IsInf(a.Aspect, 1) {
		return s
	}
	fit := a.Fit && s.AtHome() && (s.Aspect != a.Aspect || s.Frame != a.Frame)
	s.Aspect, s.Frame = a.Aspect, a.Frame
	if fit {
		return s.goHome()
	}
	return s
}

// AtHome reports whether the camera still shows the whole city, unmoved by the user.
func (s State) AtHome() bool {
	home := s.Home()
	return s.flight == nil && s.Camera.Distance > 0 && (s.Camera == s.home || s.Camera == home || s.Camera == s.limited(home))
}

func (s State) goHome() State {
	s.Camera, s.flight = s.Home(), nil
	s.home = s.Camera
	return s
}

// Home returns the pose that shows the whole city from the current direction.
func (s State) Home() scene.Camera { return s.Look.Home(s.Bounds, s.Aspect, s.Frame) }

// Face sets the direction of the overview. A camera that is still at home turns to it.
type Face struct {
	Look scene.Look
	Now  time.Duration
}

func (a Face) step(s State) State {
	if s.Look == a.Look {
		return s
	}
	turns := s.AtHome()
	if s.Look = a.Look; turns {
		s.home = s.limited(s.Home())
		s = FlyTo{To: s.home, Now: a.Now}.step(s)
	}
	return s
}
