// Package retained sizes what groups of objects retain, all groups at once, from a dominator tree of the objects.
//
// A group retains an object if the group has it, or retains its immediate dominator, or all ways from that to the object lead
// through objects of the group. The last needs a look only at joins, which the dominator does not hold itself: the group is
// then on the way to each of those that hold the join. See [Sizes].
package retained

import (
	"context"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// None stands for an object that there is none of.
const None = ^uint32(0)

// Tree is a dominator tree: an object stands before what it dominates, and what an object dominates comes in an order in which what
// holds a join comes before it, but where references run in circles that can be entered at several places.
type Tree struct {
	Order []trace.ObjectID // by place
	Up    []uint32         // by place: that of the immediate dominator, [None] for what GC roots hold
	Joins Joins
}

// Joins are the objects that their immediate dominator does not hold itself: others below it hold them together. An object that
// is dominated by the join is not among these. They are kept by what holds, in the order of the tree: so one pass over that finds what is
// on the way to all of them.
type Joins struct {
	At    []uint32 // of each join: its place, ascending
	Start []uint32 // of every 64 places: where what they hold begins in Holder and Held, with an end
	// By place of the holder, ascending:
	Holder []uint8  // the place modulo 64
	Held   []uint32 // the number of the join
}

const joinBlock = 64 // places

// NewJoins returns the joins at some places, ascending, of a tree with so many objects. What holds a join are from[start[join]:start[join+1]],
// given by places. An error is ctx's.
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

// joinSorter sorts what the places of a block hold by the holders.
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

// each calls do with each place from some on, up to one, that holds joins, and with these.
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

// Groups are the groups to size. The fields are those of closure.Groups.
type Groups struct {
	Count int
	Of    func(trace.ObjectID) int32
	Sets  [][]int32
}
