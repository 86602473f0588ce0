package structures

import (
	"memcity/city/view/structures"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

// strongly is a data structure that grows strongly.
type strongly struct {
	name string
	owns float64 // of the heap's growth, in percent; 0 if it shares its contents
	more string  // how much more it retains; empty if it shares its contents
}

// text names the data structure and how much more it retains. It gives no share of the heap's growth, which exceeds 100 % if other data
// structures shrank.
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

// most is the one that owns most; the first of those that own the same.
func most(list []strongly) strongly {
	best := list[0]
	for _, s := range list[1:] {
		if s.owns > best.owns {
			best = s
		}
	}
	return best
}

// strongGrowth lists the data structures that grow strongly, with what they own of the growth. Shares is true if they reach much
// more of it than they own.
func (view *View) strongGrowth(c *widget.Canvas, r *structures.Report) (list []strongly, shares bool) {
	const much = 30 // percent of the heap's growth
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
