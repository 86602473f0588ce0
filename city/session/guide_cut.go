package session

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/analysis/group"
	"memcity/analysis/guide"
	"memcity/city"
	"memcity/trace"
)

// detail is what is found out of a suspect in the last heap state.
type detail struct {
	suspect *guide.Suspect
	kind    string // type of what piles up
	groups  []guide.Group
	telling *guide.Group // of the groups, nil if there is none

	way     []guide.Place // from the GC root to most of the type, over the pile
	owner   string
	near    string             // a field of the program that refers to the owner's objects, where the owner is none of the program's
	also    []string           // further owners without which nothing is freed
	objects []int64            // of the type, by GC point
	target  []trace.ObjectID   // what piles up, of the type
	targets *bitset.BitSet     // the same
	cut     closure.Cut        // what holds the piles
	freed   closure.Freed      // by it
	cuts    []city.GuideCut    // along the way
	sites   []city.GuideAmount // where the target was allocated
	site    string
}

// shared is the part of what piles up that the cut of its owner frees at least if it is the only one.
const shared = 0.5

// detail finds out of each suspect what can be cut where, and puts together suspects that hold the same objects.
func (g *guided) detail(ctx context.Context, suspects []guide.Suspect) ([]*detail, error) {
	references, err := g.last.subject.ReferenceGraph(ctx)
	if err != nil {
		return nil, err
	}
	var details []*detail
	for i := range suspects {
		details = append(details, g.begin(&suspects[i]))
	}
	if err := g.cutAlone(ctx, references, details); err != nil {
		return nil, err
	}
	for _, d := range details {
		if err := g.nameOwner(ctx, references, d); err != nil {
			return nil, err
		}
	}
	if details, err = g.cutTogether(ctx, references, details); err != nil {
		return nil, err
	}
	for _, d := range details {
		if err := g.cutWay(ctx, references, d); err != nil {
			return nil, err
		}
		if len(d.also) == 0 && g.isShared(d) {
			if err := g.otherOwners(ctx, d); err != nil {
				return nil, err
			}
		}
	}
	return details, nil
}

// begin looks at what piles up.
func (g *guided) begin(s *guide.Suspect) *detail {
	d := &detail{suspect: s, owner: s.Owner, objects: s.Objects}
	tops := s.Tops()
	d.groups = g.holders.Groups(tops, s.From)
	if i := guide.Telling(d.groups); i >= 0 {
		d.telling = &d.groups[i]
		d.kind = d.telling.Type
	} else {
		d.kind = g.holders.Nodes[tops[0]].Type
	}
	d.objects = make([]int64, g.holders.Points)
	var wanted []guide.Place
	for p := range g.holders.Nodes {
		n := &g.holders.Nodes[p]
		if n.Type != d.kind || !slices.ContainsFunc(tops, func(top guide.Place) bool { return g.holders.Within(guide.Place(p), top) }) {
			continue
		}
		wanted = append(wanted, guide.Place(p))
		for i, objects := range n.Objects {
			d.objects[i] += objects
		}
	}
	most := tops[0]
	last := g.holders.Points - 1
	for _, p := range wanted {
		if !g.holders.Within(most, p) && g.holders.Nodes[p].Objects[last] > g.holders.Nodes[most].Objects[last] || most == tops[0] {
			most = p
		}
	}
	d.way = g.holders.Way(most)
	for _, list := range guide.Objects(g.places, wanted) {
		d.target = append(d.target, list...)
	}
	slices.Sort(d.target)
	d.targets = bitset.New(uint(g.last.heap.Len()))
	for _, o := range d.target {
		d.targets.Set(uint(o))
	}
	d.cut = g.cutOf(s)
	if d.sites = sitesOf(g.last.heap, d.target, g.domain().ClosestSite); len(d.sites) > 0 {
		d.site = d.sites[0].Name
	}
	return d
}

// domain tells the program's own types.
func (g *guided) domain() *group.Domain { return cmp.Or(g.options.Domain, group.DefaultDomain()) }

