package scene

import (
	"memcity/city/trees"
	heldpkg "memcity/city/view/held"
)

// Held says how stale the collections are that hold the objects of each group of a series at one of its GC points. Read-only.
type Held struct {
	*heldpkg.Report
	Series *trees.Series
	Point  int // of the series

	groups []*heldpkg.Counts // by node; nil if nothing is known
}

// NewHeld spreads a report over the groups of a series, of which it describes one GC point. Cost is linear in the groups.
func NewHeld(s *trees.Series, point int, report *heldpkg.Report) *Held {
	return &Held{Report: report, Series: s, Point: point,
		groups: spread(s, report.Tree, report.Groups, func(c *heldpkg.Counts) bool { return c.Known })}
}

// Of returns what is known of the objects of a node of the series; nil if nothing is.
func (h *Held) Of(node int32) *heldpkg.Counts { return h.groups[node] }

// Use is how the objects of one group are used.
type Use struct {
	heldpkg.Counts
	Holder heldpkg.Holder // that holds most; the zero Holder if there is none
	Label  string         // of that one
}

// UseOf returns what is known of the objects of a node of the series; nil if nothing is.
func (h *Held) UseOf(node int32) *Use {
	c := h.Of(node)
	if c == nil {
		return nil
	}
	u := &Use{Counts: *c}
	if c.Most != heldpkg.None {
		u.Holder, u.Label = h.Holders[c.Most], h.Labels[c.Most]
	}
	return u
}

// Stale returns, of a group that has so many objects or bytes, the share that collections hold, the mean staleness of these, and the
// share of the whole that is stale; each from 0 to 1.
func Stale(c *heldpkg.Counts, m trees.Metric, whole int64) (held, staleness, stale float64) {
	if c == nil || whole <= 0 {
		return 0, 0, 0
	}
	held = min(1, float64(c.Held.Of(m))/float64(whole))
	return held, heldpkg.Of(c.Stale, m), held * heldpkg.Of(c.Above, m)
}

// leastThreshold is the least threshold that colours are scaled to.
const leastThreshold = 0.01

// Used returns the city at a GC point by how stale the collections are that hold the objects: from blue for elements that were just read
// to red for a mean staleness at the threshold or above, gray as far as no collection holds them; dust lies on as much of a roof as is
// stale. Red begins at the threshold, since a collection that fills steadily and is never read has a staleness of 0.5. All buildings are
// opaque. Cost is linear in the shown groups.
func (p *Plan) Used(h *Held, settings Settings) *City {
	c := p.At(h.Point, settings)
	c.Used = h
	palette, metric := settings.Palette(), p.settings.Metric
	for i := range c.Buildings {
		b := &c.Buildings[i]
		whole := b.Objects
		if metric == trees.Bytes {
			whole = b.Bytes
		}
		held, staleness, stale := Stale(h.Of(b.Node), metric, whole)
		b.Shrunk, b.Opacity, b.Dust = 0, 1, stale
		b.Color = palette.Growth(0).mix(palette.Stale(staleness/max(h.Query.Threshold, leastThreshold)), held)
	}
	return c
}
