// Package retained sizes what groups of objects retain, all groups at once, from a dominator tree of the objects.
//
// A group retains an object if the group has it, or retains its immediate dominator, or all ways from that to the object lead
// through objects of the group. The last needs a look only at joins, which the dominator does not hold itself: the group is
// then on the way to each of those that hold the join. See [Sizes].
package retained

import "memcity/trace"

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
// is dominated by the join is not among these. All are given by their places in the order of the tree.
type Joins struct {
	At    []uint32 // of each join
	Start []uint32 // of each join: where those that hold it begin in From, with an end
	Later []uint32 // of each join: where those begin that come after it
	From  []uint32 // what holds each of them
}

// Groups are the groups to size. The fields are those of closure.Groups.
type Groups struct {
	Count int
	Of    func(trace.ObjectID) int32
	Sets  [][]int32
}
