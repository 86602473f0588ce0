package leak

import (
	"cmp"
	"slices"
)

// Limits of joined piles.
const (
	leastJoined = 100  // objects of each
	alikeCount  = 0.95 // objects of the smallest pile as a share of those of the largest
)

// Joined joins piles of the newest heap state that are too small on their own. Joined piles have about the same number of entries and one
// dominator, like the maps of an object-relational mapper's session, which hold entities, keys and entity states. Each result has at
// least the given number of bytes. The cost is linear in the piles and the depth of the dominator tree.
func (d *Dominance) Joined(found []Suspect, least int64) (joined []Suspect) {
	last := d.holders.Points - 1
	small := slices.DeleteFunc(slices.Clone(found), func(s Suspect) bool { return s.Bytes[last] >= least || d.entriesOf(&s) < leastJoined })
	slices.SortStableFunc(small, func(a, b Suspect) int { return cmp.Compare(d.entriesOf(&b), d.entriesOf(&a)) })
	for len(small) > 0 {
		n := 1
		for n < len(small) && float64(d.entriesOf(&small[n])) >= alikeCount*float64(d.entriesOf(&small[0])) {
			n++
		}
		joined = append(joined, d.joinAlike(small[:n], least)...)
		small = small[n:]
	}
	return joined
}

// entriesOf returns the number of objects of the largest place of a pile. An entry may consist of several objects in places of their own.
func (d *Dominance) entriesOf(s *Suspect) (most int64) {
	for _, p := range s.Tops() {
		most = max(most, d.holders.Nodes[p].Objects[d.holders.Points-1])
	}
	return most
}

// joinAlike joins piles below the closest common dominator that has enough bytes, and repeats this for the remaining piles.
func (d *Dominance) joinAlike(piles []Suspect, least int64) (joined []Suspect) {
	last := d.holders.Points - 1
	above, below := make([][]Place, len(piles)), map[Place]int64{}
	for i := range piles {
		above[i] = d.dominating(piles[i].Tops())
		for _, p := range above[i] {
			below[p] += piles[i].Bytes[last]
		}
	}
	done := make([]bool, len(piles))
	for i := range piles {
		at := slices.IndexFunc(above[i], func(p Place) bool { return below[p] >= least })
		if done[i] || at < 0 {
			continue
		}
		common := above[i][at]
		s := piles[i]
		s.Holding, s.Parts, s.Bytes = d.holders.Holding(common), nil, make([]int64, d.holders.Points)
		for k := range piles {
			if done[k] || !slices.Contains(above[k], common) {
				continue
			}
			done[k] = true
			s.Parts = append(s.Parts, piles[k].Parts...)
			for at, bytes := range piles[k].Bytes {
				s.Bytes[at] += bytes
			}
			for _, p := range above[k] {
				below[p] -= piles[k].Bytes[last]
			}
		}
		joined = append(joined, s)
	}
	return joined
}

// dominating returns the common dominators of some places, closest first, without GC roots.
func (d *Dominance) dominating(places []Place) (above []Place) {
	for i, p := range places {
		var of []Place
		for p = d.Of(p); p != NoPlace; p = d.Of(p) {
			if d.holders.Nodes[p].Parent != NoPlace && (i == 0 || slices.Contains(above, p)) {
				of = append(of, p)
			}
		}
		above = of
	}
	return above
}
