// Package addresses numbers objects by their addresses or other numbers that identify them.
package addresses

import (
	"slices"

	"memcity/trace"
)

// Index numbers objects by ascending address.
type Index struct {
	sorted []uint64
	// first is the first object of each equally long range of addresses, with one range per object on average.
	first []uint32
	shift uint
}

// NewIndex returns an index of addresses, which it reorders. Duplicates are dropped. It takes 4 bytes per object besides the addresses.
func NewIndex(addresses []uint64) *Index {
	if !slices.IsSorted(addresses) {
		slices.Sort(addresses)
	}
	x := &Index{sorted: slices.Compact(addresses)}
	n := len(x.sorted)
	if n == 0 {
		return x
	}
	span := x.sorted[n-1] - x.sorted[0]
	for span>>x.shift > uint64(n) {
		x.shift++
	}
	x.first = make([]uint32, span>>x.shift+2)
	bucket := 0
	for i, a := range x.sorted {
		for b := int((a - x.sorted[0]) >> x.shift); bucket <= b; bucket++ {
			x.first[bucket] = uint32(i)
		}
	}
	for ; bucket < len(x.first); bucket++ {
		x.first[bucket] = uint32(n)
	}
	return x
}

// Len returns the number of objects.
func (x *Index) Len() int { return len(x.sorted) }

// Address returns the address of o.
func (x *Index) Address(o trace.ObjectID) uint64 { return x.sorted[o] }

// Sorted returns all addresses, ascending. The slice belongs to the index.
func (x *Index) Sorted() []uint64 { return x.sorted }

// Find returns the object at an address; NoObject if there is none.
func (x *Index) Find(address uint64) trace.ObjectID {
	n := len(x.sorted)
	if n == 0 || address < x.sorted[0] || address > x.sorted[n-1] {
		return trace.NoObject
	}
	b := (address - x.sorted[0]) >> x.shift
	from, to := x.first[b], x.first[b+1]
	i, ok := slices.BinarySearch(x.sorted[from:to], address)
	if !ok {
		return trace.NoObject
	}
	return trace.ObjectID(from) + trace.ObjectID(i)
}

// Below returns the object with the largest address that is not above the given one; NoObject if there is none.
func (x *Index) Below(address uint64) trace.ObjectID {
	n := len(x.sorted)
	if n == 0 || address < x.sorted[0] {
		return trace.NoObject
	}
	if address >= x.sorted[n-1] {
		return trace.ObjectID(n - 1)
	}
	b := (address - x.sorted[0]) >> x.shift
	from, to := x.first[b], x.first[b+1]
	i, ok := slices.BinarySearch(x.sorted[from:to], address)
	if !ok {
		i--
	}
	return trace.ObjectID(int(from) + i)
}

// Set is a set of objects.
type Set []uint64

// NewSet returns an empty set for the given number of objects.
func NewSet(objects int) Set { return make(Set, (objects+63)/64) }

// Add adds an object and reports whether it was new.
func (s Set) Add(o trace.ObjectID) bool {
	bit := uint64(1) << (o % 64)
	if s[o/64]&bit != 0 {
		return false
	}
	s[o/64] |= bit
	return true
}
