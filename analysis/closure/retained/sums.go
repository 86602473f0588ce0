package retained

import "memcity/trace"

// sums has the groups on the path to an object of the tree, and adds up what is below.
type sums struct {
	open   []bool         // by group: is on the path
	before []trace.Amount // by group on the path: what was visited before it
	sum    trace.Amount   // of all that was visited
	steps  []sumsStep
	groups []int32 // of all steps, one after the other
}

// sumsStep is an object of the path that brought groups, from first on.
type sumsStep struct {
	object uint32
	first  int
}

func newSums(groups int) sums {
	return sums{open: make([]bool, groups), before: make([]trace.Amount, groups)}
}

func (s *sums) enter(object uint32) { s.steps = append(s.steps, sumsStep{object, len(s.groups)}) }

// bring adds those of some groups that are not on the path to its last step.
func (s *sums) bring(groups []int32) {
	for _, g := range groups {
		if !s.open[g] {
			s.open[g], s.before[g] = true, s.sum
			s.groups = append(s.groups, g)
		}
	}
}

// leave leaves all steps below the object at a place, [None] for that of the GC roots, and adds what was visited since they were
// entered to the sizes of their groups. What lies above an object has a lower place.
func (s *sums) leave(above uint32, sizes []trace.Amount) {
	for len(s.steps) > 0 {
		step := s.steps[len(s.steps)-1]
		if above != None && step.object <= above {
			return
		}
		for _, g := range s.groups[step.first:] {
			s.open[g] = false
			sizes[g].Objects += s.sum.Objects - s.before[g].Objects
			sizes[g].Bytes += s.sum.Bytes - s.before[g].Bytes
		}
		s.groups = s.groups[:step.first]
		s.steps = s.steps[:len(s.steps)-1]
	}
}
