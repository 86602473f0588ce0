package ui

import (
	"fmt"
	"image"
	"math"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	"memcity/city"
)

// graphArea is the control of the picture.
const graphArea = "graph/picture"

// graphSpot is something in the picture.
type graphSpot struct {
	kind  spotKind
	index int
}

type spotKind uint8

const (
	overNothing spotKind = iota
	overNode
	overEdge
	overIn // the handles of a node
	overOut
)

// node returns the node that the spot belongs to, -1 for none.
func (s graphSpot) node() int {
	if s.kind == overNode || s.kind == overIn || s.kind == overOut {
		return s.index
	}
	return -1
}

// drawGraphArea draws the picture and lets it be moved. An old one is dimmed and takes nothing.
func drawGraphArea(c *canvas, b box, p *city.GraphPicture, old bool) {
	if b.w < 40 || b.h < 30 {
		return
	}
	l := &c.local.graph
	before := l.view.zoom
	if l.view.place(b, p); l.view.zoom != before {
		c.again = true // the head tells it
	}
	c.takeGraphWheel(p)
	area := clip.Rect(c.rect(b)).Push(c.ops)
	event.Op(c.ops, &l.wheel)
	ctl := c.control(graphArea, b, explorable, Item{Kind: "graph", Text: "Heap graph",
		Value: fmt.Sprintf("%s, %s", plural(int64(len(p.Nodes)), "node", "nodes"), plural(int64(len(p.Edges)), "edge", "edges"))})
	g := c.graphPainter(p)
	if !old {
		g.point(ctl)
		g.keys(ctl)
		g = c.graphPainter(p)
	}
	c.inside(b, func() {
		g.draw()
		if old {
			c.fill(b, 0, faded(c.card, 0.6))
		}
	})
	area.Pop()
	c.ring(ctl, b.inset(2, 2), ctlRadius)
	if !old {
		g.hint(ctl)
	}
}

// takeGraphWheel zooms at the pointer; with Shift the picture moves sideways.
func (c *canvas) takeGraphWheel(p *city.GraphPicture) {
	l := &c.local.graph
	const far = 1 << 20
	for {
		e, ok := c.source.Event(pointer.Filter{Target: &l.wheel, Kinds: pointer.Scroll, ScrollY: pointer.ScrollRange{Min: -far, Max: far}})
		if !ok {
			return
		}
		s, ok := e.(pointer.Event)
		if !ok {
			continue
		}
		if s.Modifiers.Contain(key.ModShift) {
			l.view.move(-s.Scroll.Y/c.scale, 0, p)
			continue
		}
		l.view.scale(wheelFactor(float64(s.Scroll.Y/(wheelStep*c.scale))), point{s.Position.X / c.scale, s.Position.Y / c.scale})
	}
}

// dragSlop is how far the pointer may move, in dp, for a press to be a click.
const dragSlop = 4

// point lets the pointer move the picture, and take what it is over.
func (g *graphPainter) point(ctl *control) {
	l := &g.local.graph
	spot := graphSpot{}
	if ctl.hover || ctl.pressed {
		spot = g.spotAt(ctl.at)
	}
	if ctl.asked {
		g.source.Execute(key.FocusCmd{Tag: ctl})
		if at := (box{ctl.at.x, ctl.at.y, 0, 0}); spot.kind == overEdge {
			g.askEdge(spot.index, at)
		} else {
			g.ask(spot.node(), at)
		}
	}
	if ctl.fresh {
		l.press, l.grip, l.moving = spot, ctl.at, false
		g.source.Execute(key.FocusCmd{Tag: ctl})
	}
	if ctl.dragged && !ctl.fresh {
		if dx, dy := ctl.at.x-l.grip.x, ctl.at.y-l.grip.y; l.moving || max(dx, -dx, dy, -dy) > dragSlop {
			l.view.move(dx, dy, g.picture)
			l.grip, l.moving, g.again = ctl.at, true, true
		}
	}
	if ctl.released && !l.moving {
		g.click(spot)
	}
	if ctl.pressed && l.moving {
		spot = graphSpot{}
	}
	if spot != l.hover {
		l.hover, l.hoverAt, ctl.since, g.again = spot, ctl.at, g.now, true
	}
	if spot.kind != overNothing {
		stack := clip.Rect(g.rect(l.view.area)).Push(g.ops)
		pointer.CursorPointer.Add(g.ops)
		stack.Pop()
	}
}

// click takes what was pressed and released.
func (g *graphPainter) click(spot graphSpot) {
	l := &g.local.graph
	if spot != l.press {
		return
	}
	n := spot.node()
	if l.node = ""; n >= 0 {
		l.node = g.picture.Nodes[n].Key
	}
	switch g.again = true; spot.kind {
	case overIn:
		g.explore(city.ExpandIn, n)
	case overOut:
		g.explore(city.ExpandOut, n)
	case overEdge:
		g.askEdge(spot.index, box{l.grip.x, l.grip.y, 0, 0})
	}
}

