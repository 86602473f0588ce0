package guide

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/site"
	"memcity/trace"
	"memcity/words"
)

// detail is what is found out of a suspect in the last heap state.
type detail struct {
	suspect *leak.Suspect
	kind    string // type of what piles up
	group   string // the same as the heap state names it, of most of the objects
	soft    bool   // these are soft references
	limit   *limit // of the container, by a field; nil for none
	unset   *limit // a field that could set one, and does not; nil if none is known
	slots   string // type of what has room for one each, if that is so
	bounded string // a type of the program on the path that extends LinkedHashMap
	groups  []leak.Group
	top     leak.Top

	path       []leak.Place // from the GC root to most of the type, over the pile
	fields     []string     // by step of the path: what refers to it at the last GC point; nil before that was looked up
	owner      string
	near       string               // a field of the program that refers to the owner's objects, where the owner is none of the program's
	apart      bool                 // another GC root holds much by the same field of the program
	also       []string             // further owners without which nothing is freed
	tops       []leak.Place         // what the holders refer to
	counted    []leak.Place         // of the type
	objects    []int64              // of it, by GC point
	target     []trace.ObjectID     // what piles up, of the type
	targets    *bitset.BitSet       // the same
	rules      []RemovalRule        // what holds the piles
	freed      closure.Freed        // by it
	alone      int64                // bytes that one of several holders frees at most
	loaders    *loadedAgain         // what piles up, if that is class loaders; nil if it is not
	gone       *bitset.BitSet       // the objects that are freed by it
	references []findings.Reference // along the path
	how        [][]RemovalRule      // by reference: what removes it
	held       []findings.Held      // by holder, if there are several
	sites      []findings.Site      // where the target was allocated
	noSites    string               // why it is not known
	site       string
	entries    *findings.Entries // nil before findEntries, and if there are too few
	entryType  string            // of those
	entryCount int64
	threads    []int32 // what piles up, if that is threads: indices into the heap's list
}

