package guide

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
)

// RemovalRule selects references to remove by paths, so that it applies to every GC point. It selects the references from objects at the
// end of one path to objects at the ends of others. Or it selects the references through which the objects at the end of a path hold a
// pile.
type RemovalRule struct {
	from []leak.Step // empty for the GC roots at the start of to
	to   [][]leak.Step

	piled map[string]bool // types of the pile below from; nil for references to the ends of to
}

// Placing contains the places of the objects of a heap state.
type Placing struct {
	holders *leak.Holders
	places  []leak.Place

	kinds *closure.Kinds // the same places, for removals
}

// placed sets the places of the objects of a heap state.
func (p *Placing) placed(places []leak.Place) {
	p.places = places
	p.kinds = &closure.Kinds{Count: len(p.holders.Nodes), Of: func(o trace.ObjectID) int32 { return int32(places[o]) }}
}

// NewPlacing returns the places of the objects of a heap state.
func NewPlacing(ctx context.Context, h *trace.Heap, reachable *bitset.BitSet, domain *group.Domain) (*Placing, error) {
	p := &Placing{holders: leak.NewHolders()}
	places, err := p.holders.Add(ctx, h, reachable, domain)
	p.placed(places)
	return p, err
}

// Bytes returns the reachable size of the last heap state, in bytes.
func (p *Placing) Bytes() int64 { return p.holders.Bytes[p.holders.Points-1] }

// Has reports whether an object has a place, which means that GC roots keep it alive.
func (p *Placing) Has(o trace.ObjectID) bool { return p.places[o] != leak.NoPlace }

// rulesOf returns the rules that remove the piles of a suspect: all references through which the owner's objects hold the entries, on any
// path, or the GC roots.
func (g *guided) rulesOf(s *leak.Suspect) (rules []RemovalRule) {
	types := map[string]bool{}
	if s.IsChain() { // the holder of its ends holds the chain
		for _, p := range s.Parts {
			rules = append(rules, g.reference(p.Container, p.Tops...))
		}
		return rules
	}
	for _, p := range s.Parts {
		switch {
		case len(p.Tops) == 0:
			rules = append(rules, g.reference(g.holders.Nodes[p.Container].Parent, p.Container))
		case g.holders.Nodes[p.Container].Parent == leak.NoPlace:
			rules = append(rules, g.reference(p.Container, p.Tops...))
		}
		for _, top := range p.Tops {
			types[g.holders.Nodes[top].Type] = true
		}
	}
	if g.holders.Nodes[s.Base].Parent != leak.NoPlace {
		rules = append(rules, RemovalRule{from: g.holders.Steps(s.Base), piled: types})
	}
	return rules
}

// reference returns the rule for the references from the objects of one place to those of others. If from is a GC root, the rule removes
// the roots of these objects. For threads and static fields, it removes all roots.
func (p *Placing) reference(from leak.Place, to ...leak.Place) (r RemovalRule) {
	if from != leak.NoPlace {
		r.from = p.holders.Steps(from)
	}
	for _, place := range to {
		r.to = append(r.to, p.holders.Steps(place))
	}
	return r
}

// removals returns the removal of each list of rules.
func (p *Placing) removals(lists [][]RemovalRule) (removals []closure.Removal) {
	for _, rules := range lists {
		removals = append(removals, p.Removal(rules))
	}
	return removals
}

// Removal returns the combined removal of the given rules. It also removes references from one rule's From to another's To, which are rare. It skips references that do not exist.
func (p *Placing) Removal(rules []RemovalRule) (all closure.Removal) {
	for _, r := range rules {
		removal := p.between(r)
		if r.piled != nil {
			removal = p.piles(r)
		}
		all = closure.Removal{FromKinds: append(all.FromKinds, removal.FromKinds...), ToKinds: append(all.ToKinds, removal.ToKinds...),
			References: append(all.References, removal.References...),
			Roots:      append(all.Roots, removal.Roots...), Objects: append(all.Objects, removal.Objects...)}
	}
	all.By = p.kinds
	return all
}

