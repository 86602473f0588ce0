package identity

import (
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// judge makes guesses of pairs that are out of order: where all is in order, whatever led to them.
func (m *matcher) judge() {
	m.places = &places{ordered: m.places.ordered} // the rest is not needed any more
	if m.places.ordered {
		m.order(m.pairsOf(func(by evidence) bool { return by != none && by != guess }))
	} else {
		m.orderRows()
	}
}

// result reports the pairs.
func (m *matcher) result() *Matching {
	out := newMatching(Recovered, len(m.a.pair), len(m.b.pair))
	for x, y := range m.a.pair {
		if poll.At(m.ctx, x) != nil {
			break
		}
		if y != trace.NoObject {
			out.set(trace.ObjectID(x), y, m.by[x] != guess)
		}
	}
	return out
}

// order makes guesses of those of some pairs, which ascend, that are not in the order of most of them.
func (m *matcher) order(xs, ys []trace.ObjectID) {
	for i, ok := range rising(m.ctx, ys) {
		if !ok {
			m.by[xs[i]] = guess
		}
	}
}

// orderRows does so with what each array led to. The elements of an array that were replaced by new ones of the same content
// lie behind the others; where a collector tore the others apart, some of them are guesses then as well.
func (m *matcher) orderRows() {
	var row, xs, ys []trace.ObjectID
	steps := poll.Count(m.ctx)
	for _, array := range m.rows {
		if steps.Add(1+len(row)) != nil {
			return
		}
		if m.a.pair[array] == trace.NoObject {
			continue
		}
		row = append(row[:0], m.a.Heap.References(array)...)
		slices.Sort(row)
		row = slices.Compact(row)
		xs, ys = xs[:0], ys[:0]
		for _, x := range row {
			if m.by[x] == ranked {
				xs, ys = append(xs, x), append(ys, m.a.pair[x])
			}
		}
		m.order(xs, ys)
	}
}
