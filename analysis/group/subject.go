package group

import (
	"context"
	"sync"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/closure/dominators"
	"memcity/trace"
)

// Subject is a heap state with the data that classifiers need. It caches what classifiers compute about the whole heap. Several groupings
// may share it, also concurrently. It must not be copied.
type Subject struct {
	Heap  *trace.Heap
	Names *trace.Names    // dictionary for the trees
	Knows trace.Knowledge // knowledge of the recording

	// Reachable contains the objects that the GC roots keep alive. Others form a group "Unreachable" below the root, grouped by the same
	// chain. nil if all objects are reachable or reachability is unknown.
	Reachable *bitset.BitSet

	// Domain separates the program under study from foreign code; nil for [DefaultDomain].
	Domain *Domain

	// Graph is the reference graph of the heap; nil if not available. Classifiers that need one then create it.
	Graph *closure.Graph

	// Survived says how many GCs each object has survived at the least, or GC points where the heap state knows no births and
	// objects are followed; known is false for one that was there at the first of them, or whose birth is not known. It returns Indistinct and
	// false for an object that was not told apart from earlier objects. Nil if nobody reports: births are then taken as they are.
	Survived func(ctx context.Context) (func(o trace.ObjectID) (survived int, known bool), error)

	// Uses returns the recorded collections that hold objects, and the use of their elements up to this heap state; nil if not available.
	Uses func(ctx context.Context) (*Uses, error)

	mu    sync.Mutex // guards Graph and the fields below
	roots *closure.Roots
	tree  *dominators.Tree

	keeping sync.Mutex // guards kept
	kept    map[any]any
}

// State returns the heap state.
func (s *Subject) State() *trace.Heap { return s.Heap }

// Alive reports whether the GC roots keep an object alive. Without GC roots, as in a truncated dump, all objects count as alive.
func (s *Subject) Alive(o trace.ObjectID) bool {
	return s.Reachable == nil || s.Reachable.Test(uint(o))
}

// Keep caches data about the whole heap for classifiers of other packages. It calls makeIt at the first request, and again only after an
// error. The type of the key must belong to the calling package. Concurrent calls wait, so makeIt must not call Keep.
func (s *Subject) Keep(key any, makeIt func() (any, error)) (any, error) {
	s.keeping.Lock()
	defer s.keeping.Unlock()
	if value, ok := s.kept[key]; ok {
		return value, nil
	}
	value, err := makeIt()
	if err != nil {
		return nil, err
	}
	if s.kept == nil {
		s.kept = map[any]any{}
	}
	s.kept[key] = value
	return value, nil
}

// Uses contains the recorded collection that holds each object.
type Uses struct {
	Of       []int32 // by object: index in Holders, or -1
	Holders  []Holder
	ByPoints bool // true if Since counts GC points because GCs are unknown
}

// Holder is a collection whose use was recorded.
type Holder struct {
	Label     string  // type and allocation site
	Staleness float64 // mean over its elements, from 0 to 1
	Since     int     // GCs or GC points since an element was last read; -1 if never
}

func (s *Subject) domain() *Domain {
	if s.Domain == nil {
		return DefaultDomain()
	}
	return s.Domain
}

// ReferenceGraph returns the reference graph of the heap. The first call creates it. It returns an error only if ctx is done.
func (s *Subject) ReferenceGraph(ctx context.Context) (*closure.Graph, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Graph == nil {
		g, err := closure.NewGraph(ctx, s.Heap)
		if err != nil {
			return nil, err
		}
		s.Graph = g
	}
	return s.Graph, nil
}

// DominatorTree returns the dominator tree of the heap. The first call creates it. It returns an error only if ctx is done.
func (s *Subject) DominatorTree(ctx context.Context) (*dominators.Tree, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tree == nil {
		tree, err := dominators.FindTree(ctx, s.Heap)
		if err != nil {
			return nil, err
		}
		s.tree = tree
	}
	return s.tree, nil
}

// Need selects the data that an analysis of a heap state needs.
type Need int

const (
	Objects    Need = iota // only the objects
	References             // also the reference graph
	Dominators             // also the dominator tree
)

// FindReachable sets Reachable, from data that is needed anyway if possible. It returns an error only if ctx is done.
func (s *Subject) FindReachable(ctx context.Context, need Need) (err error) {
	var known bool
	if s.Reachable, known = closure.KnownReachable(s.Heap); known {
		return ctx.Err()
	}
	var in interface {
		Reachable(context.Context) (*bitset.BitSet, error)
	}
	switch need {
	case References:
		in, err = s.ReferenceGraph(ctx)
	case Dominators:
		in, err = s.DominatorTree(ctx)
	default:
		s.Reachable, err = closure.Reachable(ctx, s.Heap)
		return err
	}
	if err == nil {
		s.Reachable, err = in.Reachable(ctx)
	}
	return err
}

// Shed releases the reference graph and the dominator tree. They are created again on demand.
func (s *Subject) Shed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Graph, s.tree, s.roots = nil, nil, nil
}

// gcRoots returns the GC roots. The first call collects them.
func (s *Subject) gcRoots(ctx context.Context) (*closure.Roots, error) {
	g, err := s.ReferenceGraph(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.roots == nil {
		s.roots = g.Roots()
	}
	return s.roots, nil
}
