package collection

import (
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
)

// Role is what an object is to a collection.
type Role uint8

// Roles.
const (
	Inner   Role = iota // an array, a node, or the map of a set
	Element             // an element, or a key of a map
	Value               // a value of a map
)

// Contents visits what some collections are made of and what they hold, elements once for each time they are in it; the index is that
// of the collection as given. Nodes that two of them have, as in a damaged file, are visited for the first. The cost is one look at
// each reference of these collections, and a bit per object. An error is ctx's.
func (m *Measured) Contents(ctx context.Context, collections []int, visit func(i int, o trace.ObjectID, as Role)) error {
	again := *m
	again.Collections, again.own, again.inside = slices.Clone(m.Collections), bitset.New(uint(m.Heap.Len())), nil
	w := walker{Measured: &again, ctx: ctx}
	for _, i := range collections {
		at, onlyKeys := i, false
		if body := m.Collections[i].body; body >= 0 {
			at, onlyKeys = int(body), m.Collections[i].Form == Set
			visit(i, m.Collections[at].Object, Inner)
		}
		w.visit = func(o trace.ObjectID, as Role) {
			if as != Value || !onlyKeys {
				visit(i, o, as)
			}
		}
		again.Collections[at].Array = trace.NoObject
		if err := w.measure(int32(at)); err != nil {
			return err
		}
	}
	return ctx.Err()
}
