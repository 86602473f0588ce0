// Package holding finds the recorded collections that hold the objects of a heap state. It thereby extends the known use of collections
// (package analysis/staleness) to objects, and to groups of any objects.
//
// A collection holds itself, its arrays and nodes, its elements, keys and values, and everything that only one of these keeps alive. It
// does not hold objects that are alive without recorded collections. For instance, a list of listeners holds a service in it, but not what
// the service refers to. An object that several collections hold belongs to the one whose elements were used most, since using it there is
// a use.
//
// The staleness of an object is the mean over the elements of the collection that holds it. Individual elements are not followed into heap
// states, so groups that divide the elements of a collection share its mean.
package holding

import (
	"cmp"
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/closure/dominators"
	"memcity/analysis/collection"
	"memcity/analysis/staleness"
	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/usage"
)

// Holder is a recorded collection in a heap state, with the use of its elements in a window.
type Holder struct {
	ID        usage.CollectionID
	Object    trace.ObjectID
	Elements  int64        // number of elements in the window
	Staleness float64      // mean over these, from 0 to 1
	Above     float64      // share of these whose staleness is above the threshold, from 0 to 1
	Removed   int64        // number of REMOVEs in the window
	LastRead  usage.Millis // last GET of any element up to the end of the window, or the end of its interval in aggregated logs; Never for none
}

// None is the index for no holder.
const None = -1

// Column contains the holder of each object. It is read-only once built.
type Column struct {
	Holders []Holder // sorted by staleness, lowest first; ties by object
	Of      []int32  // by object: index in Holders, or None
}

// Input is the input of [Find].
type Input struct {
	Heap       *trace.Heap
	Alive      func(trace.ObjectID) bool
	Graph      *closure.Graph
	Dominators *dominators.Table
	// Number returns the collection in the log for an object; ok is false if there is none.
	Number    func(trace.ObjectID) (c usage.CollectionID, ok bool)
	View      *staleness.View
	Threshold float64 // threshold for staleness, from 0 to 1
}

// Find finds the holders of all objects. Collections that were not followed or had no elements in the window hold nothing. The cost is that
// of [collection.Measure] and [staleness.View.Collections], one retained set, and one pass over the objects. It takes four bytes and two
// bits per object. It returns an error only if ctx is done.
func Find(ctx context.Context, in *Input) (*Column, error) {
	m, err := collection.Measure(ctx, in.Heap, in.Alive)
	if err != nil {
		return nil, err
	}
	n := uint(in.Heap.Len())
	f := finder{Input: in, Measured: m, column: &Column{Of: make([]int32, n)}, fixed: bitset.New(n), retained: bitset.New(n)}
	for _, step := range []func(context.Context) error{f.holders, f.contents, f.retain, f.inherit} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return f.column, nil
}

// finder builds a column.
type finder struct {
	*Input
	*collection.Measured
	column *Column
	// fixed contains the recorded collections and their inner objects, retained what only these keep alive.
	fixed, retained *bitset.BitSet
}

// holders finds the recorded collections of the heap state.
func (f *finder) holders(ctx context.Context) error {
	report, err := f.View.Collections(ctx, staleness.Options{Threshold: f.Threshold})
	if err != nil {
		return err
	}
	used := make(map[usage.CollectionID]*staleness.Collection, len(report.Collections))
	for i := range report.Collections {
		if c := &report.Collections[i]; c.Size > 0 {
			used[c.ID] = c
		}
	}
	for i := range f.column.Of {
		if err := poll.At(ctx, i); err != nil {
			return err
		}
		f.column.Of[i] = None
		o := trace.ObjectID(i)
		id, ok := f.Number(o)
		if !ok || used[id] == nil || !f.Alive(o) {
			continue
		}
		c := used[id]
		h := Holder{ID: id, Object: o, Elements: c.Size, Staleness: c.Staleness, Above: float64(c.Above.Elements) / float64(c.Size)}
		h.Removed, h.LastRead = f.operations(id)
		f.column.Holders = append(f.column.Holders, h)
	}
	slices.SortFunc(f.column.Holders, func(a, b Holder) int {
		return cmp.Or(cmp.Compare(a.Staleness, b.Staleness), cmp.Compare(a.Object, b.Object))
	})
	for i := range f.column.Holders {
		o := f.column.Holders[i].Object
		f.column.Of[o] = int32(i)
		f.fixed.Set(uint(o))
	}
	return nil
}

// operations returns the number of removals from a collection in the window, and the time of its last read.
func (f *finder) operations(c usage.CollectionID) (removed int64, lastRead usage.Millis) {
	lastRead = usage.Never
	for _, o := range f.View.Log.OperationsOf(c) {
		switch {
		case o.Op == usage.Remove && f.View.Holds(o.Time):
			removed += o.Count
		case o.Op == usage.Get && o.Time <= f.View.To:
			lastRead = max(lastRead, o.Time)
		}
	}
	return removed, lastRead
}

// contents assigns to collections their inner objects and their contents. Collections are sorted by staleness, so the least stale one
// counts.
func (f *finder) contents(ctx context.Context) error {
	var known []int
	holder := map[int]int32{}
	for i := range f.column.Holders {
		if at, ok := f.Find(f.column.Holders[i].Object); ok {
			known = append(known, at)
			holder[at] = int32(i)
		}
	}
	return f.Contents(ctx, known, func(i int, o trace.ObjectID, as collection.Role) {
		bit := uint(o)
		switch {
		case f.fixed.Test(bit):
		case as == collection.Inner:
			f.column.Of[o] = holder[i]
			f.fixed.Set(bit)
		case f.column.Of[o] == None:
			f.column.Of[o] = holder[i]
		}
	})
}

// retain finds what only recorded collections keep alive.
func (f *finder) retain(ctx context.Context) error {
	var all []trace.ObjectID
	for o := range f.fixed.EachSet() {
		all = append(all, trace.ObjectID(o))
	}
	retained, err := f.Graph.NewFinder().Find(ctx, closure.Retained, all)
	for _, o := range retained {
		f.retained.Set(uint(o))
	}
	return err
}

// inherit assigns to a collection what only it or one of its elements keeps alive, except what is alive without recorded collections.
func (f *finder) inherit(ctx context.Context) error {
	const unknown = None - 1 // objects whose dominators have not been visited
	of := f.column.Of
	for o := range of {
		if of[o] == None && f.retained.Test(uint(o)) {
			of[o] = unknown
		}
	}
	var path []trace.ObjectID
	for i := range of {
		if err := poll.At(ctx, i); err != nil {
			return err
		}
		path = path[:0]
		at := trace.ObjectID(i)
		for at != trace.NoObject && of[at] == unknown { // up the dominator tree
			path = append(path, at)
			at = f.Dominators.Of(at)
		}
		holder := int32(None)
		if at != trace.NoObject {
			holder = of[at]
		}
		for _, o := range path {
			of[o] = holder
		}
	}
	return nil
}
