package identity

import (
	"cmp"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// Indistinct contains the objects of one heap state that are not told apart from objects of the other state, by class. An object may be any
// object of its class in the other state, but none of another class. Each class has objects in both states.
type Indistinct struct {
	Objects []trace.ObjectID // ascending
	Class   []uint32         // by index of Objects
}

// ClassOf returns the class of an object; ok is false if it has none. The cost is logarithmic in the number of objects.
func (i *Indistinct) ClassOf(o trace.ObjectID) (class uint32, ok bool) {
	at, ok := slices.BinarySearch(i.Objects, o)
	if !ok {
		return 0, false
	}
	return i.Class[at], true
}

// Count returns the number of objects by class, for the given number of classes.
func (i *Indistinct) Count(classes int) []int64 {
	out := make([]int64, classes)
	for _, c := range i.Class {
		out[c]++
	}
	return out
}

// members returns the objects as members. keep reports which ones are kept.
func (i *Indistinct) members(keep func(trace.ObjectID) bool) []member {
	out := make([]member, 0, len(i.Objects))
	for k, o := range i.Objects {
		out = append(out, member{i.Class[k], o, keep(o)})
	}
	return out
}

// member is an object of a class under construction.
type member struct {
	class  uint32
	object trace.ObjectID
	kept   bool
}

// findIndistinct finds the objects without a certain pair that may be an object of the other state. Two objects may be the same if they
// agree in everything that never changes: type and length, the content of strings, the content of types without a changed pair, and the
// objects in steady fields. A guess joins the classes of its two objects, unless it is weak.
func (m *matcher) findIndistinct(out *Matching) {
	fixed := m.fixedTypes()
	keysBefore, keysAfter := m.a.lasting(m, fixed), m.b.lasting(m, fixed)
	for _, p := range m.survivors {
		m.join(p[0], p[1], counted)
	}
	classOf := m.sharedKeys(keysBefore, keysAfter)
	before, after := m.a.members(m, keysBefore, classOf), m.b.members(m, keysAfter, classOf)
	m.placeMembers(before, after)
	out.setIndistinct(before, after)
}

// lasting returns a hash of the unchanging parts by object; 0 for recognized objects.
func (s *side) lasting(m *matcher, fixed func(s *side, o trace.ObjectID) bool) []uint64 {
	h := s.Heap
	base := make([]uint64, h.Len())
	for _, o := range s.left {
		base[o] = s.types[h.TypeOf.At(o)]
		if fixed(s, o) {
			base[o] = s.own[o]
		} else if h.Types[h.TypeOf.At(o)].Kind != trace.Instance || h.Extent.At(o) > 0 {
			base[o] = mix(base[o], uint64(h.Extent.At(o)))
		}
	}
	s.sign(m.ctx, deepest, base, func(o trace.ObjectID, slot uint16, _ trace.ObjectID) bool {
		f := s.field(o, slot)
		return f != nil && (f.steady() || s.isText(o))
	})
	for _, o := range s.left {
		base[o] = s.sig[o]
	}
	return base
}

// isText reports whether o is a string, whose content never changes.
func (s *side) isText(o trace.ObjectID) bool {
	return s.Heap.Types[s.Heap.TypeOf.At(o)].Name == "java.lang.String"
}

// constants contains the JDK types whose values never change.
var constants = map[string]bool{"java.lang.String": true, "java.lang.Boolean": true, "java.lang.Byte": true, "java.lang.Character": true,
	"java.lang.Short": true, "java.lang.Integer": true, "java.lang.Long": true, "java.lang.Float": true, "java.lang.Double": true}

// leastLasting is the number of pairs of a type that show that its values never change, if none of them changed. Fewer pairs may be chance.
const leastLasting = 5

// changedPairs counts the pairs of a type, including guesses, and the pairs with changed content.
type changedPairs struct{ all, changed int }

// fixed reports whether the values of a type are taken never to change.
func (c changedPairs) fixed() bool { return c.all >= leastLasting && c.changed == 0 }

// fixedTypes returns a function that reports whether the content of an object never changes. That is so for strings and boxed values, and for
// types with five pairs or more, none of which changed. Arrays of different lengths count as different types.
func (m *matcher) fixedTypes() func(s *side, o trace.ObjectID) bool {
	seen, lengths := map[uint64]*changedPairs{}, map[uint64]bool{} // by type; for changed arrays, by type and length
	note := func(x, y trace.ObjectID) {
		key := m.a.types[m.a.Heap.TypeOf.At(x)]
		c := seen[key]
		if c == nil {
			c = &changedPairs{}
			seen[key] = c
		}
		c.all++
		if m.a.own[x] == m.b.own[y] {
			return
		}
		if m.a.Heap.Types[m.a.Heap.TypeOf.At(x)].Kind == trace.Instance {
			c.changed++
		} else {
			lengths[mix(key, uint64(m.a.Heap.Extent.At(x)))] = true
		}
	}
	for x, y := range m.a.pair {
		if poll.At(m.ctx, x) != nil {
			break
		}
		if y != trace.NoObject {
			note(trace.ObjectID(x), y)
		}
	}
	for _, p := range m.guesses {
		if !m.weak[p[0]] {
			note(p[0], p[1])
		}
	}
	texts := map[*side]map[trace.ObjectID]bool{&m.a: m.a.textArrays(m), &m.b: m.b.textArrays(m)}
	return func(s *side, o trace.ObjectID) bool {
		t := s.Heap.TypeOf.At(o)
		if texts[s][o] || constants[s.Heap.Types[t].Name] {
			return true
		}
		c := seen[s.types[t]]
		return c != nil && c.fixed() && !lengths[mix(s.types[t], uint64(s.Heap.Extent.At(o)))]
	}
}

// textArrays returns the arrays of unrecognized strings.
func (s *side) textArrays(m *matcher) map[trace.ObjectID]bool {
	out := map[trace.ObjectID]bool{}
	for i, o := range s.left {
		if poll.At(m.ctx, i) != nil {
			return out
		}
		if s.isText(o) {
			for _, to := range s.Heap.References(o) {
				out[to] = true
			}
		}
	}
	return out
}

// sharedKeys numbers the keys of guesses and the keys that both sides have. Both keys of a guess get the same number.
func (m *matcher) sharedKeys(before, after []uint64) map[uint64]uint32 {
	a, b := m.a.sorted(m, before), m.b.sorted(m, after)
	numbers := map[uint64]uint32{}
	var classes classes
	number := func(key uint64) uint32 {
		n, known := numbers[key]
		if !known {
			n = classes.add()
			numbers[key] = n
		}
		return n
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch c := cmp.Compare(a[i], b[j]); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			number(a[i])
			i, j = i+1, j+1
		}
	}
	for _, p := range m.guesses {
		if m.a.pair[p[0]] == trace.NoObject && m.b.pair[p[1]] == trace.NoObject && !m.weak[p[0]] {
			classes.join(number(before[p[0]]), number(after[p[1]]))
		}
	}
	for key, n := range numbers {
		numbers[key] = classes.of(n)
	}
	return numbers
}

