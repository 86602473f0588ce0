package collection

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"memcity/words"
)

// maxFollowed is the default number of collections to follow over time. They take 48 bytes each.
const maxFollowed = 2_000_000

// History follows collections over GC points by the identity of their objects. The zero value has no points.
type History struct {
	Points int
	Max    int // maximum number of collections followed; 0 for two million
	why    string
	tracks []track // at the last point, by identity
}

// track is the history of a collection up to a point.
type track struct {
	id                          uint64
	index                       int32 // index at the last point
	size, most, room, firstRoom uint32
	seen                        uint16
	empty, sparse, small        uint16 // number of points at which it had this pattern
	changed                     bool   // true if its size changed after the second point
}

// Add adds a GC point. Points must be added in order of time.
func (h *History) Add(m *Measured) {
	h.Points++
	switch {
	case h.why != "":
		return
	case m.Heap.Identity == nil:
		h.why = "this input does not identify objects across GC points"
	case len(m.Collections) > cmp.Or(h.Max, maxFollowed):
		h.why = fmt.Sprintf("there are more than %s collections", words.Count(int64(cmp.Or(h.Max, maxFollowed))))
	}
	if h.why != "" {
		h.tracks = nil
		return
	}
	now := make([]track, 0, len(m.Collections))
	for i := range m.Collections {
		c := &m.Collections[i]
		if id := m.Heap.Identity[c.Object]; id != 0 && c.Known && !c.Part {
			now = append(now, track{id: id, index: int32(i)})
		}
	}
	slices.SortFunc(now, func(a, b track) int { return cmp.Compare(a.id, b.id) })
	now = slices.CompactFunc(now, func(a, b track) bool { return a.id == b.id }) // duplicates occur in damaged files
	before := h.tracks
	for i := range now {
		for len(before) > 0 && before[0].id < now[i].id {
			before = before[1:]
		}
		if len(before) > 0 && before[0].id == now[i].id {
			index := now[i].index
			now[i] = before[0]
			now[i].index = index
		}
		now[i].add(m)
	}
	h.tracks = now
}

// add adds the state of the collection at a point.
func (t *track) add(m *Measured) {
	c := &m.Collections[t.index]
	size, room := narrow(c.Size), narrow(c.Capacity)
	if t.seen == 0 {
		t.firstRoom = room
	}
	t.changed = t.changed || t.seen >= 2 && size != t.size
	t.size, t.room, t.most = size, room, max(t.most, size)
	t.seen++
	switch {
	case m.isEmpty(c):
		t.empty++
	case m.isSparse(c):
		t.sparse++
	case m.isSmall(c):
		t.small++
	}
}

func narrow(n int64) uint32 { return uint32(min(max(n, 0), math.MaxUint32)) }

// whyNot returns the reason why there is no evaluation over time; empty if there is one.
func (h *History) whyNot() string {
	switch {
	case h == nil:
		return "only one GC point was examined"
	case h.why != "":
		return h.why
	case h.Points < minPoints:
		return words.Plural(int64(h.Points), "GC point is", "GC points are") + " too few"
	}
	return ""
}

// byIndex returns the tracks of the collections of the last point; nil for those not followed.
func (h *History) byIndex(n int) []*track {
	all := make([]*track, n)
	for i := range h.tracks {
		if t := &h.tracks[i]; int(t.index) < n {
			all[t.index] = t
		}
	}
	return all
}

// cause returns the cause of a sparse collection.
func (t *track) cause() Cause {
	switch {
	case !isSparse(int64(t.most), int64(t.room)):
		return NotTrimmed
	case t.room > t.firstRoom:
		return Grown
	}
	return Initial
}

// isOften reports whether the given number of points with a pattern is enough.
func (t *track) isOften(points uint16) bool {
	return t.seen >= seenTwice && float64(points) >= pointsOfKind*float64(t.seen)
}

// isFixed reports whether the size did not change after the second of at least three points.
func (t *track) isFixed() bool { return t.seen >= minPoints && !t.changed }
