package retained

import "memcity/trace"

// sums tracks the groups on the path to an object of the tree, and adds up the subtrees below them.
type sums struct {
	open   []bool         // by group: true if on the path
	before []trace.Amount // by group on the path: sum before it was entered
	sum    trace.Amount   // total of the visited objects
	steps  []sumsStep
	groups []int32 // groups of all steps, in order
}

// sumsStep is an object on the path that adds groups. first is the index of the first one.
type sumsStep struct {
	object uint32
	first  int
}

func newSums(groups int) sums {
	return sums{open: make([]bool, groups), before: make([]trace.Amount, groups)}
}

func (s *sums) enter(object uint32) { s.steps = append(s.steps, sumsStep{object, len(s.groups)}) }

// bring adds to the last step the given groups that are not on the path.
func (s *sums) bring(groups []int32) {
	for _, g := range groups {
		if !s.open[g] {
			s.open[g], s.before[g] = true, s.sum
			s.groups = append(s.groups, g)
		}
	}
}

// leave removes all steps below the object at place above, and adds the objects visited since then to the sizes of their groups. [None]
// stands for the GC roots. Objects higher in the tree have lower places.
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
