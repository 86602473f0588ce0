package tree

import (
	"math"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	"memcity/city/state"
	"memcity/city/view/treemap"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// take handles pointer and keyboard input.
func (g *treePainter) take(id string) {
	l := g.of
	kind := widget.Pointable
	if g.look.keys {
		kind = widget.Browsable
	}
	root := &g.picture.Nodes[0]
	ctl := g.Control(id, g.room, kind,
		model.Item{Kind: "tree", Text: g.look.name,
			Value: g.picture.Name(root, false) + ", " + words.Amount(g.Model.State.Settings.Unit, root.Value)})
	g.listNodes(id)
	over := treeSpot{}
	if ctl.Hover && !ctl.Pressed {
		over = g.at(ctl.At)
	}
	g.of.hoverFrom(g.Canvas, id, over)
	if over.there {
		area := clip.Rect(g.Rect(g.room)).Push(g.Ops)
		pointer.CursorPointer.Add(g.Ops)
		area.Pop()
	}
	if ctl.MenuRequested {
		if spot := g.at(ctl.At); spot.there {
			g.of.openTreeMenu(g.Canvas, id, spot.id, canvas.Rect(ctl.At.X, ctl.At.Y, 0, 0))
		}
	}
	if ctl.Fresh {
		g.Source.Execute(key.FocusCmd{Tag: ctl})
		if spot := g.at(ctl.At); spot.there {
			l.cursor = spot
			g.press(spot.id, ctl.Mods)
		}
	}
	if g.look.keys {
		if !l.shown && g.Focused == "" {
			g.Source.Execute(key.FocusCmd{Tag: ctl})
			g.Again = true
		}
		l.shown = true
		for _, k := range ctl.Keys {
			g.key(k, ctl)
		}
		g.Ring(ctl, g.room.Inset(2, 2), place.CtlRadius)
	}
}

// listNodes lists the visible nodes.
func (g *treePainter) listNodes(id string) {
	if !g.look.keys || g.drawing.moves() {
		return
	}
	for i := range g.picture.Nodes {
		n := &g.picture.Nodes[i]
		outline := g.outline(n.ID, g.pose.spans[n.ID], treeGap)
		if n.Level == 0 || outline == nil {
			continue
		}
		g.Items = append(g.Items, model.Item{Panel: g.Panel, Kind: "node", Text: words.OneLine(g.picture.Name(n, false)),
			Rect:  g.Visible(canvas.Around(outline)),
			Value: words.Amount(g.Model.State.Settings.Unit, n.Value)})
	}
}

// hoverFrom stores the node under the pointer, so that all drawings highlight it.
func (view *View) hoverFrom(c *widget.Canvas, id string, over treeSpot) {
	l := view
	switch {
	case !over.there && l.from == id:
		l.hover, l.from, c.Again = treeSpot{}, "", true
	case over.there && (l.hover != over || l.from != id):
		l.hover, l.from, c.Again = over, id, true
	}
}

// at returns the node at a position of the final drawing, ignoring a running animation.
func (g *treePainter) at(p canvas.Point) treeSpot {
	middle, radius := g.disc()
	angle := math.Atan2(float64(p.X-middle.X), -float64(p.Y-middle.Y))
	if angle < 0 {
		angle += 2 * math.Pi
	}
	distance := math.Hypot(float64(p.X-middle.X), float64(p.Y-middle.Y)) / max(radius, 1)
	for i, n := range g.picture.Nodes {
		s := g.picture.Spans[i]
		if g.drawing.pose.form == asIcicle {
			if b := g.bar(s); p.X >= b.X && p.X < b.Right() && p.Y >= b.Y && p.Y < b.Bottom() {
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

// press drills into a node; pressing the root drills up. Ctrl adds the group to the selection instead.
func (g *treePainter) press(id treemap.ID, mods key.Modifiers) {
	switch {
	case mods.Contain(key.ModCtrl) && id.Rest == 0:
		g.Do(state.Select{Key: g.picture.Series.Key(id.Node), Add: true})
	case id == g.picture.Nodes[0].ID:
		g.of.drillUp(g.Canvas, id)
	default:
		g.of.drill(g.Canvas, id)
	}
}

// key moves between nodes by keyboard. The outward arrow goes to the first child, the opposite arrow to the parent, and the other two to
// siblings. At the root every arrow goes outward, except the parent arrow if the root has a parent.
func (g *treePainter) key(k key.Name, ctl *widget.Control) {
	l := g.of
	at := 0
	if l.cursor.there {
		at = max(g.picture.Index(l.cursor.id), 0)
	}
	child, parent, next, before := key.Name(key.NameRightArrow), key.Name(key.NameLeftArrow), key.Name(key.NameDownArrow),
		key.Name(key.NameUpArrow)
	if g.picture.Levels > 0 && g.drawing.pose.form == asSunburst {
		child, parent, next, before = key.NameUpArrow, key.NameDownArrow, key.NameRightArrow, key.NameLeftArrow
	}
	root := g.picture.Nodes[0].ID
	if _, above := l.order.Root(root).Up(g.picture.Series); at == 0 &&
		(k == next || k == before || !above && (k == parent || k == key.NameReturn || k == key.NameEnter)) {
		k = child
	}
	switch k {
	case child:
		at = g.firstChild(at)
	case parent:
		if up := g.picture.Nodes[at].Parent; up >= 0 {
			at = up
		} else {
			g.of.drillUp(g.Canvas, root)
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
		g.Again = true
		return
	case key.NameF10, widget.KeyMenu:
		if k == widget.KeyMenu || ctl.Mods.Contain(key.ModShift) {
			g.of.openTreeMenu(g.Canvas, "tree/local", g.picture.Nodes[at].ID, g.room.Centered(0, 0))
		}
		return
	}
	l.cursor, l.hover, l.from, g.Again = treeSpot{g.picture.Nodes[at].ID, true}, treeSpot{g.picture.Nodes[at].ID, true}, "keys", true
}

// firstChild returns the index of the first nonempty child of a node, or the node itself if it has none.
func (g *treePainter) firstChild(at int) int {
	for i, n := range g.picture.Nodes {
		if n.Parent == at && n.Value > 0 {
			return i
		}
	}
	return at
}

// sibling returns the next nonempty node of the same level in the direction of step, across parents. It returns the node itself at the end.
func (g *treePainter) sibling(at, step int) int {
	for i := at + step; i >= 0 && i < len(g.picture.Nodes); i += step {
		if n := &g.picture.Nodes[i]; n.Level == g.picture.Nodes[at].Level && n.Value > 0 {
			return i
		}
	}
	return at
}

// openTreeMenu opens the menu of a node.
func (view *View) openTreeMenu(c *widget.Canvas, from string, id treemap.ID, at canvas.Box) {
	view.menu = id
	c.Menu = widget.Menu{Name: TreeNodeMenu, From: from, At: c.Rect(at).Add(c.Rects[c.Panel].Min), Fresh: true}
	delete(c.Wants, model.Menu)
	c.Again = true
}
