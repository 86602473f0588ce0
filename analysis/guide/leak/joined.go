package leak

import (
	"cmp"
	"slices"
)

// Limits of piles that are joined.
const (
	leastJoined = 100  // objects of each
	alikeCount  = 0.95 // of the objects of the largest, in the smallest
)

// Joined joins piles of the heap state that was added last that are too small on their own: those that have about as many objects as each other,
// and that one place holds, as the maps of a session of an object-relational mapper hold an entity, its key and its state. Each
// result has at least so many bytes. The cost is linear in the piles and the depth of the dominator tree.
func (d *Dominance) Joined(found []Suspect, least int64) (joined []Suspect) {
	last := d.holders.Points - 1
	small := slices.DeleteFunc(slices.Clone(found), func(s Suspect) bool { return s.Bytes[last] >= least || s.Objects[last] < leastJoined })
	slices.SortStableFunc(small, func(a, b Suspect) int { return cmp.Compare(b.Objects[last], a.Objects[last]) })
	for len(small) > 0 {
		n := 1
		for n < len(small) && float64(small[n].Objects[last]) >= alikeCount*float64(small[0].Objects[last]) {
			n++
		}
		if s, ok := d.join(small[:n]); ok && s.Bytes[last] >= least {
			joined = append(joined, s)
		}
		small = small[n:]
	}
	return joined
}

// join makes one pile of some that a place has in common; false if there is none.
func (d *Dominance) join(piles []Suspect) (s Suspect, ok bool) {
	common := NoPlace
	for i := range piles {
		for k, top := range piles[i].Tops() {
			if i+k == 0 {
				common = d.Of(top)
			} else {
				common = d.commonOf(common, top)
			}
		}
	}
	if common == NoPlace || d.holders.Nodes[common].Parent == NoPlace || len(piles) < 2 {
		return s, false
	}
	s = piles[0]
	s.Holding = d.holders.Holding(common)
	s.Parts, s.Bytes = nil, make([]int64, d.holders.Points)
	for i := range piles {
		s.Parts = append(s.Parts, piles[i].Parts...)
		for at, bytes := range piles[i].Bytes {
			s.Bytes[at] += bytes
		}
	}
	return s, true
}

// commonOf returns the closest place that is p, or dominates it, and that dominates q; [NoPlace] if there is none.
func (d *Dominance) commonOf(p, q Place) Place {
	above := map[Place]bool{}
	for ; p != NoPlace; p = d.Of(p) {
		above[p] = true
	}
	for q = d.Of(q); q != NoPlace && !above[q]; q = d.Of(q) {
	}
	return q
}
