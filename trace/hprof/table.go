package hprof

import (
	"cmp"
	"slices"
)

// idTable is a hash table by id with linear probing, whose zero value is empty. Dumps make as many look-ups as they have
// objects, and a map costs three times as much for each.
type idTable[T any] struct {
	slots []idSlot[T] // none, or a power of two
	count int
}

type idSlot[T any] struct {
	id    uint64
	value *T // nil if the slot is free
}

// find returns the value of id, nil if there is none.
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

// put sets the value of id, which is not nil.
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

// all returns the values in the order of their ids.
func (t *idTable[T]) all() []*T {
	used := slices.DeleteFunc(slices.Clone(t.slots), func(s idSlot[T]) bool { return s.value == nil })
	slices.SortFunc(used, func(a, b idSlot[T]) int { return cmp.Compare(a.id, b.id) })
	values := make([]*T, len(used))
	for i, s := range used {
		values[i] = s.value
	}
	return values
}

// hashID spreads addresses, by the golden ratio (Knuth, The Art of Computer Programming, 6.4). The low bits of the
// result are good.
func hashID(id uint64) uint64 { return id * 0x9E3779B97F4A7C15 >> 32 }
