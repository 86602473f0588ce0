package identity

import "memcity/trace"

// result tells the pairs. Where all is in order, a pair that is not is a guess, whatever led to it.
func (m *matcher) result() *Matching {
	if m.places.ordered {
		var xs, ys []trace.ObjectID
		for x, y := range m.a.pair {
			if y != trace.NoObject && m.by[x] != guess {
				xs, ys = append(xs, trace.ObjectID(x)), append(ys, y)
			}
		}
		for i, ok := range rising(ys) {
			if !ok {
				m.by[xs[i]] = guess
			}
		}
	}
	out := newMatching(Recovered, len(m.a.pair), len(m.b.pair))
	for x, y := range m.a.pair {
		if y != trace.NoObject {
			out.set(trace.ObjectID(x), y, m.by[x] != guess)
		}
	}
	return out
}
