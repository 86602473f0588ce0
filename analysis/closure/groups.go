package closure

import (
	"encoding/binary"
	"slices"

	"memcity/trace"
)

// Groups maps each object to the groups that contain it. Groups may overlap and contain one another.
type Groups struct {
	Count int // number of groups, which are numbered from 0

	// Of returns the index in Sets for an object; -1 if it is in no group. It must be safe for concurrent use.
	Of func(trace.ObjectID) int32

	// Sets contains the distinct sets of groups that objects are in, each ascending. An object in a nested group is in the enclosing groups
	// as well.
	Sets [][]int32
}

// ObjectGroups returns the given lists of objects of h as groups. Lists may overlap and contain an object several times. It takes 4 bytes
// per object of the heap.
func ObjectGroups(h *trace.Heap, lists ...[]trace.ObjectID) Groups {
	sets := &growingSets{next: map[[2]int32]int32{}}
	of := make([]int32, h.Len()) // set number by object; 0 for the empty set
	for i, list := range lists {
		for _, o := range list {
			of[o] = sets.with(of[o], int32(i))
		}
	}
	number := make([]int32, len(sets.last)+1) // 1-based index in Groups.Sets by set number; 0 for none yet
	g := Groups{Count: len(lists)}
	for o, set := range of {
		if set != 0 && number[set] == 0 {
			g.Sets = append(g.Sets, sets.list(set))
			number[set] = int32(len(g.Sets))
		}
		of[o] = number[set] - 1
	}
	g.Of = func(o trace.ObjectID) int32 { return of[o] }
	return g
}

// growingSets numbers sets of groups from 1. Sets grow by one group at a time. 0 is the empty set.
type growingSets struct {
	before []int32 // by number less one: the set without its last group
	last   []int32
	next   map[[2]int32]int32

	key   [2]int32 // most recent lookup and its result
	found int32
}

// with returns the number of the given set plus the given group, which must be at least as high as each group in the set.
func (s *growingSets) with(set, group int32) int32 {
	if set != 0 && s.last[set-1] == group {
		return set
	}
	key := [2]int32{set, group}
	if key == s.key && s.found != 0 {
		return s.found
	}
	grown, ok := s.next[key]
	if !ok {
		s.before, s.last = append(s.before, set), append(s.last, group)
		grown = int32(len(s.last))
		s.next[key] = grown
	}
	s.key, s.found = key, grown
	return grown
}

// list returns the groups of a set, ascending.
func (s *growingSets) list(set int32) (list []int32) {
	for ; set != 0; set = s.before[set-1] {
		list = append(list, s.last[set-1])
	}
	slices.Reverse(list)
	return list
}

// appendIDs appends a list of IDs to a map key.
func appendIDs[ID ~int32](key []byte, ids []ID) []byte {
	for _, id := range ids {
		key = binary.LittleEndian.AppendUint32(key, uint32(id))
	}
	return key
}
