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

// detail is the analysis of a suspect in the last heap state.
type detail struct {
	suspect *leak.Suspect
	kind    string // type that piles up
	group   string // the same type as named in the heap state, of most of the objects
	soft    bool   // true if the objects are soft references
	limit   *limit // limit of the container, from a field; nil for none
	unset   *limit // field that could set a limit but does not; nil for none
	slots   string // type of the objects with one slot each, if [leak.Suspect.Slots] limits the pile
	bounded string // type of the program on the path that extends LinkedHashMap
	byClass bool   // true if the entries have classes as keys; see isByClass
	groups  []leak.Group
	top     leak.Top

	path       []leak.Place // from the GC root through the pile to most objects of the type
	fields     []string     // by step of the path: field that refers to it at the last GC point; nil before it was looked up
	owner      string
	near       string               // field of the program that refers to the owner's objects, if the owner is not in the program
	apart      bool                 // true if another GC root holds much through the same field of the program
	also       []string             // further owners to clear, without which nothing is freed
	tops       []leak.Place         // places that the holders refer to
	counted    []leak.Place         // places of the type
	objects    []int64              // objects of the type, by GC point
	target     []trace.ObjectID     // objects of the type that pile up
	targets    *bitset.BitSet       // target as a set
	rules      []RemovalRule        // references by which the holders hold the pile
	freed      closure.Freed        // what clearing rules frees
	alone      int64                // most bytes that clearing one of several holders frees
	loaders    *loadedAgain         // class loaders that pile up; nil if the pile is something else
	gone       *bitset.BitSet       // objects that clearing rules frees
	references []findings.Reference // along the path
	how        [][]RemovalRule      // by reference: rules that remove it
	held       []findings.Held      // by holder, if there are several
	sites      []findings.Site      // where the target was allocated
	noSites    string               // reason why there are no sites
	site       string
	entries    *findings.Entries // nil before findEntries, and for few entries
	entryType  string            // type of the entries
	entryCount int64
	threads    []int32 // threads that pile up, as indices into the heap's list of threads
}

// detail finds the references to clear for each suspect, and joins suspects that hold the same objects. It leaves out suspects that free
// less than the given number of bytes before it searches for further owners, which takes longest.
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
		} else if err := g.leftOut(ctx, d.kind+" objects in the "+shortOwner(d.owner), err); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// complete sets the owner of a pile and computes the objects that each reference on the path frees. It searches for further owners only if clearing
// frees at least the given number of bytes.
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

// begin returns a detail with the type, places and path of a pile.
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
	for i, p := range wanted {
		if last := g.holders.Points - 1; i == 0 || g.holders.Nodes[p].Objects[last] > g.holders.Nodes[most].Objects[last] {
			most = p
		}
	}
	d.path, d.apart = g.holders.Path(most), g.holders.HasTwin(s, int64(smallShare*float64(g.Bytes())))
	g.aim(d, g.objectsOf(wanted))
	return d
}

// grownWith is the least growth of the type that names a pile, as a share of the pile's growth.
const grownWith = 0.5

// kindOf returns the type that names a pile, and its places. It prefers a type that a reader knows, if the type grows with the pile.
func (g *guided) kindOf(s *leak.Suspect, top leak.Top, tops []leak.Place) (kind string, counted []leak.Place) {
	kind, counted = g.kindOfAny(s, top, tops)
	if element, isArray := strings.CutSuffix(kind, "[]"); isArray && g.domain().Owns(element) { // for example the nodes of a tree that each have an array of nodes
		if places := g.placesOf(element, tops); len(places) > 0 {
			return element, places
		}
	}
	return kind, counted
}

// kindOfAny is kindOf, except that it may return arrays of the program.
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

// counted returns the places of a type in a pile: those below the given places, and others on paths into the pile.
func (g *guided) counted(kind string, tops []leak.Place) []leak.Place {
	places := g.placesOf(kind, tops)
	if top := g.dominance.TopOf(tops); top.Type == kind {
		places = append(places, top.Places...)
		slices.Sort(places)
	}
	return slices.Compact(places)
}

// placesOf returns the places of a type that are among the given places or below them.
func (g *guided) placesOf(kind string, tops []leak.Place) (places []leak.Place) {
	for p := range g.holders.Nodes {
		if g.holders.Nodes[p].Type == kind &&
			slices.ContainsFunc(tops, func(top leak.Place) bool { return g.holders.Within(leak.Place(p), top) }) {
			places = append(places, leak.Place(p))
		}
	}
	return places
}

// countsOf returns the number of objects in the given places, by GC point.
func (g *guided) countsOf(places []leak.Place) []int64 {
	counts := make([]int64, g.holders.Points)
	for _, p := range places {
		for i, objects := range g.holders.Nodes[p].Objects {
			counts[i] += objects
		}
	}
	return counts
}

