package structures

import (
	"memcity/city/view/structures"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

// strongly is a data structure that grows strongly.
type strongly struct {
	name string
	owns float64 // share of the heap growth that it owns, in percent; 0 if it shares its contents
	more string  // growth of its retained size; empty if it shares its contents
}

// text returns the name of the data structure and the growth of its retained size. It omits the share of the heap growth, because that
// exceeds 100 % if other data structures shrank.
func (s strongly) text() string {
	if s.more == "" {
		return s.name
	}
	return s.name + " (retains " + s.more + " more)"
}

func texts(list []strongly) (out []string) {
	for _, s := range list {
		out = append(out, s.text())
	}
	return out
}

// most returns the data structure that owns most; on a tie, the first.
func most(list []strongly) strongly {
	best := list[0]
	for _, s := range list[1:] {
		if s.owns > best.owns {
			best = s
		}
	}
	return best
}

// strongGrowth lists the data structures that grow strongly, with the growth they own. shares is true if they reach much more of the heap
// growth than they own.
func (view *View) strongGrowth(c *widget.Canvas, r *structures.Report) (list []strongly, shares bool) {
	const much = 30 // in percent of the heap growth
	owned, reached := 0.0, 0.0
	for i := range r.Growth.List {
		g := &r.Growth.List[i]
		switch p := g.PatternAt(structures.View.Of(c.Model.State.Views).StrongOr()); p {
		case structures.SingleContainerGrowth, structures.SingleDataGrowth, structures.SharedContainerGrowth:
			s := strongly{name: wordspkg.Unqualified(g.Type)}
			if p != structures.SharedContainerGrowth {
				s.owns = max(g.Portions.Retained, 0)
			}
			if s.owns > 0 {
				m := r.Query.In()
				s.more = wordspkg.Amount(m, int64(s.owns/100*float64(amountOf(r.Growth.HeapAfter).Of(m)-amountOf(r.Growth.HeapBefore).Of(m))))
			}
			list = append(list, s)
			owned += g.Portions.Retained
			reached = max(reached, g.Portions.Reachable)
		}
	}
	return list, reached-owned > much
}
