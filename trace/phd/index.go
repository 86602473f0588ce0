package phd

import (
	"slices"

	"memcity/trace"
)

// addressIndex numbers objects by ascending address.
type addressIndex struct {
	sorted []uint64
	// first is the first object of each equally long range of addresses, with one range per object on average.
	first []uint32
	shift uint
}

// newIndex returns an index of addresses, which it reorders. Duplicates are dropped.
func newIndex(addresses []uint64) *addressIndex {
	slices.Sort(addresses)
	x := &addressIndex{sorted: slices.Compact(addresses)}
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

func (x *addressIndex) len() int { return len(x.sorted) }

func (x *addressIndex) address(o trace.ObjectID) uint64 { return x.sorted[o] }

// find returns the object at an address; NoObject if there is none.
func (x *addressIndex) find(address uint64) trace.ObjectID {
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
