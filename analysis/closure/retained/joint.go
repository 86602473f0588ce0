package retained

import "slices"

// gather returns the last nodes on the chains of some holders of a join, one of those that follow each other and are the same. It returns
// false if there is none, or if one of them has nothing on its chain below a node above, so that nothing is joint. The result is valid
// until the next call.
func (s *sizer) gather(holders []uint32, above uint32) (nodes []uint32, ok bool) {
	s.holders = s.holders[:0]
	before := uint32(None)
	for len(holders) > 0 {
		some := holders[:min(len(holders), 1<<10)]
		holders = holders[len(some):]
		s.steps.Add(len(some))
		from := len(s.holders)
		for _, p := range some {
			if last := s.nodes.last[p]; last != before {
				s.holders = append(s.holders, last)
				before = last
			}
		}
		if slices.Contains(s.holders[from:], above) {
			return nil, false
		}
		s.nodes.readAhead(s.holders[from:])
	}
	return s.holders, len(s.holders) > 0
}

// common leaves of groups those that are on all chains from some nodes to one above.
func (s *sizer) common(groups []int32, join int, nodes []uint32, above uint32) []int32 {
	for len(nodes) > 0 && len(groups) > 64 {
		groups = s.narrow(groups, join, nodes[len(nodes)-1], above)
		nodes = nodes[:len(nodes)-1]
	}
	if len(groups) == 0 || len(nodes) == 0 {
		return groups
	}
	on := s.onAll(groups, join, nodes, above)
	left := groups[:0]
	for i, g := range groups {
		if on>>i&1 != 0 {
			left = append(left, g)
		}
	}
	return left
}

// narrow leaves of groups those that are on the chain from a node to one above.
func (s *sizer) narrow(groups []int32, join int, at, above uint32) []int32 {
	s.nextChain()
	for ; at != above; at = s.nodes.list[at].up {
		for _, g := range s.groupsOf(at, join) {
			s.met[g].chain = s.chain
		}
		s.budget--
		s.steps.Add(1)
	}
	return slices.DeleteFunc(groups, func(g int32) bool { return s.met[g].chain != s.chain })
}

// onAll returns, as bits, which of up to 64 groups are on all chains from some nodes to one above. Chains of objects that lie close together
// end alike: of each chain only what is not on the one before is looked at.
func (s *sizer) onAll(groups []int32, join int, nodes []uint32, above uint32) uint64 {
	s.nextChain()
	for i, g := range groups {
		s.met[g] = met{s.chain, uint8(i)}
	}
	on := ^uint64(0) >> (64 - len(groups))
	s.trail, s.whole = s.trail[:0], true
	// The last one is mostly the one that is the furthest from the first.
	on &= s.follow(join, nodes[len(nodes)-1], above, on)
	for _, at := range nodes[:len(nodes)-1] {
		if on == 0 || s.budget < 0 {
			break
		}
		on &= s.follow(join, at, above, on)
	}
	return on
}

// trailStep is a node on the chain that was followed last, with the groups that it and those above it have, as bits.
type trailStep struct {
	at   uint32
	mask uint64
}

// follow returns which of the wanted groups are on a chain, as bits. The trail has the chain that was followed before, from its top, and
// then this one. It does not reach the top if all that was wanted was found before.
func (s *sizer) follow(join int, at, above uint32, wanted uint64) uint64 {
	start, found := at, uint64(0)
	s.below = s.below[:0]
	same := len(s.trail)
	for ; at != above && wanted&^found != 0; at = s.nodes.list[at].up {
		for same > 0 && s.trail[same-1].at > at {
			same--
		}
		if same > 0 && s.trail[same-1].at == at {
			if !s.whole && wanted&^(found|s.trail[same-1].mask) != 0 {
				s.trail = s.trail[:0]
				return s.follow(join, start, above, wanted)
			}
			break
		}
		own := s.bitsOf(at, join)
		found |= own
		s.below = append(s.below, trailStep{at, own})
	}
	s.budget -= len(s.below)
	s.steps.Add(len(s.below))
	mask := uint64(0)
	if same > 0 && at == s.trail[same-1].at {
		mask = s.trail[same-1].mask
	} else {
		same, s.whole = 0, at == above
	}
	s.trail = s.trail[:same]
	for _, step := range slices.Backward(s.below) {
		mask |= step.mask
		s.trail = append(s.trail, trailStep{step.at, mask})
	}
	return mask
}

// bitsOf returns which of the groups that are looked for a node brings in, for a join.
func (s *sizer) bitsOf(at uint32, join int) (mask uint64) {
	for _, g := range s.groupsOf(at, join) {
		if m := s.met[g]; m.chain == s.chain {
			mask |= 1 << m.bit
		}
	}
	return mask
}

// allOnChain adds the groups on the chain from one node to another above it to some, each once.
func (s *sizer) allOnChain(groups []int32, join int, at, above uint32) []int32 {
	s.nextChain()
	for ; at != above; at = s.nodes.list[at].up {
		for _, g := range s.groupsOf(at, join) {
			if s.met[g].chain != s.chain {
				s.met[g].chain = s.chain
				groups = append(groups, g)
			}
		}
		s.budget--
		s.steps.Add(1)
	}
	return groups
}

// nextChain makes a number of chains that nothing was met on.
func (s *sizer) nextChain() {
	if s.chain++; s.chain == 0 {
		clear(s.met)
		s.chain = 1
	}
}

// groupsOf returns the groups that a node brings in, for a join.
func (s *sizer) groupsOf(at uint32, join int) []int32 {
	set := s.nodes.list[at].set
	if set > firstJoin {
		return s.groups.Sets[set]
	}
	of := firstJoin - set
	if s.joint[of] == 0 {
		return nil
	}
	if first := &s.first[of]; *first == 0 || s.uses.at(*first).by != uint32(join) {
		*first = s.uses.add(use{uint32(join), *first})
	}
	return s.lists.list(s.joint[of])
}
