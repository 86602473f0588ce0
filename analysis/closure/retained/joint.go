package retained

// join is the state of one join.
type join struct {
	joint  uint32 // list of groups that retain it but not its dominator
	passed uint32 // value of joint when the objects it holds were last updated
	first  uint32 // place of the only holder so far
	below  uint32 // place of its dominator, 1-based; 0 for the GC roots
	end    uint32 // place after the last object that it dominates
	set    int32  // set of groups that it is in itself, if joint is not empty; -1 if these are all above it
	holders
	due bool // true if the objects it holds must be updated
}

// holders counts the holders of a join found so far.
type holders uint8

const (
	none holders = iota
	one
	several // or a holder without steps below the dominator; then nothing is joint
)

// finder finds the steps of all objects. For joins it finds the joint groups, as far as holders that come before the join determine them.
type finder struct {
	*sizer
	path path
	next uint32 // next join in order
}

func (s *sizer) findChains() error {
	f := finder{sizer: s, path: newPath(s.groups.Count)}
	joins := &s.tree.Joins
	for i, at := range joins.At {
		s.joins[i].below = s.tree.Up[at] + 1 // 0 for None
	}
	edge := uint32(0)
	for p, o := range s.tree.Order {
		if err := s.steps.Add(1); err != nil || s.budget < 0 {
			return err
		}
		f.enter(uint32(p), s.groups.Of(o))
		for end := joins.Start[p/joinBlock+1]; edge < end && int(joins.Holder[edge]) == p%joinBlock; edge++ {
			f.hold(uint32(p), joins.Held[edge])
		}
	}
	f.leave(0, uint32(len(s.tree.Order)))
	return nil
}

// leave removes from the path all steps below the object above. p is the place of the next object.
func (f *finder) leave(above, p uint32) {
	for {
		join, ok := f.path.leave(above)
		if !ok {
			return
		}
		if join >= 0 {
			f.joins[join].end = p
		}
	}
}

// enter finds the step of the object at p, which is in the given set of groups.
func (f *finder) enter(p uint32, set int32) {
	above, here := f.tree.Up[p], noStep
	if above != None {
		here = f.chains[above]
	}
	f.leave(above+1, p)
	if set >= 0 && !f.path.lacks(f.groups.Sets[set]) {
		set = -1
	}
	brings, join := set, int32(-1)
	if at := f.tree.Joins.At; int(f.next) < len(at) && at[f.next] == p {
		if j := f.reach(f.next); j.joint != 0 {
			j.set, join = set, int32(f.next)
			brings = firstJoin - join
		}
		f.next++
	}
	if brings != -1 {
		here = step{brings, f.path.last()}
		f.path.enter(p+1, join)
		if join >= 0 {
			f.path.bringJoint(f.lists.list(f.joins[join].joint))
		}
		if set >= 0 {
			f.path.bringOwn(f.groups.Sets[set])
		}
	}
	f.chains[p] = here
}

// reach returns the join with the given number, after it has added the joint groups that earlier holders determine.
func (f *finder) reach(number uint32) *join {
	j := &f.joins[number]
	if j.holders == one {
		f.list = f.onChain(f.list[:0], f.chains[j.first], j.below)
		j.joint = f.lists.number(f.list)
	}
	j.holders, j.passed = several, j.joint
	return j
}

// hold records that the object at p holds a join. A group stays joint only if it is on the path to p.
func (f *finder) hold(p, number uint32) {
	j := &f.joins[number]
	switch {
	case j.holders == none:
		j.holders, j.first = one, p
		if !f.isBelow(f.chains[p], j.below) {
			j.holders = several
		}
		return
	case j.holders == one:
		if f.chains[j.first] == f.chains[p] {
			return
		}
		j.holders = several
		f.list = f.onChain(f.list[:0], f.chains[j.first], j.below)
	case j.joint == 0 || f.hasAll(f.lists.list(j.joint), j.below):
		return
	default:
		f.list = append(f.list[:0], f.lists.list(j.joint)...)
	}
	left := f.list[:0]
	for _, g := range f.list {
		if f.path.has(g, j.below) {
			left = append(left, g)
		}
	}
	j.joint = f.lists.number(left)
	j.due = number < f.next
}

func (f *finder) hasAll(groups []int32, below uint32) bool {
	f.budget -= len(groups) / 16 // a chain step waits for memory, this does not
	for _, g := range groups {
		if !f.path.has(g, below) {
			return false
		}
	}
	return true
}

// onChain appends the groups on the part of a chain below an object, each once.
func (s *sizer) onChain(groups []int32, at step, below uint32) []int32 {
	s.nextQuestion()
	for more := s.isBelow(at, below); more; at, more = s.above(at, below) {
		joint, own := s.brings(at)
		for _, some := range [2][]int32{joint, own} {
			for _, g := range some {
				if s.met[g] != s.question {
					s.met[g] = s.question
					groups = append(groups, g)
				}
			}
		}
	}
	return groups
}

// isBelow reports whether the first step of a chain is below an object that dominates the chain's object. It is not if it is also the first
// step in the dominator's own chain.
func (s *sizer) isBelow(at step, below uint32) bool {
	if below == 0 {
		return at != noStep
	}
	return at != s.chains[below-1]
}

// above returns the step above the given one. ok is false if it is not below the given object.
func (s *sizer) above(at step, below uint32) (step, bool) {
	s.budget--
	s.steps.Add(1)
	if at.up == None || at.up < below || s.budget < 0 {
		return noStep, false
	}
	return s.chains[at.up], true
}

// questions is the number of queries after which the marks are cleared. The top bit of query numbers is reserved, see isHit.
const questions = 1 << 31

// nextQuestion starts a new query, for which no group is marked yet.
func (s *sizer) nextQuestion() {
	if s.question++; s.question == questions {
		clear(s.met)
		clear(s.lost)
		s.question = 1
	}
}
