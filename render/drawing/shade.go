package drawing

import (
	"math"
	"slices"

	"memcity/city/scene"
	"memcity/layout"
)

// Shade is a map of the ground with the light that reaches a city. A texel contains the height below which the sun is hidden, and the mean
// height around it, which determines the visible share of the sky. It depends only on the city, not on the camera.
type Shade struct {
	Width, Height int
	X, Z          float64  // position of the first texel's corner
	Texel         float64  // side of a texel in plan units
	Reach         float64  // radius of the mean height in plan units
	Half          []uint16 // pairs of half floats: shadow height, mean height; rows along X
}

// Sizes of shade maps, in texels along the longer side: for interactive drawing and for final pictures.
const (
	ShadeSize      = 1024
	ShadeSizeFinal = 2048
)

// meanRadius is the radius of the mean height, as a fraction of the city's side.
const meanRadius = 0.012

// sun is the direction to the sun. The sun is to the right of the initial view, so that shadows fall across the picture, and roof, right
// wall and front differ in brightness.
var sun = scene.Vec{X: 0.74, Y: 0.69, Z: 0.19}

// ComputeShade computes the shade of all opaque parts of a city. Translucent buildings cast no shadow, as slabs would otherwise be dark in
// empty places. size is the longer side in texels. The cost is linear in the number of texels: 10 to 20 ms for ShadeSize on one core. It is
// a pure function and may be called from any goroutine.
func ComputeShade(c *scene.City, size int) *Shade {
	return computeShade(c, newShade(c, max(size, 16)))
}

// computeShade fills a map whose position is set.
func computeShade(c *scene.City, s *Shade) *Shade {
	heights := make([]float32, s.Width*s.Height)
	slab := slabHeight(c)
	for i := range c.Districts {
		d := &c.Districts[i]
		s.raise(heights, d.Plot, float64(d.Level+1)*slab)
	}
	for i := range c.Blocks {
		b := &c.Blocks[i]
		s.raise(heights, b.Base, b.Bottom+b.Height)
	}
	for i := range c.Buildings {
		if b := &c.Buildings[i]; castsShadow(b) {
			if b.Halved {
				before, after := b.Halves()
				s.raise(heights, before, b.Bottom+b.Before)
				s.raise(heights, after, b.Bottom+b.Height)
				continue
			}
			s.raise(heights, b.Base, b.Bottom+b.Height)
		}
	}
	shadow := s.sweep(heights)
	soften(shadow, heights, s.Width, s.Height)
	ground := groundOf(c)
	radius := max(int(meanRadius*max(ground.W, ground.D)/s.Texel), 1)
	s.Reach = float64(radius) * s.Texel * 2.2
	blur := make([]float32, len(heights))
	for range 2 {
		boxBlur(blur, heights, s.Width, s.Height, radius)
		boxBlurAcross(heights, blur, s.Width, s.Height, radius)
	}
	s.Half = make([]uint16, 2*len(heights))
	for i := range heights {
		s.Half[2*i] = half(shadow[i])
		s.Half[2*i+1] = half(heights[i])
	}
	return s
}

// SameShade reports whether two cities have the same shadows, so that only colors and signs differ. The cost is linear in the number of
// buildings.
func SameShade(a, b *scene.City) bool {
	if a == b {
		return true
	}
	return a.Plan == b.Plan && a.Plan != nil && slices.EqualFunc(a.Buildings, b.Buildings, func(a, b scene.Building) bool {
		return castsShadow(&a) == castsShadow(&b) && a.Base == b.Base && a.Bottom == b.Bottom && a.Height == b.Height && a.Before == b.Before &&
			a.Halved == b.Halved
	}) && slices.EqualFunc(a.Blocks, b.Blocks, func(a, b scene.Block) bool { return a.Base == b.Base && a.Height == b.Height })
}

func castsShadow(b *scene.Building) bool { return b.Height > 0 && b.Opacity >= 1 }

