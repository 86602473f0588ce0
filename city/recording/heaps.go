package recording

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"memcity/analysis/closure"
	"memcity/analysis/closure/dominators"
	"memcity/analysis/graph"
	"memcity/analysis/group"
	"memcity/analysis/guide"
	"memcity/analysis/identity"
	"memcity/city/memory"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/index"

	"github.com/bits-and-blooms/bitset"
)

// HeapState is a heap state in memory with the data derived from it. Each item is derived once, when first requested. It is safe for
// concurrent use.
type HeapState struct {
	heap    *trace.Heap
	subject *group.Subject
	lost    bool // true if the file lacks objects
	share   memory.Share

	roots      memory.Once[*closure.Roots]
	closest    memory.Once[*closure.Closest]
	dominators memory.Once[*dominators.Table]
	source     memory.Once[*graph.Source]
	placing    memory.Once[*guide.Placing]
	holders    keptHolders
	identity   memory.Once[*identity.State]

	structuring sync.Mutex
	structures  foundStructures

	mu       sync.Mutex
	grouped  *group.Grouping // the last grouping, and its request
	grouping trees.Grouping

	explored atomic.Pointer[exploredGraphs] // the last request
}

// Heap, Subject, Lost and Share expose the state through interfaces.
func (h *HeapState) Heap() *trace.Heap       { return h.heap }
func (h *HeapState) Subject() *group.Subject { return h.subject }
func (h *HeapState) Lost() bool              { return h.lost }
func (h *HeapState) Share() *memory.Share    { return &h.share }

// Shed implements [memory.State].
func (h *HeapState) Shed() {
	h.subject.Shed()
	h.roots.Forget()
	h.closest.Forget()
	h.dominators.Forget()
	h.source.Forget()
	h.placing.Forget()
	h.identity.Forget()
	h.explored.Store(nil)
}

func (h *HeapState) Roots(ctx context.Context) (*closure.Roots, error) {
	return h.roots.Get(func() (*closure.Roots, error) {
		g, err := h.subject.ReferenceGraph(ctx)
		if err != nil {
			return nil, err
		}
		return g.Roots(), nil
	})
}

// ClosestRoots returns the GC roots that are closest to each object.
func (h *HeapState) ClosestRoots(ctx context.Context) (*closure.Closest, error) {
	return h.closest.Get(func() (*closure.Closest, error) {
		roots, err := h.Roots(ctx)
		if err != nil {
			return nil, err
		}
		return roots.Closest(ctx, nil)
	})
}

// Dominators returns the dominators of single objects.
func (h *HeapState) Dominators(ctx context.Context) (*dominators.Table, error) {
	return h.dominators.Get(func() (*dominators.Table, error) { return dominators.Find(ctx, h.heap) })
}

func (h *HeapState) GraphSource(ctx context.Context) (*graph.Source, error) {
	return h.source.Get(func() (*graph.Source, error) {
		g, err := h.subject.ReferenceGraph(ctx)
		if err != nil {
			return nil, err
		}
		return graph.NewSource(ctx, g)
	})
}

// Placing returns the places of the objects.
func (h *HeapState) Placing(ctx context.Context) (*guide.Placing, error) {
	return h.placing.Get(func() (*guide.Placing, error) {
		return guide.NewPlacing(ctx, h.heap, h.subject.Reachable, h.subject.Domain)
	})
}

// matchIn matches the objects of h with those of a later state.
func (h *HeapState) matchIn(ctx context.Context, later *HeapState, progress trace.Progress) (*identity.Matching, error) {
	ready := func(h *HeapState) func() (*identity.State, error) {
		return func() (*identity.State, error) {
			return h.identity.Get(func() (*identity.State, error) { return identity.Prepare(ctx, h.heap, identity.Options{}, progress) })
		}
	}
	return identity.Find(ctx, h.heap, later.heap, ready(h), ready(later), progress)
}

// Volume implements [memory.State].
func (h *HeapState) Volume() trace.Volume { return h.heap.Volume() }

// regroup discards the cached grouping.
func (h *HeapState) regroup() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.grouped, h.grouping = nil, trees.Grouping{}
}

// DefaultBudget is the default memory for cached heap states, in bytes.
const DefaultBudget = 2 << 30

// ErrNoObjects is returned for a GC point that has only a memory tree.
var ErrNoObjects = errors.New("single objects: the recording has none, because it consists of ready-made memory trees")

