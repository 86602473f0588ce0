package retained

import (
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
)

// Sizes computes what every group of groups retains in h: the size of its objects and of all that would not be reachable without them.
// It returns false if that took too long, see below.
//
// What groups are on the way to an object is found along its chain: the nodes above it. A node is a set of groups that an object brings in,
// or a join. Objects that bring in the same set below the same node share one. What is joint of a join, the groups on all ways from its
// dominator to it, are those on the chains of all that hold it. The tree is in an order in which these come first,
// but where references run in circles that can be entered at several places: there a join is assumed to be retained by all groups
// on the way to what came before, and is looked at again until nothing changes. A last pass adds up the subtrees in which a group
// is on the path.
//
// The cost is about that of two passes over the references, if chains are short, as they are with types; otherwise it ends without a result
// after some time. 4 bytes are taken per object, 8 per node, 9 per join, and up to 8 per reference to a join. An error is ctx's.
func Sizes(ctx context.Context, h *trace.Heap, tree *Tree, groups Groups, progress trace.Progress) (sizes []trace.Amount, ok bool, err error) {
	s := sizer{
		heap: h, tree: tree, groups: groups, sizes: make([]trace.Amount, groups.Count), steps: poll.Count(ctx),
		budget: chainSteps * (len(tree.Order) + len(tree.Joins.From)),
		path:   newPath(groups.Count),
	}
	const what = "sizing what groups keep alive"
	progress.Report(0, 5, what)
	if s.nodes, err = findNodes(ctx, tree, &groups); err != nil {
		return nil, false, err
	}
	for i, step := range []func() error{s.findJoint, s.settle, s.addUp, s.addUnreachable} {
		progress.Report(int64(i+1), 5, what)
		if err := step(); err != nil || s.budget < 0 {
			return nil, false, err
		}
	}
	return s.sizes, true, nil
}

// chainSteps is how many steps along chains [Sizes] may take on average for an object and for what holds a join.
const chainSteps = 32

// manyHolders is from how many holders on a join is looked at again only when nothing changes in the others.
const manyHolders = 256

// sizer is the state of [Sizes]. Objects are given by their places in the order of the tree.
type sizer struct {
	heap   *trace.Heap
	tree   *Tree
	groups Groups
	sizes  []trace.Amount
	steps  poll.Steps
	budget int // steps along chains that may be taken
	nodes  nodes
	path   path

	// By join: groups that retain it, unless they retain its dominator anyway; where other joins use them; and what of it is to be
	// looked at again.
	joint []uint32 // numbers of lists
	first []uint32 // the number of a use, 0 for none
	due   []due
	lists *listTable
	uses  uses
	list  []int32 // room for one

	holders []uint32 // room for nodes
	met     []met    // by group
	chain   uint32
	trail   []trailStep // see follow
	whole   bool        // the trail begins at the top of the chain
	below   []trailStep
}

// met says of a group on which chain it was met, or looked for, last, and by which bit it is looked for.
type met struct {
	chain uint32
	bit   uint8
}

// due says which of those that hold a join are to be looked at again.
type due uint8

const (
	nothing due = iota
	later       // those that come after it in the order of the tree
	all
)

// findJoint finds what is joint by what comes before a join in the order of the tree.
func (s *sizer) findJoint() error {
	joins := &s.tree.Joins
	s.joint, s.first, s.due = make([]uint32, len(joins.At)), make([]uint32, len(joins.At)), make([]due, len(joins.At))
	s.lists, s.met = newListTable(), make([]met, s.groups.Count)
	for join, p := range joins.At {
		if err := s.steps.Add(1); err != nil || s.budget < 0 {
			return err
		}
		above := s.nodes.above(s.tree, p)
		holders, ok := s.gather(joins.From[joins.Start[join]:joins.Later[join]], above)
		if !ok {
			continue
		}
		s.list = s.allOnChain(s.list[:0], join, holders[0], above)
		s.joint[join] = s.lists.number(s.common(s.list, join, holders[1:], above))
		if joins.Later[join] < joins.Start[join+1] && s.joint[join] != 0 {
			s.due[join] = later
		}
	}
	return nil
}

