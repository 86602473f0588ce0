package canvas

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"gioui.org/op/paint"
	"golang.org/x/image/vector"
)

// Raster collects shapes that are painted here, into one picture, instead of each by Gio: in software renderers every
// shape with a slanting or round border costs Gio a pass of its own, so that a graph of 80 boxes and 120 edges took about
// three times as long to paint. Lengths are in pixels of the panel.
type Raster struct {
	shapes []Shape
	around image.Rectangle // all of them
	print  uint64          // fingerprint of all of them
}

// Shape is a polygon, what is covered of each column of pixels from the left of its bounds on, or else a rectangle with
// round corners.
type Shape struct {
	Bounds  image.Rectangle
	radius  float32
	points  []Point
	Columns []Reach
	Col     color.NRGBA
}

// Rastered is the picture of a raster, kept as long as that stays the same.
type Rastered struct {
	print uint64
	at    image.Rectangle
	op    paint.ImageOp
}

func (r *Raster) Add(s Shape) {
	if len(r.shapes) == 0 {
		r.print = FnvOffset
	}
	r.shapes = append(r.shapes, s)
	r.around = r.around.Union(s.Bounds)
	for _, v := range [...]uint64{uint64(s.Bounds.Min.X), uint64(s.Bounds.Min.Y), uint64(s.Bounds.Max.X), uint64(s.Bounds.Max.Y),
		uint64(math.Float32bits(s.radius)), uint64(pack(s.Col))} {
		r.print = fold(r.print, v)
	}
	for _, p := range s.points {
		r.print = fold(r.print, uint64(math.Float32bits(p.X))<<32|uint64(math.Float32bits(p.Y)))
	}
	for _, p := range s.Columns {
		r.print = fold(r.print, uint64(math.Float32bits(p.Top))<<32|uint64(math.Float32bits(p.Bottom)))
	}
}

// InkBox adds a box with round corners, its borders being whole pixels.
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

// InkLine adds a line of a width in dp.
func (c *Canvas) InkLine(r *Raster, points []Point, width float32, col color.NRGBA) {
	if outline := Thicken(points, max(width, 1/c.Scale)/2); len(outline) > 2 {
		c.InkPolygon(r, outline, col)
	}
}

// Thicken returns the outline of a line; corners are mitred, but not far.
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
		if length < 1e-3 { // it turns back
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

// Ink paints what was added, as far as it lies in b, on the ground of the panel.
func (c *Canvas) Ink(r *Raster, b Box, kept *Rastered) {
	at := c.Rect(b).Intersect(r.around.Inset(-1))
	if at.Empty() {
		return
	}
	c.Svg.shapes(r, at)
	print := fold(r.print, uint64(pack(c.Card)))
	if kept.print != print || kept.at != at {
		img := image.NewRGBA(image.Rectangle{Max: at.Size()})
		draw.Draw(img, img.Rect, image.NewUniform(c.Card), image.Point{}, draw.Src)
		var v vector.Rasterizer
		for i := range r.shapes {
			r.shapes[i].paint(img, at.Min, &v)
		}
		*kept = Rastered{print, at, paint.NewImageOp(img)}
		kept.op.Filter = paint.FilterNearest
	}
	c.MixBox(12, at, color.NRGBA{}, print)
	c.Picture(at, kept.op, at.Size())
}

// paint paints the shape into a picture whose corner is at a place of the panel.
func (s *Shape) paint(img *image.RGBA, corner image.Point, v *vector.Rasterizer) {
	bounds := s.Bounds.Sub(corner)
	area := bounds.Intersect(img.Rect)
	if area.Empty() {
		return
	}
	if s.Columns != nil {
		s.paintColumns(img, corner)
		return
	}
	src := image.NewUniform(s.Col)
	if s.points == nil && s.radius < 0.5 {
		draw.Draw(img, area, src, image.Point{}, draw.Over)
		return
	}
	v.Reset(area.Dx(), area.Dy())
	x, y := float32(corner.X+area.Min.X), float32(corner.Y+area.Min.Y)
	if s.points == nil {
		roundOutline(v, float32(bounds.Min.X-area.Min.X), float32(bounds.Min.Y-area.Min.Y), float32(bounds.Dx()), float32(bounds.Dy()), s.radius)
	} else {
		v.MoveTo(s.points[0].X-x, s.points[0].Y-y)
		for _, p := range s.points[1:] {
			v.LineTo(p.X-x, p.Y-y)
		}
		v.ClosePath()
	}
	v.Draw(img, area, src, image.Point{})
}

// paintColumns paints what is covered of each column, the ends as far as they cover a pixel. It goes row by row, as pixels lie
// in memory.
func (s *Shape) paintColumns(img *image.RGBA, corner image.Point) {
	area := s.Bounds.Sub(corner).Intersect(img.Rect)
	left := s.Bounds.Min.X - corner.X
	columns := s.Columns[min(area.Min.X-left, len(s.Columns)):min(area.Max.X-left, len(s.Columns))]
	alpha := uint32(s.Col.A)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		low, high := float32(y+corner.Y), float32(y+corner.Y+1)
		row := img.Pix[img.PixOffset(area.Min.X, y):]
		for x, c := range columns {
			if c.Top >= high || c.Bottom <= low {
				continue
			}
			cover := alpha
			if c.Top > low || c.Bottom < high {
				cover = uint32((min(c.Bottom, high)-max(c.Top, low))*float32(alpha) + 0.5)
			}
			at, rest := row[4*x:4*x+4:4*x+4], 255-cover
			at[0] = uint8((uint32(at[0])*rest + uint32(s.Col.R)*cover + 127) / 255)
			at[1] = uint8((uint32(at[1])*rest + uint32(s.Col.G)*cover + 127) / 255)
			at[2] = uint8((uint32(at[2])*rest + uint32(s.Col.B)*cover + 127) / 255)
			at[3] = 0xff
		}
	}
}

// roundOutline is the outline of a rectangle with round corners.
func roundOutline(v *vector.Rasterizer, x, y, w, h, r float32) {
	const k = 1 - 0.5522848
	v.MoveTo(x+r, y)
	v.LineTo(x+w-r, y)
	v.CubeTo(x+w-r*k, y, x+w, y+r*k, x+w, y+r)
	v.LineTo(x+w, y+h-r)
	v.CubeTo(x+w, y+h-r*k, x+w-r*k, y+h, x+w-r, y+h)
	v.LineTo(x+r, y+h)
	v.CubeTo(x+r*k, y+h, x, y+h-r*k, x, y+h-r)
	v.LineTo(x, y+r)
	v.CubeTo(x, y+r*k, x+r*k, y, x+r, y)
	v.ClosePath()
}

func Around(points []Point) Box {
	low, high := points[0], points[0]
	for _, p := range points {
		low, high = Point{min(low.X, p.X), min(low.Y, p.Y)}, Point{max(high.X, p.X), max(high.Y, p.Y)}
	}
	return Box{low.X, low.Y, high.X - low.X, high.Y - low.Y}
}

// Reach is what is covered of one column of pixels, from top to bottom, in pixels of the panel; nothing if bottom is not
// below top.
type Reach struct{ Top, Bottom float32 }
