package model

import (
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/pins"
)

// Pinned describes the findings that a city points at.
type Pinned struct {
	Verdict string          // of the guide, in a sentence
	Text    string          // the finding that is shown, in a line; empty if there is none
	Pins    seq.Seq[Pin]    // findings with a group in the city
	Found   seq.Seq[string] // titles of the first findings that no group stands for, and the number of the others
	At      int             // index into Pins of the finding that is shown
	Held    trees.Amount    // what clearing its reference would free at the GC point shown, or at HeldAt
	HeldAt  int             // GC point of Held, 1-based, while the amount at the GC point shown is being computed; 0 if Held is current
	Start   int64           // bytes of the growing objects at the start of the window; -1 if unknown
	Exact   bool            // true if Held is exact; otherwise colors show the growth of the finding's types
}

// Pin is a finding with a group in the city.
type Pin struct {
	Name     string // names of its types, in short
	Emphasis pins.Emphasis
}

// Emphasis returns the emphasis of the finding that is shown.
func (p *Pinned) Emphasis() pins.Emphasis { return p.Pins.At(p.At).Emphasis }

// ShowsFindings reports whether the colors of buildings show findings.
func (m *Model) ShowsFindings() bool { return m.Legend.Pinned != nil }
