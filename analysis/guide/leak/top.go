package leak

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Top is the type that a pile is named after, and what each of its objects comes with.
type Top struct {
	Type    string
	Objects int64
	Places  []Place // of the type, in the pile
	Depth   int     // references from the pile's places
	With    []Part  // those that take most bytes first
}

// Part is what the objects of a pile consist of besides their own.
type Part struct {
	Type           string
	Objects, Bytes int64
}

// Bounds of what there is about once for each object of a pile.
const (
	topLeast   = 0.5
	topMost    = 2.0
	topOwns    = 0.8 // of what the pile retains: the first such type on the way into it is its top
	maxTopDeep = 12  // references from the pile's places

	partsOfType = 10 // places that the objects of one type are at most in, to be seen
)

// TopOf names what some places pile up as a reader would: by the program's type that nearly each entry of a library leads to, over single
// objects of the library; or else by the first type on the way into them that is no internal of a
// collection, of which there is about one for each object, and that retains most of them; of several at the same distance
// the one that retains most. If none does, types of the program go before those that libraries keep with them. If there are only types of the runtime it is one of these.
func (d *Dominance) TopOf(tops []Place) Top {
	s, last := d.holders, d.holders.Points-1
	total, retained := int64(0), int64(0)
	count := map[string]int64{}
	for _, p := range tops {
		n := &s.Nodes[p]
		count[n.Type] += n.Objects[last]
		total = max(total, count[n.Type])
		retained += d.Retained(p).Bytes
	}
	found := map[string]*topCandidate{}
	led := s.ledTo(tops)
	level, seen := slices.Clone(tops), map[Place]bool{}
	for depth := 0; len(level) > 0 && depth < maxTopDeep; depth++ {
		var next []Place
		for _, p := range level {
			if seen[p] {
				continue
			}
			seen[p] = true
			n := &s.Nodes[p]
			c := found[n.Type]
			if c == nil {
				c = &topCandidate{kind: n.Type, depth: depth, rank: s.rank(p), key: n.Field == "key", own: n.Own,
					nested: strings.Contains(n.Type, "$") && !n.Own}
				found[n.Type] = c
			}
			if !n.back {
				c.objects += n.Objects[last]
				c.bytes += d.Retained(p).Bytes
				if depth == c.depth {
					c.nearest += d.Retained(p).Bytes
				}
				c.places = append(c.places, p)
				if led[p] {
					c.led += n.Objects[last]
				}
			}
			for _, q := range d.References(p) {
				if n := float64(s.Nodes[q].Objects[last]); n >= topLeast*float64(total)/partsOfType {
					next = append(next, q)
					led[q] = led[q] || led[p] && !s.holdsMany(q) && topOwns*n <= float64(total)
				}
			}
		}
		level = next
	}
	d.addKeys(found)
	return s.top(found, total, retained)
}

// ledTo returns the given places if they are entries of a library, which makes them for what a program registers; none otherwise. Entries
// are of a library if the closest type above them that is neither of the runtime nor internal is.
func (s *Holders) ledTo(tops []Place) map[Place]bool {
	led := map[Place]bool{}
	for _, top := range tops {
		for p := s.Nodes[top].Parent; p != NoPlace && s.Nodes[p].Parent != NoPlace; p = s.Nodes[p].Parent {
			if s.IsInternal(p) {
				continue
			}
			if !s.Nodes[p].Own && !s.Nodes[top].Own {
				led[top] = true
			}
			break
		}
	}
	return led
}

// holdsMany reports whether the objects of a place are arrays or collections, which lead to any number of others.
func (s *Holders) holdsMany(p Place) bool {
	t := s.Nodes[p].Type
	return strings.HasSuffix(t, "[]") || OfRuntime(t) && isContainer(t)
}

