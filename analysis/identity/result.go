package identity

import (
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// judge turns pairs that are out of order into guesses. If the order of all objects is kept, it judges all pairs.
func (m *matcher) judge() {
	if m.places.ordered {
		m.order(m.pairsOf(func(by evidence) bool { return by != none && by != guess }))
	} else {
		m.orderRows()
	}
}

// putGuessesAside undoes the guesses and keeps them in a list.
func (m *matcher) putGuessesAside() {
	for x, y := range m.a.pair {
		if poll.At(m.ctx, x) != nil {
			return
		}
		if y != trace.NoObject && m.by[x] == guess {
			m.guesses = append(m.guesses, [2]trace.ObjectID{trace.ObjectID(x), y})
			m.undo(trace.ObjectID(x))
		}
	}
	m.a.restore(m.ctx)
	m.b.restore(m.ctx)
}

// report sets the pairs of the result, including guesses whose objects are still free.
func (m *matcher) report(out *Matching) {
	for x, y := range m.a.pair {
		if poll.At(m.ctx, x) != nil {
			return
		}
		switch {
		case y == trace.NoObject:
		case m.by[x] == counted:
			out.set(trace.ObjectID(x), y, byCount)
		default:
			out.set(trace.ObjectID(x), y, certain)
		}
	}
	for _, p := range m.guesses {
		if m.a.pair[p[0]] == trace.NoObject && m.b.pair[p[1]] == trace.NoObject {
			out.set(p[0], p[1], probable)
		}
	}
}

// order turns pairs into guesses if they are not in the order of most of the given pairs. xs must be ascending.
func (m *matcher) order(xs, ys []trace.ObjectID) {
	for i, ok := range rising(m.ctx, ys) {
		if !ok {
			m.by[xs[i]] = guess
		}
	}
}

// orderRows applies order to the pairs that each array led to. Elements replaced by new ones of equal content come after the others. If a
// collector separated the others, some of them also become guesses.
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
