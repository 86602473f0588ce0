package graph

import (
	"context"
	"slices"
	"strings"

	"memcity/analysis/closure"
	"memcity/trace"
)

// checkEvery is the number of objects between two looks at whether the work was cancelled.
const checkEvery = 1 << 16

// Source is a heap state made ready to be explored. Read-only once built.
type Source struct {
	heap      *trace.Heap
	reachable *closure.Graph
	referrers *closure.Referrers
	roots     *closure.Roots

	// special reports, by type, whether some references of its objects keep nothing alive; see [Source.follows].
	special []bool
	// others lists, by class object whose static fields are GC roots, what it holds otherwise; sorted.
	others map[trace.ObjectID][]trace.ObjectID
	place  []trace.SiteID // by allocation site: the first with the same innermost frame
}

// NewSource finds the referrers and the GC roots of the heap state. It costs about two passes over all references. An
// error is ctx's.
func NewSource(ctx context.Context, g *closure.Graph) (*Source, error) {
	referrers, err := g.Referrers(ctx)
	if err != nil {
		return nil, err
	}
	h := g.Heap()
	s := &Source{heap: h, reachable: g, referrers: referrers, roots: g.Roots(), special: make([]bool, len(h.Types)),
		others: map[trace.ObjectID][]trace.ObjectID{}}
	for t := range h.Types {
		s.special[t] = s.special[t] || IsWeak(h, trace.TypeID(t))
		if class := h.Types[t].Class; class != trace.NoObject && g.KnowsRoots() && g.IsLive(class) {
			s.others[class] = otherReferences(h, class)
			s.special[h.TypeOf[class]] = true
		}
	}
	first := map[trace.Frame]trace.SiteID{}
	for i := range h.Sites {
		frame, site := h.Sites[i].Frames[0], trace.SiteID(i)
		if _, ok := first[frame]; !ok {
			first[frame] = site
		}
		s.place = append(s.place, first[frame])
	}
	return s, nil
}

// otherReferences returns what a class object holds otherwise than by static fields: its loader, its super class.
func otherReferences(h *trace.Heap, class trace.ObjectID) []trace.ObjectID {
	others := []trace.ObjectID{}
	for i, to := range h.References(class) {
		if !isStatic(h.SlotName(class, h.RefSlot[int(h.RefStart[class])+i])) {
			others = append(others, to)
		}
	}
	slices.Sort(others)
	return others
}

// isStatic distinguishes static fields from what the virtual machine keeps in a class object, such as <loader>.
func isStatic(slot string) bool { return !strings.HasPrefix(slot, "<") }

// Referent is the field of a reference object that does not keep its target alive, see [IsWeak].
const Referent = "referent"

// IsWeak reports whether t is one of the types of the JDK whose referents are not kept alive, or extends one. Soft
// references do keep them, until memory runs out.
func IsWeak(h *trace.Heap, t trace.TypeID) bool {
	return extends(h, t, "java.lang.ref.WeakReference") || extends(h, t, "java.lang.ref.PhantomReference")
}

// IsSoft reports whether t is the type of the JDK whose referents are kept alive until memory runs out, or extends it.
func IsSoft(h *trace.Heap, t trace.TypeID) bool { return extends(h, t, "java.lang.ref.SoftReference") }

// extends reports whether a type has a name, or one of its super types.
func extends(h *trace.Heap, t trace.TypeID, name string) bool {
	for range h.Types { // no chain of super types is longer, unless it is a cycle
		if h.Types[t].Name == name {
			return true
		}
		if t = h.Types[t].Super; int(t) >= len(h.Types) {
			return false
		}
	}
	return false
}

// follows reports whether the i-th reference of o is one that keeps its target alive and is no GC root: neither the
// referent of a weak reference nor a static field.
func (s *Source) follows(o trace.ObjectID, i int) bool {
	if !s.special[s.heap.TypeOf[o]] {
		return true
	}
	name := s.heap.SlotName(o, s.heap.RefSlot[int(s.heap.RefStart[o])+i])
	if s.heap.Types[s.heap.TypeOf[o]].Kind == trace.ClassObject {
		return s.others[o] == nil || !isStatic(name)
	}
	return name != Referent
}

// holds reports whether a reference of o that is followed leads to target, given that some reference does.
func (s *Source) holds(o, target trace.ObjectID) bool {
	if !s.special[s.heap.TypeOf[o]] {
		return true
	}
	if others := s.others[o]; others != nil {
		_, found := slices.BinarySearch(others, target)
		return found
	}
	for i, to := range s.heap.References(o) {
		if to == target && s.follows(o, i) {
			return true
		}
	}
	return false
}

// placeOf returns a number for the innermost frame where o was allocated.
func (s *Source) placeOf(o trace.ObjectID) trace.SiteID {
	if s.heap.SiteOf == nil || s.heap.SiteOf[o] == trace.NoSite {
		return trace.NoSite
	}
	return s.place[s.heap.SiteOf[o]]
}
