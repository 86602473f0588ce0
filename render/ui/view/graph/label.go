package graph

import (
	"cmp"
	"image/color"
	"slices"

	"memcity/city/heapgraph"
	"memcity/city/view/graphs"
	"memcity/render/ui/canvas"
	"memcity/words"
)

// edgeLabel is the label of an edge: the number of objects kept alive through it, and the referring field beside that. Boxes are in dp from
// the corner of the picture, and empty if they do not fit.
type edgeLabel struct {
	number, name canvas.Box
	text         string // name, cut to its box
}

// labelsAt contains the inputs of label placement.
type labelsAt struct {
	picture *graphs.Picture
	zoom    float32
	scale   float32
	heavy   bool // letters are wider
}

// Lengths around labels, in dp.
const (
	labelPad   = 3   // padding on both sides of the text
	labelGap   = 2   // distance to boxes and other labels
	minName    = 40  // minimum width of a cut name, at zoom 1 or below
	widestName = 180 // maximum width of a name, at zoom 1 or below
)

// labelPlacer places labels.
type labelPlacer struct {
	*graphPainter
	lines  []edgeShape
	nodes  []canvas.Box // including their handles
	labels []canvas.Box // placed so far
}

// placeLabels places a number and a name at each edge where they cover no box and no other label, the most important first. Numbers precede
// names.
func (g *graphPainter) placeLabels() []edgeLabel {
	out := make([]edgeLabel, len(g.picture.Edges))
	if g.view.zoom < fullGraphZoom {
		return out
	}
	still := *g
	still.view = &graphView{zoom: g.view.zoom}
	p := &labelPlacer{graphPainter: &still}
	for i := range g.picture.Nodes {
		n := &g.picture.Nodes[i]
		p.nodes = append(p.nodes, p.view.node(n))
		for _, in := range []bool{true, false} {
			if !g.sheet && (in && n.CanIn || !in && n.CanOut) {
				p.nodes = append(p.nodes, p.view.handle(n, in))
			}
		}
	}
	order := make([]int, len(out))
	for i := range order {
		order[i] = i
		p.lines = append(p.lines, p.shape(i))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.picture.Edges[b].Alive, g.picture.Edges[a].Alive) })
	numbers := heapgraph.Labels(g.picture)
	for _, i := range order {
		r := numbers[i]
		out[i].number = p.number(&g.picture.Edges[i], p.view.box(r.X, r.Z, r.W, r.D))
	}
	for _, i := range order {
		if !out[i].number.Empty() {
			out[i].name, out[i].text = p.name(i, out[i].number)
		}
	}
	return out
}

// number returns the box of a number centered in around; empty if it does not fit.
func (p *labelPlacer) number(e *graphs.Edge, around canvas.Box) canvas.Box {
	st := p.zoomed(graphSmall)
	st.Weight = canvas.SmallB.Weight // as for a hovered edge, and for the strongest path
	b := around.Centered(p.Width(st, words.Count(e.Alive))+2*labelPad, st.Size*1.25)
	if e.From == e.To { // beside the box
		b.X = max(b.X, around.X+labelGap)
	}
	if p.covers(b) {
		return canvas.Box{}
	}
	p.labels = append(p.labels, b)
	return b
}

// name returns the box and text of an edge's name beside its number: full if it fits on either side, otherwise cut, otherwise empty. It
// prefers a side where the name covers no other edge.
func (p *labelPlacer) name(i int, number canvas.Box) (canvas.Box, string) {
	e, st := &p.picture.Edges[i], p.zoomed(graphSmall)
	if e.Field == "" {
		return canvas.Box{}, ""
	}
	for _, most := range []float32{widestName * max(p.view.zoom, 1), p.room(number)} {
		text := p.cutName(e, st, most-2*labelPad)
		w := p.Width(st, text) + 2*labelPad
		if text == "" || w > most+0.5 {
			continue
		}
		right, left := canvas.Rect(number.Right(), number.Y, w, number.H), canvas.Rect(number.X-w, number.Y, w, number.H)
		for _, clear := range []bool{true, false} {
			for _, b := range []canvas.Box{right, left} {
				if !p.coversBut(b, number) && !(clear && p.crosses(b, i)) {
					p.labels = append(p.labels, b)
					return b, text
				}
			}
		}
	}
	return canvas.Box{}, ""
}

