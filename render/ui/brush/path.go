package brush

import (
	"image"
	"math"

	"golang.org/x/image/vector"
)

// Path is the outline of an area, made of straight lines. The zero value is empty.
type Path struct {
	points []Point
	start  int // index of the current contour's first point
}

// between separates two contours.
var between = Point{float32(math.NaN()), 0}

func (p Point) ends() bool { return p.X != p.X }

// MoveTo starts a contour.
func (p *Path) MoveTo(at Point) {
	if len(p.points) > 0 {
		p.points = append(p.points, between)
	}
	p.start = len(p.points)
	p.points = append(p.points, at)
}

// LineTo adds a line.
func (p *Path) LineTo(at Point) { p.points = append(p.points, at) }

// flatness is the maximum distance between a curve and its lines, in pixels.
const flatness = 0.05

// CubeTo adds a cubic curve as lines.
func (p *Path) CubeTo(b, c, d Point) {
	a := p.points[len(p.points)-1]
	// The second differences bound the distance of a curve from its chords.
	bend := math.Hypot(float64(a.X-2*b.X+c.X), float64(a.Y-2*b.Y+c.Y)) + math.Hypot(float64(b.X-2*c.X+d.X), float64(b.Y-2*c.Y+d.Y))
	n := min(max(int(math.Ceil(math.Sqrt(0.75*bend/flatness))), 1), 64)
	for i := 1; i <= n; i++ {
		t := float32(i) / float32(n)
		u := 1 - t
		p.LineTo(Point{u*u*u*a.X + 3*u*u*t*b.X + 3*u*t*t*c.X + t*t*t*d.X, u*u*u*a.Y + 3*u*u*t*b.Y + 3*u*t*t*c.Y + t*t*t*d.Y})
	}
}

// Circle adds a circle.
func (p *Path) Circle(middle Point, radius float32) {
	p.MoveTo(Point{middle.X + radius, middle.Y})
	p.arc(middle, radius, 0, 2*math.Pi)
}

// arc adds an arc of a circle as lines, between two angles.
func (p *Path) arc(middle Point, radius float32, from, to float64) {
	r := float64(max(radius, 0.01))
	step := 2 * math.Acos(max(1-flatness/2/r, 0))
	n := max(int(math.Ceil(math.Abs(to-from)/step)), 1)
	for i := 1; i <= n; i++ {
		sin, cos := math.Sincos(from + (to-from)*float64(i)/float64(n))
		p.LineTo(Point{middle.X + float32(r*cos), middle.Y + float32(r*sin)})
	}
}

// rect is a rectangle in pixels.
type rect struct{ x0, y0, x1, y1 float32 }

func bounds(r image.Rectangle) rect {
	return rect{float32(r.Min.X), float32(r.Min.Y), float32(r.Max.X), float32(r.Max.Y)}
}

// round adds a rectangle with round corners.
func (p *Path) round(b rect, r float32) {
	const k = 1 - 0.5522848
	p.MoveTo(Point{b.x0 + r, b.y0})
	p.LineTo(Point{b.x1 - r, b.y0})
	p.CubeTo(Point{b.x1 - r*k, b.y0}, Point{b.x1, b.y0 + r*k}, Point{b.x1, b.y0 + r})
	p.LineTo(Point{b.x1, b.y1 - r})
	p.CubeTo(Point{b.x1, b.y1 - r*k}, Point{b.x1 - r*k, b.y1}, Point{b.x1 - r, b.y1})
	p.LineTo(Point{b.x0 + r, b.y1})
	p.CubeTo(Point{b.x0 + r*k, b.y1}, Point{b.x0, b.y1 - r*k}, Point{b.x0, b.y1 - r})
	p.LineTo(Point{b.x0, b.y0 + r})
	p.CubeTo(Point{b.x0, b.y0 + r*k}, Point{b.x0 + r*k, b.y0}, Point{b.x0 + r, b.y0})
}

// reversed adds the contours of draw in the opposite direction, as a hole.
func (p *Path) reversed(draw func(*Path)) {
	var hole Path
	draw(&hole)
	for i := len(hole.points) - 1; i >= 0; i-- {
		if i == len(hole.points)-1 || hole.points[i].ends() {
			if hole.points[i].ends() {
				i--
			}
			p.MoveTo(hole.points[i])
			continue
		}
		p.LineTo(hole.points[i])
	}
}

// farthest is the limit of path coordinates in pixels. Points beyond it are not visible and would overflow.
const farthest = 1 << 20

// bounds returns the pixels that a path may paint.
func (p *Path) bounds() image.Rectangle {
	inf := float32(math.Inf(1))
	low, high := Point{inf, inf}, Point{-inf, -inf}
	for _, q := range p.points {
		if !q.ends() {
			low, high = Point{min(low.X, q.X), min(low.Y, q.Y)}, Point{max(high.X, q.X), max(high.Y, q.Y)}
		}
	}
	at := func(v float32, round func(float64) float64) int {
		return int(round(min(max(float64(v), -farthest), farthest)))
	}
	return image.Rect(at(low.X, math.Floor), at(low.Y, math.Floor), at(high.X, math.Ceil), at(high.Y, math.Ceil))
}

// coverage returns the coverage of each pixel of an area by a path.
func coverage(points []Point, area image.Rectangle) *image.Alpha {
	v := vector.NewRasterizer(area.Dx(), area.Dy())
	x, y := float32(area.Min.X), float32(area.Min.Y)
	first := true
	for _, q := range points {
		switch {
		case q.ends():
			v.ClosePath()
			first = true
		case first:
			v.MoveTo(q.X-x, q.Y-y)
			first = false
		default:
			v.LineTo(q.X-x, q.Y-y)
		}
	}
	v.ClosePath()
	m := image.NewAlpha(image.Rectangle{Max: area.Size()})
	v.Draw(m, m.Rect, image.Opaque, image.Point{})
	return m
}

// Coverage returns the coverage of each pixel by a path, and the position of the first one.
func (p *Path) Coverage() (*image.Alpha, image.Point) {
	area := p.bounds()
	return coverage(p.points, area), area.Min
}
