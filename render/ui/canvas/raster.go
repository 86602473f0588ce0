package canvas

import (
	"image"
	"image/color"
	"math"

	"memcity/render/ui/brush"
)

// Raster collects the shapes of a chart or a graph, which are painted on their own background. Lengths are in pixels of the panel.
type Raster struct {
	shapes []Shape
	around image.Rectangle // bounds of all shapes
}

// Shape is a polygon, the coverage of columns of pixels starting at the left of Bounds, or a rectangle with round corners.
type Shape struct {
	Bounds  image.Rectangle
	radius  float32
	points  []Point
	Columns []Reach
	Col     color.NRGBA
}

// Reach is the covered part of a column of pixels.
type Reach = brush.Reach

func (r *Raster) Add(s Shape) {
	r.shapes = append(r.shapes, s)
	r.around = r.around.Union(s.Bounds)
}

// InkBox adds a box with round corners, aligned to whole pixels.
func (c *Canvas) InkBox(r *Raster, b Box, radius float32, col color.NRGBA) {
	rect := c.Rect(b)
	if rect.Empty() || c.Hidden(b) {
		return
	}
	r.Add(Shape{Bounds: rect, radius: min(radius*c.Scale, float32(min(rect.Dx(), rect.Dy()))/2), Col: col})
}

// InkPolygon adds the area inside points.
func (c *Canvas) InkPolygon(r *Raster, points []Point, col color.NRGBA) {
	scaled := make([]Point, len(points))
	for i, p := range points {
		scaled[i] = Point{p.X * c.Scale, p.Y * c.Scale}
	}
	b := Around(scaled)
	bounds := image.Rect(int(math.Floor(float64(b.X))), int(math.Floor(float64(b.Y))), int(math.Ceil(float64(b.Right()))),
		int(math.Ceil(float64(b.Bottom()))))
	r.Add(Shape{Bounds: bounds, points: scaled, Col: col})
}

// InkLine adds a line with a width in dp.
func (c *Canvas) InkLine(r *Raster, points []Point, width float32, col color.NRGBA) {
	if outline := Thicken(points, max(width, 1/c.Scale)/2); len(outline) > 2 {
		c.InkPolygon(r, outline, col)
	}
}

// Thicken returns the outline of a line. Its corners have limited miters.
func Thicken(points []Point, half float32) []Point {
	var left, right []Point
	for i, p := range points {
		ax, ay := Direction(points[max(i-1, 0)], p)
		bx, by := Direction(p, points[min(i+1, len(points)-1)])
		if i == 0 {
			ax, ay = bx, by
		}
		if i == len(points)-1 {
			bx, by = ax, ay
		}
		x, y := ax+bx, ay+by
		length := float32(math.Hypot(float64(x), float64(y)))
		if length < 1e-3 { // it reverses direction
			x, y, length = ax, ay, 1
		}
		x, y = x/length, y/length
		reach := half / max(x*ax+y*ay, 0.5)
		left = append(left, Point{p.X - y*reach, p.Y + x*reach})
		right = append(right, Point{p.X + y*reach, p.Y - x*reach})
	}
	for i := len(right) - 1; i >= 0; i-- {
		left = append(left, right[i])
	}
	return left
}

func Direction(a, b Point) (x, y float32) {
	x, y = b.X-a.X, b.Y-a.Y
	if length := float32(math.Hypot(float64(x), float64(y))); length > 0 {
		return x / length, y / length
	}
	return 0, 0
}

// Ink paints the shapes of r, clipped to b, on the background of the panel.
func (c *Canvas) Ink(r *Raster, b Box) {
	at := c.Rect(b).Intersect(r.around.Inset(-1))
	if at.Empty() {
		return
	}
	c.Svg.shapes(r, at)
	before := c.List.Clip(at)
	c.List.Stored(true)
	c.List.Box(at, 0, c.Card)
	for i := range r.shapes {
		switch s := &r.shapes[i]; {
		case s.Columns != nil:
			c.List.Columns(s.Bounds, s.Columns, s.Col)
		case s.points != nil:
			p := &brush.Path{}
			p.MoveTo(brush.Point(s.points[0]))
			for _, q := range s.points[1:] {
				p.LineTo(brush.Point(q))
			}
			c.List.Path(p, s.Col)
		default:
			c.List.Box(s.Bounds, s.radius, s.Col)
		}
	}
	c.List.Stored(false)
	c.List.Unclip(before)
}

func Around(points []Point) Box {
	low, high := points[0], points[0]
	for _, p := range points {
		low, high = Point{min(low.X, p.X), min(low.Y, p.Y)}, Point{max(high.X, p.X), max(high.Y, p.Y)}
	}
	return Box{low.X, low.Y, high.X - low.X, high.Y - low.Y}
}
