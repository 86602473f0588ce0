package ui

import (
	"fmt"

	"memcity/city"
)

// Compared tells what the parts of the buildings show.
type Compared struct {
	From     int    // GC point from 0 that the one shown is compared with
	Followed string // how objects were recognised: native or recovered; empty if parts are differences of counts
	Probable bool   // probable pairs count as the same object
	Waiting  bool   // objects are being followed
	Sizes    bool   // the numbers are deep or retained sizes, of which nothing is followed
	AtStart  bool   // the GC point shown is where the window starts, or before: there is nothing to compare
}

// partNames name the parts of a building: at the bottom, on it, and what is gone.
func (p *Compared) partNames() (kept, born, gone string) {
	if p.Followed == "" {
		return "As many", "More", "Fewer"
	}
	return "Permanent", "Born", "Died"
}

// fateFacts tell what became of the objects of a group.
func fateFacts(m *Model, g *Group) []fact {
	f, p := g.Fate, m.Legend.Compared
	if f == nil || p == nil {
		return nil
	}
	both := func(a city.Amount) string { return Count(a.Objects) + " · " + Size(a.Bytes) }
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
	if p.AtStart {
		legendLine(c, b, "Compared", "nothing: the window starts here; go on to a later GC point")
		return
	}
	legendLine(c, b, "Compared", fmt.Sprintf("GC point %s with %s, where the window starts", Count(int64(c.model.State.Point+1)), Count(int64(p.From+1))))
	kept, born, gone := p.partNames()
	partSample(c, b, gone, "was there and is gone", palette.Gone, true)
	what := "was not there before"
	if p.Followed == "" {
		what = "than before, by growth:"
	}
	if s.GrowthColor && c.model.Legend.MaxGrowth > 0 {
		if p.Followed != "" {
			what += "; by growth:"
		}
		partSample(c, b, born, what, palette.Born(0), false)
		legendScale(c, b, s, palette.Born)
	} else {
		partSample(c, b, born, "than before", palette.Born(0), false)
	}
	partSample(c, b, kept, "at both GC points", palette.Kept, false)
	legendLine(c, b, "Objects", p.followedText())
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
		return "recognised by content and references; also those that are probably the same"
	case p.Followed == "recovered":
		return "recognised by content and references; what is only probably the same counts as died and born"
	}
	return "only numbers are compared: this recording does not tell which objects are the same"
}

// partSample sets a sample of a part of a building before its name and what it means.
func partSample(c *canvas, b *box, word, means string, col city.RGB, see bool) {
	row := b.cutTop(c.paragraphHeight(b.w-legendKey, small, means) + 4)
	c.explain("legend/"+word, row, word, means, partHints[word])
	key := row.cutLeft(legendKey)
	sample := key.cutLeft(13).withHeight(17).middle(12)
	if see {
		c.fill(sample, 1, mixed(c.theme.card, solid(col), 0.3))
		c.frame(sample, 1, 1.2, solid(col))
	} else {
		c.chip(sample, 1, col)
	}
	key.cutLeft(5)
	c.text(box{key.x, key.y + 1, key.w, lineHeight(small)}, smallB, left, c.theme.text, word)
	row.y++
	c.paragraph(row, small, c.dim, means)
}

// partHints explain the parts of a building.
var partHints = map[string]string{
	"Permanent": "The part at the bottom: objects that were there where the window starts and are there now.",
	"Born":      "The part on it: objects that are there now and were not where the window starts, or were in other groups. Its colour tells how much the group grew in all.",
	"Died":      "The see-through part over it: objects that were there where the window starts and are no more, or are in other groups. Where nothing else is left, the outline of the plot is dashed.",
	"As many":   "The part at the bottom: the lesser of the numbers where the window starts and now.",
	"More":      "The part on it: how many more there are now. Its colour tells how much the group grew.",
	"Fewer":     "The see-through part over it: how many fewer there are now.",
}
