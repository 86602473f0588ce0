package identity

import (
	"slices"

	"memcity/trace"
)

// result reports the pairs. Where all is in order, a pair that is not is a guess, whatever led to it.
func (m *matcher) result() *Matching {
	if m.places.ordered {
		m.order(func(yield func(trace.ObjectID)) {
			for x := range m.a.pair {
				yield(trace.ObjectID(x))
			}
		}, func(by evidence) bool { return by != none && by != guess })
	} else {
		m.orderRows()
	}
	out := newMatching(Recovered, len(m.a.pair), len(m.b.pair))
	for x, y := range m.a.pair {
		if y != trace.NoObject {
			out.set(trace.ObjectID(x), y, m.by[x] != guess)
		}
	}
	return out
}

// order makes guesses of those pairs of some objects, which ascend, that are not in the order of most of them.
func (m *matcher) order(objects func(yield func(trace.ObjectID)), of func(by evidence) bool) {
	var xs, ys []trace.ObjectID
	objects(func(x trace.ObjectID) {
		if of(m.by[x]) {
			xs, ys = append(xs, x), append(ys, m.a.pair[x])
		}
	})
	for i, ok := range rising(ys) {
		if !ok {
			m.by[xs[i]] = guess
		}
	}
}

// orderRows does so with what each array led to. The elements of an array that were replaced by new ones of the same content
// lie behind the others; where a collector tore the others apart, some of them are guesses then as well.
func (m *matcher) orderRows() {
	var row []trace.ObjectID
	for _, array := range m.rows {
		if m.a.pair[array] == trace.NoObject {
			continue
		}
		row = append(row[:0], m.a.Heap.References(array)...)
		slices.Sort(row)
		row = slices.Compact(row)
		m.order(func(yield func(trace.ObjectID)) {
			for _, x := range row {
				yield(x)
			}
		}, func(by evidence) bool { return by == ranked })
	}
}
