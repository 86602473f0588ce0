package ui

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"gioui.org/op/paint"
	"golang.org/x/image/vector"
)

// raster collects shapes that are painted here, into one picture, instead of each by Gio: in software renderers every
// shape with a slanting or round border costs Gio a pass of its own, so that a graph of 80 boxes and 120 edges took about
// three times as long to paint. Lengths are in pixels of the panel.
type raster struct {
	shapes []shape
	around image.Rectangle // all of them
	print  uint64          // fingerprint of all of them
}

// shape is a polygon, what is covered of each column of pixels from the left of its bounds on, or else a rectangle with
// round corners.
type shape struct {
	bounds  image.Rectangle
	radius  float32
	points  []point
	columns []reach
	col     color.NRGBA
}

// rastered is the picture of a raster, kept as long as that stays the same.
type rastered struct {
	print uint64
	at    image.Rectangle
	op    paint.ImageOp
}

func (r *raster) add(s shape) {
	if len(r.shapes) == 0 {
		r.print = fnvOffset
	}
	r.shapes = append(r.shapes, s)
	r.around = r.around.Union(s.bounds)
	for _, v := range [...]uint64{uint64(s.bounds.Min.X), uint64(s.bounds.Min.Y), uint64(s.bounds.Max.X), uint64(s.bounds.Max.Y),
		uint64(math.Float32bits(s.radius)), uint64(pack(s.col))} {
		r.print = fold(r.print, v)
	}
	for _, p := range s.points {
		r.print = fold(r.print, uint64(math.Float32bits(p.x))<<32|uint64(math.Float32bits(p.y)))
	}
	for _, p := range s.columns {
		r.print = fold(r.print, uint64(math.Float32bits(p.top))<<32|uint64(math.Float32bits(p.bottom)))
	}
}

// inkBox adds a box with round corners, its borders being whole pixels.
func (c *pen) inkBox(r *raster, b box, radius float32, col color.NRGBA) {
	rect := c.rect(b)
	if rect.Empty() || c.hidden(b) {
		return
	}
	r.add(shape{bounds: rect, radius: min(radius*c.scale, float32(min(rect.Dx(), rect.Dy()))/2), col: col})
}

// inkPolygon adds the area inside points.
func (c *pen) inkPolygon(r *raster, points []point, col color.NRGBA) {
	scaled := make([]point, len(points))
	for i, p := range points {
		scaled[i] = point{p.x * c.scale, p.y * c.scale}
	}
	b := around(scaled)
	bounds := image.Rect(int(math.Floor(float64(b.x))), int(math.Floor(float64(b.y))), int(math.Ceil(float64(b.right()))), int(math.Ceil(float64(b.bottom()))))
	r.add(shape{bounds: bounds, points: scaled, col: col})
}

// inkLine adds a line of a width in dp.
func (c *pen) inkLine(r *raster, points []point, width float32, col color.NRGBA) {
	if outline := thicken(points, max(width, 1/c.scale)/2); len(outline) > 2 {
		c.inkPolygon(r, outline, col)
	}
}

// thicken returns the outline of a line; corners are mitred, but not far.
func thicken(points []point, half float32) []point {
	var left, right []point
	for i, p := range points {
		ax, ay := direction(points[max(i-1, 0)], p)
		bx, by := direction(p, points[min(i+1, len(points)-1)])
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
		left = append(left, point{p.x - y*reach, p.y + x*reach})
		right = append(right, point{p.x + y*reach, p.y - x*reach})
	}
	for i := len(right) - 1; i >= 0; i-- {
		left = append(left, right[i])
	}
	return left
}

func direction(a, b point) (x, y float32) {
	x, y = b.x-a.x, b.y-a.y
	if length := float32(math.Hypot(float64(x), float64(y))); length > 0 {
		return x / length, y / length
	}
	return 0, 0
}

// ink paints what was added, as far as it lies in b, on the ground of the panel.
func (c *pen) ink(r *raster, b box, kept *rastered) {
	at := c.rect(b).Intersect(r.around.Inset(-1))
	if at.Empty() {
		return
	}
	c.svg.shapes(r, at)
	print := fold(r.print, uint64(pack(c.card)))
	if kept.print != print || kept.at != at {
		img := image.NewRGBA(image.Rectangle{Max: at.Size()})
		draw.Draw(img, img.Rect, image.NewUniform(c.card), image.Point{}, draw.Src)
		var v vector.Rasterizer
		for i := range r.shapes {
			r.shapes[i].paint(img, at.Min, &v)
		}
		*kept = rastered{print, at, paint.NewImageOp(img)}
		kept.op.Filter = paint.FilterNearest
	}
	c.mixBox(12, at, color.NRGBA{}, print)
	c.picture(at, kept.op, at.Size())
}

// paint paints the shape into a picture whose corner is at a place of the panel.
func (s *shape) paint(img *image.RGBA, corner image.Point, v *vector.Rasterizer) {
	bounds := s.bounds.Sub(corner)
	area := bounds.Intersect(img.Rect)
	if area.Empty() {
		return
	}
	if s.columns != nil {
		s.paintColumns(img, corner)
		return
	}
	src := image.NewUniform(s.col)
	if s.points == nil && s.radius < 0.5 {
		draw.Draw(img, area, src, image.Point{}, draw.Over)
		return
	}
	v.Reset(area.Dx(), area.Dy())
	x, y := float32(corner.X+area.Min.X), float32(corner.Y+area.Min.Y)
	if s.points == nil {
		roundOutline(v, float32(bounds.Min.X-area.Min.X), float32(bounds.Min.Y-area.Min.Y), float32(bounds.Dx()), float32(bounds.Dy()), s.radius)
	} else {
		v.MoveTo(s.points[0].x-x, s.points[0].y-y)
		for _, p := range s.points[1:] {
			v.LineTo(p.x-x, p.y-y)
		}
		v.ClosePath()
	}
	v.Draw(img, area, src, image.Point{})
}

// paintColumns paints what is covered of each column, the ends as far as they cover a pixel. It goes row by row, as pixels lie
// in memory.
func (s *shape) paintColumns(img *image.RGBA, corner image.Point) {
	area := s.bounds.Sub(corner).Intersect(img.Rect)
	left := s.bounds.Min.X - corner.X
	columns := s.columns[min(area.Min.X-left, len(s.columns)):min(area.Max.X-left, len(s.columns))]
	alpha := uint32(s.col.A)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		low, high := float32(y+corner.Y), float32(y+corner.Y+1)
		row := img.Pix[img.PixOffset(area.Min.X, y):]
		for x, c := range columns {
			if c.top >= high || c.bottom <= low {
				continue
			}
			cover := alpha
			if c.top > low || c.bottom < high {
				cover = uint32((min(c.bottom, high)-max(c.top, low))*float32(alpha) + 0.5)
			}
			at, rest := row[4*x:4*x+4:4*x+4], 255-cover
			at[0] = uint8((uint32(at[0])*rest + uint32(s.col.R)*cover + 127) / 255)
			at[1] = uint8((uint32(at[1])*rest + uint32(s.col.G)*cover + 127) / 255)
			at[2] = uint8((uint32(at[2])*rest + uint32(s.col.B)*cover + 127) / 255)
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
