package widget

import (
	"image/color"
	"math"
	"sort"
	"time"

	"memcity/city/scene"
	"memcity/render/ui/canvas"
)

// visible returns the range of values in a time range, extended by one at both ends.
func (l *PlotLine) visible(from, to time.Duration) (lo, hi int) {
	n := min(len(l.Times), len(l.Values))
	lo = sort.Search(n, func(i int) bool { return l.Times[i] >= from })
	hi = sort.Search(n, func(i int) bool { return l.Times[i] > to })
	return max(lo-1, 0), min(hi+1, n)
}

// series paints a line or an area.
func (g *plotPainter) series(l *PlotLine) {
	from, to := g.plot.Time.Shown()
	lo, hi := l.visible(from, to)
	if lo >= hi {
		return
	}
	width := l.Width
	if width == 0 {
		width = 1.6
	}
	c := g.Canvas
	dense := float32(hi-lo) > g.room.Chart.W*c.Scale/2
	if l.Area {
		col := canvas.Faded(l.Color, 0.16)
		if l.floor != nil { // stacked areas hide those below
			col = canvas.Mixed(c.Card, l.Color, 0.5)
		}
		g.columns(g.areaColumns(l, lo, hi), col)
	}
	if l.bare {
		return
	}
	for lo < hi {
		for lo < hi && math.IsNaN(l.Values[lo]) {
			lo++
		}
		end := lo
		for end < hi && !math.IsNaN(l.Values[end]) {
			end++
		}
		if end > lo {
			g.run(l, lo, end, dense, width)
		}
		lo = end
	}
}

// run paints a part of a line without gaps.
func (g *plotPainter) run(l *PlotLine, lo, hi int, dense bool, width float32) {
	points := g.places(l, lo, hi)
	switch {
	case dense && l.Soft:
		g.columns(g.lineColumns(points, width), canvas.Faded(l.Color, 0.4))
	case dense:
		g.columns(g.lineColumns(points, width), l.Color)
	case len(points) == 1:
		g.dot(points[0], dotRadius, l.Color)
	case l.Dashed:
		for _, dash := range dashes(points, 6, 4) {
			g.clipped(dash, width, l.Color)
		}
	default:
		g.clipped(points, width, l.Color)
	}
	if l.Dots && float32(hi-lo)*9 < g.room.Chart.W {
		for i := lo; i < hi; i++ {
			at := canvas.Pt(g.x(l.Times[i]), g.y(l.Values[i]))
			g.dot(at, dotRadius, l.Color)
			if l.Counted != nil && l.Counted[i] {
				g.dot(at, dotRadius-ringWidth, g.Canvas.Card)
			}
		}
	}
}

// places returns the positions of a line's values, in dp.
func (g *plotPainter) places(l *PlotLine, lo, hi int) []canvas.Point {
	points := make([]canvas.Point, 0, hi-lo)
	for i := lo; i < hi; i++ {
		at := canvas.Pt(g.x(l.Times[i]), g.y(l.Values[i]))
		if l.Steps && i > lo {
			points = append(points, canvas.Pt(at.X, points[len(points)-1].Y))
		}
		points = append(points, at)
	}
	return points
}

// clipped paints the part of a line inside the chart.
func (g *plotPainter) clipped(points []canvas.Point, width float32, col color.NRGBA) {
	chart := g.room.Chart
	for _, part := range cutSideways(points, chart.X-1, chart.Right()+1) {
		for _, smooth := range cutAtTurns(part) {
			g.Canvas.InkLine(&g.pic, smooth, width, col)
		}
	}
}

func (g *plotPainter) dot(at canvas.Point, r float32, col color.NRGBA) {
	if at.X >= g.room.Chart.X-1 && at.X <= g.room.Chart.Right()+1 {
		g.Canvas.InkBox(&g.pic, canvas.Rect(at.X-r, at.Y-r, 2*r, 2*r), r, col)
	}
}

// Sizes of the marks of values, in dp.
const (
	dotRadius = 2.8
	ringWidth = 1.3
)

