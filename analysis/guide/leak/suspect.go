package leak

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"memcity/analysis/window"
)

// Least growth that is worth reporting.
const (
	leastShare = window.LeastGrowth // share of the heap at the last GC point
	leastBytes = window.LeastBytes  // in bytes
	leastPiled = 3                  // in objects

	leastSlowShare = 0.002 // least share and bytes for slow growth
	leastSlowBytes = 1 << 13
)

// Suspect is a set of piles below one owner.
type Suspect struct {
	Holding
	Also  []string // further fields that hold the same chain, such as the one for its other end
	Parts []Pile   // places of the piles; mostly one

	Verdict                // verdict on Objects, or on Bytes if there are no piles
	Objects, Bytes []int64 // by GC point: objects of the piles, and bytes of everything below them

	// Uneven is true if the number of objects does not show the growth; see [Holders.MostGrown].
	Uneven bool

	// Slots is the number of objects in the container's place, if that number is constant and each refers to at most one object of the
	// pile. The pile cannot exceed it. It is 0 if there is no such limit.
	Slots int64
}

// Pile is a set of places whose number of objects keeps growing.
type Pile struct {
	// Container holds the places. Its number of objects does not grow. It is a GC root if the root itself refers to more and more objects.
	Container Place
	Tops      []Place // directly below Container; none if the container's own objects grow in size
}

// Tops returns the places that pile up in all parts. For a part without Tops, it returns the container, whose objects grow in size.
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

// GrowthBytes returns the growth in the window, in bytes.
func (s *Suspect) GrowthBytes() int64 { return s.Bytes[len(s.Bytes)-1] - s.Bytes[s.From] }

// GrowthObjects returns the growth in the window, in objects.
func (s *Suspect) GrowthObjects() int64 { return s.Objects[len(s.Objects)-1] - s.Objects[s.From] }

// Suspects returns the piles that keep growing, most growth first. times are those of the GC points. Of nested places, only the outermost
// counts, as it holds the others. The cost is linear in places and GC points.
func (s *Holders) Suspects(times []time.Duration) []Suspect {
	return s.suspects(finder{Holders: s, times: times, judge: Judge}, leastShare, leastBytes)
}

// Slow returns the suspects of [Holders.Suspects] and slower growth: at least 8 KiB and a 500th of the heap. Slower growth cannot be
// distinguished from the runtime's own needs.
func (s *Holders) Slow(times []time.Duration) []Suspect {
	return s.suspects(finder{Holders: s, times: times, judge: Judge}, leastSlowShare, leastSlowBytes)
}

