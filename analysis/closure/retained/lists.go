package retained

import (
	"hash/maphash"
	"slices"
)

// listTable interns lists of groups. It takes 4 bytes per group of a distinct list, and up to 20 per list. The empty list has number 0.
type listTable struct {
	groups []int32
	start  []uint32 // start of each list in groups, plus the end of the last
	slots  []uint32 // list numbers by hash, 0 for an empty slot; the length is a power of two
	seed   maphash.Seed
}

func newListTable() *listTable {
	return &listTable{start: []uint32{0, 0}, slots: make([]uint32, 64), seed: maphash.MakeSeed()}
}

// list returns the groups of a list. The table owns the slice, which is valid until the next call of [listTable.number].
func (t *listTable) list(number uint32) []int32 {
	return t.groups[t.start[number]:t.start[number+1]:t.start[number+1]]
}

// number returns the number of a list, and adds the list if it is new.
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

// find returns the slot for a list, which is 0 if the list is not in the table.
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

// grow doubles the number of slots.
func (t *listTable) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	for number := 1; number < len(t.start)-1; number++ {
		*t.find(t.list(uint32(number))) = uint32(number)
	}
}
