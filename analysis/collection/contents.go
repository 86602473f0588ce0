package collection

import (
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
)

// Role is the role of an object in a collection.
type Role uint8

// Roles.
const (
	Inner   Role = iota // array, node, or the map of a set
	Element             // element, or key of a map
	Value               // value of a map
)

// Contents visits the inner objects and the contents of the given collections. It visits elements as often as they occur. i is the index of
// the collection. Nodes that belong to two collections, as in a damaged file, are visited for the first. The cost is linear in the
// references of these collections. It takes a bit per object. It returns an error only if ctx is done.
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
