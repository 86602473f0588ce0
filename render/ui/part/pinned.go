package part

import (
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/view/pins"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// LegendPinned explains the finding that the city points at, and the colors.
func LegendPinned(c *widget.Canvas, b *canvas.Box, s *scene.Settings) {
	p, palette := c.Model.Legend.Pinned, s.Palette()
	if p.Text == "" {
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Theme.Text, p.Verdict) + 4)
		sampleLine(c, b, "Pale", "all groups", findingHints["Pale"], palette.Growth(0), false)
		foundLines(c, b, p.Found)
		return
	}
	b.CutTop(c.Paragraph(*b, canvas.SmallB, c.Theme.Text, p.Text+".") + 4)
	finding, heldColor := palette.Found(p.Emphasis)
	pinnedLines(c, b, p, finding)
	held := "what grew with it"
	if p.Exact {
		switch held = "what it keeps alive: " + words.RoundSize(p.Held.Bytes); {
		case p.Held.Bytes == 0:
			held = "what it keeps alive: nothing at this GC point"
		case p.Start >= 0:
			held += " now, " + words.RoundSize(p.Start) + " at the start"
		}
	}
	// Findings about fleets, waste, and large holders without known objects have no other groups.
	if !c.Model.Legend.Fleet && p.Emphasis != pins.Tinted && (p.Exact || p.Emphasis != pins.Sized) {
		sampleLine(c, b, "With it", held, findingHints["With it"], heldColor, false)
	}
	sampleLine(c, b, "Pale", "all else", findingHints["Pale"], palette.Growth(0), false)
	foundLines(c, b, p.Found)
}

// mostPinned is the maximum number of findings with a building in the legend.
const mostPinned = 3

// pinnedLines lists the findings with a building, numbered if there are several: the first ones and the current one.
func pinnedLines(c *widget.Canvas, b *canvas.Box, p *model.Pinned, col scene.RGB) {
	all := p.Types.Len()
	if all == 1 {
		sampleLine(c, b, "Finding", p.Types.At(0), findingHints["Finding"], col, false)
		return
	}
	first := min(max(p.At-mostPinned+1, 0), max(all-mostPinned, 0))
	for i := first; i < min(first+mostPinned, all); i++ {
		hint, name := findingHints["Other finding"], p.Types.At(i)
		if i == p.At {
			hint = findingHints["Finding"]
		} else if i == (p.At+1)%all {
			name += "; G: pins it"
		}
		sampleLine(c, b, "Finding "+words.Count(int64(i+1)), name, hint, col, i != p.At)
	}
	if all > mostPinned {
		LegendLine(c, b, "Findings", words.Count(int64(all))+" in all; G: pins the next")
	}
}

// foundLines lists the findings without a building.
func foundLines(c *widget.Canvas, b *canvas.Box, found seq.Seq[string]) {
	for _, title := range found.All() {
		LegendLine(c, b, "Found", title)
	}
}

// findingHints explains the colors of findings.
var findingHints = map[string]string{
	"Finding":       "The group that the finding is about. Press its plate to see the evidence.",
	"Other finding": "The group that another finding is about. Press its plate to see the evidence; G pins one finding after the other.",
	"With it":       "Of each building as much of the height is coloured as of its objects would be freed if the reference were cleared.",
	"Pale":          "Nothing to do with the finding.",
}

// LegendOwn explains the colors of the program's own types.
func LegendOwn(c *widget.Canvas, b *canvas.Box, s *scene.Settings) {
	sampleLine(c, b, "Own types", "of the program itself", "Types of no known library or runtime; the packages of the program can be named in a file.", s.Palette().Own, false)
	sampleLine(c, b, "Others", "of the JDK and of libraries", "", s.Palette().Growth(0), false)
}
