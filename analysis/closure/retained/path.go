package retained

// path is what lies above an object in the tree. Places on it are counted from 1.
type path struct {
	own   []uint32 // by group: the object that is in it and that those above are not in; 0 for none
	joint []uint32 // by group: the last join of which it is joint; 0 for none
	steps []pathStep
	// Of all steps, one after the other:
	opened []opened
}

// pathStep is an object of the path that brings groups in, which begin at first.
type pathStep struct {
	place uint32
	first int
	join  int32 // its number, −1 if it is no join
}

// opened is a group, with what was in place of it before if it is joint.
type opened struct {
	group  int32
	joint  bool
	before uint32
}

func newPath(groups int) path {
	return path{own: make([]uint32, groups), joint: make([]uint32, groups)}
}

// last returns the place of the last step, counted from 0; None if there is none.
func (p *path) last() uint32 {
	if len(p.steps) == 0 {
		return None
	}
	return p.steps[len(p.steps)-1].place - 1
}

// lacks reports whether no object of the path is in any of some groups.
func (p *path) lacks(groups []int32) bool {
	for _, g := range groups {
		if p.own[g] == 0 {
			return true
		}
	}
	return false
}

// has reports whether a group is brought in below an object; 0 stands for the GC roots.
func (p *path) has(group int32, below uint32) bool {
	return p.own[group] > below || p.joint[group] > below
}

func (p *path) enter(place uint32, join int32) {
	p.steps = append(p.steps, pathStep{place, len(p.opened), join})
}

// bringOwn has the last step bring in groups.
func (p *path) bringOwn(groups []int32) {
	place := p.steps[len(p.steps)-1].place
	for _, g := range groups {
		if p.own[g] == 0 {
			p.own[g] = place
			p.opened = append(p.opened, opened{group: g})
		}
	}
}

// bringJoint has the last step, a join, bring in groups that are joint.
func (p *path) bringJoint(groups []int32) {
	place := p.steps[len(p.steps)-1].place
	for _, g := range groups {
		p.opened = append(p.opened, opened{g, true, p.joint[g]})
		p.joint[g] = place
	}
}

// leave leaves the last step if it is below an object, and returns its join, −1 for none. It returns false if there is none below.
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