// cutOf is what holds the piles of a suspect: all references by which what the owner refers to holds its entries, over whatever
// ways, or the GC roots.
func (g *guided) cutOf(s *guide.Suspect) (cut closure.Cut) {
	types := map[string]bool{}
	for _, p := range s.Parts {
		if len(p.Tops) == 0 || g.holders.Nodes[p.Container].Parent == guide.NoPlace {
			cut = both(cut, g.between(p.Container, p.Tops))
		}
		for _, top := range p.Tops {
			types[g.holders.Nodes[top].Type] = true
		}
	}
	if g.holders.Nodes[s.At].Parent == guide.NoPlace {
		return cut
	}
	var from, to []guide.Place
	for p := range g.holders.Nodes {
		n := &g.holders.Nodes[p]
		if !g.holders.Within(guide.Place(p), s.At) {
			continue
		}
		if types[n.Type] && guide.Place(p) != s.At {
			to = append(to, guide.Place(p))
		}
		if types[n.Type] || !n.Own || guide.Place(p) == s.At {
			from = append(from, guide.Place(p))
		}
	}
	objects := guide.Objects(g.places, append(slices.Clip(from), to...))
	for _, p := range from {
		cut.From = append(cut.From, objects[p]...)
	}
	for _, p := range to {
		cut.To = append(cut.To, objects[p]...)
	}
	return cut
}

// between are the references from the objects of a place to those of others; of a GC root it is the root itself. Without others
// it is what holds the place.
func (g *guided) between(from guide.Place, to []guide.Place) (cut closure.Cut) {
	if len(to) == 0 {
		to, from = []guide.Place{from}, g.holders.Nodes[from].Parent
	}
	if from == guide.NoPlace || g.holders.Nodes[from].Parent == guide.NoPlace {
		return g.holders.RootCut(max(from, 0))
	}
	objects := guide.Objects(g.places, append([]guide.Place{from}, to...))
	cut.From = objects[from]
	for _, p := range to {
		cut.To = append(cut.To, objects[p]...)
	}
	return cut
}

// both takes out what either cut does. References from one's objects to the other's go as well, of which there are hardly any.
func both(a, b closure.Cut) closure.Cut {
	return closure.Cut{From: append(slices.Clip(a.From), b.From...), To: append(slices.Clip(a.To), b.To...),
		References: append(slices.Clip(a.References), b.References...), Roots: append(slices.Clip(a.Roots), b.Roots...),
		Objects: append(slices.Clip(a.Objects), b.Objects...)}
}

// weak says which references of the last heap state keep nothing alive.
func (g *guided) weak() *closure.Weak {
	h := g.last.heap
	special := make([]bool, len(h.Types))
	for t := range special {
		special[t] = graph.IsWeak(h, trace.TypeID(t))
	}
	return &closure.Weak{Special: special, Reference: func(o trace.ObjectID, i int) bool {
		return h.SlotName(o, h.RefSlot[int(h.RefStart[o])+i]) == graph.Referent
	}}
}

func (g *guided) cutAlone(ctx context.Context, references *closure.Graph, details []*detail) error {
	for _, d := range details {
		freed, err := references.WhatIf(ctx, []closure.Cut{d.cut}, d.targets, g.weak())
		if err != nil {
			return err
		}
		d.freed = freed[0]
	}
	return nil
}

// isShared reports whether cutting the owner frees less than what piles up.
func (g *guided) isShared(d *detail) bool {
	last := d.suspect.Bytes[len(d.suspect.Bytes)-1]
	return float64(d.freed.Bytes) < shared*float64(last) || float64(d.freed.Target.Objects) < shared*float64(len(d.target))
}

// cutTogether looks for suspects that hold the same objects, so that one cut frees little and two free much. The second of
// them is told with the first.
func (g *guided) cutTogether(ctx context.Context, references *closure.Graph, details []*detail) ([]*detail, error) {
	gone := map[*detail]bool{}
	for _, d := range details {
		if gone[d] || !g.isShared(d) {
			continue
		}
		var others []*detail
		var cuts []closure.Cut
		for _, other := range details {
			if other != d && !gone[other] {
				others, cuts = append(others, other), append(cuts, both(d.cut, other.cut))
			}
		}
		freed, err := references.WhatIf(ctx, cuts, d.targets, g.weak())
		if err != nil {
			return nil, err
		}
		for i, other := range others {
			if float64(freed[i].Target.Objects) >= shared*float64(len(d.target)) {
				gone[other] = true
				d.also, d.cut, d.freed = append(d.also, other.owner), cuts[i], freed[i]
				d.join(other)
				break
			}
		}
	}
	return slices.DeleteFunc(details, func(d *detail) bool { return gone[d] }), nil
}

