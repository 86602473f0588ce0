package scene

import (
	"math"
)

// FieldOfView is the vertical angle of view in radians. Wider angles distort buildings at the edge of the picture.
const FieldOfView = 32 * math.Pi / 180

// Camera is a pose: it views Target from Distance away. Moves return a new Camera. They keep it within limits that depend on the bounds of
// the city, so that it never crosses the ground or loses sight of the city.
type Camera struct {
	Target   Vec
	Yaw      float64 // radians about the vertical axis; 0 faces -Z, larger values turn the eye to +X
	Pitch    float64 // radians above the horizon, from MinPitch to MaxPitch
	Distance float64 // plan units from Target to eye

	Orthographic bool // parallel rays; Target has the same scale as in perspective, and buildings behind the eye are visible
}

const (
	MinPitch = 4 * math.Pi / 180
	MaxPitch = 89.5 * math.Pi / 180

	homeYaw   = 28 * math.Pi / 180
	homePitch = 33 * math.Pi / 180
)

// Eye returns the position of the camera.
func (c Camera) Eye() Vec { return c.Target.Add(c.Back().Mul(c.Distance)) }

// Viewpoint returns the origin of the rays to a city with the given bounds. It is the eye or, for an orthographic camera, a distant point
// behind it. Its rays to the city are parallel within a thousandth of a radian.
func (c Camera) Viewpoint(bounds Box) Vec {
	return c.Target.Add(c.Back().Mul(c.ViewDistance(bounds)))
}

// ViewDistance returns the distance from the target to the viewpoint.
func (c Camera) ViewDistance(bounds Box) float64 {
	if !c.Orthographic {
		return c.Distance
	}
	return 1000 * (c.Distance + bounds.Radius() + bounds.Center().Sub(c.Target).Length())
}

// Back returns the unit vector from the target to the eye.
func (c Camera) Back() Vec {
	sy, cy := math.Sincos(c.Yaw)
	sp, cp := math.Sincos(c.Pitch)
	return Vec{cp * sy, sp, cp * cy}
}

// Axes returns the directions right, up and back of the picture.
func (c Camera) Axes() (right, up, back Vec) {
	back = c.Back()
	sy, cy := math.Sincos(c.Yaw)
	right = Vec{cy, 0, -sy}
	return right, back.cross(right), back
}

// halfHeight returns half the height of the picture at the given depth in front of the eye, in plan units.
func (c Camera) halfHeight(depth float64) float64 {
	if c.Orthographic {
		depth = c.Distance
	}
	return depth * math.Tan(FieldOfView/2)
}

// Ray returns the ray through a point of the picture, x and y from -1 (left, bottom) to 1, for a picture with the given ratio of width to
// height. It starts at the eye. For an orthographic camera it starts behind the city.
func (c Camera) Ray(x, y, aspect float64) Ray {
	right, up, back := c.Axes()
	h := c.halfHeight(1)
	aside := right.Mul(x * h * aspect).Add(up.Mul(y * h))
	if c.Orthographic {
		return Ray{c.Eye().Add(aside).Add(back.Mul(farBehind * c.Distance)), back.Mul(-1)}
	}
	return Ray{c.Eye(), aside.Sub(back).Unit()}
}

// farBehind is how far behind the eye the rays of orthographic cameras start, relative to Distance. The city is smaller than that at every
// distance that the state permits.
const farBehind = 1e5

// Matrices returns the view and projection matrices in column-major order, as OpenGL expects. The near and far planes enclose bounds.
func (c Camera) Matrices(aspect float64, bounds Box) (view, projection [16]float32) {
	right, up, back := c.Axes()
	eye := c.Eye()
	view = [16]float32{
		float32(right.X), float32(up.X), float32(back.X), 0,
		float32(right.Y), float32(up.Y), float32(back.Y), 0,
		float32(right.Z), float32(up.Z), float32(back.Z), 0,
		float32(-right.Dot(eye)), float32(-up.Dot(eye)), float32(-back.Dot(eye)), 1,
	}
	near, far := c.planes(bounds)
	h := 1 / c.halfHeight(1)
	if c.Orthographic {
		return view, [16]float32{
			float32(h / aspect), 0, 0, 0,
			0, float32(h), 0, 0,
			0, 0, float32(2 / (near - far)), 0,
			0, 0, float32((far + near) / (near - far)), 1,
		}
	}
	projection = [16]float32{
		float32(h / aspect), 0, 0, 0,
		0, float32(h), 0, 0,
		0, 0, float32((far + near) / (near - far)), -1,
		0, 0, float32(2 * far * near / (near - far)), 0,
	}
	return view, projection
}

// planes returns the distances of the near and far plane. The far plane includes the ground around the city. The near plane of an
// orthographic camera may be behind the eye.
func (c Camera) planes(bounds Box) (near, far float64) {
	eye := c.Eye()
	if c.Orthographic {
		depth := eye.Sub(bounds.Center()).Dot(c.Back())
		return depth - 2*bounds.Radius(), depth + 6*bounds.Radius()
	}
	far = bounds.Center().Sub(eye).Length() + 6*bounds.Radius()
	clear := min(bounds.Nearest(eye).Sub(eye).Length(), eye.Y) // nothing is closer; depth decreases towards the corners of the picture
	return max(clear*0.5, far/20000), far
}

// Project returns the position of p in the picture, x and y from -1 to 1, and its depth along the view. ok is false if p is behind a
// perspective camera.
func (c Camera) Project(p Vec, aspect float64) (x, y, depth float64, ok bool) {
	right, up, back := c.Axes()
	d := p.Sub(c.Eye())
	depth = -d.Dot(back)
	if depth <= 0 && !c.Orthographic {
		return 0, 0, depth, false
	}
	h := c.halfHeight(depth)
	return d.Dot(right) / (h * aspect), d.Dot(up) / h, depth, true
}

