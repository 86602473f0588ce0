package model

import (
	"memcity/city/trees"
	"memcity/words"
)

// Used describes the staleness colors.
type Used struct {
	Threshold float64      // threshold of staleness for stale elements
	Held      trees.Amount // objects of the whole heap held by recorded collections
	Holders   int          // number of these collections
	Near      bool         // numbers are approximate
	Waiting   bool         // the data is being computed; colors show growth until then
	Missing   string       // why colors cannot show staleness; "" if they can
}

// ByStaleness reports whether the colors of buildings show staleness.
func (m *Model) ByStaleness() bool {
	u := m.Legend.Used
	return u != nil && !u.Waiting && u.Missing == ""
}

// StaleText describes the threshold of staleness.
func (u *Used) StaleText() string { return "staleness above " + words.Ratio(u.Threshold) }
