package collection

import "memcity/trace"

// Pattern is a way in which a collection takes more than it needs. Each collection counts for the first that it shows.
type Pattern uint8

// Patterns.
const (
	Empty  Pattern = iota
	Sparse         // most of its array is unused
	Nested         // a map in a map, where the other way round there were few inner ones
	Fixed          // its size never changes
	Small          // its few elements take less than itself
	Boxed          // of numbers that are objects
	Patterns
)

var patternNames = [...]string{"empty", "sparse", "nested", "fixed", "small", "boxed"}

func (p Pattern) String() string { return patternNames[p] }

// Moment are the patterns that one GC point can show, empty and sparse first.
var Moment = []Pattern{Empty, Sparse, Nested, Small, Boxed}

// Cause is why a collection is sparse.
type Cause uint8

// Causes.
const (
	NoCause    Cause = iota // not known
	Initial                 // it was made with more room than it ever needed
	NotTrimmed              // it once had more elements
	Grown                   // its array became larger, and was never used
	Causes
)

// Limits of patterns.
const (
	roomy        = 4    // times as many slots as elements, above which a collection is sparse
	leastSlots   = 16   // of a sparse one
	mostSmall    = 8    // elements
	mostFixed    = 16   // elements
	leastFixed   = 100  // collections of one type and place
	boxedShare   = 0.9  // of what it holds
	boxedOfHeap  = 0.01 // what a group saves at least
	nestedRatio  = 10   // maps in one for each key in them
	nestedMean   = 4    // entries of the inner ones at most
	leastPoints  = 3    // GC points to judge over time
	oldEnough    = 2    // GCs that an empty one has seen
	pointsOfKind = 0.75 // of the points at which it was there, that show the pattern
	seenTwice    = 2    // points, before which one may still be filled
)

// hasRoom reports whether the length of its array is the program's choice.
func (m *Measured) hasRoom(c *Collection) bool {
	return c.Array != trace.NoObject && m.maker(c).traits&(exact|inherent) == 0
}

func isSparse(size, capacity int64) bool { return capacity >= leastSlots && roomy*size < capacity }

// isEmpty reports whether a collection has nothing in it and is not one that all share.
func (m *Measured) isEmpty(c *Collection) bool {
	return c.Known && c.Size == 0 && m.maker(c).traits&immutable == 0
}

func (m *Measured) isSparse(c *Collection) bool {
	return c.Known && c.Size > 0 && m.hasRoom(c) && isSparse(c.Size, c.Capacity)
}

// isSmall reports whether a collection has few elements, and references to them take less than half of it.
func (m *Measured) isSmall(c *Collection) bool {
	return c.Known && c.Size > 0 && c.Size <= mostSmall && 2*(c.Own-m.references(c)) > c.Own && m.compacts(c) > 0
}

// isBoxed reports whether nearly all that a collection holds are numbers as objects.
func (m *Measured) isBoxed(c *Collection) bool {
	return c.Known && c.Leaves > 0 && float64(c.Boxed) >= boxedShare*float64(c.Leaves) && m.unboxes(c) > 0
}

// references is the bytes that references to the elements take at least.
func (m *Measured) references(c *Collection) int64 {
	n := c.Size
	if c.Form == Map {
		n *= 2
	}
	return n * m.refBytes
}

// aligned is the bytes of an object with a header and so many bytes.
func (m *Measured) aligned(bytes int64) int64 {
	return (bytes + m.Heap.Align - 1) / m.Heap.Align * m.Heap.Align
}

const header = 16 // bytes, of an array or of a small object with a number in it

// trims is the bytes that an array of the right length saves.
func (m *Measured) trims(c *Collection) int64 {
	if !m.hasRoom(c) {
		return 0
	}
	h := m.Heap
	return max(0, h.Size(c.Array)-h.Types[h.TypeOf.At(c.Array)].ArraySize(needed(m.maker(c), c.Size), h.Align))
}

// needed is how many slots collections of a kind have that were made for so many elements.
func needed(k *kind, size int64) int64 {
	slots := size
	switch {
	case k.count == byPairs:
		slots = 8
		for slots < 3*size {
			slots *= 2
		}
	case k.traits&hashed != 0:
		slots = 2
		for 3*slots < 4*size {
			slots *= 2
		}
	case k.name == "java.util.ArrayDeque":
		slots++
	}
	return slots
}

// compacts is the bytes that a collection of List.of, Set.of or Map.of saves, or where no such does the same a smaller array.
func (m *Measured) compacts(c *Collection) int64 {
	switch k := m.maker(c); {
	case (k.traits|c.kind.traits)&exact != 0:
		return 0
	case (k.traits|c.kind.traits)&special != 0:
		return m.trims(c)
	}
	slots := c.Size // references of the array
	switch {
	case c.Form == Set:
		slots *= 2
	case c.Form == Map:
		slots *= 4
	}
	bytes := m.aligned(header + 2*m.refBytes)
	if c.Size > 2 || c.Size > 1 && c.Form == Map {
		bytes += m.aligned(header + slots*m.refBytes)
	}
	return max(0, c.Own-bytes)
}

// unboxes is the bytes that plain numbers save: in an array, or in a table of which half is empty. Unused slots stay.
func (m *Measured) unboxes(c *Collection) int64 {
	if (m.maker(c).traits|c.kind.traits)&special != 0 {
		return 0
	}
	bytes := c.plain + (c.Leaves-c.Boxed)*m.refBytes
	if c.Form != List {
		bytes *= 2
	}
	return max(0, c.Own-c.Unused+c.Boxes-m.aligned(header+2*m.refBytes)-m.aligned(header+bytes))
}