// addKeys counts keys of maps for the values next to them that refer to them, as those hold them as well as the map does.
func (d *Dominance) addKeys(found map[string]*topCandidate) {
	keys := map[Place]*topCandidate{}
	for _, c := range found {
		if c.key {
			for _, p := range c.places {
				keys[p] = c
			}
		}
	}
	if len(keys) == 0 {
		return
	}
	for _, c := range found {
		held := map[Place]bool{}
		for _, p := range c.places {
			for _, q := range d.References(p) {
				if key := keys[q]; key != nil && !c.key && c.depth == key.depth && !held[q] {
					held[q] = true
					c.keys += d.Retained(q).Bytes
				}
			}
		}
	}
}

// Alongside lists the places that references lead to from some places and that have about as many objects: what there is once
// for each object of a pile, with the places themselves, ascending.
func (d *Dominance) Alongside(tops []Place) []Place {
	s, last := d.holders, d.holders.Points-1
	total, seen := int64(0), map[Place]bool{}
	for _, p := range tops {
		total = max(total, s.Nodes[p].Objects[last])
		seen[p] = true
	}
	level := slices.Clone(tops)
	for depth := 0; len(level) > 0 && depth < maxTopDeep; depth++ {
		var next []Place
		for _, p := range level {
			for _, q := range d.References(p) {
				n := float64(s.Nodes[q].Objects[last])
				if !seen[q] && n >= topLeast*float64(total) && n <= topMost*float64(total) {
					seen[q] = true
					next = append(next, q)
				}
			}
		}
		level = next
	}
	return slices.Sorted(maps.Keys(seen))
}

// topCandidate is a type that is come to on the way into a pile.
type topCandidate struct {
	kind           string
	depth, rank    int
	key            bool // of a map, whose values say more
	own, nested    bool
	inside         bool // see contained
	objects, bytes int64
	led            int64 // objects that entries of a library lead to one by one
	nearest        int64 // of bytes, those at that distance: more than the pile retains is held by others too
	keys           int64 // bytes of the keys next to these values that these hold, too
	places         []Place
}

// weight is what speaks for a type of several at the same distance: what it retains. Values say more than keys, unless these are
// much larger.
func (c *topCandidate) weight() int64 {
	if c.key {
		return c.bytes / 2
	}
	return c.bytes + c.keys
}

// What the name of a type says to a reader, most first.
const (
	ofProgram  = iota // types of the program and those of libraries
	ofRuntime         // types of the runtime, entries of a library's own map, and lambdas of the program: listeners that were registered
	plainValue        // arrays of numbers, boxed numbers, and arrays of the program
	internal          // what holds things for others
)

func (s *Holders) rank(p Place) int {
	n := &s.Nodes[p]
	switch t := n.Type; {
	case n.Own && isLambda(t):
		return ofRuntime
	case IsBox(t), isPrimitiveArray(t), n.Own && synthetic(t):
		return plainValue
	case synthetic(t) || OfRuntime(t) && (strings.Contains(t, "$") || isContainer(t)) || t == "java.lang.Object":
		return internal
	case OfRuntime(t):
		return ofRuntime
	case isEntry(t) && (n.Own && s.isPartOfOwn(p) || !n.Own && s.isPartOfContainer(p)):
		return ofRuntime
	case isEntry(t) && !n.Own:
		return internal
	}
	return ofProgram
}

// isPartOfOwn is [Holders.isPartOfContainer] for a type of the program: nothing but arrays and other types nested in the container are between
// it and the container. What the program keeps in a list of the runtime is no part of a container, whatever its name and wherever it is declared.
func (s *Holders) isPartOfOwn(p Place) bool {
	outer, _, _ := strings.Cut(s.Nodes[p].Type, "$")
	for p = s.Nodes[p].Parent; p != NoPlace; p = s.Nodes[p].Parent {
		above := strings.TrimRight(s.Nodes[p].Type, "[]")
		if above == outer {
			return true
		}
		if !strings.HasPrefix(above, outer+"$") && above != "java.lang.Object" && !strings.HasPrefix(above, "java.util.concurrent.atomic.") {
			return false
		}
	}
	return false
}

// isPartOfContainer reports whether the type of a place is nested in that of a place above, as the entries of a map are in the map.
func (s *Holders) isPartOfContainer(p Place) bool {
	outer, _, _ := strings.Cut(s.Nodes[p].Type, "$")
	for p = s.Nodes[p].Parent; p != NoPlace; p = s.Nodes[p].Parent {
		if above, _, _ := strings.Cut(strings.TrimRight(s.Nodes[p].Type, "[]"), "$"); above == outer {
			return true
		}
	}
	return false
}

