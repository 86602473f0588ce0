package graph

import (
	"math"

	"memcity/city/view/graphs"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/words"
)

// edgeShape is the visible line of an edge. It ends where the arrow head begins.
type edgeShape struct {
	points []canvas.Point
	tip    canvas.Point // tip of the arrow head
	dx, dy float32      // direction of the arrow head
	width  float32
	around canvas.Box // bounds
}

const widestGraphEdge = 10 // at zoom 1, in dp

// shape computes the line of an edge.
func (g *graphPainter) shape(i int) edgeShape {
	e, z := &g.picture.Edges[i], g.view.zoom
	share := min(float64(e.Alive)/float64(max(g.picture.Queried.Objects, 1)), 1)
	s := edgeShape{width: max((1+(widestGraphEdge-1)*float32(share))*min(z, 1.5), 1)}
	if e.From == e.To { // there is little space beside a box
		s.width = min(s.width, 3)
	}
	end, before := e.Points[len(e.Points)-1], e.Points[len(e.Points)-2]
	s.tip = g.view.at(end)
	switch { // pieces between layers are vertical at their ends
	case end.Y != before.Y:
		s.dy = float32(math.Copysign(1, end.Y-before.Y))
	default:
		s.dx = float32(math.Copysign(1, end.X-before.X))
	}
	length := s.headLength(z)
	last := canvas.Pt(s.tip.X-s.dx*length, s.tip.Y-s.dy*length)
	start := g.view.at(e.Points[0])
	s.points = append(s.points, startOf(e, start), start) // start behind the box
	for k := range e.Points[1:] {
		to := g.view.at(e.Points[k+1])
		if k == len(e.Points)-2 {
			to = last
		}
		s.points = bend(s.points, to)
	}
	s.points = append(s.points, canvas.Pt(last.X+s.dx, last.Y+s.dy))
	s.around = canvas.Around(s.points)
	return s
}

// startOf returns a point slightly before the start of an edge, in the opposite direction of the edge.
func startOf(e *graphs.Edge, start canvas.Point) canvas.Point {
	const before = 3
	from, to := e.Points[0], e.Points[1]
	if from.Y != to.Y {
		return canvas.Pt(start.X, start.Y-float32(math.Copysign(before, to.Y-from.Y)))
	}
	return canvas.Pt(start.X-float32(math.Copysign(before, to.X-from.X)), start.Y)
}

func (s *edgeShape) headLength(zoom float32) float32 { return min(8*zoom, 12) + s.width*0.6 }

func (s *edgeShape) headHalf(zoom float32) float32 { return min(3.5*zoom, 5) + s.width*0.62 }

// bend appends a piece of a path: straight if it is vertical or horizontal, otherwise a curve with vertical ends.
func bend(points []canvas.Point, to canvas.Point) []canvas.Point {
	from := points[len(points)-1]
	dx, dy := to.X-from.X, to.Y-from.Y
	if max(dx, -dx) < 1 || max(dy, -dy) < 1 {
		return append(points, to)
	}
	const least, most, step = 4, 24, 8 // number of pieces, and their target length in dp
	n := int(min(max((max(dx, -dx)+max(dy, -dy))/step, least), most))
	for k := 1; k < n; k++ {
		t := float32(k) / float32(n)
		u := 1 - t
		points = append(points, canvas.Pt(from.X+dx*t*t*(3-2*t), from.Y+dy*(1.5*u*u*t+1.5*u*t*t+t*t*t)))
	}
	return append(points, to)
}

// head returns the corners of the arrow head.
func (s *edgeShape) head(zoom float32) []canvas.Point {
	half, length := s.headHalf(zoom), s.headLength(zoom)+0.5
	base := canvas.Pt(s.tip.X-s.dx*length, s.tip.Y-s.dy*length)
	return []canvas.Point{s.tip, canvas.Pt(base.X-s.dy*half, base.Y+s.dx*half), canvas.Pt(base.X+s.dy*half, base.Y-s.dx*half)}
}

// edge paints a line with its arrow head.
func (g *graphPainter) edge(i int, s *edgeShape) {
	e, z := &g.picture.Edges[i], g.view.zoom
	reach := s.headHalf(z) + 12
	if g.Hidden(s.around.Inset(-reach, -reach)) {
		return
	}
	col := g.graphPalette.edge
	if e.Strongest {
		col = g.strongest
	}
	for _, run := range visibleRuns(s.points, g.Window.Inset(-s.width, -s.width)) {
		g.InkLine(&g.raster, run, s.width, col)
	}
	g.InkPolygon(&g.raster, s.head(z), col)
	if !g.sheet {
		g.Items = append(g.Items, model.Item{Panel: g.Panel, Kind: "edge", Text: model.EdgeName(g.picture, e), Value: edgeValue(e),
			Rect: g.Visible(g.labelBox(i))})
	}
}

// visibleRuns returns the visible parts of a line.
func visibleRuns(points []canvas.Point, window canvas.Box) (runs [][]canvas.Point) {
	start := -1
	for k := range points[1:] {
		a, b := points[k], points[k+1]
		seen := max(a.X, b.X) >= window.X && min(a.X, b.X) <= window.Right() && max(a.Y, b.Y) >= window.Y && min(a.Y, b.Y) <= window.Bottom()
		switch {
		case seen && start < 0:
			start = k
		case !seen && start >= 0:
			runs, start = append(runs, points[start:k+1]), -1
		}
	}
	if start >= 0 {
		runs = append(runs, points[start:])
	}
	return runs
}

func edgeValue(e *graphs.Edge) string {
	text := "keeps " + words.Count(e.Alive) + " alive"
	if e.Fields != "" {
		text += ", by " + words.OneLine(e.Fields)
	}
	return text
}
