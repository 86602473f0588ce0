package part

import (
	"fmt"

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
		foundLines(c, b, p.Found)
		return
	}
	b.CutTop(c.Paragraph(*b, canvas.SmallB, c.Theme.Text, p.Text+".") + 4)
	pinnedLines(c, b, p, palette)
	word, held := "Related", "grew with it"
	if p.Exact {
		word = "Retained"
		switch held = words.RoundSize(p.Held.Bytes); {
		case p.HeldAt > 0:
			held = fmt.Sprintf("%s at GC point %d", held, p.HeldAt)
		case p.Held.Bytes == 0:
			held = "nothing at this GC point"
		case p.Start >= 0:
			held += " (" + words.RoundSize(p.Start) + " at the start)"
		}
	}
	// Findings about fleets, waste, and large holders without known objects have no other groups.
	emphasis := p.Emphasis()
	if _, heldColor := palette.Found(emphasis); !c.Model.Legend.Fleet && emphasis != pins.Tinted && (p.Exact || emphasis != pins.Sized) {
		sampleLine(c, b, word, held, findingHints["Retained"], heldColor, false)
	}
	foundLines(c, b, p.Found)
}

// maxPinned is the maximum number of findings with a building in the legend.
const maxPinned = 3

// pinnedLines lists the findings with a building in their colors, numbered if there are several: the first ones and the current one.
func pinnedLines(c *widget.Canvas, b *canvas.Box, p *model.Pinned, palette *scene.Palette) {
	all := p.Pins.Len()
	if all == 1 {
		color, _ := palette.Found(p.Emphasis())
		sampleLine(c, b, "Finding", p.Pins.At(0).Name, findingHints["Finding"], color, false)
		return
	}
	first := min(max(p.At-maxPinned+1, 0), max(all-maxPinned, 0))
	for i := first; i < min(first+maxPinned, all); i++ {
		pin := p.Pins.At(i)
		hint, name, color := findingHints["Other finding"], pin.Name, palette.Rest(pin.Emphasis)
		if i == p.At {
			hint = findingHints["Finding"]
			color, _ = palette.Found(pin.Emphasis)
		} else if i == (p.At+1)%all {
			name += "; G: pins it"
		}
		sampleLine(c, b, "Finding "+words.Count(int64(i+1)), name, hint, color, false)
	}
	if all > maxPinned {
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
	"Finding":       "The group that the finding is about. Click its plate for the evidence.",
	"Other finding": "The group that another finding is about. Click its plate for the evidence. G pins the next finding.",
	"Retained":      "The colored share of a building's height is the share of its objects that would be freed by clearing the reference.",
}

// LegendOwn explains the colors of the program's own types.
func LegendOwn(c *widget.Canvas, b *canvas.Box, s *scene.Settings) {
	sampleLine(c, b, "Own types", "of the program itself", "Types that belong to no library or runtime that Memory City recognizes. A definition file can name the program's packages.", s.Palette().Own, false)
	sampleLine(c, b, "Others", "JDK and libraries", "", s.Palette().Growth(0), false)
}
