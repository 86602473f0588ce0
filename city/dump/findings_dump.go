package dump

import (
	"memcity/city/scene"
	"memcity/words"
)

// Findings contains the verdict of the guide and the findings with a group in the city.
type Findings struct {
	Grade   string    `json:"grade"`
	Verdict string    `json:"verdict"`
	List    []Finding `json:"list"` // most important first
}

// Finding is a finding with a group in the city.
type Finding struct {
	Number int    `json:"number"` // among all findings, 1-based
	Rule   string `json:"rule"`
	Grade  string `json:"grade"`
	Text   string `json:"text"` // of its plate
	Key    string `json:"key"`  // of the group
	Color  string `json:"color"`
	Shown  bool   `json:"shown"` // true for the finding whose objects are colored
}

// FoundPart is the part of a building that belongs to the shown finding, from the ground up.
type FoundPart struct {
	Objects int64   `json:"objects"`
	Bytes   int64   `json:"bytes"`
	Color   string  `json:"color"`
	Height  float64 `json:"height"`
}

// dumpFindings returns the findings of a city; nil if its colors show something else.
func dumpFindings(c *scene.City, settings scene.Settings) *Findings {
	k := c.Pinned
	if k == nil {
		return nil
	}
	out := &Findings{Grade: string(k.Found.Grade), Verdict: k.Found.Text, List: []Finding{}}
	for i := range k.List {
		pin := &k.List[i]
		f := &k.Found.Findings[pin.Finding]
		color, _ := settings.Palette().Found(pin.Emphasis)
		out.List = append(out.List, Finding{pin.Finding + 1, f.Rule, string(f.Grade), pin.Text(), c.Plan.Series.Key(pin.Node), color.String(), i == k.Shown})
	}
	return out
}

// dumpFoundPart returns the part of a building that belongs to the shown finding; nil for none.
func dumpFoundPart(c *scene.City, b *scene.Building) *FoundPart {
	if c.Pinned == nil || b.Kept <= 0 {
		return nil
	}
	of := c.Pinned.Of(b.Node)
	return &FoundPart{of.Objects, of.Bytes, b.KeptColor.String(), rounded(b.Kept)}
}

func (f *Findings) print(e *errWriter) {
	if f == nil {
		return
	}
	e.printf("%s\n", words.Printable(f.Verdict))
	for i := range f.List {
		x := &f.List[i]
		e.printf("finding %d  %-48s %s %s\n", x.Number, words.Printable(x.Key), x.Color, words.Printable(x.Text))
	}
}

func (f *FoundPart) print(e *errWriter) {
	if f != nil {
		e.printf("    of the finding shown %s, %s, height %.2f\n", words.Sized(f.Objects, f.Bytes), f.Color, f.Height)
	}
}
