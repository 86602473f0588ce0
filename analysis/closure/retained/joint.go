package retained

// join is what is known of one.
type join struct {
	joint  uint32 // the number of the list of groups that retain it, unless they retain its dominator anyway
	passed uint32 // the same when what it holds was last looked at
	first  uint32 // the place of the only holder that was met
	below  uint32 // the place of its dominator, counted from 1; 0 for the GC roots
	end    uint32 // the place after what it dominates
	set    int32  // the groups that it is in itself, if something is joint; -1 for none that are not above it
	holders
	due bool // what it holds is to be looked at again
}

// holders says how many holders of a join were met.
type holders uint8

const (
	none holders = iota
	one
	several // or none at its own place, so that nothing is joint
)

// finder finds the steps of all objects and what is joint by what comes before a join in the order of the tree.
type finder struct {
	*sizer
	path path
	next uint32 // the join to come
}

func (s *sizer) findChains() error {
	f := finder{sizer: s, path: newPath(s.groups.Count)}
	joins := &s.tree.Joins
	for i, at := range joins.At {
		s.joins[i].below = s.tree.Up[at] + 1 // 0 for none
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

// leave leaves all that is on the path below an object, for the one at p.
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

// enter finds the step of the object at p, which is in a set of groups.
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

// reach ends the looking for what is joint of a join by what comes before it.
func (f *finder) reach(number uint32) *join {
	j := &f.joins[number]
	if j.holders == one {
		f.list = f.onChain(f.list[:0], f.chains[j.first], j.below)
		j.joint = f.lists.number(f.list)
	}
	j.holders, j.passed = several, j.joint
	return j
}

// hold takes notice that the object at p holds a join: only what is on the way to it is joint.
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
	f.budget -= len(groups) / 16 // a step along a chain waits for memory; this does not
	for _, g := range groups {
		if !f.path.has(g, below) {
			return false
		}
	}
	return true
}

// onChain adds the groups on a chain below an object to some, each once.
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

// isBelow reports whether the first step of a chain is one below an object that dominates all of it: it is not if the chain of that object
// begins with it.
func (s *sizer) isBelow(at step, below uint32) bool {
	if below == 0 {
		return at != noStep
	}
	return at != s.chains[below-1]
}

// above returns the step above one, and whether there is one below an object.
func (s *sizer) above(at step, below uint32) (step, bool) {
	s.budget--
	s.steps.Add(1)
	if at.up == None || at.up < below || s.budget < 0 {
		return noStep, false
	}
	return s.chains[at.up], true
}

// questions is how many there are before what was met is forgotten: a bit of their numbers is needed for something else, see isHit.
const questions = 1 << 31

// nextQuestion makes a number of questions in which nothing was met.
func (s *sizer) nextQuestion() {
	if s.question++; s.question == questions {
		clear(s.met)
		clear(s.lost)
		s.question = 1
	}
}
