package leak

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"memcity/analysis/window"
)

// Limits of what is worth a look.
const (
	leastShare = window.LeastGrowth // of the heap at the last GC point is the least growth
	leastBytes = window.LeastBytes  // and this
	leastPiled = 3                  // more objects

	leastSlowShare = 0.002 // the same of growth that is slow
	leastSlowBytes = 1 << 16
)

// Suspect is something that piles up in what one owner holds.
type Suspect struct {
	Holding
	Also  []string // further fields that hold the same chain, such as that of its other end
	Parts []Pile   // where in it; mostly one

	Verdict                // of Objects, or of Bytes where there are no piles
	Objects, Bytes []int64 // by GC point: of the piles, and of all that is below them

	// Uneven says that the number of objects does not show the growth: see [Holders.MostGrown].
	Uneven bool

	// Slots is how many objects the container's place has, if each refers to at most one of the pile and they do not become more:
	// more cannot pile up. It is 0 if that is not so.
	Slots int64
}

// Pile is places whose objects get more and more.
type Pile struct {
	// Container holds them: its objects do not get more. It is a GC root if that refers to more and more objects itself.
	Container Place
	Tops      []Place // right below it; none if the container's own objects get larger
}

// Tops are the places of what piles up: those of all piles, or what gets larger itself.
func (s *Suspect) Tops() []Place {
	var tops []Place
	for _, p := range s.Parts {
		own := p.Tops
		if len(own) == 0 {
			own = []Place{p.Container}
		}
		for _, top := range own {
			if !slices.Contains(tops, top) { // several parts of an owner may refer to the same entries
				tops = append(tops, top)
			}
		}
	}
	return tops
}

// GrowthBytes is by how many bytes the suspect grew in its window.
func (s *Suspect) GrowthBytes() int64 { return s.Bytes[len(s.Bytes)-1] - s.Bytes[s.From] }

// GrowthObjects is by how many objects the piles grew in its window.
func (s *Suspect) GrowthObjects() int64 { return s.Objects[len(s.Objects)-1] - s.Objects[s.From] }

// Suspects finds the places where something piles up and keeps growing, those with the most growth first. Times are those of
// the GC points. Of places within each other the outermost counts: it holds the others. The cost is linear in places and GC
// points.
func (s *Holders) Suspects(times []time.Duration) []Suspect {
	return s.suspects(finder{Holders: s, times: times, judge: Judge}, leastShare, leastBytes)
}

// Slow finds what [Holders.Suspects] does and what grows by less: by 64 KiB and a 500th of the heap at least. What grows more slowly
// cannot be told from what a runtime needs for itself.
func (s *Holders) Slow(times []time.Duration) []Suspect {
	return s.suspects(finder{Holders: s, times: times, judge: Judge}, leastSlowShare, leastSlowBytes)
}

// suspects is Suspects by a finder, with the least growth as a share of the heap and in bytes.
func (s *Holders) suspects(f finder, share float64, least int64) []Suspect {
	if s.Points < 2 || s.Points < leastPoints && s.Bytes[s.Points-1] <= s.Bytes[0] { // a heap that shrank shows nothing in two points
		return nil
	}
	f.least = max(least, int64(share*float64(s.Bytes[s.Points-1])))
	for _, root := range s.roots {
		f.visit(root)
	}
	found := f.merged()
	slices.SortStableFunc(found, func(a, b Suspect) int {
		return cmp.Or(cmp.Compare(b.weight(), a.weight()), cmp.Compare(a.At, b.At))
	})
	return found
}

// merged puts together what piles up in several places of what one owner holds, as a list does that is held at both ends.
func (f *finder) merged() []Suspect {
	at := map[pileOwner]int{}
	var merged []Suspect
	for _, s := range f.found {
		key := f.ownerKey(&s)
		i, ok := at[key]
		if !ok {
			at[key] = len(merged)
			merged = append(merged, s)
			continue
		}
		m := &merged[i]
		if s.Owner != m.Owner && !slices.Contains(m.Also, s.Owner) {
			m.Also = append(m.Also, s.Owner)
		}
		more := len(m.Parts[0].Tops) == 0 || len(s.Parts[0].Tops) == 0
		m.Parts = append(m.Parts, s.Parts...)
		m.Objects, m.Bytes = slices.Clone(m.Objects), slices.Clone(m.Bytes)
		for k := range m.Objects {
			m.Objects[k] += s.Objects[k]
			m.Bytes[k] += s.Bytes[k]
		}
		judged := m.Objects
		if more {
			judged = m.Bytes
		}
		if v := f.judge(f.samples(judged)); v.Lasts {
			m.Verdict = v
		}
	}
	return slices.DeleteFunc(merged, func(s Suspect) bool { return !f.ownerGrows(&s) })
}

// pileOwner is the owner of a suspect: a place, and of a chain the type of its links.
type pileOwner struct {
	at   Place
	link string
}

// ownerKey distinguishes suspects of one owner from others. The ends of a chain that the same objects hold are one.
func (f *finder) ownerKey(s *Suspect) pileOwner {
	if n := &f.Nodes[s.At]; s.IsChain() && n.Parent != NoPlace {
		return pileOwner{n.Parent, n.Type}
	}
	return pileOwner{s.Base, ""}
}

