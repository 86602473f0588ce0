package collection

import "memcity/trace"

// Pattern is a reason why a collection takes more memory than it needs. A collection that matches several patterns counts only for the
// first.
type Pattern uint8

// Patterns.
const (
	Empty  Pattern = iota
	Sparse         // most of its array is unused
	Nested         // a map of maps that would have few inner maps if nested in the opposite order
	Fixed          // its size never changes
	Small          // its few elements take less memory than the collection itself
	Boxed          // its elements are wrapped numbers
	Patterns
)

var patternNames = [...]string{"empty", "sparse", "nested", "fixed", "small", "boxed"}

func (p Pattern) String() string { return patternNames[p] }

// Moment contains the patterns that a single GC point can show, empty and sparse first.
var Moment = []Pattern{Empty, Sparse, Nested, Small, Boxed}

// Cause is the cause of a sparse collection.
type Cause uint8

// Causes.
const (
	NoCause    Cause = iota // unknown
	Initial                 // its initial capacity exceeded its maximum size
	NotTrimmed              // it once had more elements
	Grown                   // its array grew but was never filled
	Causes
)

// Limits of patterns.
const (
	roomy        = 4    // maximum ratio of slots to elements; a sparse collection exceeds it
	minSlots     = 16   // minimum slots of a sparse collection
	maxSmall     = 8    // maximum elements of a small collection
	maxFixed     = 16   // maximum elements of a fixed collection
	minFixed     = 100  // minimum number of collections of one type and place
	boxedShare   = 0.9  // minimum share of wrappers among the elements
	boxedOfHeap  = 0.01 // minimum savings of a group, as a share of the heap
	nestedRatio  = 10   // minimum number of inner maps per distinct key
	nestedMean   = 4    // maximum mean size of the inner maps
	minPoints    = 3    // minimum number of GC points for an evaluation over time
	oldEnough    = 2    // minimum number of GCs that an empty collection has seen
	pointsOfKind = 0.75 // minimum share of the points at which it existed that show the pattern
	seenTwice    = 2    // minimum number of points; before that it may still be filled
)

// hasRoom reports whether the program can choose the length of its array.
func (m *Measured) hasRoom(c *Collection) bool {
	return c.Array != trace.NoObject && m.maker(c).traits&(exact|inherent) == 0
}

func isSparse(size, capacity int64) bool { return capacity >= minSlots && roomy*size < capacity }

// isEmpty reports whether a collection has no elements and is not a shared empty instance.
func (m *Measured) isEmpty(c *Collection) bool {
	return c.Known && c.Size == 0 && m.maker(c).traits&immutable == 0
}

func (m *Measured) isSparse(c *Collection) bool {
	return c.Known && c.Size > 0 && m.hasRoom(c) && isSparse(c.Size, c.Capacity)
}

// isSmall reports whether a collection has few elements, and references to them take less than half of it.
func (m *Measured) isSmall(c *Collection) bool {
	return c.Known && c.Size > 0 && c.Size <= maxSmall && 2*(c.Own-m.references(c)) > c.Own && m.compacts(c) > 0
}

// isBoxed reports whether nearly all elements of a collection are wrapped numbers.
func (m *Measured) isBoxed(c *Collection) bool {
	return c.Known && c.Leaves > 0 && float64(c.Boxed) >= boxedShare*float64(c.Leaves) && m.unboxes(c) > 0
}

// references returns the minimum size of references to the elements, in bytes.
func (m *Measured) references(c *Collection) int64 {
	n := c.Size
	if c.Form == Map {
		n *= 2
	}
	return n * m.refBytes
}

// aligned returns a size in bytes rounded up to the alignment.
func (m *Measured) aligned(bytes int64) int64 {
	return (bytes + m.Heap.Align - 1) / m.Heap.Align * m.Heap.Align
}

const header = 16 // bytes of an array header, or of a small object with a number

// trims returns the bytes that an array of the right length saves.
func (m *Measured) trims(c *Collection) int64 {
	if !m.hasRoom(c) {
		return 0
	}
	h := m.Heap
	return max(0, h.Size(c.Array)-h.Types[h.TypeOf.At(c.Array)].ArraySize(needed(m.maker(c), c.Size), h.Align))
}

// needed returns the number of slots in collections of a kind that were created for the given number of elements.
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

// compacts returns the bytes saved by replacing c with List.of, Set.of or Map.of. If these cannot replace c, it returns the bytes saved by
// a smaller array.
func (m *Measured) compacts(c *Collection) int64 {
	switch k := m.maker(c); {
	case (k.traits|c.kind.traits)&exact != 0:
		return 0
	case (k.traits|c.kind.traits)&special != 0:
		return m.trims(c)
	}
	slots := c.Size // references in the array
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

// unboxes returns the bytes that primitive numbers save: in an array, or in a half-empty table. Unused slots are not counted as saved.
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
