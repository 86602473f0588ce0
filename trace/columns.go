package trace

import (
	"iter"
	"math"
	"sync"

	"memcity/trace/scratch"
)

// Types is a column with the type of each object. It takes two bytes per object for up to 65,536 types, and four for more.
type Types struct {
	narrow []uint16
	wide   []TypeID
}

// NewTypes returns a column for the given number of objects, all of type 0. Later types must be less than types.
func NewTypes(objects, types int) Types {
	if types <= math.MaxUint16+1 {
		return Types{narrow: scratch.Make[uint16](objects)}
	}
	return Types{wide: scratch.Make[TypeID](objects)}
}

// TypesOf returns a column that contains list.
func TypesOf(list []TypeID) Types {
	types := 0
	for _, t := range list {
		types = max(types, int(t)+1)
	}
	c := NewTypes(len(list), types)
	for o, t := range list {
		c.Set(ObjectID(o), t)
	}
	return c
}

// Len returns the number of objects.
func (c *Types) Len() int { return len(c.narrow) + len(c.wide) }

// At returns the type of o.
func (c *Types) At(o ObjectID) TypeID {
	if int(o) < len(c.narrow) {
		return TypeID(c.narrow[o])
	}
	return c.wide[o]
}

// Set sets the type of o. t must be less than the number of types given to [NewTypes]. Concurrent calls for different objects are safe.
func (c *Types) Set(o ObjectID, t TypeID) {
	if int(o) < len(c.narrow) {
		c.narrow[o] = uint16(t)
		return
	}
	c.wide[o] = t
}

// All yields each object with its type.
func (c *Types) All() iter.Seq2[ObjectID, TypeID] {
	return func(yield func(ObjectID, TypeID) bool) {
		for o := range ObjectID(c.Len()) {
			if !yield(o, c.At(o)) {
				return
			}
		}
	}
}

// Lists returns the types of objects from up to but not including to, for loops over many objects. One of the two lists is nil.
func (c *Types) Lists(from, to int) (narrow []uint16, wide []TypeID) {
	if c.wide != nil {
		return nil, c.wide[from:to]
	}
	return c.narrow[from:to], nil
}

// List returns a copy of the types of all objects.
func (c Types) List() []TypeID { return listed(c.Len(), c.At) }

// Move copies the types of n objects; the ranges may overlap.
func (c *Types) Move(to, from ObjectID, n int) {
	if c.wide != nil {
		copy(c.wide[to:], c.wide[from:][:n])
	} else {
		copy(c.narrow[to:], c.narrow[from:][:n])
	}
}

// Cut keeps the first n objects and drops the rest.
func (c *Types) Cut(n int) {
	if c.wide != nil {
		c.wide = c.wide[:n:n]
	} else {
		c.narrow = c.narrow[:n:n]
	}
}

// Extents is a column with the extent of each object; see [Heap]. It takes two bytes per object. Extents of 65,535 and more are rare and
// stored separately.
type Extents struct {
	low  []uint16
	high *highExtents
}

// highExtents contains the extents that do not fit into two bytes: in some by object, or in all for every object once there are many.
type highExtents struct {
	sync.Mutex
	some map[ObjectID]uint32
	all  []uint32
}

// manyHigh is the number of objects per high extent at which a list for all objects takes less memory than a map.
const manyHigh = 16

// NewExtents returns a column of zeros.
func NewExtents(objects int) Extents {
	return Extents{scratch.Make[uint16](objects), &highExtents{some: map[ObjectID]uint32{}}}
}

// Len returns the number of objects.
func (c *Extents) Len() int { return len(c.low) }

// HighExtent marks, in [Extents.Low], an extent of this value or more.
const HighExtent = math.MaxUint16

// Low returns the extents of objects from up to but not including to, for loops over many objects; [HighExtent] for large ones.
func (c *Extents) Low(from, to int) []uint16 { return c.low[from:to] }

// At returns the extent of o. It is not safe to call while any extent is being set.
func (c *Extents) At(o ObjectID) uint32 {
	if v := c.low[o]; v < HighExtent {
		return uint32(v)
	}
	return c.high.at(o)
}

func (h *highExtents) at(o ObjectID) uint32 {
	if h.all != nil {
		return h.all[o]
	}
	return h.some[o]
}

// Set sets the extent of o. Concurrent calls for different objects are safe.
func (c *Extents) Set(o ObjectID, extent uint32) {
	if extent < HighExtent {
		c.low[o] = uint16(extent)
		return
	}
	c.low[o] = HighExtent
	h := c.high
	h.Lock()
	defer h.Unlock()
	switch {
	case h.all != nil:
		h.all[o] = extent
		return
	case len(h.some) < len(c.low)/manyHigh:
		h.some[o] = extent
		return
	}
	h.all = scratch.Make[uint32](len(c.low))
	h.all[o] = extent
	for o, extent := range h.some {
		h.all[o] = extent
	}
	h.some = nil
}

// List returns a copy of the extents of all objects.
func (c Extents) List() []uint32 { return listed(c.Len(), c.At) }

// listed returns the values of at for 0 to n-1.
func listed[N ~uint32, T any](n int, at func(N) T) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = at(N(i))
	}
	return list
}

// Move copies the extents of n objects; to must not be greater than from.
func (c *Extents) Move(to, from ObjectID, n int) {
	copy(c.low[to:], c.low[from:][:n])
	for i := range ObjectID(n) {
		if c.low[to+i] == HighExtent {
			c.Set(to+i, c.high.at(from+i))
		}
	}
}

// Cut keeps the first n objects and drops the rest.
func (c *Extents) Cut(n int) { c.low = c.low[:n:n] }
