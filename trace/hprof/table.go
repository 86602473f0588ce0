package hprof

import (
	"cmp"
	"slices"
)

// idTable is a hash table by ID with linear probing. The zero value is empty. Loading a dump makes as many lookups as there are objects,
// and a map would take three times as long for each.
type idTable[T any] struct {
	slots []idSlot[T] // length 0 or a power of two
	count int
}

type idSlot[T any] struct {
	id    uint64
	value *T // nil if the slot is free
}

// find returns the value of id; nil if there is none.
func (t *idTable[T]) find(id uint64) *T {
	if len(t.slots) == 0 {
		return nil
	}
	mask := uint64(len(t.slots) - 1)
	i := hashID(id) & mask
	for t.slots[i].value != nil && t.slots[i].id != id {
		i = (i + 1) & mask
	}
	return t.slots[i].value
}

// put sets the value of id, which must not be nil.
func (t *idTable[T]) put(id uint64, value *T) {
	if 2*t.count >= len(t.slots) {
		old := t.slots
		t.slots = make([]idSlot[T], max(64, 2*len(old)))
		t.count = 0
		for _, s := range old {
			if s.value != nil {
				t.put(s.id, s.value)
			}
		}
	}
	mask := uint64(len(t.slots) - 1)
	i := hashID(id) & mask
	for t.slots[i].value != nil && t.slots[i].id != id {
		i = (i + 1) & mask
	}
	if t.slots[i].value == nil {
		t.count++
	}
	t.slots[i] = idSlot[T]{id, value}
}

// all returns the values in ID order.
func (t *idTable[T]) all() []*T {
	used := slices.DeleteFunc(slices.Clone(t.slots), func(s idSlot[T]) bool { return s.value == nil })
	slices.SortFunc(used, func(a, b idSlot[T]) int { return cmp.Compare(a.id, b.id) })
	values := make([]*T, len(used))
	for i, s := range used {
		values[i] = s.value
	}
	return values
}

// hashID distributes addresses by the golden ratio (Knuth, The Art of Computer Programming, 6.4). The low bits of the result are good.
func hashID(id uint64) uint64 { return id * 0x9E3779B97F4A7C15 >> 32 }
