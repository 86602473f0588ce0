package retained

import (
	"context"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// Sizes computes the retained size of each group in h: the size of its objects and of everything that would be unreachable without them.
//
// A [step] is an object that adds groups. The chain of an object is the list of steps from it up the tree, which yields the groups on the
// path to it. The joint groups of a join are those on all paths from its dominator to it. These are the groups that occur in the chain of
// every holder.
//
// Holders come before joins in the tree order, so one pass that tracks the current path finds all joint groups. The exceptions are cycles
// with several entries, where some holders come later. Such a join is first assumed to be retained by all groups that its earlier holders
// have in common. If later holders rule some out, they are also removed from the joins that depend on it. The last pass adds up subtrees by
// group.
//
// If chains are short, as for groups by type, the cost is two passes over the objects and one over the references to joins. If they are
// long, Sizes gives up after a while, and ok is false. It takes 8 bytes per object and 32 per join. It returns an error only if ctx is
// done.
func Sizes(ctx context.Context, h *trace.Heap, tree *Tree, groups Groups, progress trace.Progress) (sizes []trace.Amount, ok bool, err error) {
	s := sizer{
		heap: h, tree: tree, groups: groups, sizes: make([]trace.Amount, groups.Count), steps: poll.Count(ctx),
		budget: chainSteps * (len(tree.Order) + len(tree.Joins.Held)),
		chains: scratch.Make[step](len(tree.Order)), joins: make([]join, len(tree.Joins.At)), lists: newListTable(),
		met: make([]uint32, groups.Count),
	}
	defer scratch.Release(&s.chains)
	const what = "computing what groups keep alive"
	passes := []func() error{s.findChains, s.settle, s.addUp, s.addUnreachable}
	for i, pass := range passes {
		progress.Report(int64(i), int64(len(passes)), what)
		if err := pass(); err != nil || s.budget < 0 {
			return nil, false, err
		}
	}
	return s.sizes, true, nil
}

// chainSteps is the average number of chain steps that [Sizes] may take per object and per holder of a join.
const chainSteps = 32

// sizer is the state of [Sizes]. Objects are identified by their places in the tree order.
type sizer struct {
	heap   *trace.Heap
	tree   *Tree
	groups Groups
	sizes  []trace.Amount
	steps  poll.Steps
	budget int // number of chain steps that may still be taken

	chains []step // by place: first step, of the object itself or of one above it
	joins  []join
	lists  *listTable

	list     []int32  // buffer for one list
	met      []uint32 // by group: last query that met it
	question uint32
	lost     []uint32 // by list number, see isHit
}

// A step is an object that adds groups which no object above it in the tree adds: those of a set and, for a join, its joint groups. No two
// objects on a path share a step.
type step struct {
	brings int32  // set, or firstJoin less the join number
	up     uint32 // place of the next step above; None for the last
}

// firstJoin is the value of brings for the first join. -1 stands for no set.
const firstJoin = -2

// noStep is the step of objects that no group is above.
var noStep = step{-1 << 31, None}

// addUp adds up the subtrees below each group.
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

// brings returns the groups that a step adds: joint groups if it is a join, and the groups of its set.
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

// addUnreachable adds unreachable objects to their own groups. Nothing else retains them.
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