// cutSideways returns the parts of a left-to-right line between two positions.
func cutSideways(points []canvas.Point, low, high float32) [][]canvas.Point {
	var part []canvas.Point
	for i, p := range points {
		if i > 0 {
			before := points[i-1]
			if before.X < low && p.X >= low {
				part = append(part, between(before, p, low))
			}
			if before.X <= high && p.X > high {
				return append([][]canvas.Point(nil), append(part, between(before, p, high)))
			}
		}
		if p.X >= low && p.X <= high {
			part = append(part, p)
		}
	}
	if len(part) < 2 {
		return nil
	}
	return [][]canvas.Point{part}
}

// cutAtTurns splits a line at sharp turns, where its outline would intersect itself.
func cutAtTurns(points []canvas.Point) [][]canvas.Point {
	var parts [][]canvas.Point
	start := 0
	for i := 1; i < len(points)-1; i++ {
		ax, ay := canvas.Direction(points[i-1], points[i])
		bx, by := canvas.Direction(points[i], points[i+1])
		if ax*bx+ay*by < 0.5 {
			parts, start = append(parts, points[start:i+1]), i
		}
	}
	return append(parts, points[start:])
}

// between returns the point at x on the line from a to b.
func between(a, b canvas.Point, x float32) canvas.Point {
	if b.X == a.X {
		return b
	}
	return canvas.Pt(x, a.Y+(b.Y-a.Y)*(x-a.X)/(b.X-a.X))
}

// dashes cuts a line into dashes.
func dashes(points []canvas.Point, on, off float32) [][]canvas.Point {
	var all [][]canvas.Point
	var part []canvas.Point
	left, drawing := on, true
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := float32(math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y)))
		for done := float32(0); done < length; {
			step := min(left, length-done)
			p, q := done/length, (done+step)/length
			if drawing {
				if len(part) == 0 {
					part = append(part, canvas.Pt(a.X+(b.X-a.X)*p, a.Y+(b.Y-a.Y)*p))
				}
				part = append(part, canvas.Pt(a.X+(b.X-a.X)*q, a.Y+(b.Y-a.Y)*q))
			}
			done += step
			if left -= step; left <= 0 {
				if drawing && len(part) > 1 {
					all = append(all, part)
				}
				part, drawing = nil, !drawing
				if left = on; !drawing {
					left = off
				}
			}
		}
	}
	if len(part) > 1 {
		all = append(all, part)
	}
	return all
}

// columns adds the coverage of columns of pixels.
func (g *plotPainter) columns(list []canvas.Reach, col color.NRGBA) {
	r := g.Canvas.Rect(Grown(g.room.Chart, 0, 2))
	g.pic.Add(canvas.Shape{Bounds: r, Columns: list, Col: col})
}

// pixels returns the first pixel column of the chart and the number of columns.
func (g *plotPainter) pixels() (first, count int) {
	r := g.Canvas.Rect(g.room.Chart)
	return r.Min.X, r.Dx()
}

// areaColumns returns the coverage of an area.
func (g *plotPainter) areaColumns(l *PlotLine, lo, hi int) []canvas.Reach {
	tops := g.edge(l, l.Values, lo, hi)
	var floors []float32
	if l.floor != nil {
		floors = g.edge(l, l.floor, lo, hi)
	}
	ground := g.room.Chart.Bottom() * g.Canvas.Scale
	list := make([]canvas.Reach, len(tops))
	for i, top := range tops {
		if math.IsNaN(float64(top)) {
			continue
		}
		list[i] = canvas.Reach{Top: top, Bottom: ground}
		if floors != nil {
			list[i].Bottom = floors[i]
		}
	}
	return list
}