// join adds up what piles up with two owners that hold the same objects.
func (d *detail) join(other *detail) {
	s := *d.suspect
	s.Bytes = slices.Clone(s.Bytes)
	for i, bytes := range other.suspect.Bytes {
		s.Bytes[i] += bytes
		if other.kind == d.kind {
			d.objects[i] += other.objects[i]
		}
	}
	d.suspect = &s
	if other.kind == d.kind {
		d.target = append(d.target, other.target...)
		slices.Sort(d.target)
		d.targets = d.targets.Union(other.targets)
	}
}

// cutWay computes what each step of the way frees when it is cut.
func (g *guided) cutWay(ctx context.Context, references *closure.Graph, d *detail) error {
	way := d.way
	held := 0 // the cut of what piles up
	var cuts []closure.Cut
	for i := 1; i < len(way); i++ {
		n, parent := &g.holders.Nodes[way[i]], &g.holders.Nodes[way[i-1]]
		cut := city.GuideCut{To: n.Type, Field: n.Field, From: parent.Type}
		if i == 1 {
			cut.From = ""
			cut.Text = "the " + parent.Type
			if name, ok := strings.CutPrefix(parent.Type, "thread "); ok {
				cut.Text = "the threads named " + name
			}
		} else {
			cut.Text = cutText(parent.Type, n.Field, n.Type)
		}
		if way[i-1] == d.suspect.Parts[0].Container || len(d.suspect.Parts[0].Tops) == 0 && way[i] == d.suspect.Parts[0].Container {
			held = i - 1
		}
		d.cuts = append(d.cuts, cut)
		cuts = append(cuts, g.between(way[i-1], []guide.Place{way[i]}))
	}
	if len(cuts) == 0 {
		return nil
	}
	d.cuts[held].Recommended = true
	cuts[held] = d.cut
	if d.suspect.Kind != "" && len(d.suspect.Parts[0].Tops) > 0 {
		d.cuts[held].Text = fmt.Sprintf("the %s in the %s of the %s", guide.Short(d.cuts[held].To), guide.Short(d.suspect.Kind), d.ownerName())
		if d.suspect.Kind == d.kind {
			d.cuts[held].Text = fmt.Sprintf("all links of the chain that begins at the %s", d.ownerName())
		}
	}
	if len(d.also) > 0 {
		d.cuts[held].Text += ", together with those of the " + enumerate(d.also)
	}
	freed, err := references.WhatIf(ctx, cuts, d.targets, g.weak())
	if err != nil {
		return err
	}
	for i := range freed {
		d.cuts[i].Objects, d.cuts[i].Bytes = freed[i].Objects, freed[i].Bytes
	}
	d.freed = freed[held]
	slices.SortStableFunc(d.cuts, func(a, b city.GuideCut) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return nil
}

func cutText(from, field, to string) string {
	switch field {
	case guide.Element:
		return fmt.Sprintf("the elements of %s that are %s", guide.Short(from), guide.Short(to))
	case guide.Class:
		return fmt.Sprintf("the class of %s", guide.Short(from))
	}
	return fmt.Sprintf("%s.%s", guide.Short(from), field)
}

// otherOwners names the GC roots that keep the target alive together.
func (g *guided) otherOwners(ctx context.Context, d *detail) error {
	roots, err := g.last.rootsOf(ctx)
	if err != nil {
		return err
	}
	owners, err := roots.Owners(ctx, closure.Ask{Roots: true, Target: d.targets}, g.progress)
	if err != nil {
		return err
	}
	for _, n := range owners.Smallest {
		if name := roots.Names[n].String(); name != d.suspect.Root {
			d.also = append(d.also, name)
		}
	}
	d.also = d.also[:min(len(d.also), maxSuspects)]
	return nil
}
