package identity

import (
	"slices"
	"sort"

	"memcity/trace"
)

// leastAnchors is the number of anchors from which their order proves that objects differ. Few anchors may be in order by chance.
const leastAnchors = 50

// prove reports whether places can prove that objects differ.
func (p *places) prove() bool { return p.ordered && len(p.xs) >= leastAnchors }

// allowed returns the range of later objects that may be x if the order of all objects is kept, inclusive; first is after last for none.
// The object at the address of x is also allowed; see stayed.
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

// any reports whether places allow x to be one of the given later objects, in ascending order. It is for states that keep the order of all
// objects.
func (p *places) any(x trace.ObjectID, ys []trace.ObjectID) bool {
	first, last := p.allowed(x)
	if i, _ := slices.BinarySearch(ys, first); i < len(ys) && ys[i] <= last {
		return true
	}
	return p.stayed(x, ys) >= 0
}

// stayed returns the index of the object at the address of x among later objects, ascending by address; -1 for none.
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
