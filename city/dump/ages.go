package dump

import (
	"memcity/city/scene"
	"memcity/city/view/ages"
	"memcity/city/view/diffs"
)

// Ages describes the unit and the source of ages.
type Ages struct {
	Unit     string `json:"unit"`     // unit of ages: gcs or gc_points
	Identity string `json:"identity"` // how objects were followed: native, recovered, or none for recorded births
	Points   int    `json:"points"`   // GC points over which objects were followed; 0 for recorded births
}

// Age contains the objects of a group in one age class, and the height of their storey. Objects of class before existed at the first GC
// point, or their birth is missing.
type Age struct {
	Class   string   `json:"class"`
	From    int      `json:"from"` // survived GCs or GC points
	To      *int     `json:"to"`   // null for no upper end
	Objects int64    `json:"objects"`
	Bytes   int64    `json:"bytes"`
	Height  *float64 `json:"height,omitempty"`
}

// OfAges returns the description of a report's ages.
func OfAges(r *ages.Report) *Ages {
	if r.Births {
		return &Ages{Unit: "gcs", Identity: diffs.NotFollowed.String()}
	}
	return &Ages{Unit: "gc_points", Identity: r.Followed.String(), Points: r.Points}
}

// AgesOf returns the age classes of a group that have objects, oldest first; none for missing data.
func AgesOf(r *ages.Report, c *ages.Counts) []Age {
	out := []Age{}
	if c == nil || !c.Known {
		return out
	}
	for class := ages.Classes - 1; class >= 0; class-- {
		amount := c.Classes[class]
		if amount.Objects == 0 {
			continue
		}
		class := ages.Class(class)
		from, to := class.Range()
		one := Age{Class: class.String(), From: from, Objects: amount.Objects, Bytes: amount.Bytes}
		if class == ages.Before && !r.Births {
			one.From = r.Points - 1
		}
		if to >= from {
			one.To = &to
		}
		out = append(out, one)
	}
	return out
}

// dumpAges returns the storeys of a building; nil if the city has none.
func dumpAges(c *scene.City, b *scene.Building) []Age {
	if c.Aged == nil {
		return nil
	}
	out := AgesOf(c.Aged.Report, c.Aged.Of(b.Node))
	if b.Storeys == nil {
		return out
	}
	heights := map[string]float64{}
	under := 0.0
	for i, end := range b.Storeys {
		heights[b.Storeys.Class(i).String()] = rounded(end - under)
		under = end
	}
	for i := range out {
		h := heights[out[i].Class]
		out[i].Height = &h
	}
	return out
}
