package guide

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
)

// Limits of the search for the holders of a pile.
const (
	maxHolders   = 16   // most holders of one pile that are examined
	maxRounds    = 3    // most rounds of the search for further holders
	maxTried     = 5    // most holders for which all subsets are tried
	enoughOfAll  = 0.8  // least share that the recommended subset frees of what all holders free
	samePileOf   = 0.8  // least share of a pile that clearing another pile's holders frees if the two are the same pile
	enoughOfPile = 0.8  // least share of a pile that its holders must free; below it, further holders are searched for
	nearlyAll    = 0.95 // least share of a pile for a reference to be recommended before a closer one that frees less
	leastFreedOf = 0.5  // least share of a pile that its holders must free; below it, GC roots that hold it together are named
)

// chooseHolders finds the holders of the pile of d and the smallest set of them to clear so that most of the pile is freed. It sets
// d.rules, d.freed, d.gone, d.held and d.also, and d.suspect to the holder to name first. Freed sizes are exact. The cost is one to five
// sweeps over the heap.
func (g *guided) chooseHolders(ctx context.Context, references *closure.Graph, d *detail) error {
	// holders of what the entries hold also count
	c, err := g.choose(ctx, references, d, g.holdersOf(d.suspect, g.dominance.TopOf(d.suspect.Tops()).Places))
	if err != nil {
		return err
	}
	bytes := d.suspect.Bytes[len(d.suspect.Bytes)-1]
	enough := func() bool {
		return float64(c.all.Bytes) >= enoughOfPile*float64(bytes) && float64(c.all.Target.Objects) >= enoughOfPile*float64(len(d.target))
	}
	if !enough() {
		if holders := g.holdersOf(d.suspect, g.dominance.Alongside(d.suspect.Tops())); !areSame(holders, c.holders) {
			more, err := g.choose(ctx, references, d, holders)
			if err != nil {
				return err
			}
			if more.all.Bytes > 2*c.all.Bytes {
				c = more
			}
		}
	}
	if !enough() {
		if c, err = g.addRemaining(ctx, references, d, c); err != nil {
			return err
		}
	}
	for k := range c.holders {
		if len(c.holders) > 1 && c.without[k].Target.Objects < c.all.Target.Objects {
			d.held = append(d.held, findings.Held{Owner: c.holders[k].Where(), Objects: c.all.Target.Objects - c.without[k].Target.Objects})
		}
	}
	d.rules, d.freed = c.rulesOf(c.chosen), c.freed
	first := g.first(c.holders, c.chosen)
	var tops []leak.Place
	for _, k := range c.chosen {
		tops = append(tops, c.holders[k].Tops()...)
		d.alone = max(d.alone, c.alone[k].Bytes)
	}
	if len(c.holders) > 1 || !slices.Equal(c.holders[0].Tops(), d.suspect.Tops()) {
		d.hold(g, &c.holders[first], tops)
	}
	for _, k := range c.chosen {
		if name := c.holders[k].Where(); k != first && name != d.suspect.Where() && !slices.Contains(d.also, name) {
			d.also = append(d.also, name)
		}
	}
	d.gone, err = c.combined.FreedBy(ctx, c.chosen)
	return err
}

// areSame reports whether two lists contain the same holders in the same order. Clearing them frees the same objects.
func areSame(a, b []leak.Suspect) bool {
	return slices.EqualFunc(a, b, func(x, y leak.Suspect) bool {
		return x.Base == y.Base && x.At == y.At && slices.EqualFunc(x.Parts, y.Parts, func(p, q leak.Pile) bool {
			return p.Container == q.Container && slices.Equal(p.Tops, q.Tops)
		})
	})
}

// first returns the index of the holder in a set that is named first. A holder on a path through the program precedes one that only
// libraries hold, such as the registries of a scripting language, as the program can clear only its own. Otherwise, see compareEntries. Of equal
// ones, it takes the earliest.
func (g *guided) first(holders []leak.Suspect, set []int) int {
	first := -1
	for _, k := range set {
		switch {
		case first < 0:
			first = k
		case g.isOwn(&holders[k]) != g.isOwn(&holders[first]):
			if g.isOwn(&holders[k]) {
				first = k
			}
		case g.compareEntries(&holders[k], &holders[first]) < 0:
			first = k
		}
	}
	return first
}

// isOwn reports whether the path to a holder leads through an object or a GC root of the program.
func (g *guided) isOwn(s *leak.Suspect) bool {
	return slices.ContainsFunc(g.holders.Path(s.Parts[0].Container), func(p leak.Place) bool { return g.holders.Nodes[p].Own })
}

