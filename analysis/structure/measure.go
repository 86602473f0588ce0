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
	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/poll"
)

// State is the data structures of one GC point with what their sizes are computed from. Static fields of live classes count as
// GC roots, as in [closure.Roots]: else a list of classes in a class loader would own all data of the program.
type State struct {
	*Detection
	Graph *closure.Graph

	retain []trace.Amount // by ID; nil if the heap state has no GC roots
	live   trace.Amount   // what GC roots keep alive
}

// KnowsRetained reports whether retained sizes are known: the heap state has GC roots.
func (s *State) KnowsRetained() bool { return s.retain != nil }

// NewState finds the data structures of a heap state. The cost in addition to that of [Detect] is that of [closure.FindDominators] and
// of the reference graph, unless the subject has it. An error is ctx's.
func NewState(ctx context.Context, subject *group.Subject, l *Library, progress trace.Progress) (*State, error) {
	d, err := Detect(ctx, subject.Heap, l, progress)
	if err != nil {
		return nil, err
	}
	s, rooted := &State{Detection: d}, subject.Heap
	if len(rooted.Roots) > 0 { // dominators first: they take most while they are found
		progress.Report(0, 0, "finding out what data structures own")
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

// findRetained sets what the heads retain. Dominators take several times as much memory, and are not kept.
func (s *State) findRetained(ctx context.Context, rooted *trace.Heap) error {
	dominators, err := closure.FindDominators(ctx, rooted)
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

// withStatics returns a heap state with static fields of reachable classes as GC roots.
func withStatics(all *trace.Heap, reachable *bitset.BitSet) *trace.Heap {
	h := *all
	h.Roots = slices.Clip(h.Roots)
	for t := range h.Types {
		class := h.Types[t].Class
		if class == trace.NoObject || h.Types[h.TypeOf.At(class)].Kind != trace.ClassObject || !reachable.Test(uint(class)) {
			continue
		}
		for i, to := range h.References(class) {
			// What the virtual machine holds in a class object, such as its loader, has a name with <.
			if name := h.FieldAt(class, i); !strings.HasPrefix(name, "<") {
				h.Roots = append(h.Roots, trace.Root{Kind: trace.RootStaticField, Object: to, Thread: -1, Frame: -1,
					Detail: h.Types[t].Name + "." + name})
			}
		}
	}
	return &h
}

// Unknown is a size that was not computed.
var Unknown = trace.Amount{Objects: -1, Bytes: -1}

// Sizes are the sizes of a data structure, as far as they are known; others are [Unknown].
//
// Reachable sizes do not go on through class objects and class loaders, unless these are the head or parts. Likewise deep sizes
// of groups follow an object's header to its class only where nothing else keeps it, see [closure.Graph]: else nearly every
// data structure would reach all static fields, and so the whole program. One that leads to class loaders may therefore retain
// more than it reaches.
type Sizes struct {
	Retained  trace.Amount // what would be freed with the head
	Reachable trace.Amount // the head and all that references lead to from it
	Own       trace.Amount // the data structure closure: head, parts, leaves
	Deep      trace.Amount // with the data structures that it contains
}

// HeapSize returns the size of what the GC roots keep alive, or of all objects if there are no GC roots.
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

// IsLive reports whether GC roots keep the data structure alive, or nothing is known about that.
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

// Largest returns the live data structures with the largest retained sizes, or, without GC roots, the largest deep ones: limit
// of them at most, 0 for all, without those that others contain unless contained is true. It says how many there are.
// Reachable sizes are those of the first [MaxReachable]. An error is ctx's.
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

// leastOf returns how many bytes the last of so many data structures retains that retain most, and how many there are. Fewer than that
// are not among the largest, whatever else is known of them. It is less than any retains if all are wanted, or it is not known what
// they retain. An error is ctx's.
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

// minHeap is numbers for package heap, the least first.
type minHeap []int64

func (h minHeap) Len() int           { return len(h) }
func (h minHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h minHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *minHeap) Push(x any)        { *h = append(*h, x.(int64)) }
func (h *minHeap) Pop() any          { panic("nothing is removed") }

// sortEntries puts the largest first. An error is ctx's.
func sortEntries(ctx context.Context, list []Entry) error {
	return poll.Sort(ctx, list, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(b.Retained.Bytes, a.Retained.Bytes), cmp.Compare(b.Deep.Bytes, a.Deep.Bytes),
			cmp.Compare(b.Own.Bytes, a.Own.Bytes), cmp.Compare(a.ID, b.ID))
	})
}
