package ui

import (
	"math"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	"memcity/city"
)

// take lets the pointer and keys drill.
func (g *treePainter) take(id string) {
	l := &g.local.trees
	kind := pointable
	if g.look.keys {
		kind = browsable
	}
	root := &g.picture.Nodes[0]
	ctl := g.control(id, g.room, kind, Item{Kind: "tree", Text: g.look.name, Value: g.picture.Name(root, false) + ", " + Amount(g.model.State.Settings.Metric, root.Value)})
	g.tellNodes(id)
	over := treeSpot{}
	if ctl.hover && !ctl.pressed {
		over = g.at(ctl.at)
	}
	g.hoverFrom(id, over)
	if over.there {
		area := clip.Rect(g.rect(g.room)).Push(g.ops)
		pointer.CursorPointer.Add(g.ops)
		area.Pop()
	}
	if ctl.asked {
		if spot := g.at(ctl.at); spot.there {
			g.askTreeMenu(id, spot.id, box{ctl.at.x, ctl.at.y, 0, 0})
		}
	}
	if ctl.fresh {
		g.source.Execute(key.FocusCmd{Tag: ctl})
		if spot := g.at(ctl.at); spot.there {
			l.cursor = spot
			g.press(spot.id, ctl.mods)
		}
	}
	if g.look.keys {
		if !l.shown && g.focused == "" {
			g.source.Execute(key.FocusCmd{Tag: ctl})
			g.again = true
		}
		l.shown = true
		for _, k := range ctl.keys {
			g.key(k, ctl)
		}
		g.ring(ctl, g.room.inset(2, 2), ctlRadius)
	}
}

// tellNodes lists the nodes that can be seen.
func (g *treePainter) tellNodes(id string) {
	if !g.look.keys || g.drawing.moves() {
		return
	}
	for i := range g.picture.Nodes {
		n := &g.picture.Nodes[i]
		outline := g.outline(n.ID, g.pose.spans[n.ID], treeGap)
		if n.Level == 0 || outline == nil {
			continue
		}
		g.items = append(g.items, Item{Panel: g.panel, Kind: "node", Text: oneLine(g.picture.Name(n, false)), Rect: g.visible(around(outline)),
			Value: Amount(g.model.State.Settings.Metric, n.Value)})
	}
}

// hoverFrom notes what the pointer is over, so that it stands out everywhere.
func (c *canvas) hoverFrom(id string, over treeSpot) {
	l := &c.local.trees
	switch {
	case !over.there && l.from == id:
		l.hover, l.from, c.again = treeSpot{}, "", true
	case over.there && (l.hover != over || l.from != id):
		l.hover, l.from, c.again = over, id, true
	}
}

// at returns the node at a place of the drawing as it will be once it rests.
func (g *treePainter) at(p point) treeSpot {
	middle, radius := g.disc()
	angle := math.Atan2(float64(p.x-middle.x), -float64(p.y-middle.y))
	if angle < 0 {
		angle += 2 * math.Pi
	}
	distance := math.Hypot(float64(p.x-middle.x), float64(p.y-middle.y)) / max(radius, 1)
	for i, n := range g.picture.Nodes {
		s := g.picture.Spans[i]
		if g.drawing.pose.form == asIcicle {
			if b := g.bar(s); p.x >= b.x && p.x < b.right() && p.y >= b.y && p.y < b.bottom() {
				return treeSpot{n.ID, true}
			}
			continue
		}
		if s.Sunburst(g.drawing.pose.levels).Holds(angle, distance) {
			return treeSpot{n.ID, true}
		}
	}
	return treeSpot{}
}

// press drills into a node; the root leads up. With Ctrl the group is selected alone, or beside others.
func (g *treePainter) press(id city.TreeID, mods key.Modifiers) {
	switch {
	case mods.Contain(key.ModCtrl) && id.Rest == 0:
		g.do(city.Select{Key: g.picture.Series.Key(id.Node), Add: true})
	case id == g.picture.Nodes[0].ID:
		g.drillUp(id)
	default:
		g.drill(id)
	}
}

// key walks over the nodes: the arrow that leads outwards goes to the children, its reverse to the parent, the others to
// siblings. At the root every arrow leads outwards, but for the one to the parent if there is something above.
func (g *treePainter) key(k key.Name, ctl *control) {
	l := &g.local.trees
	at := 0
	if l.cursor.there {
		at = max(g.picture.Index(l.cursor.id), 0)
	}
	child, parent, next, before := key.Name(key.NameRightArrow), key.Name(key.NameLeftArrow), key.Name(key.NameDownArrow), key.Name(key.NameUpArrow)
	if g.picture.Levels > 0 && g.drawing.pose.form == asSunburst {
		child, parent, next, before = key.NameUpArrow, key.NameDownArrow, key.NameRightArrow, key.NameLeftArrow
	}
	root := g.picture.Nodes[0].ID
	if _, above := l.order.Root(root).Up(g.picture.Series); at == 0 && (k == next || k == before || !above && (k == parent || k == key.NameReturn || k == key.NameEnter)) {
		k = child
	}
	switch k {
	case child:
		at = g.firstChild(at)
	case parent:
		if up := g.picture.Nodes[at].Parent; up >= 0 {
			at = up
		} else {
			g.drillUp(root)
		}
	case next:
		at = g.sibling(at, 1)
	case before:
		at = g.sibling(at, -1)
	case key.NameHome:
		at = 0
	case key.NameEnd:
		for to := g.sibling(at, 1); to > at; to = g.sibling(at, 1) {
			at = to
		}
	case key.NameReturn, key.NameEnter:
		g.press(g.picture.Nodes[at].ID, 0)
		g.again = true
		return
	case key.NameF10, keyMenu:
		if k == keyMenu || ctl.mods.Contain(key.ModShift) {
			g.askTreeMenu("tree/local", g.picture.Nodes[at].ID, g.room.centered(0, 0))
		}
		return
	}
	l.cursor, l.hover, l.from, g.again = treeSpot{g.picture.Nodes[at].ID, true}, treeSpot{g.picture.Nodes[at].ID, true}, "keys", true
}

// firstChild returns the first child of a node that is there; the node if it has none.
func (g *treePainter) firstChild(at int) int {
	for i, n := range g.picture.Nodes {
		if n.Parent == at && n.Value > 0 {
			return i
		}
	}
	return at
}

// sibling returns the next node of the same level that is there, past parents; the node itself at the end.
func (g *treePainter) sibling(at, step int) int {
	for i := at + step; i >= 0 && i < len(g.picture.Nodes); i += step {
		if n := &g.picture.Nodes[i]; n.Level == g.picture.Nodes[at].Level && n.Value > 0 {
			return i
		}
	}
	return at
}

// askTreeMenu opens the menu of a node.
func (c *canvas) askTreeMenu(from string, id city.TreeID, at box) {
	c.local.trees.menu = id
	c.local.menu = menu{name: treeNodeMenu, from: from, at: c.rect(at).Add(c.rects[c.panel].Min), fresh: true}
	delete(c.wants, Menu)
	c.again = true
}
