package structure

import (
	"cmp"
	"container/heap"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/closure/dominators"
	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/poll"
)

// State contains the data structures of one GC point and what their sizes are computed from. Static fields of live classes count as GC
// roots, as in [closure.Roots]. Otherwise the list of classes in a class loader would own all data of the program.
type State struct {
	*Detection
	Graph *closure.Graph

	retain []trace.Amount // by ID; nil if the heap state has no GC roots
	live   trace.Amount   // amount that GC roots keep alive
}

// KnowsRetained reports whether retained sizes are known: the heap state has GC roots.
func (s *State) KnowsRetained() bool { return s.retain != nil }

// NewState finds the data structures of a heap state. The cost is that of [Detect] and [dominators.Find], and that of the reference
// graph if the subject does not have one. It returns an error only if ctx is done.
func NewState(ctx context.Context, subject *group.Subject, l *Library, progress trace.Progress) (*State, error) {
	d, err := Detect(ctx, subject.Heap, l, progress)
	if err != nil {
		return nil, err
	}
	s, rooted := &State{Detection: d}, subject.Heap
	if len(rooted.Roots) > 0 { // dominators first, as they need most memory
		progress.Report(0, 0, "computing what data structures retain")
		rooted = withStatics(rooted, subject.Reachable)
		if err := s.findRetained(ctx, rooted); err != nil {
			return nil, err
		}
	}
	g, err := subject.ReferenceGraph(ctx)
	if err != nil {
		return nil, err
	}
	s.Graph = g.WithRoots(rooted)
	return s, nil
}

// findRetained sets the retained sizes of the heads. It does not keep the dominators, which take several times as much memory.
func (s *State) findRetained(ctx context.Context, rooted *trace.Heap) error {
	dominators, err := dominators.Find(ctx, rooted)
	if err != nil {
		return err
	}
	s.live, s.retain = dominators.Top, make([]trace.Amount, s.Len())
	for id := range s.retain {
		if err := poll.At(ctx, id); err != nil {
			return err
		}
		s.retain[id] = dominators.Retained(s.Heads[id])
	}
	return nil
}

// withStatics returns a copy of a heap state in which static fields of reachable classes are GC roots.
func withStatics(all *trace.Heap, reachable *bitset.BitSet) *trace.Heap {
	h := *all
	h.Roots = slices.Clip(h.Roots)
	for t := range h.Types {
		class := h.Types[t].Class
		if class == trace.NoObject || h.Types[h.TypeOf.At(class)].Kind != trace.ClassObject || !reachable.Test(uint(class)) {
			continue
		}
		for i, to := range h.References(class) {
			// Slots of the virtual machine in a class object, such as its loader, have names that start with <.
			if name := h.FieldAt(class, i); !strings.HasPrefix(name, "<") {
				h.Roots = append(h.Roots, trace.Root{Kind: h.NamedKind(), Object: to, Thread: -1, Frame: -1,
					Detail: trace.Member(h.Types[t].Name, name)})
			}
		}
	}
	return &h
}

// Unknown is a size that was not computed.
var Unknown = trace.Amount{Objects: -1, Bytes: -1}

// Sizes contains the sizes of a data structure. Unknown sizes are [Unknown].
//
// Reachable sizes do not continue through class objects and class loaders, unless these are the head or parts. Similarly, deep sizes of
// groups follow an object's header to its class only if nothing else keeps the class alive, see [closure.Graph]. Otherwise nearly every
// data structure would reach all static fields and so the whole program. A data structure that leads to class loaders may therefore retain
// more than it reaches.
type Sizes struct {
	Retained  trace.Amount // what would be freed with the head
	Reachable trace.Amount // the head and everything that references lead to
	Own       trace.Amount // the data structure closure: head, parts and leaves
	Deep      trace.Amount // Own and the data structures that it contains
}

// HeapSize returns the size of the objects that the GC roots keep alive, or of all objects if there are no GC roots.
func (s *State) HeapSize() trace.Amount {
	if s.KnowsRetained() {
		return s.live
	}
	size := trace.Amount{Objects: int64(s.Heap.Len())}
	for o := range s.Heap.Len() {
		size.Bytes += s.Heap.Size(trace.ObjectID(o))
	}
	return size
}

