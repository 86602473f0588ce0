package part

import (
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// LegendUse explains the staleness colors and dust.
func LegendUse(c *widget.Canvas, b *canvas.Box, s *scene.Settings) {
	u := c.Model.Legend.Used
	means := "of the collections that hold the objects"
	switch {
	case u.Waiting:
		means = "finding the collections that hold objects; until then, colors show growth"
	case u.Missing != "":
		means = "unavailable: " + u.Missing
	}
	endedLine(c, b, "Color by growth", c.Tip(action.CityStaleness, "Color by growth again"), func() { LegendLine(c, b, "Staleness", means) })
	if !c.Model.ByStaleness() {
		return
	}
	gradient(c, b, "staleness", "Staleness", LegendHints["Staleness"], s.Palette().Stale)
	numbers := b.CutTop(17)
	c.Text(numbers, canvas.Small, canvas.Left, c.Dim, "0: just read")
	c.Text(numbers, canvas.Small, canvas.Right, c.Dim, words.Ratio(u.Threshold)+" or more: stale")
	all := c.Model.Legend.Objects
	held := u.Held.Objects
	if s.Unit == trees.Bytes {
		all, held = c.Model.Legend.Bytes, u.Held.Bytes
	}
	sampleLine(c, b, "Gray", "held by no recorded collection · "+words.Percent(max(0, all-held), all), LegendHints["Gray"], s.Palette().Growth(0), false)
	sampleLine(c, b, "Dust", "on the stale share of a roof ("+u.StaleText()+")", LegendHints["Dust"], s.Palette().Dust, false)
	recorded := words.Counted(int64(u.Holders), "collection")
	if u.Near {
		recorded += "; approximate, because the GC point is inside a recording interval"
	}
	LegendLine(c, b, "Recorded", recorded)
}

// UseFacts lists how stale the collections are that hold a group's objects.
func UseFacts(m *model.Model, g *model.Group) []widget.Fact {
	if !m.ByStaleness() {
		return nil
	}
	u := g.Use
	if u == nil {
		return []widget.Fact{{Name: "Staleness", Value: "unavailable",
			Hint: "No staleness for groups below a transformer, because they contain other objects than the groups above them."}}
	}
	unit := m.State.Settings.Unit
	whole := g.Objects
	if unit == trees.Bytes {
		whole = g.Bytes
	}
	held, staleness, stale := scene.Stale(&u.Counts, unit, whole)
	if held == 0 {
		return []widget.Fact{{Name: "In collections", Value: "none", Hint: "No recorded collection holds objects of this group."}}
	}
	return []widget.Fact{
		{Name: "In collections", Value: words.Count(u.Held.Objects) + " · " + words.Size(u.Held.Bytes) + " (" + words.PercentOf(held) + ")",
			Hint: "Objects of the group that recorded collections hold: elements, objects inside elements, and objects that only these keep alive."},
		{Name: "Staleness", Value: words.Ratio(staleness) + " (" + words.PercentOf(stale) + " stale)",
			Hint: "The share of the window for which elements of these collections were not read, on average. In parentheses: the stale share of the group, with a " + m.Legend.Used.StaleText() + "."},
		{Name: "Mainly in", Value: words.ShortCollection(u.Label), Hint: words.OneLine(u.Label) + "\n" + holderText(u)},
	}
}

// holderText describes the collection that holds most of a group.
func holderText(u *scene.Use) string {
	h := &u.Holder
	text := words.Counted(h.Elements, "element") + ", staleness " + words.Ratio(h.Staleness)
	if h.Removed == 0 {
		return text + ", none removed in the window."
	}
	return text + ", " + words.Count(h.Removed) + " removed in the window."
}