// detail finds out of each suspect what can be cut where, and puts together suspects that hold the same objects. Those that free
// less than so many bytes are left out before it is found out who else owns them, which takes longest.
func (g *guided) detail(ctx context.Context, suspects []leak.Suspect, least int64) ([]*detail, error) {
	references, err := g.last.Subject().ReferenceGraph(ctx)
	if err != nil {
		return nil, err
	}
	var details []*detail
	for i := range suspects {
		details = append(details, g.begin(&suspects[i]))
	}
	if details, err = g.together(ctx, references, details); err != nil {
		return nil, err
	}
	found := details[:0]
	for _, d := range details {
		if err := g.complete(ctx, references, d, least); err == nil {
			if d.freed.Bytes >= least {
				found = append(found, d)
			}
		} else if err := g.leftOut(ctx, d.kind+" that pile up in the "+shortOwner(d.owner), err); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// complete names the owner of a pile and computes how much each reference on the path frees. It looks for further owners only if clearing frees
// at least the given number of bytes.
func (g *guided) complete(ctx context.Context, references *closure.Graph, d *detail, least int64) error {
	if err := g.nameOwner(ctx, references, d); err != nil {
		return err
	}
	if err := g.freeAlongPath(ctx, references, d); err != nil {
		return err
	}
	if d.freed.Bytes >= least && len(d.also) == 0 && d.isShared() {
		return g.otherOwners(ctx, d)
	}
	return nil
}

// begin looks at what piles up.
func (g *guided) begin(s *leak.Suspect) *detail {
	d := &detail{suspect: s, owner: s.Owner, also: slices.Clone(s.Also), objects: s.Objects}
	tops := s.Tops()
	d.groups = g.holders.Groups(tops, s.From)
	d.top = g.dominance.TopOf(tops)
	d.kind, d.counted = g.kindOf(s, d.top, tops)
	if d.kind != d.top.Type {
		d.top = leak.Top{}
	}
	wanted := d.counted
	d.tops, d.objects = tops, g.countsOf(wanted)
	most := tops[0]
	last := g.holders.Points - 1
	for _, p := range wanted {
		if !g.holders.Within(most, p) && g.holders.Nodes[p].Objects[last] > g.holders.Nodes[most].Objects[last] || most == tops[0] {
			most = p
		}
	}
	d.path, d.apart = g.holders.Path(most), g.holders.HasTwin(s, int64(smallShare*float64(g.Bytes())))
	g.aim(d, g.objectsOf(wanted))
	return d
}

// grownWith is the part of the growth of a pile by which what it is named after grows at least.
const grownWith = 0.5

// kindOf chooses the type that a pile is named after, and its places: what a reader knows, if that gets more with the pile.
func (g *guided) kindOf(s *leak.Suspect, top leak.Top, tops []leak.Place) (kind string, counted []leak.Place) {
	kind, counted = g.kindOfAny(s, top, tops)
	if element, isArray := strings.CutSuffix(kind, "[]"); isArray && g.domain().Owns(element) { // as the nodes of a tree that each have an array of them
		if places := g.placesOf(element, tops); len(places) > 0 {
			return element, places
		}
	}
	return kind, counted
}

// kindOfAny is kindOf with arrays of the program.
func (g *guided) kindOfAny(s *leak.Suspect, top leak.Top, tops []leak.Place) (kind string, counted []leak.Place) {
	first := g.holders.Nodes[tops[0]].Type
	if top.Type == "" || top.Type == first {
		return first, g.counted(first, tops)
	}
	counted = g.counted(top.Type, tops)
	if s.From != leak.FromNothing && len(s.Parts[0].Tops) > 0 {
		if n := g.countsOf(counted); float64(n[len(n)-1]-n[s.From]) < grownWith*float64(s.GrowthObjects()) {
			return first, g.counted(first, tops)
		}
	}
	return top.Type, counted
}

// counted lists the places of a type that is piled up in some places: below them, and wherever else the paths into the pile lead.
func (g *guided) counted(kind string, tops []leak.Place) []leak.Place {
	places := g.placesOf(kind, tops)
	if top := g.dominance.TopOf(tops); top.Type == kind {
		places = append(places, top.Places...)
		slices.Sort(places)
	}
	return slices.Compact(places)
}

// placesOf lists the places of a type that are some places or below them.
func (g *guided) placesOf(kind string, tops []leak.Place) (places []leak.Place) {
	for p := range g.holders.Nodes {
		if g.holders.Nodes[p].Type == kind &&
			slices.ContainsFunc(tops, func(top leak.Place) bool { return g.holders.Within(leak.Place(p), top) }) {
			places = append(places, leak.Place(p))
		}
	}
	return places
}

// countsOf counts the objects of some places, by GC point.
func (g *guided) countsOf(places []leak.Place) []int64 {
	counts := make([]int64, g.holders.Points)
	for _, p := range places {
		for i, objects := range g.holders.Nodes[p].Objects {
			counts[i] += objects
		}
	}
	return counts
}

// objectsOf lists the objects of some places at the last GC point, ascending.
func (g *guided) objectsOf(places []leak.Place) (objects []trace.ObjectID) {
	for _, list := range leak.Objects(g.places, places) {
		objects = append(objects, list...)
	}
	slices.Sort(objects)
	return objects
}

// pile is what is found out of given objects of a type, which have not been looked for by their growth.
func (g *guided) pile(s leak.Suspect, objects []trace.ObjectID, kind string) *detail {
	d := &detail{suspect: &s, owner: s.Owner, kind: kind, objects: s.Objects, groups: g.holders.Groups(s.Tops(), s.From),
		path: g.holders.Path(s.Tops()[0])}
	g.aim(d, objects)
	return d
}

// aim says which objects pile up, held by the suspect.
func (g *guided) aim(d *detail, target []trace.ObjectID) {
	d.rules = g.rulesOf(d.suspect)
	d.look(g, target)
}

// look looks at what piles up.
func (d *detail) look(g *guided, target []trace.ObjectID) {
	d.target, d.targets = target, bitset.New(uint(g.last.Heap().Len()))
	for _, o := range target {
		d.targets.Set(uint(o))
	}
	d.group, d.bounded = d.kind, g.bounded(d.path)
	if t := g.commonType(d.target); t != trace.NoType {
		d.group, d.soft = g.last.Heap().Types[t].Name, closure.IsSoft(g.last.Heap(), t)
	}
	d.soft = d.soft || g.holdsSoftly(d) || g.keyedSoftly(d)
	origins := site.Of(g.last.Heap(), d.target, g.domain().SiteName)
	d.sites, d.noSites = sitesOf(g.last.Heap(), origins), whyNoSites(g.last.Heap(), origins)
	if len(d.sites) > 0 {
		d.site = d.sites[0].Name
	}
}

// holdsSoftly reports whether there is a soft reference in most entries of a pile, as in a cache whose values go before memory
// runs out.
func (g *guided) holdsSoftly(d *detail) bool {
	h, soft := g.last.Heap(), map[string]bool{}
	for t := range h.Types {
		if closure.IsSoft(h, trace.TypeID(t)) {
			soft[leak.Alike(h.Types[t].Name)] = true
		}
	}
	references, last := int64(0), g.holders.Points-1
	for p := range g.holders.Nodes {
		if n := &g.holders.Nodes[p]; soft[n.Type] && n.Field != leak.Class && slices.Contains(d.suspect.Tops(), n.Parent) {
			references += n.Objects[last]
		}
	}
	return references > 0 && 2*references >= d.count()
}

// commonType returns the type of most of some objects.
func (g *guided) commonType(objects []trace.ObjectID) trace.TypeID {
	count := map[trace.TypeID]int{}
	best := trace.NoType
	for _, o := range objects {
		t := g.last.Heap().TypeOf.At(o)
		if count[t]++; best == trace.NoType || count[t] > count[best] || count[t] == count[best] && t < best {
			best = t
		}
	}
	return best
}

// bounded returns a type on a way that extends LinkedHashMap.
func (g *guided) bounded(path []leak.Place) string {
	for t := range g.last.Heap().Types {
		x := &g.last.Heap().Types[t]
		if int(x.Super) >= len(g.last.Heap().Types) || g.last.Heap().Types[x.Super].Name != "java.util.LinkedHashMap" {
			continue
		}
		if slices.ContainsFunc(path, func(p leak.Place) bool { return g.holders.Nodes[p].Type == leak.Alike(x.Name) }) {
			return x.Name
		}
	}
	return ""
}

// isShared reports whether clearing the holders frees less than half of what piles up.
func (d *detail) isShared() bool {
	last := d.suspect.Bytes[len(d.suspect.Bytes)-1]
	return float64(d.freed.Bytes) < leastFreedOf*float64(last) || float64(d.freed.Target.Objects) < leastFreedOf*float64(len(d.target))
}

// join adds up what piles up with two owners that hold the same objects.
func (g *guided) join(d, other *detail) {
	s := *d.suspect
	s.Bytes = slices.Clone(s.Bytes)
	for i, bytes := range other.suspect.Bytes {
		s.Bytes[i] += bytes
	}
	d.suspect = &s
	d.tops = union(d.tops, other.tops)
	d.groups = g.holders.Groups(d.tops, s.From)
	if other.kind == d.kind {
		d.counted = union(d.counted, other.counted)
		d.objects, d.target = g.countsOf(d.counted), g.objectsOf(d.counted)
		d.targets = d.targets.Union(other.targets)
	}
}

// maxAround is how many steps of a way are looked at before and after the one that holds what piles up: ways of thousands of steps exist, and
// nobody reads so many references.
const maxAround = 100

// freeAlongPath computes what each step of the way frees when it is cut.
func (g *guided) freeAlongPath(ctx context.Context, references *closure.Graph, d *detail) error {
	at := g.holdingStep(d)
	first := max(1, at-maxAround)
	path, held := d.path, at-first // the cut of what piles up
	d.fields = g.fieldsAlong(path)
	for i := first; i < min(len(path), at+maxAround+1); i++ {
		n, parent := &g.holders.Nodes[path[i]], &g.holders.Nodes[path[i-1]]
		field, declares := g.fieldOf(d, i)
		removal := findings.Reference{To: n.Type, Field: field, From: parent.Type}
		if i == 1 {
			removal.From = ""
			removal.Text = "the " + parent.Type
			if name, ok := strings.CutPrefix(parent.Type, "thread "); ok {
				removal.Text = "the " + threadsOf(name)
			}
		} else {
			removal.Text = referenceText(declares, field, n.Type)
		}
		d.references = append(d.references, removal)
		d.how = append(d.how, []RemovalRule{g.reference(path[i-1], path[i])})
	}
	if len(d.references) == 0 {
		return nil
	}
	d.how[held] = d.rules
	if d.suspect.Kind != "" && len(d.suspect.Parts[0].Tops) > 0 {
		d.references[held].Text = d.referenceText(words.TypeName(d.references[held].To), g.holders.IsInternal(path[at]))
	}
	if len(d.also) > 0 {
		var also []string
		for _, a := range d.also {
			also = append(also, "the "+shortOwner(a))
		}
		d.references[held].Text += ", together with those of " + words.Enumerated(also)
	}
	freed, err := g.eachFrees(ctx, references, d)
	if err != nil {
		return err
	}
	pile := float64(d.suspect.Bytes[len(d.suspect.Bytes)-1])
	if d.freed = freed[held]; float64(d.freed.Bytes) < leastFreedOf*pile && len(d.also) == 0 {
		i := closestCut(freed, nearlyAll*pile)
		if i < 0 {
			i = closestCut(freed, enoughOfPile*pile)
		}
		if i >= 0 {
			held, d.freed, d.rules = i, freed[i], d.how[i]
			if d.gone, err = references.FreedBy(ctx, g.removals(d.how[i:i+1]), g.weak); err != nil {
				return err
			}
		}
	}
	d.references[held].Recommended = d.freed.Target.Objects > 0 && float64(d.freed.Bytes) >= leastFreed*pile
	d.order(freed)
	return nil
}

// closestCut returns the index of the last reference on a path that frees at least the given number of bytes and part of the pile, or -1.
func closestCut(freed []closure.Freed, least float64) int {
	for i := len(freed) - 1; i >= 0; i-- {
		if freed[i].Target.Objects > 0 && float64(freed[i].Bytes) >= least {
			return i
		}
	}
	return -1
}

// holdingStep returns the index of the step of the way to what piles up that holds it: 1 if none does.
func (g *guided) holdingStep(d *detail) int {
	part := &d.suspect.Parts[0]
	for i := len(d.path) - 1; i > 0; i-- {
		if d.path[i-1] == part.Container || len(part.Tops) == 0 && d.path[i] == part.Container {
			return i
		}
	}
	for i := len(d.path) - 1; i > 0; i-- { // the path does not lead over the container
		if slices.Contains(part.Tops, d.path[i]) {
			return i
		}
	}
	return 1
}

// eachFrees computes what each of the references of d frees when it is cleared alone: by conditions, which take less memory than bits.
func (g *guided) eachFrees(ctx context.Context, references *closure.Graph, d *detail) (freed []closure.Freed, err error) {
	for part := range slices.Chunk(g.removals(d.how), closure.MaxCombined) {
		c, err := references.Combine(ctx, part, d.targets, g.weak)
		if err != nil {
			return nil, err
		}
		each := make([][]int, len(part))
		for i := range each {
			each[i] = []int{i}
		}
		alone, err := c.Freed(ctx, each)
		if err != nil {
			return nil, err
		}
		freed = append(freed, alone...)
	}
	return freed, nil
}

// leastFreed is the part of what piles up that a cut frees at least if it is recommended.
const leastFreed = 0.05

// referenceText names what is to be removed from what the owner holds. Of internal types, such as those of the entries of a map, a reader knows
// nothing.
func (d *detail) referenceText(what string, internal bool) string {
	s := d.suspect
	switch {
	case s.IsChain():
		return containerText(d)
	case s.Kind == d.kind:
		return fmt.Sprintf("the %s of %s", what, containerText(d))
	}
	return fmt.Sprintf("the %s from %s", pick(what == words.TypeName(d.kind) || d.loaders != nil && !internal, what, "entries"),
		containerText(d))
}

// order puts the cuts that free most first.
func (d *detail) order(freed []closure.Freed) {
	order := make([]int, len(freed))
	for i := range freed {
		d.references[i].Objects, d.references[i].Bytes = freed[i].Objects, freed[i].Bytes
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(freed[b].Bytes, freed[a].Bytes) })
	removals, how := slices.Clone(d.references), slices.Clone(d.how)
	for to, from := range order {
		d.references[to], d.how[to] = removals[from], how[from]
	}
}

func referenceText(from, field, to string) string {
	switch field {
	case leak.Element:
		return fmt.Sprintf("the elements of %s that are %s", words.TypeName(from), words.TypeName(to))
	case leak.Class:
		return fmt.Sprintf("the class of %s", words.TypeName(from))
	}
	return fmt.Sprintf("%s.%s", words.TypeName(from), field)
}

// otherOwners names the GC roots that keep the target alive together.
func (g *guided) otherOwners(ctx context.Context, d *detail) error {
	roots, err := g.last.Roots(ctx)
	if err != nil {
		return err
	}
	roots = roots.Pooled()
	owners, err := roots.Owners(ctx, closure.OwnersQuery{Roots: true, Target: d.targets}, g.progress)
	if err != nil {
		return err
	}
	for _, n := range owners.Smallest {
		if roots.Names[n].Kind == trace.RootJNIGlobal { // the VM's own, which no text of a program names
			continue
		}
		if name := roots.Names[n].String(); name != d.suspect.Root {
			d.also = append(d.also, name)
		}
	}
	d.also = d.also[:min(len(d.also), maxSuspects)]
	return nil
}
