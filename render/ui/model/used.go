package model

import (
	"memcity/city/trees"
	"memcity/words"
)

// Used reports what colours by staleness show.
type Used struct {
	Threshold float64      // elements of a staleness above it are stale
	Held      trees.Amount // objects of the whole heap that recorded collections hold
	Holders   int          // how many collections that are
	Near      bool         // numbers are near the truth only
	Waiting   bool         // it is being found out; until then colours show growth
	Missing   string       // why they cannot show it; empty if they can
}

// ByStaleness reports whether the colours of the buildings show staleness.
func (m *Model) ByStaleness() bool {
	u := m.Legend.Used
	return u != nil && !u.Waiting && u.Missing == ""
}

// StaleText says from which staleness on something is stale.
func (u *Used) StaleText() string { return "staleness above " + words.Ratio(u.Threshold) }