// IsLive reports whether GC roots keep the data structure alive. Without GC roots it returns true.
func (s *State) IsLive(id ID) bool { return !s.KnowsRetained() || s.Graph.IsLive(s.Heads[id]) }

func (s *State) retained(id ID) trace.Amount {
	if !s.KnowsRetained() {
		return Unknown
	}
	return s.retain[id]
}

// Entry is a data structure with its sizes.
type Entry struct {
	ID ID
	Sizes
}

// Largest returns the live data structures with the largest retained sizes, or with the largest deep sizes if there are no GC roots. It
// returns at most limit of them; 0 for all. It omits those that others contain, unless contained is true. all is the number before the
// limit. Only the first [MaxReachable] entries have reachable sizes. It returns an error only if ctx is done.
func (s *State) Largest(ctx context.Context, limit int, contained bool, progress trace.Progress) (list []Entry, all int, err error) {
	least, all, err := s.leastOf(ctx, limit, contained)
	if err != nil {
		return nil, 0, err
	}
	for id := range ID(s.Len()) {
		if err := poll.At(ctx, int(id)); err != nil {
			return nil, 0, err
		}
		if retained := s.retained(id); s.isListed(id, contained) && retained.Bytes >= least {
			list = append(list, Entry{id, Sizes{retained, Unknown, s.Size(id), Unknown}})
		}
	}
	if err := sortEntries(ctx, list); err != nil {
		return nil, 0, err
	}
	var ids []ID
	for i := range list {
		ids = append(ids, list[i].ID)
	}
	deep, err := s.Deeps(ctx, ids, progress)
	if err != nil {
		return nil, 0, err
	}
	for i := range list {
		list[i].Deep = deep[i]
	}
	if err := sortEntries(ctx, list); err != nil {
		return nil, 0, err
	}
	if limit > 0 {
		list = list[:min(limit, len(list))]
	}
	ids = ids[:0]
	for _, e := range list[:min(len(list), MaxReachable)] {
		ids = append(ids, e.ID)
	}
	sizes, err := s.reachable(ctx, ids, progress)
	for i := range sizes {
		list[i].Reachable = sizes[i]
	}
	return list, all, err
}

func (s *State) isListed(id ID, contained bool) bool {
	return s.IsLive(id) && (contained || s.IsTop(id))
}

// leastOf returns the retained size of entry number limit, in bytes, and the number of data structures. Smaller ones cannot be among the
// largest. The size is math.MinInt64 if limit is 0 or retained sizes are unknown. It returns an error only if ctx is done.
func (s *State) leastOf(ctx context.Context, limit int, contained bool) (least int64, all int, err error) {
	var most minHeap
	for id := range ID(s.Len()) {
		if err := poll.At(ctx, int(id)); err != nil {
			return 0, 0, err
		}
		if !s.isListed(id, contained) {
			continue
		}
		all++
		switch retained := s.retained(id).Bytes; {
		case limit <= 0 || !s.KnowsRetained():
		case len(most) < limit:
			heap.Push(&most, retained)
		case retained > most[0]:
			most[0] = retained
			heap.Fix(&most, 0)
		}
	}
	if len(most) == 0 {
		return math.MinInt64, all, nil
	}
	return most[0], all, nil
}

// minHeap implements heap.Interface, smallest number first.
type minHeap []int64

func (h minHeap) Len() int           { return len(h) }
func (h minHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h minHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *minHeap) Push(x any)        { *h = append(*h, x.(int64)) }
func (h *minHeap) Pop() any          { panic("nothing is removed") }

// sortEntries sorts by size, largest first. It returns an error only if ctx is done.
func sortEntries(ctx context.Context, list []Entry) error {
	return poll.Sort(ctx, list, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(b.Retained.Bytes, a.Retained.Bytes), cmp.Compare(b.Deep.Bytes, a.Deep.Bytes),
			cmp.Compare(b.Own.Bytes, a.Own.Bytes), cmp.Compare(a.ID, b.ID))
	})
}
