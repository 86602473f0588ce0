package guide

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
)

// Limits of who is said to hold a pile.
const (
	maxHolders   = 5   // of one pile that are tried, alone and together: 31 sets share a sweep
	enoughOfAll  = 0.8 // of what clearing all holders frees, the smallest set that is recommended frees at least
	samePileOf   = 0.8 // of a pile that clearing another's holders frees: it is the same
	leastFreedOf = 0.5 // of the objects that the recommended set frees at least, or something else holds them as well
)

// chooseHolders finds who holds the pile of d, and the smallest set of holders without which most of it is freed. They come
// into d.rules and d.also, the one that is named first into d.suspect. What each holder frees alone, and all of them together,
// is exact. The cost is one or two sweeps over the heap.
func (g *guided) chooseHolders(ctx context.Context, references *closure.Graph, d *detail) error {
	pile := slices.Concat(d.suspect.Tops(), g.dominance.TopOf(d.suspect.Tops()).Places) // who holds what the entries hold counts as well
	holders, sets, freed, err := g.tryHolders(ctx, references, d, pile)
	if err != nil {
		return err
	}
	if bytes := d.suspect.Bytes[len(d.suspect.Bytes)-1]; float64(freed[len(freed)-1].Bytes) < leastFreedOf*float64(bytes) {
		more, moreSets, moreFreed, err := g.tryHolders(ctx, references, d, g.dominance.Alongside(d.suspect.Tops()))
		if err != nil {
			return err
		}
		if moreFreed[len(moreFreed)-1].Bytes > 2*freed[len(freed)-1].Bytes {
			holders, sets, freed = more, moreSets, moreFreed
		}
	}
	all := freed[len(freed)-1].Target.Objects
	for k := range holders {
		if len(holders) > 1 {
			others := int64(0)
			if rest := (1<<len(holders) - 1) &^ (1 << k); rest > 0 {
				others = freed[rest-1].Target.Objects
			}
			d.held = append(d.held, findings.Held{Owner: holders[k].Where(), Objects: all - others})
		}
	}
	best := smallestSet(freed)
	d.rules, d.freed = sets[best-1], freed[best-1]
	first := g.first(holders, best)
	var tops []leak.Place
	for k := range holders {
		if best>>k&1 != 0 {
			tops = append(tops, holders[k].Tops()...)
			d.alone = max(d.alone, freed[1<<k-1].Bytes)
		}
	}
	if len(holders) > 1 || !slices.Equal(holders[0].Tops(), d.suspect.Tops()) {
		d.hold(g, &holders[first], tops)
	}
	for k := range holders {
		if name := holders[k].Where(); best>>k&1 != 0 && k != first && name != d.suspect.Where() && !slices.Contains(d.also, name) {
			d.also = append(d.also, name)
		}
	}
	return nil
}

// first returns the holder of a set that is named first: the one whose entries a reader knows, of several the earliest.
func (g *guided) first(holders []leak.Suspect, set int) int {
	first := -1
	for k := range holders {
		if set>>k&1 != 0 && (first < 0 || g.entryDepth(&holders[k]) < g.entryDepth(&holders[first])) {
			first = k
		}
	}
	return first
}

// entryDepth is how far what a reader knows is from what a holder refers to itself; types of the runtime alone come last.
func (g *guided) entryDepth(s *leak.Suspect) int {
	top := g.dominance.TopOf(s.Tops()[:1])
	if len(top.Places) == 0 || g.holders.IsInternal(top.Places[0]) {
		return math.MaxInt
	}
	return top.Depth
}

// smallestSet returns the set of holders, as bits, that frees most of what all of them do with the fewest; of several such the
// one that frees most.
func smallestSet(freed []closure.Freed) int {
	all := freed[len(freed)-1]
	enough := func(f closure.Freed) bool {
		return float64(f.Target.Objects) >= enoughOfAll*float64(all.Target.Objects) && float64(f.Bytes) >= enoughOfAll*float64(all.Bytes)
	}
	best := len(freed)
	for i, f := range freed {
		set := i + 1
		fewer := cmp.Compare(bits.OnesCount(uint(set)), bits.OnesCount(uint(best)))
		if enough(f) && (fewer < 0 || fewer == 0 && f.Bytes > freed[best-1].Bytes) {
			best = set
		}
	}
	return best
}

