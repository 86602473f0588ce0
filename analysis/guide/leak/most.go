package leak

import (
	"slices"
	"time"
)

// mostShare is the part of the growth of the heap that is below one place, to be found by [Holders.MostGrown].
const mostShare = 0.5

// MostGrown finds the innermost container below which there is more than half of the growth of a heap that keeps growing, for growth
// that no number of objects shows, as when the objects of a container become larger, or are replaced by others in uneven numbers. Times
// are those of the GC points. There is none if the heap does not keep growing, or its growth is spread. The cost is linear in places.
func (s *Holders) MostGrown(times []time.Duration) (found Suspect, ok bool) {
	f := finder{Holders: s, times: times}
	v := Judge(f.samples(s.Bytes))
	if s.Points < leastPoints || !v.Lasts || v.Growth() < leastBytes {
		return found, false
	}
	grown := func(p Place) int64 { return since(s.Nodes[p].AllBytes, v.From) }
	at, below := NoPlace, s.roots
	for { // one level of the tree of places down
		next := NoPlace
		for _, p := range below {
			if float64(grown(p)) > mostShare*float64(v.Growth()) {
				next = p
			}
		}
		if next == NoPlace || at != NoPlace && s.Nodes[next].Objects[s.Points-1] >= leastEntries*max(1, s.Nodes[at].Objects[s.Points-1]) {
			break // these are its entries
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
