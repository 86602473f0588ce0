package scene

import (
	"memcity/city/trees"
	heldpkg "memcity/city/view/held"
)

// Held contains the staleness of the collections that hold the objects of each group, at one GC point of a series. Read-only once built.
type Held struct {
	*heldpkg.Report
	Series *trees.Series
	Point  int // of the series

	groups []*heldpkg.Counts // by node; nil for missing data
}

// NewHeld maps a report to the groups of a series. The report describes the given GC point. The cost is linear in the groups.
func NewHeld(s *trees.Series, point int, report *heldpkg.Report) *Held {
	return &Held{Report: report, Series: s, Point: point,
		groups: spread(s, report.Tree, report.Groups, func(c *heldpkg.Counts) bool { return c.Known })}
}

// Of returns the counts of a node of the series; nil for missing data.
func (h *Held) Of(node int32) *heldpkg.Counts { return h.groups[node] }

// Use describes how the objects of one group are used.
type Use struct {
	heldpkg.Counts
	Holder heldpkg.Holder // that holds most objects; zero if there is none
	Label  string         // of the holder
}

// UseOf returns the use of the objects of a node of the series; nil for missing data.
func (h *Held) UseOf(node int32) *Use {
	c := h.Of(node)
	if c == nil {
		return nil
	}
	u := &Use{Counts: *c}
	if c.Largest != heldpkg.None {
		u.Holder, u.Label = h.Holders[c.Largest], h.Labels[c.Largest]
	}
	return u
}

// Stale returns the share of a group that collections hold, their mean staleness, and the stale share of the whole group; each from 0 to 1.
// whole is the size of the group, in objects or bytes.
func Stale(c *heldpkg.Counts, m trees.Unit, whole int64) (held, staleness, stale float64) {
	if c == nil || whole <= 0 {
		return 0, 0, 0
	}
	held = min(1, float64(c.Held.Of(m))/float64(whole))
	return held, heldpkg.Of(c.Stale, m), held * heldpkg.Of(c.Above, m)
}

// minThreshold is the smallest threshold for scaling colors.
const minThreshold = 0.01

// Used returns the city at a GC point, colored by the staleness of the collections that hold the objects. Blue means elements that were
// just read. Red means a mean staleness at or above the threshold. Objects without a collection are gray. Dust covers the stale share of
// each roof. Red begins at the threshold because a collection that fills steadily and is never read has a staleness of 0.5. All buildings
// are opaque. The cost is linear in the shown groups.
func (p *Plan) Used(h *Held, settings Settings) *City {
	c := p.At(h.Point, settings)
	c.Used = h
	palette, unit := settings.Palette(), p.settings.Unit
	for i := range c.Buildings {
		b := &c.Buildings[i]
		whole := b.Objects
		if unit == trees.Bytes {
			whole = b.Bytes
		}
		held, staleness, stale := Stale(h.Of(b.Node), unit, whole)
		b.Shrunk, b.Opacity, b.Dust = 0, 1, stale
		b.Color = palette.Growth(0).mix(palette.Stale(staleness/max(h.Query.Threshold, minThreshold)), held)
	}
	return c
}
