package model

import (
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/pins"
)

// Pinned describes the findings that a city points at.
type Pinned struct {
	Verdict  string          // of the guide, in a sentence
	Text     string          // the finding that is shown, in a line; empty if there is none
	Emphasis pins.Emphasis   // of the finding that is shown
	Types    seq.Seq[string] // what the findings with a pin are about, in short
	Found    seq.Seq[string] // titles of the first findings that no group stands for, and the number of the others
	At       int             // index into Types of the finding that is shown
	Held     trees.Amount    // what clearing its reference would free at the GC point shown
	Start    int64           // bytes of what grows at the start of the window; -1 if that is not known
	Exact    bool            // Held is known; else colors show by how much the types of the finding grew
}

// ShowsFindings reports whether the colors of buildings show findings.
func (m *Model) ShowsFindings() bool { return m.Legend.Pinned != nil }
