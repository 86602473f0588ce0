package retained

import "memcity/trace"

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

func newPath(groups int) path {
	return path{open: make([]bool, groups), before: make([]trace.Amount, groups)}
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
