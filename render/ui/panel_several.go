package ui

import (
	"memcity/city"
)

// sum is what several groups have together. Of a group and one inside it, only the outer one counts.
type sum struct {
	Group
	inside int // groups that lie in another selected one
}

func sumOf(groups []*Group) sum {
	keys := make(map[string]bool, len(groups))
	for _, g := range groups {
		keys[g.Key] = true
	}
	var s sum
	for _, g := range groups {
		if g.liesIn(keys) {
			s.inside++
			continue
		}
		s.Objects += g.Objects
		s.Bytes += g.Bytes
		s.FirstObjects += g.FirstObjects
		s.FirstBytes += g.FirstBytes
		s.LastObjects += g.LastObjects
		s.LastBytes += g.LastBytes
	}
	return s
}

// liesIn reports whether a group above g is one of those with keys.
func (g *Group) liesIn(keys map[string]bool) bool {
	for _, p := range g.Path {
		if p.Key != g.Key && keys[p.Key] {
			return true
		}
	}
	return false
}

// severalText counts what is selected by kind.
func severalText(list []*Group) string {
	buildings, districts := 0, 0
	for _, g := range list {
		switch {
		case g.Building:
			buildings++
		case !g.Hidden:
			districts++
		}
	}
	text := plural(int64(buildings), "building", "buildings")
	if districts > 0 {
		text += "  ·  " + plural(int64(districts), "district", "districts")
	}
	if n := len(list) - buildings - districts; n > 0 {
		text += "  ·  " + Count(int64(n)) + " not shown"
	}
	return text
}

// severalRows tells of several selected groups: their sums, then each.
func severalRows(c *canvas, b box) float32 {
	top := b.y
	b.h = 1e7
	list := c.model.Selections
	together := sumOf(list)
	drawFacts(c, &b, facts(&c.model, &together.Group))
	if together.inside > 0 {
		b.cutTop(4)
		text := plural(int64(together.inside), "group lies", "groups lie") + " in another selected one and is counted there"
		if together.inside > 1 {
			text = plural(int64(together.inside), "group lies", "groups lie") + " in another selected one and are counted there"
		}
		b.cutTop(c.paragraph(b, small, c.dim, text))
	}
	b.cutTop(10)
	c.text(b.cutTop(22), heading, left, c.theme.text, "Selected")
	for _, g := range list {
		drawSelected(c, b.cutTop(severalHeight), g)
	}
	if c.model.Together != nil {
		b.cutTop(10)
		drawReferences(c, &b, c.model.Together)
	}
	return b.y - top
}

const severalHeight = 40

// drawSelected draws one of several selected groups: a press selects it alone, its button takes it out.
func drawSelected(c *canvas, row box, g *Group) {
	remove := row.cutRight(26).centered(24, 24).moved(4, 0)
	ctl := c.control("inspector/selected/"+g.Key, row, pressable, Item{Kind: "link", Text: g.Name(), Hint: "Select this alone"})
	if c.iconButton("inspector/remove/"+g.Key, remove, "close", "Remove "+g.Name(), "Take it out of the selection", false) {
		c.do(city.Select{Key: g.Key, Add: true})
	}
	if ctl.clicked {
		c.do(city.Select{Key: g.Key})
	}
	if c.hidden(row) {
		return
	}
	if ctl.hover {
		c.fill(row, 4, c.theme.hover)
	}
	metric := c.model.State.Settings.Metric
	now, first := g.Objects, g.FirstObjects
	if metric == city.Bytes {
		now, first = g.Bytes, g.FirstBytes
	}
	inner := row.inset(4, 3)
	c.chip(inner.cutLeft(10).middle(10), 2, g.shownColor())
	inner.cutLeft(8)
	upper := inner.cutTop(18)
	w := c.text(upper, strong, right, c.theme.text, Amount(metric, now))
	upper.cutRight(w + 8)
	c.name(upper, body, left, c.theme.text, g.Name())
	w = c.text(inner, small, right, c.dim, Growth(metric, now-first))
	inner.cutRight(w + 8)
	c.name(inner, small, left, c.dim, g.role()+"  ·  "+g.where())
	c.ring(ctl, row, 4)
}