// settle looks at joins again until nothing changes: those that come first in the tree first, as others depend on them, and those
// with many holders last.
func (s *sizer) settle() error {
	for many := false; ; {
		changed, left := false, false
		for join := range s.due {
			if s.due[join] == nothing {
				continue
			}
			holders := s.dueHolders(join)
			if len(holders) >= manyHolders && !many {
				left = true
				continue
			}
			if err := s.steps.Add(1); err != nil || s.budget < 0 {
				return err
			}
			s.due[join] = nothing
			changed = s.reduce(join, holders) || changed
		}
		if !changed && !left {
			return nil
		}
		many = !changed
	}
}

// dueHolders returns those that hold a join and are to be looked at again.
func (s *sizer) dueHolders(join int) []uint32 {
	joins := &s.tree.Joins
	if s.due[join] == later {
		return joins.From[joins.Later[join]:joins.Start[join+1]]
	}
	return joins.From[joins.Start[join]:joins.Start[join+1]]
}

// reduce looks at some that hold a join again, and reports whether less is joint.
func (s *sizer) reduce(join int, holders []uint32) bool {
	old, above := s.joint[join], s.nodes.above(s.tree, s.tree.Joins.At[join])
	groups := s.list[:0]
	if nodes, ok := s.gather(holders, above); ok {
		groups = s.common(append(groups, s.lists.list(old)...), join, nodes, above)
	}
	s.list = groups
	if s.joint[join] = s.lists.number(groups); s.joint[join] == old {
		return false
	}
	s.nextChain()
	for _, g := range s.lists.list(old) {
		s.met[g].chain = s.chain
	}
	for _, g := range groups {
		s.met[g].chain = 0
	}
	for u := s.first[join]; u != 0; u = s.uses.at(u).next {
		by := s.uses.at(u).by
		if slices.ContainsFunc(s.lists.list(s.joint[by]), func(g int32) bool { return s.met[g].chain == s.chain }) {
			s.due[by] = all
		}
	}
	return true
}

// addUp adds up the subtrees in which a group is on the path.
func (s *sizer) addUp() error {
	s.uses, s.first, s.due, s.met = uses{}, nil, nil, nil
	clear(s.sizes)
	for p, o := range s.tree.Order {
		if err := s.steps.Add(1); err != nil {
			return err
		}
		above, last := s.nodes.above(s.tree, uint32(p)), s.nodes.last[p]
		s.path.leave(above, s.sizes)
		if last != above {
			s.path.enter(last)
			n := s.nodes.list[last]
			if n.up != above {
				s.path.bring(s.lists.list(s.joint[firstJoin-s.nodes.list[n.up].set]))
			}
			if n.set <= firstJoin {
				s.path.bring(s.lists.list(s.joint[firstJoin-n.set]))
			} else {
				s.path.bring(s.groups.Sets[n.set])
			}
		}
		s.path.sum.Objects++
		s.path.sum.Bytes += s.heap.Size(o)
	}
	s.path.leave(top, s.sizes)
	return nil
}

// addUnreachable adds the objects that nothing retains but themselves.
func (s *sizer) addUnreachable() error {
	h := s.heap
	if len(s.tree.Order) == h.Len() {
		return nil
	}
	reached := bitset.New(uint(h.Len()))
	for _, o := range s.tree.Order {
		if err := s.steps.Add(1); err != nil {
			return err
		}
		reached.Set(uint(o))
	}
	for o := range trace.ObjectID(h.Len()) {
		if err := s.steps.Add(1); err != nil {
			return err
		}
		if reached.Test(uint(o)) {
			continue
		}
		if set := s.groups.Of(o); set >= 0 {
			for _, g := range s.groups.Sets[set] {
				s.sizes[g].Add(trace.Amount{Objects: 1, Bytes: h.Size(o)})
			}
		}
	}
	return nil
}