// newShade chooses the ground that the map covers: the city, a rim, and the extent of its shadows up to half the city's size.
func newShade(c *scene.City, size int) *Shade {
	ground := groundOf(c)
	side := max(ground.W, ground.D, 1e-9)
	x0, z0, x1, z1 := ground.X, ground.Z, ground.X+ground.W, ground.Z+ground.D
	for i := range c.Buildings {
		b := &c.Buildings[i]
		if !castsShadow(b) {
			continue
		}
		top := (b.Bottom + max(b.Height, b.Before)) / sun.Y
		dx, dz := -sun.X*top, -sun.Z*top
		x0, x1 = min(x0, b.Base.X+dx), max(x1, b.Base.X+b.Base.W+dx)
		z0, z1 = min(z0, b.Base.Z+dz), max(z1, b.Base.Z+b.Base.D+dz)
	}
	rim := side * 0.06
	x0, z0 = max(x0, ground.X-side/2)-rim, max(z0, ground.Z-side/2)-rim
	x1, z1 = min(x1, ground.X+ground.W+side/2)+rim, min(z1, ground.Z+ground.D+side/2)+rim
	texel := max(x1-x0, z1-z0) / float64(size)
	return &Shade{
		Width: min(int(math.Ceil((x1-x0)/texel)), size), Height: min(int(math.Ceil((z1-z0)/texel)), size),
		X: x0, Z: z0, Texel: texel,
	}
}

// shadeIn returns an empty map for a part of the ground, extended toward the sun by the buildings that can shade that part. It returns nil
// if the map would not be much smaller than the whole.
func shadeIn(c *scene.City, x0, z0, x1, z1 float64, size int) *Shade {
	all := newShade(c, size)
	top := 0.0
	for i := range c.Buildings {
		if b := &c.Buildings[i]; castsShadow(b) {
			top = max(top, b.Bottom+max(b.Height, b.Before))
		}
	}
	dx, dz := sun.X/sun.Y*top, sun.Z/sun.Y*top
	rim := 3 * meanRadius * max(groundOf(c).W, groundOf(c).D)
	x0, x1 = min(x0, x0+dx)-rim, max(x1, x1+dx)+rim
	z0, z1 = min(z0, z0+dz)-rim, max(z1, z1+dz)+rim
	x0, z0 = max(x0, all.X), max(z0, all.Z)
	x1, z1 = min(x1, all.X+all.Texel*float64(all.Width)), min(z1, all.Z+all.Texel*float64(all.Height))
	side := max(x1-x0, z1-z0)
	if x1 <= x0 || z1 <= z0 || side > 0.7*all.Texel*float64(size) {
		return nil
	}
	texel := side / float64(size)
	return &Shade{
		Width: min(int(math.Ceil((x1-x0)/texel)), size), Height: min(int(math.Ceil((z1-z0)/texel)), size),
		X: x0, Z: z0, Texel: texel,
	}
}

// groundOf returns the bounds of all plots.
func groundOf(c *scene.City) layout.Rect {
	if len(c.Districts) > 0 {
		return c.Districts[0].Plot
	}
	var out layout.Rect
	for i := range c.Buildings {
		p := c.Buildings[i].Plot
		if i == 0 {
			out = p
			continue
		}
		x, z := min(out.X, p.X), min(out.Z, p.Z)
		out = layout.Rect{X: x, Z: z, W: max(out.X+out.W, p.X+p.W) - x, D: max(out.Z+out.D, p.Z+p.D) - z}
	}
	return out
}

// raise raises the texels with centers in r to at least height.
func (s *Shade) raise(heights []float32, r layout.Rect, height float64) {
	first := func(v, origin float64) int { return int(math.Ceil((v-origin)/s.Texel - 0.5)) }
	x0, x1 := max(first(r.X, s.X), 0), min(first(r.X+r.W, s.X), s.Width)
	z0, z1 := max(first(r.Z, s.Z), 0), min(first(r.Z+r.D, s.Z), s.Height)
	h := float32(height)
	for z := z0; z < z1; z++ {
		row := heights[z*s.Width : (z+1)*s.Width]
		for x := x0; x < x1; x++ {
			row[x] = max(row[x], h)
		}
	}
}