// Purposes for which a heap state is loaded.
const (
	Once       group.Need = -1            // a single use; not cached
	Keeping               = group.Objects // cached for the next query
	Referenced            = group.References
	dominated             = group.Dominators
)

// Load returns the heap state of a GC point from the cache, or reads it.
func (o *Recording) Load(ctx context.Context, point int, want group.Need, progress trace.Progress) (*HeapState, error) {
	if h, ok := o.heaps.Get(point); ok {
		return h, o.heaps.Hold(ctx, h)
	}
	p, err := o.Point(point)
	switch {
	case err != nil:
		return nil, err
	case p.Counts != nil:
		return nil, noneHere(o.Now(), point)
	case p.Load == nil:
		return nil, ErrNoObjects
	}
	h := &HeapState{}
	ctx, end := o.Memory.Begin(ctx, memory.Tree)
	defer end()
	heap, warnings, err := p.Load(o.heaps.Admitting(ctx, h), progress)
	o.Warn(warnings)
	if err != nil {
		return nil, err
	}
	domain := o.Options.Domain
	if domain == nil {
		domain = group.OwnDomain(heap)
	}
	h.heap, h.lost = heap, slices.ContainsFunc(warnings, func(w trace.Warning) bool { return w.Lost })
	h.subject = &group.Subject{
		Heap: heap, Names: o.Recording.Names, Knows: o.Now().Knows | trace.KnowsAges, Domain: domain}
	if err := h.subject.FindReachable(ctx, want); err != nil {
		return nil, err
	}
	h.subject.Uses = o.usesAt(point, h)
	h.subject.Survived = o.survived(point, h) // set even if objects cannot be followed yet; see [Recording.Groupable]
	if want != Once {
		o.heaps.Put(point, h)
	}
	return h, o.heaps.Hold(ctx, h)
}

// Index returns the index for the results of a query, see [trace.Recording.Index], and the key under which it stores them.
func (o *Recording) Index(query any) (*index.Index, any) {
	r := o.Now()
	x, inputs := r.Index()
	o.mu.Lock()
	defer o.mu.Unlock()
	return x, []any{query, r.Name, r.Knows, inputs, o.files}
}

// Remembered returns the result of a query from the given part of the index, or calls makeIt. It stores the new result if keep is true. A
// result that came with new warnings is not stored, because the next opening must report them too.
func Remembered[T any](o *Recording, part string, query any, makeIt func() (value T, keep bool, err error)) (T, error) {
	x, key := o.Index(query)
	return index.Value(x, part, key, func() (value T, keep bool, err error) {
		before := len(o.Warnings())
		value, keep, err = makeIt()
		return value, keep && len(o.Warnings()) == before, err
	})
}

// GroupHeap groups a heap state. It caches the last grouping.
func (o *Recording) GroupHeap(ctx context.Context, h *HeapState, by trees.Grouping) (*group.Grouping, error) {
	by.SizeKind = trees.Shallow
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.grouped != nil && h.grouping == by {
		return h.grouped, nil
	}
	chain, filters, err := o.Chains(by)
	if err != nil {
		return nil, err
	}
	g, err := group.New(ctx, h.subject, chain, group.Options{Filters: filters, Objects: true,
		Admit: func(groups int, keys int64) error {
			return o.heaps.Extend(ctx, h, "groups", memory.OfGroups(groups, keys))
		}})
	if err == nil {
		h.grouped, h.grouping = g, by
	}
	return g, err
}

// ObjectsIn returns the members of a set, in ascending order.
func ObjectsIn(set *bitset.BitSet) []trace.ObjectID {
	out := make([]trace.ObjectID, 0, set.Count())
	for i, ok := set.NextSet(0); ok; i, ok = set.NextSet(i + 1) {
		out = append(out, trace.ObjectID(i))
	}
	return out
}

// NoObjectError is the error for an object number that the heap state does not have.
type NoObjectError struct {
	Object trace.ObjectID
	Have   int // objects of the heap state
}

func (e *NoObjectError) Error() string {
	return fmt.Sprintf("object %d: the heap state has only %d objects, counted from 0", e.Object, e.Have)
}

// Check returns an error if the heap state has no such object.
func (h *HeapState) Check(id trace.ObjectID) error {
	if int64(id) >= int64(h.Heap().Len()) {
		return &NoObjectError{id, h.Heap().Len()}
	}
	return nil
}