// isEntry reports whether the name of a nested type is one that collections give to what they hold things in.
func isEntry(name string) bool {
	if !strings.Contains(name, "$") {
		return false
	}
	for _, end := range []string{"Entry", "Node", "Segment", "Bucket", "Cell", "Slot", "Link", "Map", "Reference"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

func (s *Holders) top(found map[string]*topCandidate, total, retained int64) Top {
	var list []*topCandidate
	for _, c := range found {
		if float64(c.objects) >= topLeast*float64(total) && float64(c.objects) <= topMost*float64(total) {
			list = append(list, c)
		}
	}
	list = append(list, contained(list, found, total, retained)...)
	isKnown := func(c *topCandidate) bool { // a reader knows the pile by it, as it is there for each object
		return c.own && c.rank == ofProgram && float64(c.objects) >= topOwns*float64(total) && topOwns*float64(c.objects) <= float64(total)
	}
	has := func(c *topCandidate, share float64) bool {
		return float64(c.bytes+c.keys) >= share*float64(retained) && c.nearest <= retained
	}
	owns := func(c *topCandidate) bool { return has(c, topOwns) }
	ofReader := func(c *topCandidate) bool { // whatever a library keeps around it
		return isKnown(c) && !c.key && (has(c, topLeast) || float64(c.led) >= topOwns*float64(total))
	}
	known := slices.ContainsFunc(list, isKnown)
	slices.SortFunc(list, func(a, b *topCandidate) int {
		if order := cmp.Or(cmp.Compare(a.rank, b.rank), compareBool(b.inside, a.inside), compareBool(ofReader(b), ofReader(a)), compareBool(owns(b), owns(a))); order != 0 {
			return order
		}
		if owns(a) { // each stands for the whole: the one that says most
			return cmp.Or(compareBool(b.own, a.own), compareBool(a.nested, b.nested), cmp.Compare(a.depth, b.depth), cmp.Compare(a.kind, b.kind))
		}
		return cmp.Or(compareBool(known && b.own, known && a.own), cmp.Compare(a.depth, b.depth), cmp.Compare(b.weight(), a.weight()),
			cmp.Compare(a.kind, b.kind))
	})
	if len(list) == 0 {
		return Top{}
	}
	top := Top{Type: list[0].kind, Objects: list[0].objects, Places: list[0].places, Depth: list[0].depth}
	for _, c := range found {
		if c.kind != top.Type && (c.rank <= ofRuntime || IsBox(c.kind)) && c.depth > list[0].depth {
			top.With = append(top.With, Part{c.kind, c.objects, c.bytes})
		}
	}
	slices.SortFunc(top.With, func(a, b Part) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Type, b.Type))
	})
	return top
}

// contained returns the program's types with several objects for each object of a pile and at least a tenth of its bytes. They name the pile if
// its own objects are only containers, such as the nodes of a trie or the rows of a table, or a few objects of a library.
func contained(list []*topCandidate, found map[string]*topCandidate, total, retained int64) (more []*topCandidate) {
	if slices.ContainsFunc(list, func(c *topCandidate) bool {
		return c.rank == ofProgram && (c.own || total >= leastEntries) || c.own && c.rank == ofRuntime
	}) {
		return nil
	}
	for _, c := range found {
		if c.own && c.rank == ofProgram && float64(c.objects) > topMost*float64(total) && float64(c.bytes+c.keys) >= leastHeld*float64(retained) {
			c.inside = true
			more = append(more, c)
		}
	}
	return more
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// isContainer reports whether the name of a type of the runtime is that of a collection or of what wraps one thing.
func isContainer(name string) bool {
	for _, end := range []string{"Map", "List", "Set", "Queue", "Deque", "Vector", "Stack", "Hashtable", "Properties", "Reference",
		"Optional"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return strings.HasPrefix(name, "java.util.concurrent.atomic.")
}