// suspects is Suspects with the given finder and least growth, as a share of the heap and in bytes.
func (s *Holders) suspects(f finder, share float64, least int64) []Suspect {
	if s.Points < 2 || s.Points < leastPoints && s.Bytes[s.Points-1] <= s.Bytes[0] { // two points show nothing about a heap that shrank
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

// merged joins the suspects of one owner, such as those of a list that is held at both ends.
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

// pileOwner identifies the owner of a suspect: a place and, for a chain, the type of its links.
type pileOwner struct {
	at   Place
	link string
}

// ownerKey returns the owner of a suspect. Both ends of a chain that the same objects hold have one owner.
func (f *finder) ownerKey(s *Suspect) pileOwner {
	if n := &f.Nodes[s.At]; s.IsChain() && n.Parent != NoPlace {
		return pileOwner{n.Parent, n.Type}
	}
	return pileOwner{s.Base, ""}
}

// IsChain reports whether the owner refers to the pile itself: the first link of a chain.
func (s *Suspect) IsChain() bool { return slices.Contains(s.Parts[0].Tops, s.At) }

// ownerGrows reports whether everything that the owner holds also keeps growing. If it does not, objects have only moved, like the entries
// of a full cache.
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

// weight orders suspects by growth times confidence.
func (s *Suspect) weight() float64 { return float64(s.GrowthBytes()) * s.Confidence }

type finder struct {
	*Holders
	times []time.Duration
	found []Suspect
	least int64 // least growth, in bytes
	judge func([]Sample) Verdict
}

func (f *finder) samples(values []int64) []Sample {
	samples := make([]Sample, len(values))
	for i, v := range values {
		samples[i] = Sample{f.times[i], v}
	}
	return samples
}

// grown reports whether the last value exceeds the smallest by at least f.least.
func (f *finder) grown(bytes []int64) bool { return bytes[len(bytes)-1]-slices.Min(bytes) >= f.least }

// visit finds suspects at a place and below, and reports whether there are any.
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

// piles adds the piles below p. The holder of a chain's first link holds the chain.
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

// total adds up the objects of the given places, and the bytes of everything below them, by GC point.
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

// leastSlots is the least number of single-slot objects that count as the limit of a pile.
const leastSlots = 16

// slots returns the largest number of pile objects that the objects of p can hold; 0 for no limit.
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

// large adds a place whose few objects keep growing in size, such as a string that is appended to.
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

// Group is the objects of one type below some places, at the last GC point, and their growth since another point.
type Group struct {
	Type                       string
	Objects, Bytes             int64
	GrowthObjects, GrowthBytes int64
}

// FromNothing represents a time before the first GC point, when the heap was empty.
const FromNothing = -1

// since returns the growth of a number since a GC point, or [FromNothing].
func since(values []int64, from int) int64 {
	if from == FromNothing {
		return values[len(values)-1]
	}
	return values[len(values)-1] - values[from]
}

// Groups returns the types that grew below some places since a GC point, or [FromNothing], most bytes first.
func (s *Holders) Groups(tops []Place, from int) []Group {
	last := s.Points - 1
	at := map[string]int{}
	var groups []Group
	var queue []Place
	for i, p := range tops {
		within := func(top Place) bool { return top != p && s.Within(p, top) }
		if !slices.Contains(tops[:i], p) && !slices.ContainsFunc(tops, within) { // a place below another one is counted with that
			queue = append(queue, p)
		}
	}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		n := &s.Nodes[next]
		i, ok := at[n.Type]
		if !ok {
			i = len(groups)
			at[n.Type] = i
			groups = append(groups, Group{Type: n.Type})
		}
		g := &groups[i]
		g.Objects += n.Objects[last]
		g.Bytes += n.Bytes[last]
		g.GrowthObjects += since(n.Objects, from)
		g.GrowthBytes += since(n.Bytes, from)
		queue = slices.AppendSeq(queue, s.children(next))
	}
	groups = slices.DeleteFunc(groups, func(g Group) bool { return g.GrowthBytes <= 0 })
	slices.SortStableFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.GrowthBytes, a.GrowthBytes), cmp.Compare(a.Type, b.Type))
	})
	return groups
}

// synthetic reports whether a type has no name in source code: the class of a lambda, a proxy, a class that a library generates to access
// another one, or an array.
func synthetic(name string) bool {
	return strings.HasSuffix(name, "[]") || slices.ContainsFunc(generated, func(part string) bool { return strings.Contains(name, part) })
}

// generated contains parts of the names of classes that are generated at run time.
var generated = []string{"$$", "$Proxy", "$HibernateAccessOptimizer", "$HibernateInstantiator", "$MockitoMock$"}

// isInternal reports whether a library type only holds objects for others: an entry of a collection, an array, or a boxed number.
func isInternal(name string) bool {
	return strings.ContainsAny(name, "$[") || IsBox(name) || name == "java.lang.Object" || roleOf(name) == wrapper
}

// IsBox reports whether objects of a type hold one number, character or boolean.
func IsBox(name string) bool {
	switch name {
	case "java.lang.Integer", "java.lang.Long", "java.lang.Short", "java.lang.Byte", "java.lang.Character", "java.lang.Boolean",
		"java.lang.Double", "java.lang.Float":
		return true
	}
	return roleOf(name) == box
}
