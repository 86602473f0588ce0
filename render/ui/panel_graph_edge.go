package ui

import (
	"math"

	"memcity/city"
)

// edgeShape is an edge as it is seen: its line, which ends where its arrow head begins.
type edgeShape struct {
	points []point
	tip    point   // of the arrow head
	dx, dy float32 // direction that it points in
	width  float32
	around box // all of it
}

const widestGraphEdge = 10 // at zoom 1, in dp

// shape finds the line of an edge.
func (g *graphPainter) shape(i int) edgeShape {
	e, z := &g.picture.Edges[i], g.view.zoom
	share := min(float64(e.Alive)/float64(max(g.picture.Asked.Objects, 1)), 1)
	s := edgeShape{width: max((1+(widestGraphEdge-1)*float32(share))*min(z, 1.5), 1)}
	if e.From == e.To { // there is little room beside a box
		s.width = min(s.width, 3)
	}
	end, before := e.Points[len(e.Points)-1], e.Points[len(e.Points)-2]
	s.tip = g.view.at(end)
	switch { // pieces between two layers are upright at their ends
	case end.Y != before.Y:
		s.dy = float32(math.Copysign(1, end.Y-before.Y))
	default:
		s.dx = float32(math.Copysign(1, end.X-before.X))
	}
	length := s.headLength(z)
	last := point{s.tip.x - s.dx*length, s.tip.y - s.dy*length}
	start := g.view.at(e.Points[0])
	s.points = append(s.points, startOf(e, start), start) // from below the box, which lies over it
	for k := range e.Points[1:] {
		to := g.view.at(e.Points[k+1])
		if k == len(e.Points)-2 {
			to = last
		}
		s.points = bend(s.points, to)
	}
	s.points = append(s.points, point{last.x + s.dx, last.y + s.dy})
	s.around = around(s.points)
	return s
}

// startOf returns a place a little before the start of an edge, in the direction that it comes from.
func startOf(e *city.GraphEdge, start point) point {
	const before = 3
	from, to := e.Points[0], e.Points[1]
	if from.Y != to.Y {
		return point{start.x, start.y - float32(math.Copysign(before, to.Y-from.Y))}
	}
	return point{start.x - float32(math.Copysign(before, to.X-from.X)), start.y}
}

func (s *edgeShape) headLength(zoom float32) float32 { return min(8*zoom, 12) + s.width*0.6 }

func (s *edgeShape) headHalf(zoom float32) float32 { return min(3.5*zoom, 5) + s.width*0.62 }

// bend adds a piece of a way: straight where it runs upright or level, else a curve that is upright at both ends.
func bend(points []point, to point) []point {
	from := points[len(points)-1]
	dx, dy := to.x-from.x, to.y-from.y
	if max(dx, -dx) < 1 || max(dy, -dy) < 1 {
		return append(points, to)
	}
	const least, most, step = 4, 24, 8 // pieces, and how long they are to be, in dp
	n := int(min(max((max(dx, -dx)+max(dy, -dy))/step, least), most))
	for k := 1; k < n; k++ {
		t := float32(k) / float32(n)
		u := 1 - t
		points = append(points, point{from.x + dx*t*t*(3-2*t), from.y + dy*(1.5*u*u*t+1.5*u*t*t+t*t*t)})
	}
	return append(points, to)
}

func around(points []point) box {
	low, high := points[0], points[0]
	for _, p := range points {
		low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
	}
	return box{low.x, low.y, high.x - low.x, high.y - low.y}
}

// head returns the corners of the arrow head.
func (s *edgeShape) head(zoom float32) []point {
	half, length := s.headHalf(zoom), s.headLength(zoom)+0.5
	base := point{s.tip.x - s.dx*length, s.tip.y - s.dy*length}
	return []point{s.tip, {base.x - s.dy*half, base.y + s.dx*half}, {base.x + s.dy*half, base.y - s.dx*half}}
}

// edge paints a line with its arrow head.
func (g *graphPainter) edge(i int, s *edgeShape) {
	e, z := &g.picture.Edges[i], g.view.zoom
	reach := s.headHalf(z) + 12
	if g.hidden(s.around.inset(-reach, -reach)) {
		return
	}
	col := g.graphPalette.edge
	if e.Strongest {
		col = g.strongest
	}
	for _, run := range visibleRuns(s.points, g.window.inset(-s.width, -s.width)) {
		g.inkLine(&g.raster, run, s.width, col)
	}
	g.inkPolygon(&g.raster, s.head(z), col)
	if !g.sheet {
		g.items = append(g.items, Item{Panel: g.panel, Kind: "edge", Text: edgeName(g.picture, e), Value: edgeValue(e), Rect: g.visible(g.labelBox(i))})
	}
}

// visibleRuns returns the parts of a line whose pieces can be seen.
func visibleRuns(points []point, window box) (runs [][]point) {
	start := -1
	for k := range points[1:] {
		a, b := points[k], points[k+1]
		seen := max(a.x, b.x) >= window.x && min(a.x, b.x) <= window.right() && max(a.y, b.y) >= window.y && min(a.y, b.y) <= window.bottom()
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

// labelBox is the ground of an edge's number.
func (g *graphPainter) labelBox(i int) box {
	r := g.labels[i]
	return g.view.box(r.X, r.Z, r.W, r.D)
}

// labelGround lets the number of an edge be read.
func (g *graphPainter) labelGround(i int) {
	if b := g.labelBox(i); g.view.zoom >= fullGraphZoom && !g.hidden(b) {
		g.inkFill(b.centered(g.width(g.zoomed(graphSmall), Count(g.picture.Edges[i].Alive))+6, g.zoomed(graphSmall).size*1.25), 3, faded(g.card, 0.9))
	}
}

// label sets the number of an edge.
func (g *graphPainter) label(i int) {
	e, b := &g.picture.Edges[i], g.labelBox(i)
	if g.view.zoom < fullGraphZoom || g.hidden(b) {
		return
	}
	st, col := g.zoomed(graphSmall), g.dim
	switch {
	case g.hover == graphSpot{overEdge, i} && !g.sheet:
		st.weight, col = smallB.weight, g.link
		g.fill(b.centered(g.width(st, Count(e.Alive))+6, st.size*1.3), 3, g.card)
	case e.Strongest:
		st.weight, col = smallB.weight, g.strongest
	}
	number := Count(e.Alive)
	g.canvas.draw(b.centered(g.width(st, number), st.size*1.3), st, left, col, number)
}

func edgeName(p *city.GraphPicture, e *city.GraphEdge) string {
	return oneLine(p.Nodes[e.From].Title) + " → " + oneLine(p.Nodes[e.To].Title)
}

func edgeValue(e *city.GraphEdge) string {
	text := "keeps " + Count(e.Alive) + " alive"
	if e.Fields != "" {
		text += ", by " + oneLine(e.Fields)
	}
	return text
}