// sweep computes the height of the shadow at each texel. It carries the height away from the sun along X and interpolates with the previous
// row. The sun must be closer to the X axis than to the Z axis. Rows are processed from the sun's side, each from its end near the sun.
func (s *Shade) sweep(heights []float32) []float32 {
	slope := math.Abs(sun.Z / sun.X)
	drop := float32(s.Texel * math.Sqrt(1+slope*slope) * sun.Y / math.Hypot(sun.X, sun.Z))
	part := float32(slope)
	shadow := make([]float32, len(heights))
	previous := make([]float32, s.Width) // top of the previous row: shadow or object, whichever is higher
	x0, x1, dx := ends(s.Width, sun.X > 0)
	z0, z1, dz := ends(s.Height, sun.Z > 0)
	for z := z0; z != z1; z += dz {
		row, out := heights[z*s.Width:(z+1)*s.Width], shadow[z*s.Width:(z+1)*s.Width]
		top, previousTop := float32(0), float32(0) // one texel closer to the sun
		for x := x0; x != x1; x += dx {
			v := max(top+(previousTop-top)*part-drop, -drop) // as far below open ground as below an open roof
			out[x] = v
			top, previousTop = max(v, row[x]), previous[x]
			previous[x] = top
		}
	}
	return shadow
}

// ends returns the bounds and step of a loop over n texels, from the last one if backward.
func ends(n int, backwards bool) (first, end, step int) {
	if backwards {
		return n - 1, -1, -1
	}
	return 0, n, 1
}

// soften blurs by one texel, so that the sides of shadows are as soft as their ends. A texel ignores higher neighbors. Otherwise the shade
// inside a building would darken the foot of its walls.
func soften(data, heights []float32, width, height int) {
	row := make([]float32, width)
	for z := range height {
		line, high := data[z*width:(z+1)*width], heights[z*width:(z+1)*width]
		copy(row, line)
		for x := 1; x+1 < width; x++ {
			line[x] = softened(row[x], high[x], row[x-1], high[x-1], row[x+1], high[x+1])
		}
	}
	before := make([]float32, width)
	for z := 1; z+1 < height; z++ {
		line, after := data[z*width:(z+1)*width], data[(z+1)*width:(z+2)*width]
		high := heights[(z-1)*width : (z+2)*width]
		if z == 1 {
			copy(before, data[:width])
		}
		for x := range line {
			old := line[x]
			line[x] = softened(old, high[width+x], before[x], high[x], after[x], high[2*width+x])
			before[x] = old
		}
	}
}

// softened mixes a value with its two neighbors, each given with its height.
func softened(v, high, a, highA, b, highB float32) float32 {
	if highA > high {
		a = v
	}
	if highB > high {
		b = v
	}
	return v*0.5 + (a+b)*0.25
}

// boxBlur sets dst to the means of src over 2*radius+1 texels along X. Texels beyond the border are 0.
func boxBlur(dst, src []float32, width, height, radius int) {
	scale := 1 / float32(2*radius+1)
	for z := range height {
		in, out := src[z*width:(z+1)*width], dst[z*width:(z+1)*width]
		sum := float32(0)
		for x := range min(radius, width) {
			sum += in[x]
		}
		for x := range out {
			if x+radius < width {
				sum += in[x+radius]
			}
			out[x] = max(sum, 0) * scale
			if x >= radius {
				sum -= in[x-radius]
			}
		}
	}
}

// boxBlurAcross is like boxBlur along Z, row by row for sequential memory access.
func boxBlurAcross(dst, src []float32, width, height, radius int) {
	scale := 1 / float32(2*radius+1)
	sums := make([]float32, width)
	add := func(z int, sign float32) {
		for x, v := range src[z*width : (z+1)*width] {
			sums[x] += sign * v
		}
	}
	for z := range min(radius, height) {
		add(z, 1)
	}
	for z := range height {
		if z+radius < height {
			add(z+radius, 1)
		}
		for x, v := range sums {
			dst[z*width+x] = max(v, 0) * scale
		}
		if z >= radius {
			add(z-radius, -1)
		}
	}
}

// half converts to a 16-bit float, rounding to nearest. It clamps large values to the maximum and flushes tiny ones to 0.
func half(v float32) uint16 {
	bits := math.Float32bits(v)
	sign := uint16(bits>>16) & 0x8000
	bits &= 0x7fffffff
	const bias = (127 - 15) << 23
	switch {
	case bits >= 0x477fe000:
		return sign | 0x7bff
	case bits < 1<<23+bias:
		return sign
	}
	return sign | uint16((bits-bias+0x1000)>>13)
}