// objectsOf returns the objects in the given places at the last GC point, ascending.
func (g *guided) objectsOf(places []leak.Place) (objects []trace.ObjectID) {
	for _, list := range leak.Objects(g.places, places) {
		objects = append(objects, list...)
	}
	slices.Sort(objects)
	return objects
}

// pile returns a detail of the given objects of a type, which were not found by their growth.
func (g *guided) pile(s leak.Suspect, objects []trace.ObjectID, kind string) *detail {
	d := &detail{suspect: &s, owner: s.Owner, kind: kind, objects: s.Objects, groups: g.holders.Groups(s.Tops(), s.From),
		path: g.holders.Path(s.Tops()[0])}
	g.aim(d, objects)
	return d
}

// aim sets the objects that pile up in a suspect.
func (g *guided) aim(d *detail, target []trace.ObjectID) {
	d.rules = g.rulesOf(d.suspect)
	d.look(g, target)
}

// look sets the target of d and what depends on it: types, soft references and allocation sites.
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

// holdsSoftly reports whether most entries of a pile hold a soft reference, as in a cache whose values are cleared before memory runs out.
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

// commonType returns the most frequent type of the given objects; of equal ones, the one with the smallest number.
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

// bounded returns a type on a path that extends LinkedHashMap; empty for none.
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

// isShared reports whether clearing the holders frees less than half of the pile.
func (d *detail) isShared() bool {
	last := d.suspect.Bytes[len(d.suspect.Bytes)-1]
	return float64(d.freed.Bytes) < leastFreedOf*float64(last) || float64(d.freed.Target.Objects) < leastFreedOf*float64(len(d.target))
}

// join adds the pile of another owner that holds the same objects.
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

// maxAround is the number of steps examined before and after the one that holds the pile. Some paths have thousands of steps, and nobody
// reads so many references.
const maxAround = 100

// freeAlongPath computes what each step of the path frees if it is cleared.
func (g *guided) freeAlongPath(ctx context.Context, references *closure.Graph, d *detail) error {
	at := g.holdingStep(d)
	first := max(1, at-maxAround)
	path, held, last := d.path, 0, g.holders.Points-1
	d.fields = g.fieldsAlong(path)
	for i := first; i < min(len(path), at+maxAround+1); i++ {
		n, parent := &g.holders.Nodes[path[i]], &g.holders.Nodes[path[i-1]]
		if i == at {
			held = len(d.references)
		} else if n.Objects[last] == 0 || i > 1 && d.fields[i] == "" { // no reference leads here at the last GC point
			continue
		}
		field, declares := g.fieldOf(d, i)
		removal := findings.Reference{To: n.Type, Field: field, From: parent.Type}
		if i == 1 {
			removal.From = ""
			removal.Text = "the " + parent.Type
			if name, ok := strings.CutPrefix(parent.Type, "thread "); ok {
				removal.Text = "the " + findings.ThreadsOf(name)
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

// holdingStep returns the step of the path that holds the pile; 1 for none.
func (g *guided) holdingStep(d *detail) int {
	part := &d.suspect.Parts[0]
	for i := len(d.path) - 1; i > 0; i-- {
		if d.path[i-1] == part.Container || len(part.Tops) == 0 && d.path[i] == part.Container {
			return i
		}
	}
	for i := len(d.path) - 1; i > 0; i-- { // the path does not lead through the container
		if slices.Contains(part.Tops, d.path[i]) {
			return i
		}
	}
	return 1
}

// eachFrees computes what each reference of d frees if only that one is cleared. It uses [closure.Combined], which takes less memory than
// bit sets.
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

// leastFreed is the share of a pile that clearing a recommended reference must free.
const leastFreed = 0.05

// referenceText returns the text for the entries to remove from the owner. It avoids names of internal types, such as those of a map's
// entries, which readers do not know.
func (d *detail) referenceText(what string, internal bool) string {
	s := d.suspect
	switch {
	case s.IsChain():
		return containerText(d)
	case s.Kind == d.kind:
		return fmt.Sprintf("the %s objects of %s", what, containerText(d))
	}
	return fmt.Sprintf("the %s from %s", pick(what == words.TypeName(d.kind) || d.loaders != nil && !internal, what+" objects", "entries"),
		containerText(d))
}

// order sorts the references by freed bytes, most first.
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

// otherOwners adds the GC roots that together keep the target alive to d.also.
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
		if roots.Names[n].Kind == trace.RootJNIGlobal { // a root of the virtual machine, which no source code names
			continue
		}
		if name := roots.Names[n].String(); name != d.suspect.Root {
			d.also = append(d.also, name)
		}
	}
	d.also = d.also[:min(len(d.also), maxSuspects)]
	return nil
}
