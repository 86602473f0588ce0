package part

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// fateFacts lists how many objects of a group were born, died and survived.
func fateFacts(m *model.Model, g *model.Group) []widget.Fact {
	f, p := g.Fate, m.Legend.Compared
	if f == nil || p == nil || p.AtStart {
		return nil
	}
	both := func(a trees.Amount) string { return words.Count(a.Objects) + " · " + words.Size(a.Bytes) }
	if p.Cut {
		return []widget.Fact{
			{Name: "Freed", Value: both(f.Died), Hint: "Objects and bytes that would be freed without these groups."},
			{Name: "Stays", Value: both(f.Permanent), Hint: "Objects and bytes that would remain."},
		}
	}
	since := "GC point " + words.Count(int64(p.From+1))
	if !f.Followed {
		return []widget.Fact{
			{Name: "Unchanged", Value: both(f.Permanent),
				Hint: "The smaller of the numbers at " + since + " and now. Objects are not matched here, so they may be different objects."},
			{Name: "More", Value: both(f.Born), Hint: "Increase since " + since + "."},
			{Name: "Fewer", Value: both(f.Died), Hint: "Decrease since " + since + "."},
		}
	}
	list := []widget.Fact{
		{Name: "Survived", Value: both(f.Permanent), Hint: "Objects and bytes that existed at " + since + " and still exist."},
		{Name: "Born", Value: both(f.Born), Hint: "Objects and bytes that are new since " + since + "."},
		{Name: "Died", Value: both(f.Died), Hint: "Objects and bytes that existed at " + since + " and no longer exist."},
	}
	if f.IndistinctBefore.Objects+f.IndistinctAfter.Objects > 0 {
		value := both(f.IndistinctBefore)
		if f.IndistinctAfter != f.IndistinctBefore {
			value += " before, " + both(f.IndistinctAfter) + " now"
		}
		list = append(list, widget.Fact{Name: "Not told apart", Value: value,
			Hint: "Equal objects at " + since + " and now. Heap dumps cannot show whether they are the same objects. They are drawn as survivors."})
	}
	if f.Came.Objects > 0 {
		list = append(list, widget.Fact{Name: "Moved from other groups", Value: both(f.Came),
			Hint: "Objects that count as born here because they were in other groups at " + since + "."})
	}
	if f.Left.Objects > 0 {
		list = append(list, widget.Fact{Name: "Moved to other groups", Value: both(f.Left),
			Hint: "Objects that count as died here because they are in other groups now."})
	}
	return list
}

// LegendParts explains the parts of buildings, from top to bottom.
func LegendParts(c *widget.Canvas, b *canvas.Box, s *scene.Settings) {
	p, palette := c.Model.Legend.Compared, s.Palette()
	if p.Before {
		comparedLine(c, b, "nothing: this GC point is before the window")
		return
	}
	if p.Cut {
		legendCut(c, b, palette)
		return
	}
	with := words.Count(int64(p.From + 1))
	if p.AtStart {
		with = "itself, the start of the window"
	}
	comparedLine(c, b, "GC point "+words.Count(int64(c.Model.State.Point+1))+" with "+with)
	kept, born, gone := p.PartNames()
	partSample(c, b, gone, gonePart(p), palette.Gone, true)
	what := "not there before"
	if p.ByCounts() {
		what = "than before"
	}
	grown := s.Color.Whole(len(c.Model.Points)) == scene.GrowthColors && c.Model.Legend.RedGrowth > 0
	if grown {
		what += ", by growth:"
	}
	partSample(c, b, born, what, palette.Born(0), false)
	if grown {
		LegendScale(c, b, s, palette.Born)
	}
	partSample(c, b, kept, "at both GC points", palette.Kept, false)
	if !p.AtStart {
		LegendLine(c, b, "Objects", p.FollowedText())
	}
}

// comparedLine describes the comparison, with a button that ends it.
func comparedLine(c *widget.Canvas, b *canvas.Box, means string) {
	endedLine(c, b, "Undivided buildings", c.Tip(action.CityFates, "Stop dividing buildings"), func() { LegendLine(c, b, "Compared", means) })
}

// endedLine draws a line about the parts of buildings, with a button that ends them. Saved pictures have no button.
func endedLine(c *widget.Canvas, b *canvas.Box, name, hint string, draw func()) {
	line := b.WithHeight(20)
	wide := b.W
	if c.Only == nil {
		b.W -= 24
	}
	draw()
	b.W = wide
	if c.Only == nil && c.IconButton("legend/whole", line.CutRight(20).Centered(20, 20).Moved(4, 0), "close", name, hint, "") {
		c.Do(state.Divide{})
	}
}

func gonePart(p *model.Compared) string {
	if p.ByCounts() {
		return "than before"
	}
	return "there before, gone now"
}

// partSample draws a line with the color of a part of a building.
func partSample(c *widget.Canvas, b *canvas.Box, word, means string, col scene.RGB, see bool) {
	sampleLine(c, b, word, means, partHints[word], col, see)
}

// sampleLine draws a line with a word, a color sample and its meaning. see selects a translucent sample.
func sampleLine(c *widget.Canvas, b *canvas.Box, word, means, hint string, col scene.RGB, see bool) {
	const sample = 12 + 7
	row := b.CutTop(c.ParagraphHeight(b.W-LegendKey-sample, canvas.Small, means) + 4)
	c.Explain("legend/"+word, row, word, means, hint)
	line := canvas.LineHeight(canvas.Small)
	key := row.CutLeft(LegendKey)
	c.Text(canvas.Rect(key.X, key.Y+1, key.W, line), canvas.SmallB, canvas.Left, c.Theme.Text, word)
	row.Y++
	at := row.CutLeft(sample).WithHeight(line).Middle(12)
	at.W = 12
	if see {
		c.Fill(at, 1, canvas.Mixed(c.Theme.Card, canvas.Solid(col), 0.3))
		c.Frame(at, 1, 1.2, canvas.Solid(col))
	} else {
		Chip(c, at, 1, col)
	}
	c.Paragraph(row, canvas.Small, c.Dim, means)
}

// partHints explains the parts of a building.
var partHints = map[string]string{
	"Survived":  "Bottom part: objects that exist at the start of the window and now. It includes objects that cannot be told apart.",
	"Born":      "Part on top: objects that are new since the start of the window or came from other groups. Its color shows the group's total growth.",
	"Died":      "Transparent part on top: objects that died since the start of the window or moved to other groups. The plot has a dashed outline if nothing remains.",
	"Unchanged": "Bottom part: the smaller of the numbers at the start of the window and now.",
	"More":      "Part on top: the increase since the start of the window. Its color shows how much the group grew.",
	"Freed":     "Transparent part on top: objects that would be freed without these groups. The label has a cross if nothing remains.",
	"Stays":     "Bottom part: objects that would remain.",
	"Fewer":     "Transparent part on top: the decrease since the start of the window.",
}