// room returns the maximum width of a name beside a number; 0 if not even a cut name fits.
func (p *labelPlacer) room(number canvas.Box) float32 {
	most := float32(0)
	const step = 4
	grown := max(p.view.zoom, 1)
	for w := minName * grown; w < widestName*grown; w += step {
		if p.coversBut(canvas.Rect(number.Right(), number.Y, w, number.H), number) &&
			p.coversBut(canvas.Rect(number.X-w, number.Y, w, number.H), number) {
			break
		}
		most = w
	}
	return most
}

// cutName returns the field name cut to a width, with the number of further fields.
func (p *labelPlacer) cutName(e *graphs.Edge, st canvas.Style, width float32) string {
	more := ""
	if e.MoreFields != "" {
		more = " " + e.MoreFields
	}
	room := width - p.Width(st, more)
	if room <= 0 {
		return ""
	}
	name := p.Types.Fit(words.OneLine(e.Field), st.Size*p.Scale, st.Weight, room*p.Scale+0.5, true)
	if name == "" {
		return ""
	}
	return name + more
}

// covers reports whether a label would cover a box, a handle or another label.
func (p *labelPlacer) covers(b canvas.Box) bool { return p.coversBut(b, canvas.Box{}) }

// coversBut is like covers, but ignores one label.
func (p *labelPlacer) coversBut(b, but canvas.Box) bool {
	around := b.Inset(-labelGap, -labelGap)
	over := func(o canvas.Box) bool { return o != but && !around.Intersect(o).Empty() }
	return slices.ContainsFunc(p.nodes, over) || slices.ContainsFunc(p.labels, over)
}

// crosses reports whether an edge other than i passes under a label.
func (p *labelPlacer) crosses(b canvas.Box, i int) bool {
	for k := range p.lines {
		if s := &p.lines[k]; k != i && !s.around.Inset(-s.width, -s.width).Intersect(b).Empty() &&
			len(visibleRuns(s.points, b.Inset(-s.width/2, -s.width/2))) > 0 {
			return true
		}
	}
	return false
}

// moved converts a box from picture to panel coordinates.
func (g *graphPainter) moved(b canvas.Box) canvas.Box {
	corner := g.view.at(graphs.Point{})
	return b.Moved(corner.X, corner.Y)
}

// labelBox returns the box of an edge's number or, without one, where it would be.
func (g *graphPainter) labelBox(i int) canvas.Box {
	if b := g.labels[i].number; !b.Empty() {
		return g.moved(b)
	}
	e := &g.picture.Edges[i]
	from, to := e.Points[(len(e.Points)-1)/2], e.Points[len(e.Points)/2]
	return g.view.box((from.X+to.X)/2, (from.Y+to.Y)/2, 0, 0).Inset(-8, -8)
}

// onLabel reports whether a position is on the label of an edge.
func (g *graphPainter) onLabel(i int, at canvas.Point) bool {
	l := &g.labels[i]
	return !l.number.Empty() && (holds(g.moved(l.number), at) || holds(g.moved(l.name), at))
}

// labelGround draws the backgrounds of an edge's label.
func (g *graphPainter) labelGround(i int) {
	for _, b := range []canvas.Box{g.labels[i].number, g.labels[i].name} {
		if b = g.moved(b); !b.Empty() && !g.Hidden(b) {
			g.inkFill(b, 3, canvas.Faded(g.Card, 0.9))
		}
	}
}

// label draws the label of an edge.
func (g *graphPainter) label(i int) {
	e, l := &g.picture.Edges[i], &g.labels[i]
	number, name := g.zoomed(graphSmall), g.zoomed(graphSmall)
	col, nameCol := g.Dim, g.Theme.Text
	over := g.hover == graphSpot{overEdge, i} && !g.sheet
	switch {
	case over:
		number.Weight, col, nameCol = canvas.SmallB.Weight, g.Link, g.Link
	case e.Strongest:
		number.Weight, col = canvas.SmallB.Weight, g.strongest
	}
	for _, t := range []struct {
		in   canvas.Box
		st   canvas.Style
		col  color.NRGBA
		text string
	}{{l.number, number, col, words.Count(e.Alive)}, {l.name, name, nameCol, l.text}} {
		b := g.moved(t.in)
		if b.Empty() || g.Hidden(b) {
			continue
		}
		if over {
			g.Fill(b, 3, g.Card)
		}
		g.Canvas.Draw(b.Centered(g.Width(t.st, t.text), b.H), t.st, canvas.Left, t.col, t.text)
	}
}
