package ui

import (
	"memcity/city"
)

// Compared tells what the parts of the buildings show.
type Compared struct {
	From     int    // GC point from 0 that the one shown is compared with
	Followed string // how objects were recognised: native or recovered; empty if parts are differences of counts
	Probable bool   // probable pairs count as the same object
	Waiting  bool   // objects are being followed
	Sizes    bool   // the numbers are deep or retained sizes, of which nothing is followed
	AtStart  bool   // the GC point shown is that one, so all is permanent
	Before   bool   // it is before that one, so the buildings are whole
	Cut      bool   // no GC points are compared, but what stays with what would be freed
}

// inParts reports whether the buildings are shown in parts.
func (m *Model) inParts() bool { return m.Legend.Compared != nil && !m.Legend.Compared.Before }

// byCounts reports whether parts are differences of counts.
func (p *Compared) byCounts() bool { return p.Followed == "" && !p.AtStart && !p.Cut }

// partNames name the parts of a building: at the bottom, on it, and what is gone.
func (p *Compared) partNames() (kept, born, gone string) {
	if p.byCounts() {
		return "As many", "More", "Fewer"
	}
	return "Permanent", "Born", "Died"
}

// fateFacts tell what became of the objects of a group.
func fateFacts(m *Model, g *Group) []fact {
	f, p := g.Fate, m.Legend.Compared
	if f == nil || p == nil || p.AtStart {
		return nil
	}
	both := func(a city.Amount) string { return Count(a.Objects) + " · " + Size(a.Bytes) }
	if p.Cut {
		return []fact{
			{"Freed", both(f.Died), "Objects and bytes that nothing would keep alive without what is taken out."},
			{"Stays", both(f.Permanent), "Objects and bytes that would still be there."},
		}
	}
	since := "GC point " + Count(int64(p.From+1))
	if !f.Followed {
		return []fact{
			{"As many as before", both(f.Permanent), "The lesser of the numbers at " + since + " and now: objects are not followed here, so it is not known which of them are the same."},
			{"More", both(f.Born), "How many more there are than at " + since + "."},
			{"Fewer", both(f.Died), "How many fewer there are than at " + since + "."},
		}
	}
	list := []fact{
		{"Permanent", both(f.Permanent), "Objects and bytes that were there at " + since + " and still are."},
		{"Born", both(f.Born), "Objects and bytes that were not there at " + since + "."},
		{"Died", both(f.Died), "Objects and bytes that were there at " + since + " and are no more."},
	}
	if f.Came.Objects > 0 {
		list = append(list, fact{"Of these from other groups", both(f.Came), "Objects that count as born here: they were in other groups at " + since + "."})
	}
	if f.Left.Objects > 0 {
		list = append(list, fact{"Of these in other groups now", both(f.Left), "Objects that count as died here: they are in other groups now."})
	}
	return list
}

// legendParts tells what the parts of the buildings mean, from the top down as they lie.
func legendParts(c *canvas, b *box, s *city.Settings) {
	p, palette := c.model.Legend.Compared, s.Palette()
	if p.Before {
		comparedLine(c, b, "nothing: this is before the window")
		return
	}
	if p.Cut {
		legendCut(c, b, palette)
		return
	}
	with := Count(int64(p.From + 1))
	if p.AtStart {
		with = "itself, where the window starts"
	}
	comparedLine(c, b, "GC point "+Count(int64(c.model.State.Point+1))+" with "+with)
	kept, born, gone := p.partNames()
	partSample(c, b, gone, gonePart(p), palette.Gone, true)
	what := "was not there"
	if p.byCounts() {
		what = "than before"
	}
	grown := s.GrowthColor && c.model.Legend.MaxGrowth > 0
	if grown {
		what += ", by growth:"
	}
	partSample(c, b, born, what, palette.Born(0), false)
	if grown {
		legendScale(c, b, s, palette.Born)
	}
	partSample(c, b, kept, "at both GC points", palette.Kept, false)
	if !p.AtStart {
		legendLine(c, b, "Objects", p.followedText())
	}
}

// comparedLine tells what is compared, with a button that ends it.
func comparedLine(c *canvas, b *box, means string) {
	endedLine(c, b, "Whole buildings", "Show whole buildings again (C)", func() { legendLine(c, b, "Compared", means) })
}

// endedLine draws a line that tells what the parts of the buildings show, with a button that ends it. Saved pictures have no
// button.
func endedLine(c *canvas, b *box, name, hint string, draw func()) {
	line := b.withHeight(20)
	wide := b.w
	if c.only == nil {
		b.w -= 24
	}
	draw()
	b.w = wide
	if c.only == nil && c.iconButton("legend/whole", line.cutRight(20).centered(20, 20).moved(4, 0), "close", name, hint, false) {
		c.do(city.Divide{})
	}
}

func gonePart(p *Compared) string {
	if p.byCounts() {
		return "than before"
	}
	return "was there, is gone"
}

// followedText tells how parts are known.
func (p *Compared) followedText() string {
	switch {
	case p.Sizes:
		return "only numbers are compared: of deep and retained sizes nothing is followed"
	case p.Waiting:
		return "are being followed; until then parts show numbers"
	case p.Followed == "native":
		return "followed by the numbers that the recording gave them"
	case p.Followed == "recovered" && p.Probable:
		return "recognised by content and references, probably the same ones too"
	case p.Followed == "recovered":
		return "recognised by content and references"
	}
	return "only numbers are compared: this recording does not tell which objects are the same"
}

// partSample sets a sample of a part of a building between its name and what it means.
func partSample(c *canvas, b *box, word, means string, col city.RGB, see bool) {
	sampleLine(c, b, word, means, partHints[word], col, see)
}

// sampleLine sets a sample of a colour between a word and what it means; see is for what is looked through.
func sampleLine(c *canvas, b *box, word, means, hint string, col city.RGB, see bool) {
	const sample = 12 + 7
	row := b.cutTop(c.paragraphHeight(b.w-legendKey-sample, small, means) + 4)
	c.explain("legend/"+word, row, word, means, hint)
	line := lineHeight(small)
	key := row.cutLeft(legendKey)
	c.text(box{key.x, key.y + 1, key.w, line}, smallB, left, c.theme.text, word)
	row.y++
	at := row.cutLeft(sample).withHeight(line).middle(12)
	at.w = 12
	if see {
		c.fill(at, 1, mixed(c.theme.card, solid(col), 0.3))
		c.frame(at, 1, 1.2, solid(col))
	} else {
		c.chip(at, 1, col)
	}
	c.paragraph(row, small, c.dim, means)
}

// partHints explain the parts of a building.
var partHints = map[string]string{
	"Permanent": "The part at the bottom: objects that were there where the window starts and are there now.",
	"Born":      "The part on it: objects that are there now and were not where the window starts, or were in other groups. Its colour tells how much the group grew in all.",
	"Died":      "The see-through part over it: objects that were there where the window starts and are no more, or are in other groups. Where nothing else is left, the outline of the plot is dashed.",
	"As many":   "The part at the bottom: the lesser of the numbers where the window starts and now.",
	"More":      "The part on it: how many more there are now. Its colour tells how much the group grew.",
	"Freed":     "The see-through part over it: objects that nothing would keep alive without what is taken out. Where nothing else is left, the tag has a cross.",
	"Stays":     "The part at the bottom: objects that would still be there.",
	"Fewer":     "The see-through part over it: how many fewer there are now.",
}
