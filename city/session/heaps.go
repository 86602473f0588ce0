package session

import (
	"context"
	"errors"
	"slices"
	"sync"

	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/analysis/group"
	"memcity/analysis/guide"
	"memcity/analysis/identity"
	"memcity/city/trees"
	"memcity/trace"
)

// heapState is a heap state in memory with what was derived from it. What is derived is made once, when it is first requested.
// It may be used from several goroutines.
type heapState struct {
	heap    *trace.Heap
	subject *group.Subject
	lost    bool // objects are missing in the file

	roots      once[*closure.Roots]
	closest    once[*closure.Closest]
	dominators once[*closure.Dominators]
	source     once[*graph.Source]
	placing    once[*guide.Placing]
	holders    keptHolders
	identity   once[*identity.State]

	structuring sync.Mutex
	structures  foundStructures

	mu       sync.Mutex
	grouped  *group.Grouping // made last, and what of
	grouping trees.Grouping
}

// Heap, Subject and Lost give access to the state to whoever looks at it through an interface.
func (h *heapState) Heap() *trace.Heap       { return h.heap }
func (h *heapState) Subject() *group.Subject { return h.subject }
func (h *heapState) Lost() bool              { return h.lost }

// once keeps the first value that was made without an error.
type once[T any] struct {
	mu    sync.Mutex
	value T
	made  bool
}

func (o *once[T]) get(makeIt func() (T, error)) (T, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.made {
		value, err := makeIt()
		if err != nil {
			return value, err
		}
		o.value, o.made = value, true
	}
	return o.value, nil
}

func (h *heapState) Roots(ctx context.Context) (*closure.Roots, error) {
	return h.roots.get(func() (*closure.Roots, error) {
		g, err := h.subject.ReferenceGraph(ctx)
		if err != nil {
			return nil, err
		}
		return g.Roots(), nil
	})
}

func (h *heapState) closestRoots(ctx context.Context) (*closure.Closest, error) {
	return h.closest.get(func() (*closure.Closest, error) {
		roots, err := h.Roots(ctx)
		if err != nil {
			return nil, err
		}
		return roots.Closest(ctx, nil)
	})
}

func (h *heapState) dominatorsOf(ctx context.Context) (*closure.Dominators, error) {
	return h.dominators.get(func() (*closure.Dominators, error) { return closure.FindDominators(ctx, h.heap) })
}

func (h *heapState) GraphSource(ctx context.Context) (*graph.Source, error) {
	return h.source.get(func() (*graph.Source, error) {
		g, err := h.subject.ReferenceGraph(ctx)
		if err != nil {
			return nil, err
		}
		return graph.NewSource(ctx, g)
	})
}

// recognisable is the state with what its objects are recognised by.
func (h *heapState) recognisable(ctx context.Context, progress trace.Progress) (*identity.State, error) {
	return h.identity.get(func() (*identity.State, error) { return identity.Prepare(ctx, h.heap, identity.Options{}, progress) })
}

// cost is an estimate of the memory it takes with everything derived, in bytes.
func (h *heapState) cost() int64 {
	return 104*int64(h.heap.Len()) + 20*int64(len(h.heap.RefTo))
}

// heapCache keeps heap states of a recording by GC point, the one used last at the end.
type heapCache struct {
	mu     sync.Mutex
	budget int64 // bytes; the newest is kept even if it takes more
	states []cachedHeap
}

type cachedHeap struct {
	point int
	state *heapState
}

// get returns the state of a GC point, nil if it is not kept.
func (c *heapCache) get(point int) *heapState {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, s := range c.states {
		if s.point == point {
			c.states = append(slices.Delete(c.states, i, i+1), s)
			return s.state
		}
	}
	return nil
}

// put keeps a state and drops those used longest ago until the rest is within the budget.
func (c *heapCache) put(point int, h *heapState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.states = append(slices.DeleteFunc(c.states, func(s cachedHeap) bool { return s.point == point }), cachedHeap{point, h})
	sum := int64(0)
	for _, s := range c.states {
		sum += s.state.cost()
	}
	for len(c.states) > 1 && sum > c.budget {
		sum -= c.states[0].state.cost()
		c.states = slices.Delete(c.states, 0, 1)
	}
}

// regroup forgets how objects were grouped.
func (c *heapCache) regroup() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.states {
		s.state.mu.Lock()
		s.state.grouped, s.state.grouping = nil, trees.Grouping{}
		s.state.mu.Unlock()
	}
}

// DefaultBudget is the memory for heap states that are kept for the next query, in bytes.
const DefaultBudget = 2 << 30

// errNoObjects says why nothing but its tree is known of a GC point.
var errNoObjects = errors.New("single objects: the recording has none, as it consists of ready-made memory trees")

// load reads the heap state of a GC point of the recording, or takes the one that is kept. Keep requests that it is kept.
func (o *Recording) load(ctx context.Context, point int, keep bool, progress trace.Progress) (*heapState, error) {
	if h := o.heaps.get(point); h != nil {
		return h, nil
	}
	p, err := o.point(point)
	switch {
	case err != nil:
		return nil, err
	case p.Counts != nil:
		return nil, noneHere(o.now(), point)
	case p.Load == nil:
		return nil, errNoObjects
	}
	heap, warnings, err := p.Load(ctx, progress)
	o.Warn(warnings)
	if err != nil {
		return nil, err
	}
	lost := slices.ContainsFunc(warnings, func(w trace.Warning) bool { return w.Lost })
	reachable, err := closure.Reachable(ctx, heap)
	if err != nil {
		return nil, err
	}
	domain := o.options.Domain
	if domain == nil {
		domain = group.OwnDomain(heap)
	}
	h := &heapState{heap: heap, lost: lost, subject: &group.Subject{
		Heap: heap, Names: o.Recording.Names, Knows: o.now().Knows | trace.KnowsAges, Reachable: reachable, Domain: domain}}
	h.subject.Uses = o.usesAt(point, h)
	h.subject.Survived = o.survived(point, h) // as soon as there are GC points to follow objects over; see [Recording.groupable]
	if keep {
		o.heaps.put(point, h)
	}
	return h, nil
}

// grouped groups a heap state; the grouping made last is kept.
func (o *Recording) grouped(ctx context.Context, h *heapState, by trees.Grouping) (*group.Grouping, error) {
	by.Measure = trees.Shallow
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.grouped != nil && h.grouping == by {
		return h.grouped, nil
	}
	chain, filters, err := o.chains(by)
	if err != nil {
		return nil, err
	}
	g, err := group.New(ctx, h.subject, chain, group.Options{Filters: filters, Objects: true})
	if err == nil {
		h.grouped, h.grouping = g, by
	}
	return g, err
}
