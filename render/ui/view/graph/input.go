package graph

import (
	"fmt"
	"image"
	"math"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	"memcity/city/state"
	"memcity/city/view/graphs"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// graphArea is the ID of the picture's control.
const graphArea = "graph/picture"

// graphSpot is an element of the picture.
type graphSpot struct {
	kind  spotKind
	index int
}

type spotKind uint8

const (
	overNothing spotKind = iota
	overNode
	overEdge
	overIn // handles of a node
	overOut
)

// node returns the node of the spot; -1 for none.
func (s graphSpot) node() int {
	if s.kind == overNode || s.kind == overIn || s.kind == overOut {
		return s.index
	}
	return -1
}

// drawGraphArea draws the picture and handles its input. An outdated picture is dimmed and takes no input.
func (view *View) drawGraphArea(c *widget.Canvas, b canvas.Box, p *graphs.Picture, old bool) {
	if b.W < 40 || b.H < 30 {
		return
	}
	l := view
	before := l.view.zoom
	if l.view.place(b, p); l.view.zoom != before {
		c.Again = true // the head shows the zoom
	}
	view.takeGraphWheel(c, p)
	area := clip.Rect(c.Rect(b)).Push(c.Ops)
	event.Op(c.Ops, &l.wheel)
	ctl := c.Control(graphArea, b, widget.Explorable, model.Item{Kind: "graph", Text: "Heap graph",
		Value: fmt.Sprintf("%s, %s", words.Plural(int64(len(p.Nodes)), "node", "nodes"), words.Plural(int64(len(p.Edges)), "edge", "edges"))})
	g := view.graphPainter(c, p)
	if !old {
		g.point(ctl)
		g.keys(ctl)
		g = view.graphPainter(c, p)
	}
	c.Inside(b, func() {
		g.draw()
		if old {
			c.Fill(b, 0, canvas.Faded(c.Card, 0.6))
		}
	})
	area.Pop()
	c.Ring(ctl, b.Inset(2, 2), place.CtlRadius)
	if !old {
		g.hint(ctl)
	}
}

// takeGraphWheel zooms at the pointer, or moves the picture sideways with Shift.
func (view *View) takeGraphWheel(c *widget.Canvas, p *graphs.Picture) {
	l := view
	const far = 1 << 20
	for {
		e, ok := c.Source.Event(pointer.Filter{Target: &l.wheel, Kinds: pointer.Scroll, ScrollY: pointer.ScrollRange{Min: -far, Max: far}})
		if !ok {
			return
		}
		s, ok := e.(pointer.Event)
		if !ok {
			continue
		}
		if s.Modifiers.Contain(key.ModShift) {
			l.view.move(-s.Scroll.Y/c.Scale, 0, p)
			continue
		}
		l.view.scale(wheelFactor(float64(s.Scroll.Y/(widget.WheelStep*c.Scale))), canvas.Pt(s.Position.X/c.Scale, s.Position.Y/c.Scale))
	}
}

// dragSlop is the maximum movement of the pointer during a click, in dp.
const dragSlop = 4

// point handles the pointer: it moves the picture, or acts on elements.
func (g *graphPainter) point(ctl *widget.Control) {
	l := g.of
	spot := graphSpot{}
	if ctl.Hover || ctl.Pressed {
		spot = g.spotAt(ctl.At)
	}
	if ctl.MenuRequested {
		g.Source.Execute(key.FocusCmd{Tag: ctl})
		if at := (canvas.Rect(ctl.At.X, ctl.At.Y, 0, 0)); spot.kind == overEdge {
			g.openEdgeMenu(spot.index, at)
		} else {
			g.openMenu(spot.node(), at)
		}
	}
	if ctl.Fresh {
		l.press, l.grip, l.moving = spot, ctl.At, false
		g.Source.Execute(key.FocusCmd{Tag: ctl})
	}
	if ctl.Dragged && !ctl.Fresh {
		if dx, dy := ctl.At.X-l.grip.X, ctl.At.Y-l.grip.Y; l.moving || max(dx, -dx, dy, -dy) > dragSlop {
			l.view.move(dx, dy, g.picture)
			l.grip, l.moving, g.Again = ctl.At, true, true
		}
	}
	if ctl.Released && !l.moving {
		g.click(spot)
	}
	if ctl.Pressed && l.moving {
		spot = graphSpot{}
	}
	if spot != l.hover {
		l.hover, l.hoverAt, ctl.Since, g.Again = spot, ctl.At, g.Now, true
	}
	if spot.kind != overNothing {
		stack := clip.Rect(g.Rect(l.view.area)).Push(g.Ops)
		pointer.CursorPointer.Add(g.Ops)
		stack.Pop()
	}
}

// click handles a click.
func (g *graphPainter) click(spot graphSpot) {
	l := g.of
	if spot != l.press {
		return
	}
	n := spot.node()
	if l.node = ""; n >= 0 {
		l.node = g.picture.Nodes[n].Key
	}
	switch g.Again = true; spot.kind {
	case overIn:
		g.of.explore(g.Canvas, graphs.ExpandIn, n)
	case overOut:
		g.of.explore(g.Canvas, graphs.ExpandOut, n)
	case overEdge:
		g.openEdgeMenu(spot.index, canvas.Rect(l.grip.X, l.grip.Y, 0, 0))
	}
}

// explore takes a step from a node, which stays in place on the screen.
func (view *View) explore(c *widget.Canvas, kind graphs.StepKind, node int) {
	l := view
	if node < 0 || node >= len(l.picture.Nodes) {
		return
	}
	n := &l.picture.Nodes[node]
	if !canExplore(n, kind) {
		return
	}
	l.anchor = n.Key
	c.Do(state.Explore{Step: graphs.Step{Kind: kind, Node: n.Key}})
}

// canExplore reports whether a step from a node has an effect.
func canExplore(n *graphs.Node, kind graphs.StepKind) bool {
	switch kind {
	case graphs.ExpandIn:
		return n.CanIn
	case graphs.ExpandOut:
		return n.CanOut
	case graphs.RemoveNode:
		return !n.Queried
	}
	return !n.Root
}

// spotAt returns the element at a position: handles first, then boxes, then edges.
func (g *graphPainter) spotAt(at canvas.Point) graphSpot {
	if !holds(g.view.area, at) {
		return graphSpot{}
	}
	for i := range g.picture.Nodes {
		if n := &g.picture.Nodes[i]; g.view.zoom >= fullGraphZoom {
			switch {
			case n.CanIn && holds(g.view.handle(n, true).Inset(-2, -2), at):
				return graphSpot{overIn, i}
			case n.CanOut && holds(g.view.handle(n, false).Inset(-2, -2), at):
				return graphSpot{overOut, i}
			}
		}
	}
	for i := range g.picture.Nodes {
		if holds(g.view.node(&g.picture.Nodes[i]), at) {
			return graphSpot{overNode, i}
		}
	}
	best, least := graphSpot{}, float32(math.Inf(1))
	for i := range g.picture.Edges {
		if g.onLabel(i, at) {
			return graphSpot{overEdge, i}
		}
		s := g.shape(i)
		if holds(s.around.Inset(-8, -8), at) {
			if d := distance(at, s.points) - s.width/2; d < 4 && d < least {
				best, least = graphSpot{overEdge, i}, d
			}
		}
	}
	return best
}

// distance returns the distance between a point and a line.
func distance(at canvas.Point, points []canvas.Point) float32 {
	least := float32(math.Inf(1))
	for k := range points[1:] {
		a, b := points[k], points[k+1]
		dx, dy := b.X-a.X, b.Y-a.Y
		t := float32(0)
		if length := dx*dx + dy*dy; length > 0 {
			t = min(max(((at.X-a.X)*dx+(at.Y-a.Y)*dy)/length, 0), 1)
		}
		x, y := at.X-a.X-t*dx, at.Y-a.Y-t*dy
		least = min(least, x*x+y*y)
	}
	return float32(math.Sqrt(float64(least)))
}

// hint explains the element under the pointer, otherwise the current node.
func (g *graphPainter) hint(ctl *widget.Control) {
	spot := g.of.hover
	if spot.kind == overNothing && ctl.Focus && g.ByKey && g.current >= 0 {
		spot = graphSpot{overNode, g.current}
	}
	if spot.kind == overNothing {
		return
	}
	text, at := g.explainSpot(spot)
	if at = at.Intersect(g.view.area); at.Empty() {
		at = canvas.Rect(g.of.hoverAt.X-2, g.of.hoverAt.Y-2, 4, 4)
	}
	g.ProposeHint(fmt.Sprint(graphArea, spot), ctl, text, g.Visible(at))
}

// explainSpot returns the description of an element and its box.
func (g *graphPainter) explainSpot(spot graphSpot) (string, canvas.Box) {
	p := g.picture
	switch spot.kind {
	case overEdge:
		return model.EdgeText(p, &p.Edges[spot.index]), g.labelBox(spot.index)
	case overIn:
		return "Add what refers to it (Shift+↑)", g.view.handle(&p.Nodes[spot.index], true)
	case overOut:
		return "Add what it refers to (Shift+↓)", g.view.handle(&p.Nodes[spot.index], false)
	}
	return nodeText(p, &p.Nodes[spot.index]), g.view.node(&p.Nodes[spot.index])
}

// openEdgeMenu opens the menu of an edge at the pointer.
func (g *graphPainter) openEdgeMenu(edge int, at canvas.Box) {
	g.Menu.Closed, g.of.edge = "", edge
	g.OpenMenu(edgeMenu, graphArea, at)
	g.menuAtPointer(at)
}

// menuAtPointer moves the open menu to a position.
func (g *graphPainter) menuAtPointer(at canvas.Box) {
	g.Menu.At = image.Rectangle{Min: g.Rect(at).Min.Add(g.Rects[g.Panel].Min)}
	g.Menu.At.Max = g.Menu.At.Min
}

// openMenu opens the menu of a node, or of the whole picture.
func (g *graphPainter) openMenu(node int, at canvas.Box) {
	l := g.of
	g.Menu.Closed = ""
	if node < 0 {
		g.OpenMenu(pictureMenu, graphArea, at)
	} else {
		l.node = g.picture.Nodes[node].Key
		g.OpenMenu(nodeMenu, graphArea, at)
	}
	if at.Empty() {
		g.menuAtPointer(at)
	}
}