func (p *Placing) between(r RemovalRule) (removal closure.Removal) {
	var to []leak.Place
	for _, steps := range r.to {
		if place := p.holders.Find(steps); place != leak.NoPlace {
			to = append(to, place)
		}
	}
	if len(r.from) <= 1 { // a GC root
		switch from := p.holders.Find(append(slices.Clip(r.from), r.to[0]...)[:1]); {
		case from == leak.NoPlace:
			return removal
		case len(r.from) == 0:
			return p.holders.RootRemoval(from)
		default:
			return p.holders.RootRemovalTo(from, func(o trace.ObjectID) bool { return slices.Contains(to, p.places[o]) })
		}
	}
	from := p.holders.Find(r.from)
	if from == leak.NoPlace {
		return removal
	}
	removal.FromKinds = []int32{int32(from)}
	for _, place := range to {
		removal.ToKinds = append(removal.ToKinds, int32(place))
	}
	return removal
}

func (p *Placing) piles(r RemovalRule) (removal closure.Removal) {
	at := p.holders.Find(r.from)
	if at == leak.NoPlace {
		return removal
	}
	within := make([]bool, len(p.holders.Nodes)) // at or below it; parents precede their children
	for i := range p.holders.Nodes {
		n, place := &p.holders.Nodes[i], leak.Place(i)
		within[i] = place == at || n.Parent != leak.NoPlace && within[n.Parent]
		piled := r.piled[n.Type]
		if piled && place != at { // anywhere, as shorter paths from elsewhere may lead to some
			removal.ToKinds = append(removal.ToKinds, int32(place))
		}
		if within[i] && (piled || !n.Own || strings.HasSuffix(n.Type, "[]") || place == at) {
			removal.FromKinds = append(removal.FromKinds, int32(place))
		}
	}
	return removal
}

// Explored is the result of [Explore].
type Explored struct {
	Report *findings.Report
	Cuts   Suggestions
}

// Suggestions contains the references that a guide suggests to clear, by finding.
type Suggestions [][]suggested

type suggested struct {
	text  string
	rules []RemovalRule
}

var errOtherGuide = errors.New("the guide: it was computed again, and its suggestions have changed")

// Rules returns the rules for a reference of a finding. Both indices are 0-based. A non-empty text must be that of the reference; it is an
// error if the guide now suggests another one.
func (c Suggestions) Rules(finding, removal int, text string) ([]RemovalRule, error) {
	if finding < 0 || finding >= len(c) {
		return nil, fmt.Errorf("the guide's finding %d: there are %d", finding+1, len(c))
	}
	if removal < 0 || removal >= len(c[finding]) {
		return nil, fmt.Errorf("reference %d of the guide's finding %d: there are %d", removal+1, finding+1, len(c[finding]))
	}
	found := &c[finding][removal]
	if text != "" && text != found.text {
		return nil, errOtherGuide
	}
	return found.rules, nil
}

// Text returns the text of a reference of a finding; empty if there is none.
func (c Suggestions) Text(finding, removal int) string {
	if finding < len(c) && removal < len(c[finding]) {
		return c[finding][removal].text
	}
	return ""
}

// keptSuggestion is a [suggested] with exported fields, for encoding.
type keptSuggestion struct {
	Text  string
	Rules []keptRule
}

type keptRule struct {
	From  []leak.Step
	To    [][]leak.Step
	Piled map[string]bool
}

// MarshalBinary encodes the suggestions for an index.
func (c Suggestions) MarshalBinary() ([]byte, error) {
	kept := make([][]keptSuggestion, len(c))
	for i, list := range c {
		for _, s := range list {
			k := keptSuggestion{Text: s.text}
			for _, r := range s.rules {
				k.Rules = append(k.Rules, keptRule{r.from, r.to, r.piled})
			}
			kept[i] = append(kept[i], k)
		}
	}
	return json.Marshal(kept)
}

// UnmarshalBinary decodes the output of MarshalBinary. It returns an error if d is not that.
func (c *Suggestions) UnmarshalBinary(d []byte) error {
	var kept [][]keptSuggestion
	if err := json.Unmarshal(d, &kept); err != nil {
		return err
	}
	*c = make(Suggestions, len(kept))
	for i, list := range kept {
		for _, k := range list {
			s := suggested{text: k.Text}
			for _, r := range k.Rules {
				s.rules = append(s.rules, RemovalRule{r.From, r.To, r.Piled})
			}
			(*c)[i] = append((*c)[i], s)
		}
	}
	return nil
}