// Frame is the unobstructed part of a picture. Its borders are from -1 (left, bottom) to 1. The zero Frame is the whole picture.
type Frame struct{ Left, Bottom, Right, Top float64 }

// smallestFrame is the minimum width and height of a frame. A smaller frame counts as the whole picture.
const smallestFrame = 0.2

func (f Frame) OrWhole() Frame {
	if f.Right-f.Left >= smallestFrame && f.Top-f.Bottom >= smallestFrame {
		return f
	}
	return Frame{-1, -1, 1, 1}
}

func (f Frame) Center() (x, y float64) { return (f.Left + f.Right) / 2, (f.Bottom + f.Top) / 2 }

// Look is the direction from which the overview shows the city, in radians relative to the default. The zero Look is the front right.
type Look struct{ Turn, Rise float64 }

// Home shows the whole city from the direction l. The city fills the frame of a picture with the given ratio of width to height.
func (l Look) Home(bounds Box, aspect float64, frame Frame) Camera {
	frame = frame.OrWhole()
	frame.Top -= headroom * (frame.Top - frame.Bottom)
	return fit(Camera{Yaw: math.Remainder(homeYaw+l.Turn, 2*math.Pi), Pitch: homePitch + l.Rise}, bounds, aspect, frame, 1.02)
}

// headroom is the share of the frame that Home leaves free at the top, for tags and frustums.
const headroom = 0.03

// kioskReach is the space on each side of the ground for the GC root of a thread and its name, as a share of the ground.
const kioskReach = 0.07

// BirdsEye shows the whole city from straight above, north up, without perspective: as a treemap.
func BirdsEye(bounds Box, aspect float64, frame Frame) Camera {
	return fit(Camera{Pitch: MaxPitch, Orthographic: true}, bounds, aspect, frame, 1+2*kioskReach)
}

// Side shows the whole city from one side: 0 is the front, and each step is a quarter turn to the right.
func Side(bounds Box, aspect float64, frame Frame, quarter int) Camera {
	yaw := math.Remainder(float64(quarter)*math.Pi/2, 2*math.Pi)
	return fit(Camera{Yaw: yaw, Pitch: homePitch}, bounds, aspect, frame, 1.05)
}

// Focus moves the camera close to box without changing its direction.
func (c Camera) Focus(box Box, aspect float64, frame Frame) Camera {
	return fit(c, box, aspect, frame, 2.4)
}

// fit returns c moved so that the box is in the middle of the frame and takes 1/room of its width or height.
func fit(c Camera, box Box, aspect float64, frame Frame, room float64) Camera {
	frame = frame.OrWhole()
	right, up, back := c.Axes()
	h := math.Tan(FieldOfView / 2)
	c.Target = box.Center()
	c.Distance = max(4*box.Radius(), 1e-6)
	corners := box.Corners()
	for range 24 { // position and distance depend on each other; each round at least halves the error
		eye := c.Eye()
		minX, maxX, minY, maxY := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
		for _, corner := range corners {
			d := corner.Sub(eye)
			depth := max(-d.Dot(back), c.Distance*1e-3)
			high := c.halfHeight(depth)
			x, y := d.Dot(right)/(high*aspect), d.Dot(up)/high
			minX, maxX, minY, maxY = min(minX, x), max(maxX, x), min(minY, y), max(maxY, y)
		}
		dx, dy := (minX+maxX-frame.Left-frame.Right)/2, (minY+maxY-frame.Bottom-frame.Top)/2
		c.Target = c.Target.Add(right.Mul(dx * h * aspect * c.Distance)).Add(up.Mul(dy * h * c.Distance))
		f := room * max((maxX-minX)/(frame.Right-frame.Left), (maxY-minY)/(frame.Top-frame.Bottom))
		c.Distance = max(c.Distance*min(max(f, 0.25), 4), 1e-6)
	}
	return c
}

// Corners returns the corners of b.
func (b Box) Corners() [8]Vec {
	var out [8]Vec
	for i := range out {
		out[i] = b.Min
		if i&1 != 0 {
			out[i].X = b.Max.X
		}
		if i&2 != 0 {
			out[i].Y = b.Max.Y
		}
		if i&4 != 0 {
			out[i].Z = b.Max.Z
		}
	}
	return out
}

// Toward interpolates between two poses: distances by ratio, yaw along the shorter turn. It is orthographic only if both poses are, so that
// a tilted city is always shown in perspective.
func (c Camera) Toward(o Camera, t float64) Camera {
	turn := math.Remainder(o.Yaw-c.Yaw, 2*math.Pi)
	return Camera{
		Target:   c.Target.Toward(o.Target, t),
		Yaw:      c.Yaw + turn*t,
		Pitch:    c.Pitch + (o.Pitch-c.Pitch)*t,
		Distance: mixRatio(c.Distance, o.Distance, t),

		Orthographic: c.Orthographic && o.Orthographic,
	}
}

// mixRatio interpolates geometrically between a and b, or linearly if either is not positive, as is the case before a city is shown.
func mixRatio(a, b, t float64) float64 {
	if a <= 0 || b <= 0 {
		return a + (b-a)*t
	}
	return a * math.Pow(b/a, t)
}

func (c Camera) Scaled(f float64) Camera {
	c.Target = c.Target.Mul(f)
	c.Distance *= f
	return c
}
