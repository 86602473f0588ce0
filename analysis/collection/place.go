package collection

import (
	"context"
	"strings"

	"memcity/trace"
	"memcity/trace/poll"
)

// place is the origin of collections: the site that allocated them or, if unknown, the field that holds them.
type place struct {
	isSite bool
	site   trace.SiteID
	holder trace.TypeID // NoType for none
	slot   uint16
	class  trace.ObjectID // for a static field
}

var noPlace = place{holder: trace.NoType, class: trace.NoObject}

// text returns the name of a place.
func (p place) text(h *trace.Heap) string {
	if p.isSite {
		if frames := h.Sites[p.site].Frames; len(frames) > 0 {
			return frames[0].String()
		}
		return ""
	}
	if p.holder == trace.NoType {
		return ""
	}
	t := &h.Types[p.holder]
	switch {
	case p.class != trace.NoObject:
		return t.Name + "." + h.SlotName(p.class, p.slot)
	case t.Kind == trace.ObjectArray:
		return "elements of " + t.Name
	case int(p.slot) < len(t.References):
		return t.Name + "." + t.References[p.slot]
	}
	return t.Name
}

// Ranks of holders, best first. Fields of the program are more informative than nodes of other collections.
const (
	fieldRank = iota + 1
	otherRank
)

// place returns the places of collections, by index. It searches for the holders of wanted collections only. If a collection has several
// holders, the first one in the heap state counts, but fields precede nodes and arrays. If sites are unknown, the cost is one pass over all
// references.
func (m *Measured) place(ctx context.Context, wanted []bool, alive func(trace.ObjectID) bool) ([]place, error) {
	h := m.Heap
	places, ranks := make([]place, len(m.Collections)), make([]uint8, len(m.Collections))
	left := 0
	for i := range places {
		places[i] = noPlace
		if s := m.siteOf(i); s != trace.NoSite {
			places[i], ranks[i] = place{isSite: true, site: s, holder: trace.NoType, class: trace.NoObject}, fieldRank
		} else if wanted[i] {
			left++
		}
	}
	for o := range trace.ObjectID(h.Len()) {
		if err := poll.At(ctx, o); err != nil {
			return nil, err
		}
		if left == 0 {
			break
		}
		for j, to := range h.References(o) {
			if m.types[h.TypeOf.At(to)].kind == nil {
				continue
			}
			i, ok := m.Find(to)
			if !ok || !wanted[i] || ranks[i] == fieldRank || !alive(o) {
				continue
			}
			at, rank := m.holder(o, h.Slot(o, j))
			if ranks[i] == 0 || rank < ranks[i] {
				places[i], ranks[i] = at, rank
			}
			if rank == fieldRank {
				left--
			}
		}
	}
	return places, nil
}

// siteOf returns the site that allocated a collection, if all sites are known, else NoSite.
func (m *Measured) siteOf(i int) trace.SiteID {
	if !knowsSites(m.Heap) {
		return trace.NoSite
	}
	s := m.Heap.SiteOf[m.Collections[i].Object]
	if int(s) >= len(m.Heap.Sites) {
		return trace.NoSite
	}
	return s
}

// holder returns the place for a reference, and its rank.
func (m *Measured) holder(o trace.ObjectID, slot uint16) (place, uint8) {
	h := m.Heap
	t := h.TypeOf.At(o)
	p := place{holder: t, slot: slot, class: trace.NoObject}
	switch kind := h.Types[t].Kind; {
	case kind == trace.ObjectArray:
		p.slot = 0
		return p, otherRank
	case kind == trace.ClassObject:
		if strings.HasPrefix(h.SlotName(o, slot), "<") {
			return noPlace, otherRank
		}
		p.class = o
		if of := h.ClassOf(o); of != trace.NoType {
			p.holder = of
		}
		return p, fieldRank
	case m.types[t].node || m.types[t].view:
		return p, otherRank
	}
	return p, fieldRank
}
