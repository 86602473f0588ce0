package city

import (
	"math"
	"time"
)

// flight is a smooth way of the camera from one pose to another.
type flight struct {
	from, to Camera
	start    time.Duration
	length   time.Duration
}

const flightLength = 350 * time.Millisecond

// FlyTo moves the camera smoothly to a pose, starting at Now.
type FlyTo struct {
	To  Camera
	Now time.Duration
}

func (a FlyTo) step(s State) State {
	s.flight = &flight{from: s.Camera, to: a.To.limited(s.Bounds), start: a.Now, length: flightLength}
	return s
}

// fly advances a flight to the time now.
func (s State) fly(now time.Duration) State {
	f := s.flight
	if f == nil {
		return s
	}
	t := float64(now-f.start) / float64(f.length)
	if t >= 1 {
		s.Camera, s.flight = f.to, nil
		return s
	}
	t = max(t, 0)
	s.Camera = f.from.toward(f.to, t*t*(3-2*t))
	return s
}

// Flying reports whether the camera is on its way to a pose.
func (s State) Flying() bool { return s.flight != nil }

// toward mixes two poses; distances are mixed by ratio, turns the short way.
func (c Camera) toward(o Camera, t float64) Camera {
	turn := math.Remainder(o.Yaw-c.Yaw, 2*math.Pi)
	return Camera{
		Target:   c.Target.toward(o.Target, t),
		Yaw:      c.Yaw + turn*t,
		Pitch:    c.Pitch + (o.Pitch-c.Pitch)*t,
		Distance: c.Distance * math.Pow(o.Distance/c.Distance, t),
	}
}

// Zoom changes the distance by Factor (below 1 moves closer) towards the point At, which keeps its place in the picture.
type Zoom struct {
	At     Vec
	Factor float64
}

func (a Zoom) step(s State) State {
	s.flight = nil
	limited := s.Camera
	limited.Distance *= a.Factor
	limited = limited.limited(s.Bounds)
	f := limited.Distance / s.Camera.Distance
	s.Camera.Target = a.At.toward(s.Camera.Target, f)
	s.Camera.Distance = limited.Distance
	s.Camera = s.Camera.limited(s.Bounds)
	return s
}

// Pan moves the camera over the ground so that what was at From comes to To; both are points of the plane that is
// dragged.
type Pan struct{ From, To Vec }

func (a Pan) step(s State) State {
	s.flight = nil
	d := a.From.sub(a.To)
	d.Y = 0
	s.Camera.Target = s.Camera.Target.add(d)
	s.Camera = s.Camera.limited(s.Bounds)
	return s
}

// Orbit turns the camera about the point About by angles in radians. About keeps its place in the picture.
type Orbit struct {
	About      Vec
	Yaw, Pitch float64
}

func (a Orbit) step(s State) State {
	s.flight = nil
	c := s.Camera
	right, up, back := c.axes()
	d := c.Target.sub(a.About)
	x, y, z := d.dot(right), d.dot(up), d.dot(back)
	c.Yaw += a.Yaw
	c.Pitch = min(max(c.Pitch+a.Pitch, minPitch), maxPitch)
	right, up, back = c.axes()
	c.Target = a.About.add(right.mul(x)).add(up.mul(y)).add(back.mul(z))
	if !c.aboveGround(s.Bounds) {
		return s
	}
	s.Camera = c.limited(s.Bounds)
	return s
}

// Walk moves the camera for a time: each direction is -1, 0 or 1. Speed follows the distance, so that near things pass
// as fast as far ones. The result does not depend on how a time is cut into walks.
type Walk struct {
	Right, Up, Forward float64
	For                time.Duration
}

// walkSpeed is the way per second as a share of the camera's distance.
const walkSpeed = 0.8

func (a Walk) step(s State) State {
	s.flight = nil
	c := s.Camera
	right, _, back := c.axes()
	forward := Vec{-back.X, 0, -back.Z}.unit()
	if c.Pitch > 85*math.Pi/180 {
		sy, cy := math.Sincos(c.Yaw)
		forward = Vec{-sy, 0, -cy}
	}
	seconds := a.For.Seconds()
	way := right.mul(a.Right).add(forward.mul(a.Forward)).mul(walkSpeed * seconds * c.Distance)
	c.Target = c.Target.add(way)
	if a.Up != 0 { // up and down change the distance, so it is the exponent that grows with time
		c.Distance *= math.Exp(a.Up * walkSpeed * seconds)
	}
	s.Camera = c.limited(s.Bounds)
	return s
}

// Rebound tells the bounds of a new plan. The picture stays as it is: the camera is scaled with the ground. The first
// bounds show the whole city.
type Rebound struct{ Bounds Box }

func (a Rebound) step(s State) State {
	old := s.Bounds
	s.Bounds = a.Bounds
	width := old.Max.X - old.Min.X
	if width <= 0 {
		s.Camera, s.flight = Home(a.Bounds, s.Aspect), nil
		return s
	}
	f := (a.Bounds.Max.X - a.Bounds.Min.X) / width
	if f <= 0 {
		return s
	}
	s.Camera = s.Camera.scaled(f).limited(s.Bounds)
	if s.flight != nil {
		moved := *s.flight
		moved.from, moved.to = moved.from.scaled(f), moved.to.scaled(f).limited(s.Bounds)
		s.flight = &moved
	}
	return s
}

func (c Camera) scaled(f float64) Camera {
	c.Target = c.Target.mul(f)
	c.Distance *= f
	return c
}

// Resize tells the width over height of the picture.
type Resize struct{ Aspect float64 }

func (a Resize) step(s State) State {
	if a.Aspect > 0 {
		s.Aspect = a.Aspect
	}
	return s
}

// limited returns c with its pose inside the limits for a city with the given bounds: the target stays over the city's
// ground or close to it, the eye above the ground, and the distance between a few metres and a few city sizes.
func (c Camera) limited(b Box) Camera {
	r := b.Radius()
	if r == 0 {
		return c
	}
	c.Yaw = math.Remainder(c.Yaw, 2*math.Pi)
	c.Pitch = min(max(c.Pitch, minPitch), maxPitch)
	c.Distance = min(max(c.Distance, r*0.004), r*9)
	slack := r * 0.35
	c.Target.X = min(max(c.Target.X, b.Min.X-slack), b.Max.X+slack)
	c.Target.Z = min(max(c.Target.Z, b.Min.Z-slack), b.Max.Z+slack)
	c.Target.Y = min(max(c.Target.Y, 0), b.Max.Y)
	if eye := c.Eye(); eye.Y < r*minEye {
		c.Target.Y += r*minEye - eye.Y
	}
	return c
}

// minEye is the lowest height of the eye as a share of the city's radius.
const minEye = 0.002

func (c Camera) aboveGround(b Box) bool { return c.Eye().Y >= b.Radius()*minEye }
