package graph

import (
	"context"
	"iter"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/trace"
)

// Source is a heap state prepared for exploration. It is read-only once built.
type Source struct {
	heap      *trace.Heap
	reachable *closure.Graph
	referrers *closure.Referrers
	roots     *closure.Roots
	special   *bitset.BitSet // objects with references that hold nothing
	// instances contains, by class object of a loader that the program created, the objects whose headers hold it.
	instances map[trace.ObjectID][]trace.ObjectID
	alike     []trace.TypeID // by type: first type of the same name, as several loaders may load it
	place     []trace.SiteID // by allocation site: first site with the same innermost frame
}

// NewSource prepares a heap state. The cost is about two passes over all references. It returns an error only if ctx is done.
func NewSource(ctx context.Context, g *closure.Graph) (*Source, error) {
	referrers, err := g.Referrers(ctx)
	if err != nil {
		return nil, err
	}
	h := g.Heap()
	s := &Source{heap: h, reachable: g, referrers: referrers, roots: g.Roots(), special: g.Roots().Weak().Objects}
	s.findInstances()
	named := map[string]trace.TypeID{}
	for t := range h.Types {
		if _, ok := named[h.Types[t].Name]; !ok {
			named[h.Types[t].Name] = trace.TypeID(t)
		}
		s.alike = append(s.alike, named[h.Types[t].Name])
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

// follows reports whether reference i of o keeps its target alive and is not a GC root; see [closure.Roots].
func (s *Source) follows(o trace.ObjectID, i int) bool { return s.roots.Holds(o, i) }

// holdsAll reports whether all references of o are followed.
func (s *Source) holdsAll(o trace.ObjectID) bool { return !s.special.Test(uint(o)) }

// targets yields the objects that o keeps alive, once per reference, and then the class that its header holds.
func (s *Source) targets(o trace.ObjectID) iter.Seq[trace.ObjectID] {
	return func(yield func(trace.ObjectID) bool) {
		all := s.holdsAll(o)
		for i, to := range s.heap.References(o) {
			if (all || s.follows(o, i)) && !yield(to) {
				return
			}
		}
		if class := s.roots.HeldClass(o); class != trace.NoObject {
			yield(class)
		}
	}
}

// holders yields the objects that keep o alive, once per reference, and then the objects whose headers hold o.
func (s *Source) holders(o trace.ObjectID) iter.Seq[trace.ObjectID] {
	return func(yield func(trace.ObjectID) bool) {
		for _, p := range s.referrers.Of(o) {
			if s.holds(p, o) && !yield(p) {
				return
			}
		}
		for _, p := range s.instances[o] {
			if !yield(p) {
				return
			}
		}
	}
}

// holds reports whether o has a reference to target that is followed. o must refer to target.
func (s *Source) holds(o, target trace.ObjectID) bool {
	if s.holdsAll(o) {
		return true
	}
	for i, to := range s.heap.References(o) {
		if to == target && s.follows(o, i) {
			return true
		}
	}
	return false
}

// findInstances finds the objects whose headers hold class objects.
func (s *Source) findInstances() {
	made := closure.MadeLoaders(s.heap)
	if made == nil {
		return
	}
	s.instances = map[trace.ObjectID][]trace.ObjectID{}
	for o, t := range s.heap.TypeOf.All() {
		if !made[t] {
			continue
		}
		if class := s.roots.HeldClass(trace.ObjectID(o)); class != trace.NoObject {
			s.instances[class] = append(s.instances[class], trace.ObjectID(o))
		}
	}
}

// placeOf returns a number for the innermost frame of o's allocation site, or NoSite.
func (s *Source) placeOf(o trace.ObjectID) trace.SiteID {
	if s.heap.SiteOf == nil || s.heap.SiteOf[o] == trace.NoSite {
		return trace.NoSite
	}
	return s.place[s.heap.SiteOf[o]]
}
