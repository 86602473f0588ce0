package dump

import (
	"memcity/city/scene"
	"memcity/words"
)

// Staleness describes the colors by staleness.
type Staleness struct {
	Threshold   float64 `json:"threshold"`
	Collections int     `json:"collections"` // recorded collections that hold objects
	Exact       bool    `json:"exact"`       // false for approximate numbers
}

// Use contains the staleness of the collections that hold the objects of a group.
type Use struct {
	Objects        int64   `json:"objects"` // objects of the group that collections hold
	Bytes          int64   `json:"bytes"`
	Staleness      float64 `json:"staleness"`       // mean over these objects, 0 to 1
	BytesStaleness float64 `json:"bytes_staleness"` // mean over their bytes
	Stale          float64 `json:"stale"`           // mean share of stale elements, over these objects
	BytesStale     float64 `json:"bytes_stale"`
	Collection     string  `json:"collection,omitempty"` // type and allocation site of the collection that holds most
}

// OfHeld returns the description of colors by staleness; nil for none.
func OfHeld(h *scene.Held) *Staleness {
	if h == nil {
		return nil
	}
	return &Staleness{h.Query.Threshold, len(h.Holders), h.Exact}
}

// dumpUse returns the staleness for the objects of a node; nil if the city does not show it, or for missing data.
func dumpUse(c *scene.City, node int32) *Use {
	if c.Used == nil {
		return nil
	}
	u := c.Used.UseOf(node)
	if u == nil {
		return nil
	}
	return &Use{u.Held.Objects, u.Held.Bytes, rounded(u.Stale.Objects), rounded(u.Stale.Bytes), rounded(u.Above.Objects),
		rounded(u.Above.Bytes), u.Label}
}

func (u *Use) print(e *errWriter) {
	if u == nil {
		return
	}
	if u.Objects == 0 {
		e.printf("    in no recorded collection\n")
		return
	}
	e.printf("    in collections %s, staleness %s, mostly in %s\n", words.Sized(u.Objects, u.Bytes), words.Ratio(u.Staleness),
		words.OneLine(u.Collection))
}
