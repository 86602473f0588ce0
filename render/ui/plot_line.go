package ui

import (
	"image/color"
	"math"
	"sort"
	"time"

	"memcity/city"
)

// visible returns the range of values that a stretch of time shows, with one more at both ends.
func (l *plotLine) visible(from, to time.Duration) (lo, hi int) {
	n := min(len(l.times), len(l.values))
	lo = sort.Search(n, func(i int) bool { return l.times[i] >= from })
	hi = sort.Search(n, func(i int) bool { return l.times[i] > to })
	return max(lo-1, 0), min(hi+1, n)
}

// reach is what is covered of one column of pixels, from top to bottom, in pixels of the panel; nothing if bottom is not
// below top.
type reach struct{ top, bottom float32 }

// series paints a line or an area.
func (g *plotPainter) series(l *plotLine) {
	from, to := g.plot.time.shown()
	lo, hi := l.visible(from, to)
	if lo >= hi {
		return
	}
	width := l.width
	if width == 0 {
		width = 1.6
	}
	c := g.canvas
	dense := float32(hi-lo) > g.room.chart.w*c.scale/2
	if l.area {
		col := faded(l.color, 0.16)
		if l.floor != nil { // areas on one another hide what lies below them
			col = mixed(c.card, l.color, 0.5)
		}
		g.columns(g.areaColumns(l, lo, hi), col)
	}
	if l.bare {
		return
	}
	for lo < hi {
		for lo < hi && math.IsNaN(l.values[lo]) {
			lo++
		}
		end := lo
		for end < hi && !math.IsNaN(l.values[end]) {
			end++
		}
		if end > lo {
			g.run(l, lo, end, dense, width)
		}
		lo = end
	}
}

// run paints a part of a line without gaps.
func (g *plotPainter) run(l *plotLine, lo, hi int, dense bool, width float32) {
	points := g.places(l, lo, hi)
	switch {
	case dense && l.soft:
		g.columns(g.lineColumns(points, width), faded(l.color, 0.4))
	case dense:
		g.columns(g.lineColumns(points, width), l.color)
	case len(points) == 1:
		g.dot(points[0], l.color)
	case l.dashed:
		for _, dash := range dashes(points, 6, 4) {
			g.clipped(dash, width, l.color)
		}
	default:
		g.clipped(points, width, l.color)
	}
	if l.dots && float32(hi-lo)*9 < g.room.chart.w {
		for i := lo; i < hi; i++ {
			g.dot(point{g.x(l.times[i]), g.y(l.values[i])}, l.color)
		}
	}
}

// places returns where the values of a line are, in dp.
func (g *plotPainter) places(l *plotLine, lo, hi int) []point {
	points := make([]point, 0, hi-lo)
	for i := lo; i < hi; i++ {
		at := point{g.x(l.times[i]), g.y(l.values[i])}
		if l.steps && i > lo {
			points = append(points, point{at.x, points[len(points)-1].y})
		}
		points = append(points, at)
	}
	return points
}

// clipped paints a line as far as it is in the chart.
func (g *plotPainter) clipped(points []point, width float32, col color.NRGBA) {
	chart := g.room.chart
	for _, part := range cutSideways(points, chart.x-1, chart.right()+1) {
		for _, smooth := range cutAtTurns(part) {
			g.canvas.inkLine(&g.pic, smooth, width, col)
		}
	}
}

func (g *plotPainter) dot(at point, col color.NRGBA) {
	const r = 2.5
	if at.x >= g.room.chart.x-1 && at.x <= g.room.chart.right()+1 {
		g.canvas.inkBox(&g.pic, box{at.x - r, at.y - r, 2 * r, 2 * r}, r, col)
	}
}

// cutSideways returns the parts of a line between two places, for lines that go from left to right.
func cutSideways(points []point, low, high float32) [][]point {
	var part []point
	for i, p := range points {
		if i > 0 {
			before := points[i-1]
			if before.x < low && p.x >= low {
				part = append(part, between(before, p, low))
			}
			if before.x <= high && p.x > high {
				return append([][]point(nil), append(part, between(before, p, high)))
			}
		}
		if p.x >= low && p.x <= high {
			part = append(part, p)
		}
	}
	if len(part) < 2 {
		return nil
	}
	return [][]point{part}
}

// cutAtTurns returns the parts of a line between its sharp turns: there the outline of a line would cross itself.
func cutAtTurns(points []point) [][]point {
	var parts [][]point
	start := 0
	for i := 1; i < len(points)-1; i++ {
		ax, ay := direction(points[i-1], points[i])
		bx, by := direction(points[i], points[i+1])
		if ax*bx+ay*by < 0.5 {
			parts, start = append(parts, points[start:i+1]), i
		}
	}
	return append(parts, points[start:])
}

// between is the point of a line from a to b at x.
func between(a, b point, x float32) point {
	if b.x == a.x {
		return b
	}
	return point{x, a.y + (b.y-a.y)*(x-a.x)/(b.x-a.x)}
}

