package age

import (
	"fmt"
	"math/bits"
	"slices"

	"memcity/analysis/identity"
	"memcity/trace"
)

// Class is a range of ages. From young to old, the classes are 0, 1, 2 to 3, 4 to 7, 8 to 15, 16 to 31, 32 or more, and [Before]. The last
// class is [Indistinct].
type Class uint8

// Before is the class of objects that existed at the first GC point or whose birth is unknown. It is older than all other classes.
const Before Class = 7

// Indistinct is the class of objects whose age is unknown because they cannot be distinguished from objects of an earlier GC point.
const Indistinct Class = 8

// Classes is the number of classes.
const Classes = 9

// ClassOf returns the class of objects that have survived the given number of GC points or GCs.
func ClassOf(survived uint32) Class { return Class(min(bits.Len32(survived), int(Before)-1)) }

// Range returns the ages of a class, inclusive. to is less than from if the class has no upper bound. Before and Indistinct have no range.
func (c Class) Range() (from, to int) {
	switch c {
	case 0:
		return 0, 0
	case Before - 1:
		return 1 << (Before - 2), -1
	case Before, Indistinct:
		return 0, -1
	}
	return 1 << (c - 1), 1<<c - 1
}

// String returns the range of a class, such as 4-7.
func (c Class) String() string {
	from, to := c.Range()
	switch {
	case c == Before:
		return "before"
	case c == Indistinct:
		return "not told apart"
	case to < from:
		return fmt.Sprintf("%d+", from)
	case from == to:
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d-%d", from, to)
}

// Age is the age of one object: the number of GC points or GCs that it has survived, and whether that is certain.
type Age uint16

const (
	maxAge   = 1<<14 - 2
	doubtful = 1 << 14
	before   = 1 << 15

	survivals  = 1<<14 - 1 // bits of the number of GC points or GCs
	indistinct = survivals // in place of that number
)

// Survived returns the number of GC points or GCs that the object has survived, at most 16,382. For class Before, it counts only those
// since the recording started. For class Indistinct, it returns 0.
func (a Age) Survived() int {
	if a.Indistinct() {
		return 0
	}
	return int(a & survivals)
}

// Class returns the class of the age.
func (a Age) Class() Class {
	switch {
	case a.Indistinct():
		return Indistinct
	case a.Before():
		return Before
	}
	return ClassOf(uint32(a & survivals))
}

// Indistinct reports whether the object is of class Indistinct.
func (a Age) Indistinct() bool { return a&survivals == indistinct }

// Before reports whether the object is of class Before.
func (a Age) Before() bool { return a&before != 0 }

// Doubtful reports whether the object may be in another class. One reason is a probable pair: the age
// relies on it, or the object would be older if the pair were right. The other reason is an unknown time of birth; see [Born].
func (a Age) Doubtful() bool { return a&doubtful != 0 }

func (a Age) older() Age {
	if a&survivals < maxAge {
		a++
	}
	return a
}

// Column contains the age of each object of a heap state, at two bytes per object. It is read-only once built.
type Column struct {
	Of []Age
	// Births is true if ages count GCs since recorded births. Otherwise, objects were followed from GC point to GC point, and ages count GC
	// points. Followed is the method, or identity.None for fewer than two points.
	Births   bool
	Followed identity.Source
	Points   int // number of GC points through which objects were followed
}

// First returns the ages at the first GC point of a recording. All objects are of class Before.
func First(objects int) *Column {
	c := &Column{Of: make([]Age, objects), Points: 1}
	for i := range c.Of {
		c.Of[i] = before
	}
	return c
}

// Next returns the ages at the GC point after that of c. m matches the objects of the two points. If probable is true, Next follows
// probable pairs; otherwise the age of the later object is 0 and doubtful. Objects that m cannot distinguish are in class Indistinct. It
// returns an error if m starts at another heap state. The cost is linear in objects.
func (c *Column) Next(m *identity.Matching, probable bool) (*Column, error) {
	if len(m.To) != len(c.Of) {
		return nil, fmt.Errorf("matching: begins with %d objects, expected %d", len(m.To), len(c.Of))
	}
	next := &Column{Of: make([]Age, m.Later), Followed: max(c.Followed, m.Source), Points: c.Points + 1}
	for o, to := range m.To {
		if to == trace.NoObject {
			continue
		}
		switch sure := !m.Probable(trace.ObjectID(o)); {
		case sure:
			next.Of[to] = c.Of[o].older()
		case probable:
			next.Of[to] = c.Of[o].older() | doubtful
		default:
			next.Of[to] = doubtful
		}
	}
	_, later, _ := m.Indistinct(probable)
	for _, o := range later.Objects {
		next.Of[o] = indistinct
	}
	return next, nil
}

// Born returns the ages by the recorded births of a heap state. Objects without a recorded birth are in class Before. points contains the
// number of ended GCs at each GC point of the recording up to this one, in any order.
//
// Unless [trace.Heap.ExactBirths] is set, the birth of an object without a recorded thread is only known to lie between two GC points. Born
// then uses the minimum age, which is doubtful if the maximum age is in an older class. Without points, all births count as exact. The cost is
// linear in objects.
func Born(h *trace.Heap, points []uint32) *Column {
	c := &Column{Of: make([]Age, h.Len()), Births: true}
	points = slices.Sorted(slices.Values(points))
	for i := range c.Of {
		if h.BirthOf == nil || h.BirthOf[i] == trace.NoBirth {
			c.Of[i] = before | Age(min(h.GCs, maxAge))
			continue
		}
		first := min(h.BirthOf[i], h.GCs)
		last := first
		if seen := h.ExactBirths || h.ThreadOf != nil && h.ThreadOf[i] != trace.NoThread; !seen {
			last = lastBirth(points, first, h.GCs)
		}
		c.Of[i] = Age(min(h.GCs-last, maxAge))
		if ClassOf(h.GCs-first) != ClassOf(h.GCs-last) {
			c.Of[i] |= doubtful
		}
	}
	return c
}

// lastBirth returns the largest number of GCs that may have ended when an object was born after first GCs. It is the number at the next GC
// point, and at most gcs.
func lastBirth(points []uint32, first, gcs uint32) uint32 {
	next, _ := slices.BinarySearch(points, first+1)
	switch {
	case len(points) == 0:
		return first
	case next == len(points):
		return gcs
	}
	return min(points[next], gcs)
}
