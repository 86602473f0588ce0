package closure

import (
	"encoding/binary"
	"slices"

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
// 4 bytes per object of the heap, and on the way 16 more, and 4 for every entry of a list.
func ObjectGroups(h *trace.Heap, lists ...[]trace.ObjectID) Groups {
	start := make([]uint64, h.Len()+1) // of the object's part of in
	for _, list := range lists {
		for _, o := range list {
			start[o+1]++
		}
	}
	for o := range h.Len() {
		start[o+1] += start[o]
	}
	in, end := make([]int32, start[h.Len()]), slices.Clone(start)
	for i, list := range lists {
		for _, o := range list {
			if end[o] == start[o] || in[end[o]-1] != int32(i) {
				in[end[o]] = int32(i)
				end[o]++
			}
		}
	}
	g := Groups{Count: len(lists)}
	of, ids := make([]int32, h.Len()), map[string]int32{}
	var key []byte
	for o := range of {
		set := in[start[o]:end[o]]
		if len(set) == 0 {
			of[o] = -1
			continue
		}
		key = appendIDs(key[:0], set)
		id, ok := ids[string(key)]
		if !ok {
			id = int32(len(g.Sets))
			ids[string(key)] = id
			g.Sets = append(g.Sets, slices.Clone(set))
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