// IsChain reports whether what the owner refers to is itself what piles up: the first link of a chain.
func (s *Suspect) IsChain() bool { return slices.Contains(s.Parts[0].Tops, s.At) }

// ownerGrows reports whether all that the owner holds grows as well, and has not come to a rest. If it has, things have only
// changed their places, as entries of a full cache do.
func (f *finder) ownerGrows(s *Suspect) bool {
	part := f.samples(f.Nodes[s.At].AllBytes)[s.From:]
	if len(part) < leastPoints {
		return true
	}
	if part[len(part)-1].Value <= part[0].Value {
		return false
	}
	if s.Bursts > 0 {
		return f.judge(part).Lasts
	}
	return len(s.Parts[0].Tops) == 0 || late(part) >= leastLate && !levelled(part)
}

// weight orders suspects: much growth for certain comes first.
func (s *Suspect) weight() float64 { return float64(s.GrowthBytes()) * s.Confidence }

type finder struct {
	*Holders
	times []time.Duration
	found []Suspect
	least int64 // bytes of growth
	judge func([]Sample) Verdict
}

func (f *finder) samples(values []int64) []Sample {
	samples := make([]Sample, len(values))
	for i, v := range values {
		samples[i] = Sample{f.times[i], v}
	}
	return samples
}

// grown reports whether a number of bytes is larger at the end than it ever was early enough to be of interest.
func (f *finder) grown(bytes []int64) bool { return bytes[len(bytes)-1]-slices.Min(bytes) >= f.least }

// visit looks for suspects at a place and below, and reports whether there are any.
func (f *finder) visit(p Place) bool {
	n := &f.Nodes[p]
	if !f.grown(n.AllBytes) {
		return false
	}
	var piles []Place
	var rest []Place
	for c := range f.children(p) {
		child := &f.Nodes[c]
		v := f.judge(f.samples(child.Objects))
		if v.Lasts && v.Growth() >= leastPiled && f.grown(child.AllBytes) {
			piles = append(piles, c)
		} else {
			rest = append(rest, c)
		}
	}
	found := f.piles(p, piles)
	for _, c := range rest {
		found = f.visit(c) || found
	}
	return found || f.large(p)
}

// piles takes down what piles up below p. The links of a chain are held by whoever has the first.
func (f *finder) piles(p Place, piles []Place) bool {
	var entries []Place
	found := false
	for _, c := range piles {
		if n := &f.Nodes[c]; 2*int64(n.links) > n.Objects[f.Points-1] {
			found = f.pile(f.Holding(c), p, []Place{c}) || found
		} else {
			entries = append(entries, c)
		}
	}
	return len(entries) > 0 && f.pile(f.Holding(p), p, entries) || found
}

func (f *finder) pile(h Holding, p Place, piles []Place) bool {
	s := Suspect{Holding: h, Parts: []Pile{{p, piles}}}
	s.Objects, s.Bytes = f.total(piles)
	s.Verdict = f.judge(f.samples(s.Objects))
	if bytes := f.judge(f.samples(s.Bytes)); !s.Lasts || !bytes.Lasts || s.GrowthBytes() < f.least {
		return false
	}
	s.Slots = f.slots(p, piles)
	f.found = append(f.found, s)
	return true
}

// total adds up places by GC point: their objects, and the bytes of these with all below them.
func (s *Holders) total(places []Place) (objects, bytes []int64) {
	objects, bytes = make([]int64, s.Points), make([]int64, s.Points)
	for _, p := range places {
		for i := range objects {
			objects[i] += s.Nodes[p].Objects[i]
			bytes[i] += s.Nodes[p].AllBytes[i]
		}
	}
	return objects, bytes
}

// leastSlots is how many objects that have room for one each count as a limit.
const leastSlots = 16

// slots returns how many of a pile the objects of p can hold at most; 0 if there is no limit.
func (f *finder) slots(p Place, piles []Place) int64 {
	n := &f.Nodes[p]
	room := n.Objects[f.Points-1]
	if n.Parent == NoPlace || room < leastSlots || slices.Max(n.Objects) > room || n.Objects[0] != room || len(piles) != 1 {
		return 0
	}
	if c := &f.Nodes[piles[0]]; c.Field == Element || c.links > 0 || slices.Max(c.Objects) > room {
		return 0
	}
	return room
}

// large takes down a place whose few objects get larger and larger, as a text that is appended to.
func (f *finder) large(p Place) bool {
	n := &f.Nodes[p]
	if n.Parent == NoPlace || !isPrimitiveArray(n.Type) || slices.Min(n.Objects) != slices.Max(n.Objects) {
		return false
	}
	v := f.judge(f.samples(n.Bytes))
	if !v.Lasts {
		v = judgeSteps(n.Bytes)
	}
	if !v.Lasts || v.Growth() < f.least {
		return false
	}
	f.found = append(f.found, Suspect{Holding: f.Holding(p), Parts: []Pile{{Container: p}}, Verdict: v, Objects: n.Objects, Bytes: n.AllBytes})
	return true
}

