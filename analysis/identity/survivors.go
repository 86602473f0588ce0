package identity

import (
	"cmp"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// held identifies the objects of one type that one holder holds.
type held struct {
	holder trace.ObjectID
	kind   uint64 // the same number in both states
}

// tally counts the objects of one type that one holder holds.
type tally struct {
	before, after int  // including unrecognized objects
	later         bool // true if some of the later objects are unrecognized
	lost          bool // true if an object has left
}

// heldObject is an unrecognized object with its holder.
type heldObject struct {
	held
	content uint64 // hash of its content and of its referents
	object  trace.ObjectID
}

// compare sorts objects that cannot be told apart next to each other.
func (h heldObject) compare(o heldObject) int {
	return cmp.Or(cmp.Compare(h.holder, o.holder), cmp.Compare(h.kind, o.kind), cmp.Compare(h.content, o.content))
}

// countSurvivors records pairs of equal objects whose holder only grew. The rule is:
//
// A recognized object holds objects of a type in both states, and more of them in the later one. If no recognized object of the type has
// left it, and if it holds at least as many objects of each content as before, the earlier objects have survived.
//
// The counts prove that each earlier object can be a later object, but not that it is. The rule assumes that the holder did not replace an
// object by an equal one. A queue that grows while objects leave it breaks this assumption if all its elements are equal. The rule does not
// apply if places contradict an object, as the object then has left. Pairs are formed in memory order. They prove survival, but not which
// later object an earlier one is.
func (m *matcher) countSurvivors() {
	holdersBefore, holdersAfter := m.holders(&m.a), m.holders(&m.b)
	tallies, holders := m.tallies(holdersBefore, holdersAfter)
	if len(tallies) == 0 {
		return
	}
	m.a.describe(m)
	m.b.describe(m)
	before, after := m.a.heldObjects(m, holdersBefore, tallies), m.b.heldObjects(m, holdersAfter, tallies)
	m.countHeld(holdersBefore, holdersAfter, tallies, holders)
	m.eachContent(before, after, tallies, func(t *tally, xs, ys []heldObject) { t.lost = t.lost || len(xs) > len(ys) || m.gone(xs, ys) })
	m.eachContent(before, after, tallies, func(t *tally, xs, ys []heldObject) {
		if t.lost || t.before >= t.after {
			return
		}
		for i := range xs {
			m.survivors = append(m.survivors, [2]trace.ObjectID{xs[i].object, ys[i].object})
		}
	})
}

// tallies returns an entry for each holder and type with unrecognized objects in both states. The second result reports, by object, whether
// it is the holder of an entry.
func (m *matcher) tallies(holdersBefore, holdersAfter []trace.ObjectID) (map[held]*tally, []bool) {
	found, holders := map[held]*tally{}, make([]bool, len(m.a.pair))
	for i, o := range m.a.left {
		if poll.At(m.ctx, i) != nil {
			return nil, nil
		}
		if h := holdersBefore[o]; h < several {
			found[held{h, m.a.types[m.a.Heap.TypeOf.At(o)]}] = &tally{}
		}
	}
	for i, o := range m.b.left {
		if poll.At(m.ctx, i) != nil {
			return nil, nil
		}
		if h := holdersAfter[o]; h < several {
			if t := found[held{h, m.b.types[m.b.Heap.TypeOf.At(o)]}]; t != nil {
				t.later = true
			}
		}
	}
	for of, t := range found {
		if !t.later {
			delete(found, of)
			continue
		}
		holders[of.holder] = true
	}
	return found, holders
}

// countHeld counts the objects that the holders hold. A recognized object that now has another holder has left.
func (m *matcher) countHeld(holdersBefore, holdersAfter []trace.ObjectID, tallies map[held]*tally, holders []bool) {
	for x, h := range holdersBefore {
		if poll.At(m.ctx, x) != nil {
			return
		}
		if h >= several || !holders[h] {
			continue
		}
		if t := tallies[held{h, m.a.types[m.a.Heap.TypeOf.At(trace.ObjectID(x))]}]; t != nil {
			t.before++
			y := m.a.pair[x]
			t.lost = t.lost || y != trace.NoObject && holdersAfter[y] != h
		}
	}
	for y, h := range holdersAfter {
		if poll.At(m.ctx, y) != nil {
			return
		}
		if h < several && holders[h] {
			if t := tallies[held{h, m.b.types[m.b.Heap.TypeOf.At(trace.ObjectID(y))]}]; t != nil {
				t.after++
			}
		}
	}
}

// heldObjects returns the unrecognized objects with their holders, sorted by holder, type and content, and then in memory order.
func (s *side) heldObjects(m *matcher, holders []trace.ObjectID, tallies map[held]*tally) []heldObject {
	var out []heldObject
	for i, o := range s.left {
		if poll.At(m.ctx, i) != nil {
			return nil
		}
		if of := (held{holders[o], s.types[s.Heap.TypeOf.At(o)]}); tallies[of] != nil {
			out = append(out, heldObject{of, s.sig[o], o})
		}
	}
	_ = poll.Sort(m.ctx, out, func(a, b heldObject) int { return cmp.Or(a.compare(b), cmp.Compare(a.object, b.object)) })
	return out
}

// eachContent calls visit for each holder, type and content with the objects of both states. At least one list is not empty.
func (m *matcher) eachContent(before, after []heldObject, tallies map[held]*tally, visit func(t *tally, xs, ys []heldObject)) {
	steps := poll.Count(m.ctx)
	for len(before)+len(after) > 0 {
		var least heldObject
		switch {
		case len(before) == 0 || len(after) > 0 && after[0].compare(before[0]) < 0:
			least = after[0]
		default:
			least = before[0]
		}
		xs, ys := alike(before, least), alike(after, least)
		if steps.Add(len(xs)+len(ys)) != nil {
			return
		}
		visit(tallies[least.held], xs, ys)
		before, after = before[len(xs):], after[len(ys):]
	}
}

// alike returns the leading objects of a sorted list that compare equal to as.
func alike(list []heldObject, as heldObject) []heldObject {
	n := 0
	for n < len(list) && list[n].compare(as) == 0 {
		n++
	}
	return list[:n]
}

// gone reports whether the place of an earlier object contradicts every given later object.
func (m *matcher) gone(xs, ys []heldObject) bool {
	if !m.places.prove() {
		return false
	}
	later := make([]trace.ObjectID, len(ys))
	for i := range ys {
		later[i] = ys[i].object
	}
	return slices.ContainsFunc(xs, func(x heldObject) bool { return !m.places.any(x.object, later) })
}

// describe sets the signatures of the remaining objects from their content and from objects up to three references away. References between
// objects of the same type do not count.
func (s *side) describe(m *matcher) {
	s.sign(m.ctx, deepest, s.own, func(o trace.ObjectID, _ uint16, to trace.ObjectID) bool {
		return s.Heap.TypeOf.At(o) != s.Heap.TypeOf.At(to)
	})
}
