package closure

import (
	"context"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// Retained computes the retained size of every group of groups, as [Graph.Sizes] does, but for all groups at once, whatever their
// number. It returns false if that took too long, see below, or if there are no GC roots, so that nothing is known.
//
// A group retains an object if the group has it, or retains its immediate dominator, or all ways from that to the object lead
// through objects of the group. The last needs a look only at joins, which the dominator does not hold itself: the group is
// then on the way to each of those that hold the join. What groups are on the way to an object is found along its chain: the
// objects above it that bring in a group, and the joins above it. The tree is in an order in which what holds a join comes first,
// but where references run in circles that can be entered at several places: there a join is assumed to be retained by all groups
// on the way to what came before, and is looked at again until nothing changes. A second pass adds up the subtrees in which a group
// is on the path.
//
// The cost is about that of two sweeps, if chains are short, as they are with types; otherwise it ends without a result after some
// time. 8 bytes are taken per object, 9 per join, and up to 8 per reference to a join. An error is ctx's.
func (d *DominatorTree) Retained(ctx context.Context, groups Groups, progress trace.Progress) (sizes []trace.Amount, ok bool, err error) {
	if len(d.heap.Roots) == 0 {
		return nil, false, nil
	}
	r := retaining{
		tree: d, groups: groups, sizes: make([]trace.Amount, groups.Count), steps: poll.Count(ctx), links: make([]chainLink, len(d.order)),
		budget: chainSteps * (len(d.order) + len(d.joins.from)),
		path:   path{open: make([]bool, groups.Count), before: make([]trace.Amount, groups.Count)},
	}
	for i, step := range []func() error{r.findJoint, r.settle, r.addUp, r.addUnreachable} {
		progress.Report(int64(i), 4, "sizing what groups keep alive")
		if err := step(); err != nil || r.budget < 0 {
			return nil, false, err
		}
	}
	return r.sizes, true, nil
}

// chainSteps is how many steps along chains [DominatorTree.Retained] may take on average for an object and for what holds a join.
const chainSteps = 32

// manyHolders is from how many holders on a join is looked at again only when nothing changes in the others.
const manyHolders = 256

// retaining is the state of [DominatorTree.Retained]. Objects are given by their places in the order of the tree.
type retaining struct {
	tree   *DominatorTree
	groups Groups
	sizes  []trace.Amount
	steps  poll.Steps
	budget int // steps along chains that may be taken
	links  []chainLink
	path   path

	// By join: groups that retain it, unless they retain its dominator anyway; where other joins use them; and whether it is to be
	// looked at again.
	joint []uint32 // numbers of lists
	first []uint32 // the number of a use, 0 for none
	due   []bool
	lists *listTable
	uses  uses
	list  []int32 // room for one

	met   []uint32 // by group: the number of the chain that it was met on, or looked for on, last
	bit   []uint8  // by group that is looked for
	chain uint32
	trail []trailStep // see follow
	whole bool        // the trail begins at the top of the chain
	below []trailStep
}

// chainLink leads from an object to what is next on its chain, none at the end. The object itself is on the chain if it brings in a
// set of groups, then set is that, or if it is a join, then set is firstJoin less its number; otherwise set is offChain.
type chainLink struct {
	next uint32
	set  int32
}

const (
	offChain  = -1
	firstJoin = -2
)

// use says that what is joint of a join went into what is joint of another.
type use struct {
	by   uint32
	next uint32 // number of the next use of the same join, 0 for none
}

// uses are numbered from 1, and in chunks: there may be as many as references.
type uses struct {
	chunks [][]use
	count  uint32
}

const useChunk = 1 << 15

func (u *uses) at(number uint32) *use { return &u.chunks[(number-1)/useChunk][(number-1)%useChunk] }

func (u *uses) add(added use) (number uint32) {
	if u.count%useChunk == 0 {
		u.chunks = append(u.chunks, make([]use, 0, useChunk))
	}
	last := &u.chunks[len(u.chunks)-1]
	*last = append(*last, added)
	u.count++
	return u.count
}

// last returns what comes last on the chain to the object at p.
func (r *retaining) last(p uint32) uint32 {
	if r.links[p].set == offChain {
		return r.links[p].next
	}
	return p
}

// above returns what comes last on the chain to the dominator of the object at p.
func (r *retaining) above(p uint32) uint32 {
	if by := r.tree.up[p]; by != none {
		return r.last(by)
	}
	return none
}

// findJoint finds the chains, and what is joint by what comes before a join in the order of the tree.
func (r *retaining) findJoint() error {
	joins := &r.tree.joins
	r.joint, r.first, r.due = make([]uint32, len(joins.at)), make([]uint32, len(joins.at)), make([]bool, len(joins.at))
	r.lists, r.met, r.bit = newListTable(), make([]uint32, r.groups.Count), make([]uint8, r.groups.Count)
	join := 0
	return r.walk(func(p, above uint32) {
		set := r.groups.Of(r.tree.order[p])
		link := &r.links[p]
		link.next, link.set = above, offChain
		switch {
		case join < len(joins.at) && joins.at[join] == p:
			before, after := joins.holders(join)
			r.list = r.allOnChain(r.list[:0], join, r.last(before[0]), above)
			r.joint[join] = r.lists.number(r.common(r.list, join, before[1:], above))
			r.due[join] = len(after) > 0 && r.joint[join] != 0
			link.set = int32(firstJoin - join)
			join++
		case set >= 0 && r.path.lacks(r.groups.Sets[set]):
			link.set = set
		default:
			return
		}
		r.path.enter(p)
		r.path.bring(r.setOf(p))
	})
}

// settle looks at joins again until nothing changes: those that come first in the tree first, as others depend on them, and those
// with many holders last.
func (r *retaining) settle() error {
	joins := &r.tree.joins
	for many := false; ; {
		changed, left := false, false
		for join := range r.due {
			if !r.due[join] {
				continue
			}
			if joins.start[join+1]-joins.start[join] >= manyHolders && !many {
				left = true
				continue
			}
			if err := r.steps.Add(1); err != nil || r.budget < 0 {
				return err
			}
			r.due[join] = false
			changed = r.reduce(join) || changed
		}
		if !changed && !left {
			return nil
		}
		many = !changed
	}
}

// reduce looks at a join again, and reports whether less is joint.
func (r *retaining) reduce(join int) bool {
	old := r.joint[join]
	r.list = append(r.list[:0], r.lists.list(old)...)
	before, after := r.tree.joins.holders(join)
	above := r.above(r.tree.joins.at[join])
	groups := r.common(r.common(r.list, join, before, above), join, after, above)
	if r.joint[join] = r.lists.number(groups); r.joint[join] == old {
		return false
	}
	r.nextChain()
	for _, g := range r.lists.list(old) {
		r.met[g] = r.chain
	}
	for _, g := range groups {
		r.met[g] = 0
	}
	for u := r.first[join]; u != 0; u = r.uses.at(u).next {
		by := r.uses.at(u).by
		r.due[by] = r.due[by] || slices.ContainsFunc(r.lists.list(r.joint[by]), func(g int32) bool { return r.met[g] == r.chain })
	}
	return true
}

// use notes that what is joint of a join went into what is joint of another.
func (r *retaining) use(join int32, by uint32) {
	first := &r.first[join]
	if *first == 0 || r.uses.at(*first).by != by {
		*first = r.uses.add(use{by, *first})
	}
}

// addUp adds up the subtrees in which a group is on the path.
func (r *retaining) addUp() error {
	r.uses, r.first, r.due, r.met = uses{}, nil, nil, nil
	clear(r.sizes)
	return r.walk(func(p, _ uint32) {
		set := r.links[p].set
		if set == offChain {
			return
		}
		r.path.enter(p)
		if set <= firstJoin {
			r.path.bring(r.lists.list(r.joint[firstJoin-set]))
		}
		r.path.bring(r.setOf(p))
	})
}

// addUnreachable adds the objects that nothing retains but themselves.
func (r *retaining) addUnreachable() error {
	h := r.tree.heap
	if len(r.tree.order) == h.Len() {
		return nil
	}
	reached := newMarks(h.Len())
	for _, o := range r.tree.order {
		if err := r.steps.Add(1); err != nil {
			return err
		}
		reached.set(uint32(o))
	}
	for o := range trace.ObjectID(h.Len()) {
		if err := r.steps.Add(1); err != nil {
			return err
		}
		if reached.has(uint32(o)) {
			continue
		}
		if set := r.groups.Of(o); set >= 0 {
			for _, g := range r.groups.Sets[set] {
				r.sizes[g].Add(trace.Amount{Objects: 1, Bytes: h.Size(o)})
			}
		}
	}
	return nil
}

// walk visits all objects in the order of the tree.
func (r *retaining) walk(visit func(p, above uint32)) error {
	for p, o := range r.tree.order {
		if err := r.steps.Add(1); err != nil || r.budget < 0 {
			return err
		}
		above := r.above(uint32(p))
		r.path.leave(above, r.sizes)
		visit(uint32(p), above)
		r.path.sum.Objects++
		r.path.sum.Bytes += r.tree.heap.Size(o)
	}
	r.path.leave(none, r.sizes)
	return nil
}