func isPrimitiveArray(name string) bool {
	element, ok := strings.CutSuffix(name, "[]")
	return ok && !strings.ContainsAny(element, ".[]") && strings.ToLower(element) == element
}

// Group is the objects of one type below some places, at the last GC point and since some other.
type Group struct {
	Type                       string
	Own                        bool // the type belongs to the program under study
	Objects, Bytes             int64
	GrowthObjects, GrowthBytes int64
	Held                       int64 // growth in bytes of what is below the objects, with their own
	Depth                      int   // references from the places, of the closest
}

// FromNothing stands for a time before the first GC point, when there was nothing.
const FromNothing = -1

// since is by how much a number has grown since a GC point.
func since(values []int64, from int) int64 {
	if from == FromNothing {
		return values[len(values)-1]
	}
	return values[len(values)-1] - values[from]
}

// Groups says what is below some places and has grown since a GC point, or [FromNothing], the most bytes first.
func (s *Holders) Groups(tops []Place, from int) []Group {
	last := s.Points - 1
	at := map[string]int{}
	var groups []Group
	type step struct {
		place Place
		depth int
	}
	var queue []step
	for i, p := range tops {
		within := func(top Place) bool { return top != p && s.Within(p, top) }
		if !slices.Contains(tops[:i], p) && !slices.ContainsFunc(tops, within) { // what is below another one is counted with that
			queue = append(queue, step{p, 0})
		}
	}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		n := &s.Nodes[next.place]
		i, ok := at[n.Type]
		if !ok {
			i = len(groups)
			at[n.Type] = i
			groups = append(groups, Group{Type: n.Type, Own: n.Own, Depth: next.depth})
		}
		g := &groups[i]
		g.Objects += n.Objects[last]
		g.Bytes += n.Bytes[last]
		g.GrowthObjects += since(n.Objects, from)
		g.GrowthBytes += since(n.Bytes, from)
		if !n.back {
			g.Held += since(n.AllBytes, from)
		}
		for c := range s.children(next.place) {
			queue = append(queue, step{c, next.depth + 1})
		}
	}
	groups = slices.DeleteFunc(groups, func(g Group) bool { return g.GrowthBytes <= 0 })
	slices.SortStableFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.GrowthBytes, a.GrowthBytes), cmp.Compare(a.Type, b.Type))
	})
	return groups
}

// KeyGroup returns the group that says most to a reader about what piles up: of the program's own types one that has grown by
// about as many objects as any, and of these the one that holds most; else a lambda of the program; else the type that has grown most. It
// returns -1 if there are none.
func KeyGroup(groups []Group) int {
	most := int64(0)
	for _, g := range groups {
		if g.Own && !synthetic(g.Type) {
			most = max(most, g.Held)
		}
	}
	best := -1
	for i, g := range groups {
		if g.Own && !synthetic(g.Type) && 2*g.Held >= most && (best < 0 || g.Depth < groups[best].Depth) {
			best = i
		}
	}
	if best >= 0 || len(groups) == 0 {
		return best
	}
	if i := slices.IndexFunc(groups, func(g Group) bool { return g.Own && isLambda(g.Type) && 2*g.Held >= groups[0].Held }); i >= 0 {
		return i
	}
	internals := []func(string) bool{isInternal, func(name string) bool { return OfRuntime(name) || synthetic(name) }}
	for _, internal := range internals { // a library's type that source code names, or one within such a type
		for i, g := range groups {
			if !g.Own && !internal(g.Type) && 2*g.Held >= groups[0].Held && (best < 0 || g.Depth < groups[best].Depth) {
				best = i
			}
		}
		if best >= 0 {
			return best
		}
	}
	if best < 0 {
		best = slices.IndexFunc(groups, func(g Group) bool { return g.Own })
	}
	if best >= 0 {
		return best
	}
	return 0
}

// isLambda reports whether a type is that of a lambda, or of a method reference.
func isLambda(name string) bool {
	return strings.Contains(name, lambda) && !strings.HasSuffix(name, "]")
}

// synthetic reports whether a type has no name in source code: a lambda's class, a proxy, a class that a library generates to access another
// one, or an array.
func synthetic(name string) bool {
	return strings.HasSuffix(name, "[]") || slices.ContainsFunc(generated, func(part string) bool { return strings.Contains(name, part) })
}

// generated are parts of the names of classes that are generated at run time.
var generated = []string{"$$", "$Proxy", "$HibernateAccessOptimizer", "$HibernateInstantiator", "$MockitoMock$"}

// isInternal reports whether a type of a library is one that holds things for others: an entry of a collection, an array, or a
// boxed number.
func isInternal(name string) bool {
	return strings.ContainsAny(name, "$[") || IsBox(name) || name == "java.lang.Object"
}

// IsBox reports whether objects of a type hold one number, character or truth value.
func IsBox(name string) bool {
	switch name {
	case "java.lang.Integer", "java.lang.Long", "java.lang.Short", "java.lang.Byte", "java.lang.Character", "java.lang.Boolean",
		"java.lang.Double", "java.lang.Float":
		return true
	}
	return false
}