// dashes cuts a line into pieces.
func dashes(points []point, on, off float32) [][]point {
	var all [][]point
	var part []point
	left, drawing := on, true
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := float32(math.Hypot(float64(b.x-a.x), float64(b.y-a.y)))
		for done := float32(0); done < length; {
			step := min(left, length-done)
			p, q := done/length, (done+step)/length
			if drawing {
				if len(part) == 0 {
					part = append(part, point{a.x + (b.x-a.x)*p, a.y + (b.y-a.y)*p})
				}
				part = append(part, point{a.x + (b.x-a.x)*q, a.y + (b.y-a.y)*q})
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

// columns adds what is covered of each column of pixels.
func (g *plotPainter) columns(list []reach, col color.NRGBA) {
	r := g.canvas.rect(g.room.chart.grown(0, 2))
	g.pic.add(shape{bounds: r, columns: list, col: col})
}

// pixels returns the first pixel of the chart and how many it is wide.
func (g *plotPainter) pixels() (first, count int) {
	r := g.canvas.rect(g.room.chart)
	return r.Min.X, r.Dx()
}

// areaColumns is what an area covers.
func (g *plotPainter) areaColumns(l *plotLine, lo, hi int) []reach {
	tops := g.edge(l, l.values, lo, hi)
	var floors []float32
	if l.floor != nil {
		floors = g.edge(l, l.floor, lo, hi)
	}
	ground := g.room.chart.bottom() * g.canvas.scale
	list := make([]reach, len(tops))
	for i, top := range tops {
		if math.IsNaN(float64(top)) {
			continue
		}
		list[i] = reach{top, ground}
		if floors != nil {
			list[i].bottom = floors[i]
		}
	}
	return list
}

// edge returns how high a line of values is in each column of pixels, in pixels of the panel: the highest of those in it,
// or what lies between two values in the middle of the column. It is no number where there is none.
func (g *plotPainter) edge(l *plotLine, values []float64, lo, hi int) []float32 {
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
	scale := g.canvas.scale
	var last point
	known := false
	for i := lo; i < hi; i++ {
		if i >= len(values) || math.IsNaN(values[i]) {
			known = false
			continue
		}
		at := point{g.x(l.times[i])*scale - float32(first), g.y(values[i]) * scale}
		if known {
			start := max(int(math.Ceil(float64(last.x)-0.5)), 0)
			for x := start; x < count && float32(x)+0.5 <= at.x; x++ {
				y := last.y
				if !l.steps {
					y = between(last, at, float32(x)+0.5).y
				}
				raise(x, y)
			}
		}
		if i > lo && i < hi-1 { // the outermost ones may be out of sight
			raise(int(math.Floor(float64(at.x))), at.y)
		}
		last, known = at, true
	}
	return list
}

// lineColumns is what a line with many points covers.
func (g *plotPainter) lineColumns(points []point, width float32) []reach {
	first, count := g.pixels()
	list := make([]reach, count)
	for i := range list {
		list[i] = reach{math.MaxFloat32, -math.MaxFloat32}
	}
	scale := g.canvas.scale
	half := width * scale / 2
	widen := func(column int, y float32) {
		if column >= 0 && column < count {
			r := &list[column]
			r.top, r.bottom = min(r.top, y-half), max(r.bottom, y+half)
		}
	}
	place := func(p point) point { return point{p.x*scale - float32(first), p.y * scale} }
	for i := range points {
		b := place(points[i])
		if i == 0 {
			continue
		}
		a := place(points[i-1])
		from := max(int(math.Floor(float64(a.x))), 0)
		to := min(int(math.Floor(float64(b.x))), count-1)
		for x := from; x <= to; x++ {
			widen(x, between(a, b, max(a.x, float32(x))).y)
			widen(x, between(a, b, min(b.x, float32(x+1))).y)
		}
	}
	return list
}

// Colours of series that lie beside one another, for both themes: they differ in lightness too, and are told apart by
// eyes that see no red or no green (after Okabe and Ito: Color Universal Design, 2008, darker or lighter so that each
// stands out from the ground by 3 to 1).
var (
	lightSeries = []color.NRGBA{rgb(0x0068b8), rgb(0xd0570a), rgb(0x00855f), rgb(0xb3478c), rgb(0x9a7400), rgb(0x2b8fd0), rgb(0x6a4fc0), rgb(0x7a5230), rgb(0x3f7f2a), rgb(0xc23b4b)}
	darkSeries  = []color.NRGBA{rgb(0x4ea3e6), rgb(0xff914d), rgb(0x35c49d), rgb(0xea9bcb), rgb(0xe3bd45), rgb(0x93d5ff), rgb(0xab94f7), rgb(0xcfae80), rgb(0x93cf6b), rgb(0xff8b93)}
)

// series returns the colour of one of several series, by its number from 0; they repeat.
func (c *canvas) series(i int) color.NRGBA {
	if c.model.State.Settings.Theme == city.Dark {
		return darkSeries[i%len(darkSeries)]
	}
	return lightSeries[i%len(lightSeries)]
}

// restColor is the colour of what is left over beside other series.
func (c *canvas) restColor() color.NRGBA { return mixed(c.dim, c.card, 0.35) }
