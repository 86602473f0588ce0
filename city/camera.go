package city

import "math"

// FieldOfView is the vertical angle of view in radians. Wider angles distort buildings at the border of the picture.
const FieldOfView = 32 * math.Pi / 180

// Camera is a pose: it looks at Target from Distance away. It is a value; moves return a new one. Moves keep the pose
// inside limits that depend on the bounds of the city, so that the ground is never crossed nor the city lost.
type Camera struct {
	Target   Vec
	Yaw      float64 // radians about the vertical axis; 0 looks towards -Z, growing turns the eye to +X
	Pitch    float64 // radians above the horizon, from minPitch to maxPitch
	Distance float64 // plan units from Target to eye
}

const (
	minPitch = 4 * math.Pi / 180
	maxPitch = 89.5 * math.Pi / 180

	homeYaw   = 28 * math.Pi / 180
	homePitch = 33 * math.Pi / 180
)

// Eye returns where the camera stands.
func (c Camera) Eye() Vec { return c.Target.add(c.back().mul(c.Distance)) }

// back points from the target to the eye.
func (c Camera) back() Vec {
	sy, cy := math.Sincos(c.Yaw)
	sp, cp := math.Sincos(c.Pitch)
	return Vec{cp * sy, sp, cp * cy}
}

// axes returns the directions right, up and back of the picture.
func (c Camera) axes() (right, up, back Vec) {
	back = c.back()
	sy, cy := math.Sincos(c.Yaw)
	right = Vec{cy, 0, -sy}
	return right, back.cross(right), back
}

// Ray returns the ray through a point of the picture, x and y from -1 (left, bottom) to 1, for a picture of the given
// width over height.
func (c Camera) Ray(x, y, aspect float64) Ray {
	right, up, back := c.axes()
	h := math.Tan(FieldOfView / 2)
	dir := right.mul(x * h * aspect).add(up.mul(y * h)).sub(back)
	return Ray{c.Eye(), dir.unit()}
}

// Matrices returns the view and projection matrices in column order, as OpenGL takes them. The near and far planes
// enclose bounds.
func (c Camera) Matrices(aspect float64, bounds Box) (view, projection [16]float32) {
	right, up, back := c.axes()
	eye := c.Eye()
	view = [16]float32{
		float32(right.X), float32(up.X), float32(back.X), 0,
		float32(right.Y), float32(up.Y), float32(back.Y), 0,
		float32(right.Z), float32(up.Z), float32(back.Z), 0,
		float32(-right.dot(eye)), float32(-up.dot(eye)), float32(-back.dot(eye)), 1,
	}
	near, far := c.planes(bounds)
	h := 1 / math.Tan(FieldOfView/2)
	projection = [16]float32{
		float32(h / aspect), 0, 0, 0,
		0, float32(h), 0, 0,
		0, 0, float32((far + near) / (near - far)), -1,
		0, 0, float32(2 * far * near / (near - far)), 0,
	}
	return view, projection
}

// planes returns the distances of the near and far plane. The far plane leaves room for the ground around the city.
func (c Camera) planes(bounds Box) (near, far float64) {
	r := bounds.Radius()
	d := bounds.Center().sub(c.Eye()).length()
	far = d + 6*r
	near = max(d-1.2*r, c.Eye().Y*0.2, far/20000)
	return min(near, c.Distance*0.5), far
}

// Project returns where p is in the picture, x and y from -1 to 1, and its depth along the view; ok is false if it lies
// behind the camera.
func (c Camera) Project(p Vec, aspect float64) (x, y, depth float64, ok bool) {
	right, up, back := c.axes()
	d := p.sub(c.Eye())
	depth = -d.dot(back)
	if depth <= 0 {
		return 0, 0, depth, false
	}
	h := math.Tan(FieldOfView / 2)
	return d.dot(right) / (depth * h * aspect), d.dot(up) / (depth * h), depth, true
}

// Home looks at the whole city from the front right, filling a picture of the given width over height.
func Home(bounds Box, aspect float64) Camera {
	return fit(Camera{Yaw: homeYaw, Pitch: homePitch}, bounds, aspect, 1.06)
}

// BirdsEye looks at the whole city from straight above, north up.
func BirdsEye(bounds Box, aspect float64) Camera {
	return fit(Camera{Pitch: maxPitch}, bounds, aspect, 1.06)
}

// Focus moves the camera close to box, keeping the direction it looks in.
func (c Camera) Focus(box Box, aspect float64) Camera {
	return fit(c, box, aspect, 3.2)
}

// fit returns c moved so that the box is centred and its border takes 1/room of the picture.
func fit(c Camera, box Box, aspect, room float64) Camera {
	c.Target = box.Center()
	h := math.Tan(FieldOfView / 2)
	right, up, back := c.axes()
	for range 4 { // centring and distance depend on each other; this settles quickly
		c.Distance = 0
		var minX, maxX, minY, maxY = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
		for _, corner := range box.corners() {
			d := corner.sub(c.Target)
			x, y, z := d.dot(right), d.dot(up), d.dot(back)
			c.Distance = max(c.Distance, z+math.Abs(x)*room/(h*aspect), z+math.Abs(y)*room/h)
		}
		for _, corner := range box.corners() {
			d := corner.sub(c.Target)
			depth := max(c.Distance-d.dot(back), 1e-9)
			x, y := d.dot(right)/depth, d.dot(up)/depth
			minX, maxX, minY, maxY = min(minX, x), max(maxX, x), min(minY, y), max(maxY, y)
		}
		c.Target = c.Target.add(right.mul((minX + maxX) / 2 * c.Distance)).add(up.mul((minY + maxY) / 2 * c.Distance))
	}
	c.Distance = max(c.Distance, 1e-6)
	return c
}

func (b Box) corners() [8]Vec {
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
