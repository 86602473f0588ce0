package retained

// path contains the steps above an object in the tree. Its places are 1-based.
type path struct {
	own   []uint32 // by group: place of the topmost object in it; 0 for none
	joint []uint32 // by group: place of the last join that it is joint of; 0 for none
	steps []pathStep
	// Groups added by the steps, in order.
	opened []openedGroup
}

// pathStep is an object on the path that adds groups. first is their index in opened.
type pathStep struct {
	place uint32
	first int
	join  int32 // join number; -1 if it is no join
}

// openedGroup is a group that a step added. For a joint group, before is the previous value in path.joint.
type openedGroup struct {
	group  int32
	joint  bool
	before uint32
}

func newPath(groups int) path {
	return path{own: make([]uint32, groups), joint: make([]uint32, groups)}
}

// last returns the 0-based place of the last step; None if there is none.
func (p *path) last() uint32 {
	if len(p.steps) == 0 {
		return None
	}
	return p.steps[len(p.steps)-1].place - 1
}

// lacks reports whether at least one of the groups is not on the path.
func (p *path) lacks(groups []int32) bool {
	for _, g := range groups {
		if p.own[g] == 0 {
			return true
		}
	}
	return false
}

// has reports whether a step below the given object adds the group. 0 stands for the GC roots.
func (p *path) has(group int32, below uint32) bool {
	return p.own[group] > below || p.joint[group] > below
}

func (p *path) enter(place uint32, join int32) {
	p.steps = append(p.steps, pathStep{place, len(p.opened), join})
}

// bringOwn adds to the last step the given groups that the path lacks.
func (p *path) bringOwn(groups []int32) {
	place := p.steps[len(p.steps)-1].place
	for _, g := range groups {
		if p.own[g] == 0 {
			p.own[g] = place
			p.opened = append(p.opened, openedGroup{group: g})
		}
	}
}

// bringJoint adds joint groups to the last step, which must be a join.
func (p *path) bringJoint(groups []int32) {
	place := p.steps[len(p.steps)-1].place
	for _, g := range groups {
		p.opened = append(p.opened, openedGroup{g, true, p.joint[g]})
		p.joint[g] = place
	}
}

// leave removes the last step if it is below the given object, and returns its join, or -1. ok is false if the last step is not below it.
func (p *path) leave(above uint32) (join int32, ok bool) {
	if len(p.steps) == 0 || p.steps[len(p.steps)-1].place <= above {
		return -1, false
	}
	step := p.steps[len(p.steps)-1]
	for i := len(p.opened) - 1; i >= step.first; i-- {
		if o := p.opened[i]; o.joint {
			p.joint[o.group] = o.before
		} else {
			p.own[o.group] = 0
		}
	}
	p.opened = p.opened[:step.first]
	p.steps = p.steps[:len(p.steps)-1]
	return step.join, true
}
