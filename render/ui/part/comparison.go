package part

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
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
			{Name: "Freed", Value: both(f.Died), Hint: "Objects and bytes that removing these groups would free."},
			{Name: "Stays", Value: both(f.Permanent), Hint: "Objects and bytes that would still be there."},
		}
	}
	since := "GC point " + words.Count(int64(p.From+1))
	if !f.Followed {
		return []widget.Fact{
			{Name: "As many as before", Value: both(f.Permanent),
				Hint: "The lesser of the numbers at " + since +
					" and now: objects are not followed here, so it is not known which of them are the same."},
			{Name: "More", Value: both(f.Born), Hint: "How many more there are than at " + since + "."},
			{Name: "Fewer", Value: both(f.Died), Hint: "How many fewer there are than at " + since + "."},
		}
	}
	list := []widget.Fact{
		{Name: "Survived", Value: both(f.Permanent), Hint: "Objects and bytes that were there at " + since + " and still are."},
		{Name: "Born", Value: both(f.Born), Hint: "Objects and bytes that were not there at " + since + "."},
		{Name: "Died", Value: both(f.Died), Hint: "Objects and bytes that were there at " + since + " and are no more."},
	}
	if f.IndistinctBefore.Objects+f.IndistinctAfter.Objects > 0 {
		value := both(f.IndistinctBefore)
		if f.IndistinctAfter != f.IndistinctBefore {
			value += " before, " + both(f.IndistinctAfter) + " now"
		}
		list = append(list, widget.Fact{Name: "Not told apart", Value: value,
			Hint: "Objects at " + since + " and equal ones now: nothing in the heap dumps shows whether they are the same. They are drawn with those that survived."})
	}
	if f.Came.Objects > 0 {
		list = append(list, widget.Fact{Name: "Of these from other groups", Value: both(f.Came),
			Hint: "Objects that count as born here: they were in other groups at " + since + "."})
	}
	if f.Left.Objects > 0 {
		list = append(list, widget.Fact{Name: "Of these in other groups now", Value: both(f.Left),
			Hint: "Objects that count as died here: they are in other groups now."})
	}
	return list
}

// LegendParts explains the parts of buildings, from top to bottom.
func LegendParts(c *widget.Canvas, b *canvas.Box, s *scene.Settings) {
	p, palette := c.Model.Legend.Compared, s.Palette()
	if p.Before {
		comparedLine(c, b, "nothing: this is before the window")
		return
	}
	if p.Cut {
		legendCut(c, b, palette)
		return
	}
	with := words.Count(int64(p.From + 1))
	if p.AtStart {
		with = "itself, where the window starts"
	}
	comparedLine(c, b, "GC point "+words.Count(int64(c.Model.State.Point+1))+" with "+with)
	kept, born, gone := p.PartNames()
	partSample(c, b, gone, gonePart(p), palette.Gone, true)
	what := "was not there"
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
	endedLine(c, b, "Whole buildings", "Show whole buildings again (C)", func() { LegendLine(c, b, "Compared", means) })
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
	return "was there, is gone"
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
	"Survived": "The part at the bottom: objects that were there where the window starts and are there now. Objects that are not told apart are drawn here as well.",
	"Born":     "The part on it: objects that are there now and were not where the window starts, or were in other groups. Its colour shows how much the group grew in all.",
	"Died":     "The see-through part over it: objects that were there where the window starts and are no more, or are in other groups. Where nothing else is left, the outline of the plot is dashed.",
	"As many":  "The part at the bottom: the lesser of the numbers where the window starts and now.",
	"More":     "The part on it: how many more there are now. Its colour shows how much the group grew.",
	"Freed":    "The see-through part over it: objects that removing these groups would free. Where nothing else is left, the tag has a cross.",
	"Stays":    "The part at the bottom: objects that would still be there.",
	"Fewer":    "The see-through part over it: how many fewer there are now.",
}