// compareEntries orders holders by how much their entries tell a reader.
func (g *guided) compareEntries(a, b *leak.Suspect) int {
	depth := func(s *leak.Suspect) (depth int, retained int64) { // types of the runtime alone come last
		top := g.dominance.TopOf(s.Tops())
		if len(top.Places) == 0 || g.holders.IsInternal(top.Places[0]) {
			return math.MaxInt, 0
		}
		for _, p := range top.Places {
			retained += g.dominance.Retained(p).Bytes
		}
		return top.Depth, retained
	}
	depthA, bytesA := depth(a)
	depthB, bytesB := depth(b)
	if float64(max(bytesA, bytesB)) > muchMore*float64(min(bytesA, bytesB)) {
		return cmp.Compare(bytesB, bytesA)
	}
	if a, b := g.dominance.HoldsChain(a), g.dominance.HoldsChain(b); a != b { // the map of a cache says more than its list of entries by last use
		return pick(a, 1, -1)
	}
	return cmp.Compare(depthA, depthB)
}

// muchMore is the least ratio of retained sizes at which the holder with larger entries is named first.
const muchMore = 2

// holdersOf returns the holders of a suspect's pile and of the given places alongside it. The suspect comes first if it refers to the pile.
func (g *guided) holdersOf(s *leak.Suspect, alongside []leak.Place) []leak.Suspect {
	found := g.dominance.HoldersOf(s.Tops(), alongside)
	first, others := *s, []leak.Holder{}
	first.Parts = nil
	for _, h := range found {
		if isPartOf(s, &h) { // it refers to the pile itself
			first.Parts = append(first.Parts, h.Pile)
		} else {
			others = append(others, h)
		}
	}
	switch {
	case len(found) == 0:
		return []leak.Suspect{*s}
	case len(first.Parts) == 0: // the suspect only dominates the holders of the pile
		return merged(nil, s, others)
	}
	return merged([]leak.Suspect{first}, s, others)
}

// isPartOf reports whether a container belongs to the owner of s.
func isPartOf(s *leak.Suspect, h *leak.Holder) bool {
	return s.Base == h.Base || slices.ContainsFunc(s.Parts, func(p leak.Pile) bool { return p.Container == h.Container })
}

// merged adds holders of the pile of s to a list, up to [maxHolders]. Containers of one owner count as one holder.
func merged(list []leak.Suspect, s *leak.Suspect, found []leak.Holder) []leak.Suspect {
	list = slices.Clone(list)
	for _, h := range found {
		i := slices.IndexFunc(list, func(x leak.Suspect) bool { return isPartOf(&x, &h) })
		switch {
		case i >= 0:
			list[i].Parts = append(slices.Clip(list[i].Parts), h.Pile)
		case len(list) < maxHolders:
			x := *s
			x.Holding, x.Parts, x.Also = h.Holding, []leak.Pile{h.Pile}, nil
			list = append(list, x)
		}
	}
	return list
}

// hold makes s the holder that d names first. tops are the places that all holders of the set refer to.
func (d *detail) hold(g *guided, s *leak.Suspect, tops []leak.Place) {
	d.suspect, d.owner = s, s.Owner
	kind, counted := d.kind, d.counted
	if top := g.dominance.TopOf(s.Tops()); top.Type != "" {
		d.top, d.path = top, g.holders.Path(s.Tops()[0])
		if d.kind, d.counted = g.kindOf(s, top, tops); d.kind != top.Type {
			d.top = leak.Top{}
		}
		if d.kind == kind { // some objects have shorter paths than those through the holder
			d.counted = union(d.counted, counted)
		}
		d.objects = g.countsOf(d.counted)
		d.look(g, g.objectsOf(d.counted))
	}
	elsewhere := slices.DeleteFunc(slices.Clone(d.counted), func(p leak.Place) bool {
		return slices.ContainsFunc(tops, func(top leak.Place) bool { return g.holders.Within(p, top) })
	})
	d.tops = slices.Concat(tops, elsewhere)
	d.groups = g.holders.Groups(d.tops, s.From)
	d.leadOver(g, &s.Parts[0])
}

// union returns the places in either list, ascending.
func union(a, b []leak.Place) []leak.Place {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// isPartly reports whether most of the given objects are in another set; false for no objects.
func isPartly(objects, of *bitset.BitSet) bool {
	common := float64(objects.IntersectionCardinality(of))
	return common > 0 && common >= samePileOf*float64(objects.Count())
}

// together removes details whose pile was already found, and joins piles that are held together.
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
		if slices.ContainsFunc(kept, func(earlier *detail) bool {
			return isPartly(d.gone, earlier.gone) || d.kind == earlier.kind && d.suspect.Base == earlier.suspect.Base
		}) {
			continue
		}
		g.nameLoaders(d)
		kept = append(kept, d)
	}
	return kept, nil
}
