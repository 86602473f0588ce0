package retained

import (
	"context"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// Sizes computes what every group of groups retains in h: the size of its objects and of all that would not be reachable without them.
// It returns false if that took too long, see below.
//
// What groups are on the way to an object is found along its chain: the [step]s above it. What is joint of a join, the groups on all ways
// from its dominator to it, are those on the chains of all that hold it. The tree is in an order in which these come first, so that one
// pass over it, which knows what is on the way to where it is, finds what is joint of all joins; but where references run in circles
// that can be entered at several places some holders come later. There a join was assumed to be retained by all groups on the way to
// what came before, and what it no longer is is taken from all that it holds in turn. A last pass adds up the subtrees in which a group is
// on the path.
//
// The cost is that of two passes over the objects and one over the references to joins, if chains are short, as they are with types;
// otherwise it ends without a result after some time. 8 bytes are taken per object and 32 per join. An error is ctx's.
func Sizes(ctx context.Context, h *trace.Heap, tree *Tree, groups Groups, progress trace.Progress) (sizes []trace.Amount, ok bool, err error) {
	s := sizer{
		heap: h, tree: tree, groups: groups, sizes: make([]trace.Amount, groups.Count), steps: poll.Count(ctx),
		budget: chainSteps * (len(tree.Order) + len(tree.Joins.Held)),
		chains: scratch.Make[step](len(tree.Order)), joins: make([]join, len(tree.Joins.At)), lists: newListTable(),
		met: make([]uint32, groups.Count),
	}
	defer scratch.Release(&s.chains)
	const what = "sizing what groups keep alive"
	passes := []func() error{s.findChains, s.settle, s.addUp, s.addUnreachable}
	for i, pass := range passes {
		progress.Report(int64(i), int64(len(passes)), what)
		if err := pass(); err != nil || s.budget < 0 {
			return nil, false, err
		}
	}
	return s.sizes, true, nil
}

// chainSteps is how many steps along chains [Sizes] may take on average for an object and for what holds a join.
const chainSteps = 32

// sizer is the state of [Sizes]. Objects are given by their places in the order of the tree.
type sizer struct {
	heap   *trace.Heap
	tree   *Tree
	groups Groups
	sizes  []trace.Amount
	steps  poll.Steps
	budget int // steps along chains that may be taken

	chains []step // by place: the first step from there, which may be that of the object or of one above it
	joins  []join
	lists  *listTable

	list     []int32  // room for one
	met      []uint32 // by group: the question for which it was met last
	question uint32
	lost     []uint32 // by number of a list: see isHit
}

// A step is an object that brings in groups that those above it in the tree are not in: those of a set, or, if it is a join of which
// something is joint, what is joint and those of a set. Steps of an object and of what dominates it are different.
type step struct {
	brings int32  // the set, or firstJoin less the number of a join
	up     uint32 // the place of the next step above, None if it is the last
}

// firstJoin is what the first join brings in; −1 is no set.
const firstJoin = -2

// noStep is where nothing is brought in.
var noStep = step{-1 << 31, None}

// addUp adds up the subtrees in which a group is on the path.
func (s *sizer) addUp() error {
	s.met, s.lost = nil, nil
	sums := newSums(s.groups.Count)
	for p, o := range s.tree.Order {
		if err := s.steps.Add(1); err != nil {
			return err
		}
		up, above, here := s.tree.Up[p], noStep, s.chains[p]
		if up != None {
			above = s.chains[up]
		}
		sums.leave(up, s.sizes)
		if here != above {
			sums.enter(uint32(p))
			joint, own := s.brings(here)
			sums.bring(joint)
			sums.bring(own)
		}
		sums.sum.Objects++
		sums.sum.Bytes += s.heap.Size(o)
	}
	sums.leave(None, s.sizes)
	return nil
}

// brings returns the groups that a step brings in: what is joint, if it is that of a join, and those of a set.
func (s *sizer) brings(at step) (joint, own []int32) {
	set := at.brings
	if set <= firstJoin {
		j := &s.joins[firstJoin-set]
		joint, set = s.lists.list(j.joint), j.set
	}
	if set >= 0 {
		own = s.groups.Sets[set]
	}
	return joint, own
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
