package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/analysis/guide"
	"memcity/city"
	"memcity/trace"
)

// cutRule says what a cut takes out by the ways to it, so that it means the same at every GC point: the references from the
// objects at the end of one way to those at the ends of others, or those by which the objects at the end of a way hold what
// piles up.
type cutRule struct {
	from []guide.Step // empty for the GC roots that to begins with
	to   [][]guide.Step

	piled map[string]bool // types of what piles up below from; nil for the references to the ends of to
}

// placing is the places of the objects of a heap state.
type placing struct {
	holders *guide.Holders
	places  []guide.Place
}

// rulesOf is what holds the piles of a suspect: all references by which what the owner refers to holds its entries, over
// whatever ways, or the GC roots.
func (g *guided) rulesOf(s *guide.Suspect) (rules []cutRule) {
	types := map[string]bool{}
	if s.IsChain() { // whoever has its ends
		for _, p := range s.Parts {
			rules = append(rules, g.reference(p.Container, p.Tops...))
		}
		return rules
	}
	for _, p := range s.Parts {
		switch {
		case len(p.Tops) == 0:
			rules = append(rules, g.reference(g.holders.Nodes[p.Container].Parent, p.Container))
		case g.holders.Nodes[p.Container].Parent == guide.NoPlace:
			rules = append(rules, g.reference(p.Container, p.Tops...))
		}
		for _, top := range p.Tops {
			types[g.holders.Nodes[top].Type] = true
		}
	}
	if g.holders.Nodes[s.At].Parent != guide.NoPlace {
		rules = append(rules, cutRule{from: g.holders.Steps(s.At), piled: types})
	}
	return rules
}

// reference is the references from the objects of a place to those of others; of a GC root it is the root itself.
func (p *placing) reference(from guide.Place, to ...guide.Place) (r cutRule) {
	if from != guide.NoPlace {
		r.from = p.holders.Steps(from)
	}
	for _, place := range to {
		r.to = append(r.to, p.holders.Steps(place))
	}
	return r
}

// cuts are what each of some lists of rules takes out.
func (p *placing) cuts(lists [][]cutRule) (cuts []closure.Cut) {
	for _, rules := range lists {
		cuts = append(cuts, p.cut(rules))
	}
	return cuts
}

// cut is what all of some rules take out. References from what one takes references from to what another takes references to
// go as well, of which there are hardly any. What there is not is left out.
func (p *placing) cut(rules []cutRule) (all closure.Cut) {
	for _, r := range rules {
		cut := p.between(r)
		if r.piled != nil {
			cut = p.piles(r)
		}
		all = closure.Cut{From: append(all.From, cut.From...), To: append(all.To, cut.To...), References: append(all.References, cut.References...),
			Roots: append(all.Roots, cut.Roots...), Objects: append(all.Objects, cut.Objects...)}
	}
	return all
}

func (p *placing) between(r cutRule) (cut closure.Cut) {
	var to []guide.Place
	for _, steps := range r.to {
		if place := p.holders.Find(steps); place != guide.NoPlace {
			to = append(to, place)
		}
	}
	if len(r.from) <= 1 { // a GC root
		if from := p.holders.Find(append(slices.Clip(r.from), r.to[0]...)[:1]); from != guide.NoPlace {
			return p.holders.RootCut(from)
		}
		return cut
	}
	from := p.holders.Find(r.from)
	if from == guide.NoPlace {
		return cut
	}
	objects := guide.Objects(p.places, append([]guide.Place{from}, to...))
	cut.From = objects[from]
	for _, place := range to {
		cut.To = append(cut.To, objects[place]...)
	}
	return cut
}

func (p *placing) piles(r cutRule) (cut closure.Cut) {
	at := p.holders.Find(r.from)
	if at == guide.NoPlace {
		return cut
	}
	var from, to []guide.Place
	for i := range p.holders.Nodes {
		n, place := &p.holders.Nodes[i], guide.Place(i)
		if !p.holders.Within(place, at) {
			continue
		}
		if r.piled[n.Type] && place != at {
			to = append(to, place)
		}
		if r.piled[n.Type] || !n.Own || strings.HasSuffix(n.Type, "[]") || place == at {
			from = append(from, place)
		}
	}
	objects := guide.Objects(p.places, append(slices.Clip(from), to...))
	for _, place := range from {
		cut.From = append(cut.From, objects[place]...)
	}
	for _, place := range to {
		cut.To = append(cut.To, objects[place]...)
	}
	return cut
}

// weak says which references of the heap state keep nothing alive.
func (h *heapState) weak() *closure.Weak {
	special := make([]bool, len(h.heap.Types))
	for t := range special {
		special[t] = graph.IsWeak(h.heap, trace.TypeID(t))
	}
	return &closure.Weak{Special: special, Reference: func(o trace.ObjectID, i int) bool {
		return h.heap.SlotName(o, h.heap.RefSlot[int(h.heap.RefStart[o])+i]) == graph.Referent
	}}
}

// suggested are the cuts of the guide that was made last, by finding.
type suggested [][]suggestedCut

type suggestedCut struct {
	text  string
	rules []cutRule
}

var errOtherGuide = errors.New("the guide: it has looked again since, and suggests other cuts by now")

// suggestedCut returns what a cut of the guide takes out. The guide looks now if it has not yet.
func (o *Opened) suggestedCut(ctx context.Context, c city.Cutout, progress trace.Progress) ([]cutRule, error) {
	o.mu.Lock()
	cuts := o.suggested
	o.mu.Unlock()
	if cuts == nil {
		if _, err := o.Guide(ctx, progress); err != nil {
			return nil, err
		}
		o.mu.Lock()
		cuts = o.suggested
		o.mu.Unlock()
	}
	if c.Finding < 0 || c.Finding >= len(cuts) {
		return nil, fmt.Errorf("the guide's finding %d: there are %d", c.Finding+1, len(cuts))
	}
	if c.Cut < 0 || c.Cut >= len(cuts[c.Finding]) {
		return nil, fmt.Errorf("cut %d of the guide's finding %d: there are %d", c.Cut+1, c.Finding+1, len(cuts[c.Finding]))
	}
	cut := &cuts[c.Finding][c.Cut]
	if c.Text != "" && c.Text != cut.text {
		return nil, errOtherGuide
	}
	return cut.rules, nil
}

// suggestedText names a cut that the guide suggests; empty if it does not.
func (o *Opened) suggestedText(c city.Cutout) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if c.Finding < len(o.suggested) && c.Cut < len(o.suggested[c.Finding]) {
		return o.suggested[c.Finding][c.Cut].text
	}
	return ""
}

// placingOf finds the places of the objects of a heap state.
func (o *Opened) placingOf(ctx context.Context, h *heapState) (*placing, error) {
	return h.placing.get(func() (*placing, error) {
		p := &placing{holders: guide.NewHolders(o.options.Domain)}
		var err error
		p.places, err = p.holders.Add(ctx, h.heap, h.subject.Reachable)
		return p, err
	})
}
