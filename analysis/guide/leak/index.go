package leak

// placeIndex finds places by their keys. It is an open-addressing hash table with 16 bytes per entry, at least a third of it empty. Each
// object of a heap state causes a lookup.
type placeIndex struct {
	entries []placeEntry // length is a power of two
	count   int
}

type placeEntry struct {
	key   placeKey
	place Place // plus one; 0 for none
}

// leastIndex is the initial size of the table.
const leastIndex = 1 << 6

// at returns the slot of a key, or the empty slot where the key belongs. The table must have an empty slot.
func (x *placeIndex) at(key placeKey) *placeEntry {
	mask := uint64(len(x.entries) - 1)
	for i := hashOf(key) & mask; ; i = (i + 1) & mask {
		if e := &x.entries[i]; e.place == 0 || e.key == key {
			return e
		}
	}
}

func hashOf(key placeKey) uint64 {
	return mix((uint64(uint32(key.parent))<<32|uint64(key.field))*0x9e3779b97f4a7c15 ^ uint64(key.kind))
}

// mix hashes x. Every bit of the result depends on all bits of x.
func mix(x uint64) uint64 { return (x ^ x>>29) * 0xbf58476d1ce4e5b9 >> 32 }

// ahead prefetches the slot of a key. Callers must use the meaningless result, or the compiler would drop the read.
func (x *placeIndex) ahead(key placeKey) uint32 {
	if x.count == 0 {
		return 0
	}
	return uint32(x.entries[hashOf(key)&uint64(len(x.entries)-1)].place)
}

// get returns the place of a key; ok is false if there is none.
func (x *placeIndex) get(key placeKey) (Place, bool) {
	if x.count == 0 {
		return NoPlace, false
	}
	e := x.at(key)
	return e.place - 1, e.place != 0
}

// put adds a place under a new key.
func (x *placeIndex) put(key placeKey, p Place) {
	if 3*(x.count+1) > 2*len(x.entries) {
		old := x.entries
		x.entries = make([]placeEntry, max(leastIndex, 2*len(old)))
		for _, e := range old {
			if e.place != 0 {
				*x.at(e.key) = e
			}
		}
	}
	*x.at(key) = placeEntry{key, p + 1}
	x.count++
}