// sorted returns the distinct keys of the remaining objects, ascending.
func (s *side) sorted(m *matcher, keys []uint64) []uint64 {
	out := make([]uint64, len(s.left))
	for i, o := range s.left {
		out[i] = keys[o]
	}
	_ = poll.Sort(m.ctx, out, cmp.Compare[uint64])
	return slices.Compact(out)
}

// members returns the remaining objects that have a class, sorted by class and then in memory order.
func (s *side) members(m *matcher, keys []uint64, classOf map[uint64]uint32) []member {
	var out []member
	for i, o := range s.left {
		if poll.At(m.ctx, i) != nil {
			return nil
		}
		if class, ok := classOf[keys[o]]; ok && s.pair[o] == trace.NoObject {
			out = append(out, member{class, o, true})
		}
	}
	_ = poll.Sort(m.ctx, out, func(a, b member) int { return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.object, b.object)) })
	return out
}

// placeMembers drops the members whose places contradict every member of the other side, if the order of all objects is kept. Then it drops
// classes without members on one side. Objects of guesses stay, unless the guess moved up where nothing else does.
func (m *matcher) placeMembers(before, after []member) {
	guessed, guessedLater := map[trace.ObjectID]bool{}, map[trace.ObjectID]bool{}
	for _, p := range m.guesses {
		if !m.weak[p[0]] && !m.places.up(p[0], p[1]) {
			guessed[p[0]], guessedLater[p[1]] = true, true
		}
	}
	for len(before)+len(after) > 0 {
		class := uint32(0)
		switch {
		case len(before) == 0 || len(after) > 0 && after[0].class < before[0].class:
			class = after[0].class
		default:
			class = before[0].class
		}
		xs, ys := ofClass(before, class), ofClass(after, class)
		if m.places.prove() {
			m.places.drop(xs, ys, guessed, guessedLater)
		}
		if !anyKept(xs) || !anyKept(ys) {
			for i := range xs {
				xs[i].kept = false
			}
			for i := range ys {
				ys[i].kept = false
			}
		}
		before, after = before[len(xs):], after[len(ys):]
		if m.ctx.Err() != nil {
			return
		}
	}
}

func ofClass(list []member, class uint32) []member {
	n := 0
	for n < len(list) && list[n].class == class {
		n++
	}
	return list[:n]
}

func anyKept(list []member) bool {
	return slices.ContainsFunc(list, func(m member) bool { return m.kept })
}

// drop drops the members of a class whose places contradict every member of the other side.
func (p *places) drop(xs, ys []member, guessed, guessedLater map[trace.ObjectID]bool) {
	later := make([]trace.ObjectID, len(ys))
	for i := range ys {
		later[i] = ys[i].object
		ys[i].kept = guessedLater[later[i]]
	}
	covered := make([]int, len(ys)+1) // ranges that start at an index minus ranges that end before it
	for i := range xs {
		x := xs[i].object
		first, last := p.allowed(x)
		from, _ := slices.BinarySearch(later, first)
		to, found := slices.BinarySearch(later, last)
		if found {
			to++
		}
		stayed := p.stayed(x, later)
		if stayed >= 0 {
			ys[stayed].kept = true
		}
		if from < to {
			covered[from]++
			covered[to]--
		}
		xs[i].kept = from < to || stayed >= 0 || guessed[x]
	}
	sum := 0
	for i := range ys {
		sum += covered[i]
		ys[i].kept = ys[i].kept || sum > 0
	}
}
