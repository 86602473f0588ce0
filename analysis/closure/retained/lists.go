package retained

import (
	"hash/maphash"
	"slices"
)

// listTable numbers lists of groups, so that those that are there many times take memory once: 4 bytes for each group of a list, and up to 20
// for the list. The empty list has the number 0.
type listTable struct {
	groups []int32
	start  []uint32 // by number, with an end
	slots  []uint32 // numbers by hash, 0 where there is none; a power of two of them
	seed   maphash.Seed
}

func newListTable() *listTable {
	return &listTable{start: []uint32{0, 0}, slots: make([]uint32, 64), seed: maphash.MakeSeed()}
}

// list returns the groups of a number. They are the table's, and valid until the next call of [listTable.number].
func (t *listTable) list(number uint32) []int32 {
	return t.groups[t.start[number]:t.start[number+1]:t.start[number+1]]
}

// number returns the number of a list.
func (t *listTable) number(groups []int32) uint32 {
	if len(groups) == 0 {
		return 0
	}
	at := t.find(groups)
	if *at == 0 {
		if len(t.start) > len(t.slots)/2 {
			t.grow()
			at = t.find(groups)
		}
		*at = uint32(len(t.start) - 1)
		t.groups = append(t.groups, groups...)
		t.start = append(t.start, uint32(len(t.groups)))
	}
	return *at
}

// find returns where the number of a list is, or belongs.
func (t *listTable) find(groups []int32) *uint32 {
	hash := uint64(len(groups))
	for _, g := range groups {
		hash = maphash.Comparable(t.seed, [2]uint64{hash, uint64(g)})
	}
	for i := hash; ; i++ {
		at := &t.slots[i&uint64(len(t.slots)-1)]
		if *at == 0 || slices.Equal(t.list(*at), groups) {
			return at
		}
	}
}

// grow doubles the room for numbers.
func (t *listTable) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	for number := 1; number < len(t.start)-1; number++ {
		*t.find(t.list(uint32(number))) = uint32(number)
	}
}
