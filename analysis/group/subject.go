package group

import (
	"context"
	"sync"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/trace"
)

// Subject is a heap state with what classifiers need to know about it. It may be used for several groupings, from
// several goroutines, but not copied: it keeps what classifiers computed about the whole heap.
type Subject struct {
	Heap  *trace.Heap
	Names *trace.Names    // dictionary for the trees
	Knows trace.Knowledge // what the recording knows

	// Reachable are the objects that the GC roots keep alive. Others form a group "Unreachable" of their own below the
	// root, grouped by the same chain. Nil means that all are, or that nothing is known.
	Reachable *bitset.BitSet

	// Domain says which types and call sites belong to the program under study; nil stands for [DefaultDomain].
	Domain *Domain

	// Graph is the reference graph of the heap, if the caller has it already. Otherwise the classifiers that need one
	// make it.
	Graph *closure.Graph

	// Survived says how many GCs each object has survived at the least, or GC points where the heap state knows no births and
	// objects are followed; known is false for one that was there at the first of them, or whose birth is not known. It returns Indistinct and
	// false for an object that was not told apart from earlier objects. Nil if nobody reports: births are then taken as they are.
	Survived func(ctx context.Context) (func(o trace.ObjectID) (survived int, known bool), error)

	// Uses says which recorded collection holds each object, and how their elements were used up to this heap state. Nil if nobody
	// reports.
	Uses func(ctx context.Context) (*Uses, error)

	mu    sync.Mutex // guards Graph and what follows
	roots *closure.Roots
	tree  *closure.DominatorTree

	keeping sync.Mutex // guards kept
	kept    map[any]any
}

// State is the heap state.
func (s *Subject) State() *trace.Heap { return s.Heap }

// Alive reports whether the GC roots keep an object alive. Of a heap state without GC roots, as of a dump that was cut, that is not
// known, and all objects count as alive.
func (s *Subject) Alive(o trace.ObjectID) bool {
	return s.Reachable == nil || s.Reachable.Test(uint(o))
}

// Keep returns what the classifiers of another package know about the whole heap. It is made when it is first requested, and
// not again unless that was an error. The key is of a type of that package. Other calls wait meanwhile, so that makeIt must not
// call Keep.
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

// Uses say which recorded collection holds each object.
type Uses struct {
	Of       []int32 // by object: an index of Holders, or -1
	Holders  []Holder
	ByPoints bool // Since counts GC points, since the GCs are not known
}

// Holder is a collection whose use was recorded.
type Holder struct {
	Label     string  // its type and where it was allocated
	Staleness float64 // mean over its elements, from 0 to 1
	Since     int     // GCs, or GC points, since the last read of any element; -1 if there was none
}

func (s *Subject) domain() *Domain {
	if s.Domain == nil {
		return DefaultDomain()
	}
	return s.Domain
}

// ReferenceGraph returns the reference graph of the heap, which is made once. An error is ctx's.
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

// DominatorTree returns the dominator tree of the heap, which is made once. An error is ctx's.
func (s *Subject) DominatorTree(ctx context.Context) (*closure.DominatorTree, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tree == nil {
		tree, err := closure.FindTree(ctx, s.Heap)
		if err != nil {
			return nil, err
		}
		s.tree = tree
	}
	return s.tree, nil
}

// Need is what a heap state is looked at for.
type Need int

const (
	Objects    Need = iota // alone
	References             // and the reference graph
	Dominators             // and the dominator tree
)

// FindReachable finds what is reachable: in what is needed anyway, if that shows it. An error is ctx's.
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

// Shed lets go of the reference graph and the dominator tree, which are made again when they are needed.
func (s *Subject) Shed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Graph, s.tree, s.roots = nil, nil, nil
}

// gcRoots returns the GC roots, which are collected once.
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
