package identity

import (
	"slices"
	"sort"

	"memcity/trace"
)

// leastAnchors is the number of anchors in order from which on places prove that objects are not the same. Few anchors may be in order by
// chance.
const leastAnchors = 50

// prove reports whether places prove that objects are not the same.
func (p *places) prove() bool { return p.ordered && len(p.xs) >= leastAnchors }

// allowed returns the range of later objects that may be x if all is in order; first is after last if there is none. An object at the address
// of x is allowed as well.
func (p *places) allowed(x trace.ObjectID) (first, last trace.ObjectID) {
	i, _ := slices.BinarySearch(p.xs, x)
	below, above := i > 0, i < len(p.xs)
	first, last = 0, trace.NoObject
	if below {
		first = p.ys[i-1]
	}
	if above {
		last = p.ys[i]
	}
	switch {
	case below && !above:
		last = first + (x - p.xs[i-1]) + slack
	case above && !below:
		first = last - min(last, p.xs[i]-x+slack)
	}
	return first, last
}

// any reports whether places allow x to be one of some later objects, which ascend. It is for states where all is in order.
func (p *places) any(x trace.ObjectID, ys []trace.ObjectID) bool {
	first, last := p.allowed(x)
	if i, _ := slices.BinarySearch(ys, first); i < len(ys) && ys[i] <= last {
		return true
	}
	return p.stayed(x, ys) >= 0
}

// stayed returns the index of the object at the address of x among some later ones, which ascend by address; -1 if there is none.
func (p *places) stayed(x trace.ObjectID, ys []trace.ObjectID) int {
	if p.from == nil {
		return -1
	}
	at := p.from(x)
	if i := sort.Search(len(ys), func(i int) bool { return p.to(ys[i]) >= at }); i < len(ys) && p.to(ys[i]) == at {
		return i
	}
	return -1
}