// tryHolders finds who holds some places of a pile, and what each set of holders frees; set i has holder k if bit k of i+1 is set.
func (g *guided) tryHolders(ctx context.Context, references *closure.Graph, d *detail, pile []leak.Place) (holders []leak.Suspect, sets [][]RemovalRule,
	freed []closure.Freed, err error) {
	slices.Sort(pile)
	holders = g.holdersOf(d.suspect, slices.Compact(pile))
	rules := make([][]RemovalRule, len(holders))
	for i := range holders {
		rules[i] = g.rulesOf(&holders[i])
	}
	sets = make([][]RemovalRule, 1<<len(holders)-1)
	for i := range sets {
		for k := range holders {
			if (i+1)>>k&1 != 0 {
				sets[i] = append(sets[i], rules[k]...)
			}
		}
	}
	freed, err = references.WhatIf(ctx, g.removals(sets), d.targets, graph.WeakAndSoft(g.last.Heap()))
	return holders, sets, freed, err
}

// holdersOf lists who holds the pile of a suspect, itself first. Containers of one owner are one holder.
func (g *guided) holdersOf(s *leak.Suspect, pile []leak.Place) []leak.Suspect {
	list := []leak.Suspect{*s}
	direct := false // the suspect's own container refers to the pile itself
	for _, h := range g.dominance.HoldersOf(pile) {
		i := slices.IndexFunc(list, func(x leak.Suspect) bool {
			return x.Base == h.Base || slices.ContainsFunc(x.Parts, func(p leak.Pile) bool { return p.Container == h.Container })
		})
		switch {
		case i == 0 && !direct:
			list[0].Parts, direct = []leak.Pile{h.Pile}, true
		case i == 0:
			list[0].Parts = append(list[0].Parts, h.Pile)
		case i > 0:
			list[i].Parts = append(list[i].Parts, h.Pile)
		case len(list) <= maxHolders:
			x := *s
			x.Holding, x.Parts, x.Also = h.Holding, []leak.Pile{h.Pile}, nil
			list = append(list, x)
		}
	}
	if len(list) > 1 && !direct { // it only dominates what holds the pile
		list = list[1:]
	}
	return list[:min(len(list), maxHolders)]
}

// hold makes a holder the one that is named: by what it refers to itself. Tops are what all holders of the set refer to.
func (d *detail) hold(g *guided, s *leak.Suspect, tops []leak.Place) {
	d.suspect, d.owner = s, s.Owner
	if named := g.begin(s); len(named.target) > 0 {
		d.kind, d.group, d.top = named.kind, named.group, named.top
		d.counted = g.placesOf(d.kind, tops)
		d.objects, d.target = g.countsOf(d.counted), g.objectsOf(d.counted)
	}
	d.tops = tops
	d.groups = g.holders.Groups(tops, s.From)
	d.path = g.pathOver(s.Parts[0].Container, s.Parts[0].Tops[0], d.counted)
}

// pathOver is the path to a container, to a place that it refers to, and on to the most of some places below that.
func (g *guided) pathOver(container, top leak.Place, counted []leak.Place) []leak.Place {
	last, most := g.holders.Points-1, top
	for _, p := range counted {
		if g.holders.Within(p, top) && (most == top || g.holders.Nodes[p].Objects[last] > g.holders.Nodes[most].Objects[last]) {
			most = p
		}
	}
	below := g.holders.Path(most)
	return append(g.holders.Path(container), below[slices.Index(below, top):]...)
}

// together leaves out what holds a pile that was found already, and adds up the parts of piles that are held together.
func (g *guided) together(ctx context.Context, references *closure.Graph, details []*detail) (kept []*detail, err error) {
next:
	for _, d := range details {
		for _, earlier := range kept {
			if float64(earlier.gone.IntersectionCardinality(d.targets)) < samePileOf*float64(len(d.target)) {
				continue
			}
			if slices.Contains(earlier.also, d.owner) || earlier.owner == d.owner {
				g.join(earlier, d)
			}
			continue next
		}
		if err := g.chooseHolders(ctx, references, d); err != nil {
			return nil, err
		}
		if d.gone, err = references.FreedBy(ctx, g.removals([][]RemovalRule{d.rules}), graph.WeakAndSoft(g.last.Heap())); err != nil {
			return nil, err
		}
		kept = append(kept, d)
	}
	return kept, nil
}
