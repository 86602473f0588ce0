// Package retained computes the retained sizes of all groups of objects together, from a dominator tree.
//
// A group retains an object in three cases: it contains the object, it retains the immediate dominator, or all paths from the dominator to
// the object lead through the group. The third case only matters for joins, which are objects that the dominator does not hold directly.
// The group must then be on the paths to all holders of the join. See [Sizes].
package retained

import (
	"context"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// None stands for the absence of an object.
const None = ^uint32(0)

// Tree is a dominator tree. Objects come before those that they dominate. Of the objects with the same dominator, holders of a join come
// before it, except in cycles with several entries.
type Tree struct {
	Order []trace.ObjectID // objects by place
	Up    []uint32         // by place: place of the immediate dominator; [None] for children of the root
	Joins Joins
}

// Joins contains the joins: objects that their immediate dominator does not hold directly. Two or more objects below the dominator hold a
// join together. Objects that the join dominates do not count as holders. Joins are indexed by holder in tree order, so that one pass can
// track the path to each holder.
type Joins struct {
	At    []uint32 // place of each join, ascending
	Start []uint32 // by block of 64 places: start in Holder and Held, plus the end of the last
	// Ascending by place of the holder:
	Holder []uint8  // place modulo 64
	Held   []uint32 // number of the join
}

const joinBlock = 64 // places per block

// NewJoins returns the joins of a tree with the given number of objects. at contains their places, ascending. The holders of a join are
// from[start[join]:start[join+1]], as places. It returns an error only if ctx is done.
func NewJoins(ctx context.Context, objects int, at, start, from []uint32) (Joins, error) {
	blocks := (objects + joinBlock - 1) / joinBlock
	j := Joins{At: at, Start: scratch.Make[uint32](blocks + 1), Holder: scratch.Make[uint8](len(from)), Held: scratch.Make[uint32](len(from))}
	for i, p := range from {
		if err := poll.At(ctx, i); err != nil {
			return Joins{}, err
		}
		j.Start[p/joinBlock]++
	}
	end := uint32(0)
	for b, count := range j.Start {
		end += count
		j.Start[b] = end
	}
	for join := len(at) - 1; join >= 0; join-- {
		for _, p := range from[start[join]:start[join+1]] {
			next := &j.Start[p/joinBlock]
			*next--
			j.Holder[*next], j.Held[*next] = uint8(p%joinBlock), uint32(join)
		}
		if err := poll.At(ctx, join); err != nil {
			return Joins{}, err
		}
	}
	var room joinSorter
	for b := range blocks {
		if err := poll.At(ctx, b); err != nil {
			return Joins{}, err
		}
		from, end := j.Start[b], j.Start[b+1]
		room.sort(j.Holder[from:end], j.Held[from:end])
	}
	return j, nil
}

// joinSorter sorts the entries of a block by holder.
type joinSorter struct {
	holder []uint8
	held   []uint32
}

func (s *joinSorter) sort(holder []uint8, held []uint32) {
	if slices.IsSorted(holder) {
		return
	}
	var at [joinBlock + 1]int
	for _, h := range holder {
		at[h+1]++
	}
	for h := range joinBlock {
		at[h+1] += at[h]
	}
	s.holder, s.held = append(s.holder[:0], holder...), append(s.held[:0], held...)
	for i, h := range s.holder {
		holder[at[h]], held[at[h]] = h, s.held[i]
		at[h]++
	}
}

// each calls do for each holder from place from up to but excluding place end, with the joins that it holds.
func (j *Joins) each(from, end uint32, do func(p uint32, held []uint32)) {
	for b := from / joinBlock; b*joinBlock < end; b++ {
		i, last := j.Start[b], j.Start[b+1]
		for i < last {
			first, h := i, j.Holder[i]
			for i < last && j.Holder[i] == h {
				i++
			}
			if p := b*joinBlock + uint32(h); p >= from && p < end {
				do(p, j.Held[first:i])
			}
		}
	}
}

// Groups contains the groups to size. The fields correspond to closure.Groups.
type Groups struct {
	Count int
	Of    func(trace.ObjectID) int32
	Sets  [][]int32
}
