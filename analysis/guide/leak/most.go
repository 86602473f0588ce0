package leak

import (
	"slices"
	"time"
)

// mostShare is the share of the heap growth that must be below one place for [Holders.MostGrown] to return it.
const mostShare = 0.5

// MostGrown returns the innermost container that has more than half of the growth of a growing heap below it. It finds growth that object
// counts do not show: objects become larger, or are replaced by uneven numbers of others. times are those of the GC points. ok is false if
// the heap does not keep growing or its growth is spread. The cost is linear in places.
func (s *Holders) MostGrown(times []time.Duration) (found Suspect, ok bool) {
	f := finder{Holders: s, times: times}
	v := Judge(f.samples(s.Bytes))
	if s.Points < leastPoints || !v.Lasts || v.Growth() < leastBytes {
		return found, false
	}
	return s.mostGrown(v)
}

// MostGrownSince is MostGrown for the growth of the heap since the given GC point, whether it lasts or not.
func (s *Holders) MostGrownSince(from int) (found Suspect, ok bool) {
	return s.mostGrown(Verdict{From: from, First: s.Bytes[from], Last: s.Bytes[s.Points-1]})
}

func (s *Holders) mostGrown(v Verdict) (found Suspect, ok bool) {
	grown := func(p Place) int64 { return since(s.Nodes[p].AllBytes, v.From) }
	at, below := NoPlace, s.roots
	for { // descend one level of the tree of places
		next := NoPlace
		for _, p := range below {
			if float64(grown(p)) > mostShare*float64(v.Growth()) {
				next = p
			}
		}
		if next == NoPlace || at != NoPlace && s.Nodes[next].Objects[s.Points-1] >= leastEntries*max(1, s.Nodes[at].Objects[s.Points-1]) {
			break // the children are the entries of at
		}
		at, below = next, slices.Collect(s.children(next))
	}
	if at == NoPlace {
		return found, false
	}
	pile := Pile{Container: at}
	found = Suspect{Verdict: v, Uneven: true}
	for c := range s.children(at) {
		if float64(grown(c)) >= leastHeld*float64(grown(at)) {
			pile.Tops = append(pile.Tops, c)
		}
	}
	if len(pile.Tops) == 0 && s.Nodes[at].Parent == NoPlace {
		return found, false
	}
	found.Holding, found.Parts = s.Holding(at), []Pile{pile}
	found.Objects, found.Bytes = s.total(found.Tops())
	return found, true
}
