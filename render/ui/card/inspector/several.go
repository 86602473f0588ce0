package inspector

import (
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// severalText counts the selected groups by kind.
func severalText(list []*model.Group) string {
	buildings, districts := 0, 0
	for _, g := range list {
		switch {
		case g.Building:
			buildings++
		case !g.Hidden:
			districts++
		}
	}
	text := words.Plural(int64(buildings), "building", "buildings")
	if districts > 0 {
		text += "  ·  " + words.Plural(int64(districts), "district", "districts")
	}
	if n := len(list) - buildings - districts; n > 0 {
		text += "  ·  " + words.Count(int64(n)) + " not shown"
	}
	return text
}

// severalRows draws several selected groups: their sums, then each.
func severalRows(c *widget.Canvas, b canvas.Box) float32 {
	top := b.Y
	b.H = 1e7
	list := c.Model.Selections
	together := part.SumOf(list)
	part.DrawFacts(c, &b, part.Facts(&c.Model, &together.Group))
	if together.Inside > 0 {
		b.CutTop(4)
		text := words.Plural(int64(together.Inside), "group is", "groups are") + " in another selected group and is counted there"
		if together.Inside > 1 {
			text = words.Plural(int64(together.Inside), "group is", "groups are") + " in another selected group and are counted there"
		}
		b.CutTop(c.Paragraph(b, canvas.Small, c.Dim, text))
	}
	b.CutTop(10)
	c.Text(b.CutTop(22), canvas.Heading, canvas.Left, c.Theme.Text, "Selected")
	for _, g := range list {
		drawSelected(c, b.CutTop(severalHeight), g)
	}
	if c.Model.Together != nil {
		b.CutTop(10)
		drawReferences(c, &b, c.Model.Together)
	}
	return b.Y - top
}

const severalHeight = 40

// drawSelected draws one of several selected groups. Pressing it selects it alone. Its button deselects it.
func drawSelected(c *widget.Canvas, row canvas.Box, g *model.Group) {
	remove := row.CutRight(26).Centered(24, 24).Moved(4, 0)
	ctl := c.Control("inspector/selected/"+g.Key, row, widget.Pressable, model.Item{Kind: "link", Text: g.Name(), Hint: "Select only this group"})
	if c.IconButton("inspector/remove/"+g.Key, remove, "close", "Remove "+g.Name(), "Remove it from the selection", "") {
		c.Do(state.Select{Key: g.Key, Add: true})
	}
	if ctl.Clicked {
		c.Do(state.Select{Key: g.Key})
	}
	if c.Hidden(row) {
		return
	}
	if ctl.Hover {
		c.Fill(row, 4, c.Theme.Hover)
	}
	unit := c.Model.State.Settings.Unit
	now, first := g.Objects, g.FirstObjects
	if unit == trees.Bytes {
		now, first = g.Bytes, g.FirstBytes
	}
	inner := row.Inset(4, 3)
	part.Chip(c, inner.CutLeft(10).Middle(10), 2, part.ShownColor(g))
	inner.CutLeft(8)
	upper := inner.CutTop(18)
	w := c.Text(upper, canvas.Strong, canvas.Right, c.Theme.Text, words.Amount(unit, now))
	upper.CutRight(w + 8)
	c.Name(upper, canvas.Body, canvas.Left, c.Theme.Text, g.Name())
	w = c.Text(inner, canvas.Small, canvas.Right, c.Dim, words.Growth(unit, now-first))
	inner.CutRight(w + 8)
	c.Name(inner, canvas.Small, canvas.Left, c.Dim, g.Role()+"  ·  "+g.Where())
	c.Ring(ctl, row, 4)
}
