package ui

import (
	"math"

	"gioui.org/io/key"

	"memcity/city"
)

// keys lets keys move between nodes and do what the pointer can.
func (g *graphPainter) keys(ctl *control) {
	l := &g.local.graph
	for _, k := range ctl.keys {
		g.again = true
		shift := ctl.mods.Contain(key.ModShift)
		at := g.picture.Find(l.node)
		switch k {
		case key.NameUpArrow, key.NameDownArrow, key.NameLeftArrow, key.NameRightArrow:
			switch {
			case shift && k == key.NameUpArrow:
				g.explore(city.ExpandIn, at)
			case shift && k == key.NameDownArrow:
				g.explore(city.ExpandOut, at)
			default:
				g.goTo(g.next(at, k))
			}
		case key.NameHome:
			g.goTo(g.picture.Main())
		case key.NameReturn, key.NameEnter, key.NameF10, keyMenu:
			at := max(at, -1)
			place := box{l.view.area.x + 8, l.view.area.y + 8, 0, 0}
			if at >= 0 {
				place = l.view.node(&g.picture.Nodes[at]).intersect(l.view.area)
			}
			g.ask(at, place)
		case key.NameDeleteForward:
			g.explore(city.RemoveNode, at)
		case "R":
			g.explore(city.PathsToRoot, at)
		case keyCut:
			if at >= 0 {
				g.takeOut(g.model.cutsOfNode(g.picture, at))
			} else {
				g.emit(ToggleOut)
			}
		case "U":
			if shift {
				g.do(city.ExploreForward{})
			} else {
				g.do(city.ExploreBack{})
			}
		case "+", "=":
			g.zoomGraph(graphZoomStep, g.zoomMiddle())
		case "-":
			g.zoomGraph(1/graphZoomStep, g.zoomMiddle())
		case "0":
			l.view.fit(g.picture)
		}
	}
}

// zoomMiddle is the place that stays when keys zoom: the current node if it can be seen, else the middle.
func (g *graphPainter) zoomMiddle() point {
	if n := g.picture.Find(g.local.graph.node); n >= 0 {
		if at := g.view.node(&g.picture.Nodes[n]).middlePoint(); g.view.area.holds(at) {
			return at
		}
	}
	return g.view.area.middlePoint()
}

func (g *graphPainter) goTo(node int) {
	if node >= 0 {
		g.local.graph.node = g.picture.Nodes[node].Key
		g.view.reveal(&g.picture.Nodes[node])
	}
}

// next returns the node that an arrow leads to from a node: up and down along the edge that keeps most alive, to the sides
// to the nearest node of the layer. It is -1 if there is none. Without a node, it is what is asked about.
func (g *graphPainter) next(at int, arrow key.Name) int {
	if at < 0 {
		return g.picture.Main()
	}
	if arrow == key.NameLeftArrow || arrow == key.NameRightArrow {
		return g.beside(at, arrow == key.NameRightArrow)
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

func (g *graphPainter) beside(at int, right bool) int {
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
