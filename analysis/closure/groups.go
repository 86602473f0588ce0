package closure

import (
	"encoding/binary"

	"memcity/trace"
)

// Groups says which groups every object is in. Groups may overlap and contain each other.
type Groups struct {
	Count int // groups are numbered from 0

	// Of returns the index into Sets for an object, −1 if it is in no group. It must be safe for several goroutines.
	Of func(trace.ObjectID) int32

	// Sets are the different sets of groups that objects are in, each ascending. An object of a group that is contained
	// in others is in those as well.
	Sets [][]int32
}

// ObjectGroups has lists of objects of h as groups. An object may be in several lists, and in one several times. It takes
// 4 bytes per object of the heap.
func ObjectGroups(h *trace.Heap, lists ...[]trace.ObjectID) Groups {
	in := make(map[trace.ObjectID][]int32)
	for i, list := range lists {
		for _, o := range list {
			if had := in[o]; len(had) == 0 || had[len(had)-1] != int32(i) {
				in[o] = append(had, int32(i))
			}
		}
	}
	g := Groups{Count: len(lists)}
	of, ids := make([]int32, h.Len()), map[string]int32{}
	var key []byte
	for o := range of {
		set := in[trace.ObjectID(o)]
		if set == nil {
			of[o] = -1
			continue
		}
		key = appendIDs(key[:0], set)
		id, ok := ids[string(key)]
		if !ok {
			id = int32(len(g.Sets))
			ids[string(key)] = id
			g.Sets = append(g.Sets, set)
		}
		of[o] = id
	}
	g.Of = func(o trace.ObjectID) int32 { return of[o] }
	return g
}

// appendIDs appends a list of numbers to a key for a map.
func appendIDs[ID ~int32](key []byte, ids []ID) []byte {
	for _, id := range ids {
		key = binary.LittleEndian.AppendUint32(key, uint32(id))
	}
	return key
}
