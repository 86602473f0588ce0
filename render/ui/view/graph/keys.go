package graph

import (
	"math"

	"gioui.org/io/key"

	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
)

// keys handles keys, which move between nodes, zoom, and run the actions of the panel.
func (g *graphPainter) keys(ctl *widget.Control) {
	l := g.of
	for _, k := range ctl.Keys {
		g.Again = true
		at := g.picture.Find(l.node)
		if g.RunKey(k, ctl.Mods) {
			continue
		}
		switch k {
		case key.NameUpArrow, key.NameDownArrow, key.NameLeftArrow, key.NameRightArrow:
			g.goTo(g.next(at, k))
		case key.NameHome:
			g.goTo(g.picture.Main())
		case key.NameReturn, key.NameEnter, key.NameF10, widget.KeyMenu:
			at := max(at, -1)
			place := canvas.Rect(l.view.area.X+8, l.view.area.Y+8, 0, 0)
			if at >= 0 {
				place = l.view.node(&g.picture.Nodes[at]).Intersect(l.view.area)
			}
			g.openMenu(at, place)
		case "+", "=":
			g.of.zoomGraph(g.Canvas, graphZoomStep, g.zoomMiddle())
		case "-":
			g.of.zoomGraph(g.Canvas, 1/graphZoomStep, g.zoomMiddle())
		}
	}
}

// zoomMiddle returns the fixed point for zooming with keys: the current node if it is visible, otherwise the center.
func (g *graphPainter) zoomMiddle() canvas.Point {
	if n := g.picture.Find(g.of.node); n >= 0 {
		if at := middlePoint(g.view.node(&g.picture.Nodes[n])); holds(g.view.area, at) {
			return at
		}
	}
	return middlePoint(g.view.area)
}

func (g *graphPainter) goTo(node int) {
	if node >= 0 {
		g.of.node = g.picture.Nodes[node].Key
		g.view.reveal(&g.picture.Nodes[node])
	}
}

// next returns the index of the node that an arrow key leads to, or -1 if there is none. Vertical arrows follow the edge that keeps most
// alive. Horizontal arrows go to the nearest node in the layer. Without a current node it returns the queried one.
func (g *graphPainter) next(at int, arrow key.Name) int {
	if at < 0 {
		return g.picture.Main()
	}
	if arrow == key.NameLeftArrow || arrow == key.NameRightArrow {
		return g.neighbor(at, arrow == key.NameRightArrow)
	}
	best, most := -1, int64(-1)
	for i := range g.picture.Edges {
		e := &g.picture.Edges[i]
		from, to := e.From, e.To
		if arrow == key.NameUpArrow {
			from, to = to, from
		}
		if from == at && to != at && (e.Alive > most || e.Alive == most && e.Strongest) {
			best, most = to, e.Alive
		}
	}
	return best
}

func (g *graphPainter) neighbor(at int, right bool) int {
	from := &g.picture.Nodes[at]
	best, least := -1, math.Inf(1)
	for i := range g.picture.Nodes {
		n := &g.picture.Nodes[i]
		d := n.X - from.X
		if !right {
			d = -d
		}
		if i != at && d > 0 && d < least && n.Y < from.Y+from.H && from.Y < n.Y+n.H {
			best, least = i, d
		}
	}
	return best
}
