package identity

import (
	"cmp"
	"slices"

	"memcity/trace"
)

// classes is a union-find structure of numbers.
type classes struct{ above []uint32 }

// add adds a class and returns its number.
func (c *classes) add() uint32 {
	c.above = append(c.above, uint32(len(c.above)))
	return uint32(len(c.above) - 1)
}

// of returns the class of a number.
func (c *classes) of(n uint32) uint32 {
	for c.above[n] != n {
		c.above[n] = c.above[c.above[n]]
		n = c.above[n]
	}
	return n
}

// join joins two classes.
func (c *classes) join(a, b uint32) {
	a, b = c.of(a), c.of(b)
	c.above[max(a, b)] = min(a, b)
}

// setIndistinct sets the objects that are not told apart, and numbers their classes from 0. Classes
// without members on one side are left out.
func (m *Matching) setIndistinct(before, after []member) {
	numbers := map[uint32]uint32{}
	both := map[uint32]bool{}
	for _, x := range before {
		if x.kept {
			both[x.class] = false
		}
	}
	for _, y := range after {
		if _, ok := both[y.class]; ok && y.kept {
			both[y.class] = true
		}
	}
	collect := func(list []member) Indistinct {
		kept := slices.DeleteFunc(list, func(x member) bool { return !x.kept || !both[x.class] })
		slices.SortFunc(kept, func(a, b member) int { return cmp.Compare(a.object, b.object) })
		var out Indistinct
		for _, x := range kept {
			n, known := numbers[x.class]
			if !known {
				n = uint32(len(numbers))
				numbers[x.class] = n
			}
			out.Objects, out.Class = append(out.Objects, x.object), append(out.Class, n)
		}
		return out
	}
	m.Earlier, m.After = collect(before), collect(after)
	m.Classes = len(numbers)
}

// joinIndistinct sets the objects that two successive matchings together do not tell apart. It joins classes of the two that share an
// object of the state between them.
func (m *Matching) joinIndistinct(first, second *Matching) {
	var all classes
	for range first.Classes + second.Classes {
		all.add()
	}
	ofSecond := func(o trace.ObjectID) (uint32, bool) {
		c, ok := second.Earlier.ClassOf(o)
		return c + uint32(first.Classes), ok
	}
	var before, after []member
	for i, o := range first.After.Objects {
		if c, ok := ofSecond(o); ok {
			all.join(first.After.Class[i], c)
		}
		if y := second.Of(o, false); y != trace.NoObject {
			after = append(after, member{first.After.Class[i], y, true})
		}
	}
	for i, y := range second.After.Objects {
		after = append(after, member{second.After.Class[i] + uint32(first.Classes), y, true})
	}
	for i, x := range first.Earlier.Objects {
		before = append(before, member{first.Earlier.Class[i], x, true})
	}
	for x := range first.To {
		if by := first.Of(trace.ObjectID(x), false); by != trace.NoObject {
			if c, ok := ofSecond(by); ok {
				before = append(before, member{c, trace.ObjectID(x), true})
			}
		}
	}
	for _, list := range [][]member{before, after} {
		for i := range list {
			list[i].class = all.of(list[i].class)
		}
	}
	m.setIndistinct(before, after)
}
