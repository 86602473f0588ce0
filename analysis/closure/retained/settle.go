package retained

import "slices"

// settle removes groups that are no longer joint from the joins that depend on them, until nothing changes. It visits joins in tree order,
// because later ones depend on earlier ones.
func (s *sizer) settle() error {
	for again := true; again; {
		again = false
		for i := range s.joins {
			if j := &s.joins[i]; !j.due {
				continue
			}
			again = true
			if s.pass(uint32(i)); s.steps.Canceled() || s.budget < 0 {
				return s.steps.Add(1)
			}
		}
	}
	return nil
}

// pass updates the joins that are held from inside the subtree of a join and are not dominated by it.
func (s *sizer) pass(number uint32) {
	j, at := &s.joins[number], s.tree.Joins.At[number]
	s.nextQuestion()
	for _, g := range s.lists.list(j.passed) {
		s.met[g] = s.question
	}
	for _, g := range s.lists.list(j.joint) {
		s.met[g] = 0
	}
	j.due, j.passed = false, j.joint
	s.tree.Joins.each(at, j.end, func(p uint32, held []uint32) {
		s.steps.Add(len(held))
		s.budget -= len(held)
		for _, of := range held {
			if to := &s.joins[of]; to.joint != 0 && to.below <= at && s.isHit(to.joint) && s.budget >= 0 {
				s.lose(to, p)
			}
		}
	})
}

// lose removes lost groups from the joint groups of j, unless they occur elsewhere in the chain of the holder.
func (s *sizer) lose(j *join, holder uint32) {
	s.list = append(s.list[:0], s.lists.list(j.joint)...)
	left := slices.DeleteFunc(s.list, func(g int32) bool { return s.met[g] == s.question && !s.isOnChain(g, s.chains[holder], j.below) })
	if len(left) < len(s.list) {
		j.joint = s.lists.number(left)
		j.due = true
	}
}

// isOnChain reports whether a group is on the part of a chain below an object.
func (s *sizer) isOnChain(group int32, at step, below uint32) bool {
	for more := s.isBelow(at, below); more; at, more = s.above(at, below) {
		if joint, own := s.brings(at); slices.Contains(own, group) || slices.Contains(joint, group) {
			return true
		}
	}
	return false
}

// isHit reports whether a list contains a lost group.
func (s *sizer) isHit(list uint32) bool {
	if more := int(list) + 1 - len(s.lost); more > 0 {
		s.lost = append(s.lost, make([]uint32, more)...)
	}
	const yes, no = 1, 0
	known := &s.lost[list]
	if *known>>1 != s.question {
		*known = s.question<<1 | no
		if slices.ContainsFunc(s.lists.list(list), func(g int32) bool { return s.met[g] == s.question }) {
			*known |= yes
		}
	}
	return *known&1 == yes
}