// explore takes a step from a node; that stays where it is on the screen.
func (c *canvas) explore(kind city.GraphStepKind, node int) {
	l := &c.local.graph
	if node < 0 || node >= len(l.picture.Nodes) {
		return
	}
	n := &l.picture.Nodes[node]
	if !canExplore(n, kind) {
		return
	}
	l.anchor = n.Key
	c.do(city.Explore{Step: city.GraphStep{Kind: kind, Node: n.Key}})
}

// canExplore reports whether a step from a node leads to anything.
func canExplore(n *city.GraphNode, kind city.GraphStepKind) bool {
	switch kind {
	case city.ExpandIn:
		return n.CanIn
	case city.ExpandOut:
		return n.CanOut
	case city.RemoveNode:
		return !n.Asked
	}
	return !n.Root
}

// spotAt returns what lies at a place: handles before boxes before edges.
func (g *graphPainter) spotAt(at point) graphSpot {
	if !g.view.area.holds(at) {
		return graphSpot{}
	}
	for i := range g.picture.Nodes {
		if n := &g.picture.Nodes[i]; g.view.zoom >= fullGraphZoom {
			switch {
			case n.CanIn && g.view.handle(n, true).inset(-2, -2).holds(at):
				return graphSpot{overIn, i}
			case n.CanOut && g.view.handle(n, false).inset(-2, -2).holds(at):
				return graphSpot{overOut, i}
			}
		}
	}
	for i := range g.picture.Nodes {
		if g.view.node(&g.picture.Nodes[i]).holds(at) {
			return graphSpot{overNode, i}
		}
	}
	best, least := graphSpot{}, float32(math.Inf(1))
	for i := range g.picture.Edges {
		if g.view.zoom >= fullGraphZoom && g.labelBox(i).holds(at) {
			return graphSpot{overEdge, i}
		}
		s := g.shape(i)
		if s.around.inset(-8, -8).holds(at) {
			if d := distance(at, s.points) - s.width/2; d < 4 && d < least {
				best, least = graphSpot{overEdge, i}, d
			}
		}
	}
	return best
}

// distance returns how far a place is from a line.
func distance(at point, points []point) float32 {
	least := float32(math.Inf(1))
	for k := range points[1:] {
		a, b := points[k], points[k+1]
		dx, dy := b.x-a.x, b.y-a.y
		t := float32(0)
		if length := dx*dx + dy*dy; length > 0 {
			t = min(max(((at.x-a.x)*dx+(at.y-a.y)*dy)/length, 0), 1)
		}
		x, y := at.x-a.x-t*dx, at.y-a.y-t*dy
		least = min(least, x*x+y*y)
	}
	return float32(math.Sqrt(float64(least)))
}

// hint explains what is under the pointer, else the node that keys speak of.
func (g *graphPainter) hint(ctl *control) {
	spot := g.local.graph.hover
	if spot.kind == overNothing && ctl.focus && g.byKey && g.current >= 0 {
		spot = graphSpot{overNode, g.current}
	}
	if spot.kind == overNothing {
		return
	}
	text, at := g.explainSpot(spot)
	if at = at.intersect(g.view.area); at.empty() {
		at = box{g.local.graph.hoverAt.x - 2, g.local.graph.hoverAt.y - 2, 4, 4}
	}
	g.proposeHint(fmt.Sprint(graphArea, spot), ctl, text, g.visible(at))
}

// explainSpot says in words what something in the picture is, and where that is.
func (g *graphPainter) explainSpot(spot graphSpot) (string, box) {
	p := g.picture
	switch spot.kind {
	case overEdge:
		return edgeText(p, &p.Edges[spot.index]), g.labelBox(spot.index)
	case overIn:
		return "Add what refers to it (Shift+↑)", g.view.handle(&p.Nodes[spot.index], true)
	case overOut:
		return "Add what it refers to (Shift+↓)", g.view.handle(&p.Nodes[spot.index], false)
	}
	return nodeText(p, &p.Nodes[spot.index]), g.view.node(&p.Nodes[spot.index])
}

// askEdge opens the menu of an edge at the pointer.
func (g *graphPainter) askEdge(edge int, at box) {
	g.local.menu.closed, g.local.graph.edge = "", edge
	g.openMenu(edgeMenu, graphArea, at)
	g.menuAtPointer(at)
}

// menuAtPointer puts the menu that was opened at a place.
func (g *graphPainter) menuAtPointer(at box) {
	g.local.menu.at = image.Rectangle{Min: g.rect(at).Min.Add(g.rects[g.panel].Min)}
	g.local.menu.at.Max = g.local.menu.at.Min
}

// ask opens the menu of a node, or that of the whole picture.
func (g *graphPainter) ask(node int, at box) {
	l := &g.local.graph
	g.local.menu.closed = ""
	if node < 0 {
		g.openMenu(graphMenu, graphArea, at)
	} else {
		l.node = g.picture.Nodes[node].Key
		g.openMenu(nodeMenu, graphArea, at)
	}
	if at.empty() {
		g.menuAtPointer(at)
	}
}
