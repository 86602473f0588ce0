package closure

import (
	"slices"

	"memcity/trace"
)

// common leaves of groups those that are on the chains to all of some holders of a join. Chains of objects that lie close together end
// alike: of each chain only what is not on the one before is looked at.
func (r *retaining) common(groups []int32, join int, holders []uint32, above uint32) []int32 {
	left := groups[:0]
	for len(groups) > 0 {
		some := groups[:min(len(groups), 64)]
		groups = groups[len(some):]
		on := r.onAll(some, join, holders, above)
		for i, g := range some {
			if on>>i&1 != 0 {
				left = append(left, g)
			}
		}
	}
	return left
}

// onAll returns, as bits, which of up to 64 groups are on the chains to all of some holders of a join.
func (r *retaining) onAll(groups []int32, join int, holders []uint32, above uint32) uint64 {
	r.nextChain()
	for i, g := range groups {
		r.met[g], r.bit[g] = r.chain, uint8(i)
	}
	all := ^uint64(0) >> (64 - len(groups))
	r.trail, r.whole = r.trail[:0], true
	before := chainLink{set: firstJoin}
	for i := 0; i < len(holders) && all != 0 && r.budget >= 0; i++ {
		link := r.links[holders[i]]
		if link == before && link.set > firstJoin {
			continue
		}
		before = link
		at := holders[i]
		if link.set == offChain {
			at = link.next
		}
		all &= r.follow(join, at, above, all)
	}
	return all
}

// trailStep is an object on the chain that was followed last, with the groups that it and those above it have, as bits.
type trailStep struct {
	at   uint32
	mask uint64
}

// follow returns which of the wanted groups are on a chain, as bits. The trail has the chain that was followed before, from its top, and
// then this one. It does not reach the top if all that was wanted was found before.
func (r *retaining) follow(join int, at, above uint32, wanted uint64) uint64 {
	start, found := at, uint64(0)
	r.below = r.below[:0]
	same := len(r.trail)
	for ; at != above && wanted&^found != 0; at = r.links[at].next {
		for same > 0 && r.trail[same-1].at > at {
			same--
		}
		if same > 0 && r.trail[same-1].at == at {
			if !r.whole && wanted&^(found|r.trail[same-1].mask) != 0 {
				r.trail = r.trail[:0]
				return r.follow(join, start, above, wanted)
			}
			break
		}
		own := r.bitsOf(at, join)
		found |= own
		r.below = append(r.below, trailStep{at, own})
	}
	r.budget -= len(r.below)
	r.steps.Add(len(r.below))
	mask := uint64(0)
	if same > 0 && at == r.trail[same-1].at {
		mask = r.trail[same-1].mask
	} else {
		same, r.whole = 0, at == above
	}
	r.trail = r.trail[:same]
	for _, step := range slices.Backward(r.below) {
		mask |= step.mask
		r.trail = append(r.trail, trailStep{step.at, mask})
	}
	return mask
}

// bitsOf returns which of the groups that are looked for an object on a chain brings in.
func (r *retaining) bitsOf(at uint32, join int) (mask uint64) {
	set := r.links[at].set
	if set <= firstJoin {
		for _, g := range r.jointOf(firstJoin-set, join) {
			if r.met[g] == r.chain {
				mask |= 1 << r.bit[g]
			}
		}
		set = r.groups.Of(r.tree.order[at])
	}
	if set >= 0 {
		for _, g := range r.groups.Sets[set] {
			if r.met[g] == r.chain {
				mask |= 1 << r.bit[g]
			}
		}
	}
	return mask
}

// allOnChain adds the groups on the chain from one object to another above it to some, each once.
func (r *retaining) allOnChain(groups []int32, join int, at, above uint32) []int32 {
	r.nextChain()
	add := func(more []int32) {
		for _, g := range more {
			if r.met[g] != r.chain {
				r.met[g] = r.chain
				groups = append(groups, g)
			}
		}
	}
	for at != above {
		link := r.links[at]
		if link.set <= firstJoin {
			add(r.jointOf(firstJoin-link.set, join))
		}
		add(r.setOf(at))
		at = link.next
		r.budget--
		r.steps.Add(1)
	}
	return groups
}

// nextChain makes a number of chains that nothing was met on.
func (r *retaining) nextChain() {
	if r.chain++; r.chain == 0 {
		clear(r.met)
		r.chain = 1
	}
}

// setOf returns the groups that the object at p is in.
func (r *retaining) setOf(p uint32) []int32 {
	if set := r.groups.Of(r.tree.order[p]); set >= 0 {
		return r.groups.Sets[set]
	}
	return nil
}

// jointOf returns what is joint of a join, for another.
func (r *retaining) jointOf(join int32, by int) []int32 {
	if r.joint[join] == 0 {
		return nil
	}
	r.use(join, uint32(by))
	return r.lists.list(r.joint[join])
}

// path is the way through the tree to an object.
type path struct {
	open   []bool         // by group: is on the path
	before []trace.Amount // by group on the path: what was visited before it
	sum    trace.Amount   // of all that was visited
	steps  []pathStep
	groups []int32 // of all steps, one after the other
}

// pathStep is an object of the path that is on the chains of those below, with the groups that it brought, from first on.
type pathStep struct {
	object uint32
	first  int
}

func (p *path) enter(object uint32) { p.steps = append(p.steps, pathStep{object, len(p.groups)}) }

// lacks reports whether any of some groups is not on the path.
func (p *path) lacks(groups []int32) bool {
	for _, g := range groups {
		if !p.open[g] {
			return true
		}
	}
	return false
}

// bring adds those of some groups that are not on the path to its last step.
func (p *path) bring(groups []int32) {
	for _, g := range groups {
		if !p.open[g] {
			p.open[g], p.before[g] = true, p.sum
			p.groups = append(p.groups, g)
		}
	}
}

// leave leaves all steps below one, and adds what was visited since they were entered to the sizes of their groups.
func (p *path) leave(above uint32, sizes []trace.Amount) {
	for len(p.steps) > 0 {
		step := p.steps[len(p.steps)-1]
		if step.object == above {
			return
		}
		for _, g := range p.groups[step.first:] {
			p.open[g] = false
			sizes[g].Objects += p.sum.Objects - p.before[g].Objects
			sizes[g].Bytes += p.sum.Bytes - p.before[g].Bytes
		}
		p.groups = p.groups[:step.first]
		p.steps = p.steps[:len(p.steps)-1]
	}
}