// edge returns the height of a line in each column of pixels, in pixels of the panel. The height is that of the highest value in the
// column, or of the interpolated value at its middle. It is NaN where there is none.
func (g *plotPainter) edge(l *PlotLine, values []float64, lo, hi int) []float32 {
	first, count := g.pixels()
	list := make([]float32, count)
	for i := range list {
		list[i] = float32(math.NaN())
	}
	raise := func(column int, y float32) {
		if column >= 0 && column < count && !(list[column] <= y) {
			list[column] = y
		}
	}
	scale := g.Canvas.Scale
	var last canvas.Point
	known := false
	for i := lo; i < hi; i++ {
		if i >= len(values) || math.IsNaN(values[i]) {
			known = false
			continue
		}
		at := canvas.Pt(g.x(l.Times[i])*scale-float32(first), g.y(values[i])*scale)
		if known {
			start := max(int(math.Ceil(float64(last.X)-0.5)), 0)
			for x := start; x < count && float32(x)+0.5 <= at.X; x++ {
				y := last.Y
				if !l.Steps {
					y = between(last, at, float32(x)+0.5).Y
				}
				raise(x, y)
			}
		}
		if i > lo && i < hi-1 { // the outermost ones may be outside the chart
			raise(int(math.Floor(float64(at.X))), at.Y)
		}
		last, known = at, true
	}
	return list
}

// lineColumns returns the coverage of a line with many points.
func (g *plotPainter) lineColumns(points []canvas.Point, width float32) []canvas.Reach {
	first, count := g.pixels()
	list := make([]canvas.Reach, count)
	for i := range list {
		list[i] = canvas.Reach{Top: math.MaxFloat32, Bottom: -math.MaxFloat32}
	}
	scale := g.Canvas.Scale
	half := width * scale / 2
	widen := func(column int, y float32) {
		if column >= 0 && column < count {
			r := &list[column]
			r.Top, r.Bottom = min(r.Top, y-half), max(r.Bottom, y+half)
		}
	}
	place := func(p canvas.Point) canvas.Point { return canvas.Pt(p.X*scale-float32(first), p.Y*scale) }
	for i := range points {
		b := place(points[i])
		if i == 0 {
			continue
		}
		a := place(points[i-1])
		from := max(int(math.Floor(float64(a.X))), 0)
		to := min(int(math.Floor(float64(b.X))), count-1)
		for x := from; x <= to; x++ {
			widen(x, between(a, b, max(a.X, float32(x))).Y)
			widen(x, between(a, b, min(b.X, float32(x+1))).Y)
		}
	}
	return list
}

// Colors of adjacent series for both themes. They differ in lightness too, and are distinguishable by people who are blind to red or green
// (after Okabe and Ito: Color Universal Design, 2008, darkened or lightened for a contrast of 3 to 1 with the background).
var (
	LightSeries = []color.NRGBA{canvas.Rgb(0x0068b8), canvas.Rgb(0xd0570a), canvas.Rgb(0x00855f), canvas.Rgb(0xb3478c),
		canvas.Rgb(0x9a7400), canvas.Rgb(0x2b8fd0), canvas.Rgb(0x6a4fc0), canvas.Rgb(0x7a5230), canvas.Rgb(0x3f7f2a), canvas.Rgb(0xc23b4b)}
	DarkSeries = []color.NRGBA{canvas.Rgb(0x4ea3e6), canvas.Rgb(0xff914d), canvas.Rgb(0x35c49d), canvas.Rgb(0xea9bcb),
		canvas.Rgb(0xe3bd45), canvas.Rgb(0x93d5ff), canvas.Rgb(0xab94f7), canvas.Rgb(0xcfae80), canvas.Rgb(0x93cf6b), canvas.Rgb(0xff8b93)}
)

// Series returns the color of a series by its 0-based number. Colors repeat.
func (c *Canvas) Series(i int) color.NRGBA {
	if c.Model.State.Settings.Theme == scene.Dark {
		return DarkSeries[i%len(DarkSeries)]
	}
	return LightSeries[i%len(LightSeries)]
}

// RestColor returns the color of the remainder beside other series.
func (c *Canvas) RestColor() color.NRGBA { return canvas.Mixed(c.Dim, c.Card, 0.35) }
