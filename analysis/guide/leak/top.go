package leak

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"memcity/trace"
)

// Top is the type that a pile is named after, with the parts of its objects.
type Top struct {
	Type    string
	Objects int64
	Places  []Place // places of the type in the pile
	Depth   int     // number of references from the pile's places
	With    []Part  // parts of its objects, most bytes first
}

// Part is a type of objects that the objects of a pile hold.
type Part struct {
	Type           string
	Objects, Bytes int64
}

// Bounds for objects that exist about once for each object of a pile.
const (
	topLeast   = 0.5
	topMost    = 2.0
	topOwns    = 0.8 // least share of the pile's retained bytes for a type to own the pile
	maxTopDeep = 12  // most references from the pile's places

	partsOfType = 10 // largest number of places that may divide the objects of one type
)

// TopOf returns the type to name a pile by. Candidates are types with about one object for each object of the pile. If the entries belong
// to a library, TopOf prefers the program's type that nearly each entry leads to. Otherwise it prefers a type that retains most of the pile
// and is not internal to a collection, and of these a type of the program, then the closest. If no type retains most, it prefers types of
// the program, then the closest, then the one that retains most. Types of the runtime come last.
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
			if !s.repeats(p, tops) {
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

// repeats reports whether a place of the same type is above the given one. For a place below one of tops, only places down from there count:
// a pile may hold objects of the same type as its holder, such as all sessions of a database that one session leads to.
func (s *Holders) repeats(p Place, tops []Place) bool {
	if !s.Nodes[p].back {
		return false
	}
	for q := s.Nodes[p].Parent; q != NoPlace; q = s.Nodes[q].Parent {
		if s.Nodes[q].Type == s.Nodes[p].Type {
			return true
		}
		if slices.Contains(tops, q) {
			return false
		}
	}
	return true
}

// ledTo returns the given places that are entries of a library, which the library creates for objects that a program registers. The closest
// type above such a place, ignoring internal types, belongs to a library, and the type of the place is not the program's.
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

// holdsMany reports whether the objects of a place are arrays or collections, which refer to any number of objects.
func (s *Holders) holdsMany(p Place) bool {
	t := s.Nodes[p].Type
	return strings.HasSuffix(t, "[]") || OfRuntime(t) && isContainer(t)
}

// addKeys adds the bytes of map keys to the values that refer to them at the same depth. Both the values and the map hold these keys.
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

// Alongside returns the places that exist about once for each object of a pile, ascending. It follows references to places with about as
// many objects, and includes the given places.
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

// topCandidate is a type found below the places of a pile.
type topCandidate struct {
	kind           string
	depth, rank    int
	key            bool // true for the key of a map, whose values say more
	own, nested    bool
	inside         bool // see contained
	objects, bytes int64
	led            int64 // objects that entries of a library lead to one by one
	nearest        int64 // bytes at depth; if more than the pile retains, others hold them too
	keys           int64 // bytes of the keys at the same depth that these values also hold
	places         []Place
}

// weight ranks types at the same distance by the bytes that they retain. A key counts half, as values say more than keys.
func (c *topCandidate) weight() int64 {
	if c.key {
		return c.bytes / 2
	}
	return c.bytes + c.keys
}

// Ranks of types by how much their names say to a reader, most first.
const (
	ofProgram  = iota // types of the program and of libraries
	ofRuntime         // types of the runtime, entries of a library's own map, and lambdas of the program, which are registered listeners
	plainValue        // arrays of numbers, boxed numbers, and arrays of the program
	internal          // types that only hold objects for others
)

func (s *Holders) rank(p Place) int {
	n := &s.Nodes[p]
	switch t := n.Type; {
	case n.Own && trace.LambdaHost(t) != "":
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

// isPartOfOwn is [Holders.isPartOfContainer] for a type of the program. Only arrays and other types nested in the container may lie between
// the type and the container. Objects in a list of the runtime are no part of a container, whatever the name or nesting of their type.
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

// isPartOfContainer reports whether the type of a place is nested in the type of a place above, as a map's entry type is in the map.
func (s *Holders) isPartOfContainer(p Place) bool {
	outer, _, _ := strings.Cut(s.Nodes[p].Type, "$")
	for p = s.Nodes[p].Parent; p != NoPlace; p = s.Nodes[p].Parent {
		if above, _, _ := strings.Cut(strings.TrimRight(s.Nodes[p].Type, "[]"), "$"); above == outer {
			return true
		}
	}
	return false
}

// isEntry reports whether a nested type has a name that collections use for their entries.
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
	isKnown := func(c *topCandidate) bool { // a reader knows the pile by this type, as it exists for each object
		return c.own && c.rank == ofProgram && float64(c.objects) >= topOwns*float64(total) && topOwns*float64(c.objects) <= float64(total)
	}
	shared := maxTopDeep // depth of the closest type that others hold too; the pile does not retain it
	for _, c := range list {
		if c.rank == ofProgram && c.nearest > retained {
			shared = min(shared, c.depth)
		}
	}
	has := func(c *topCandidate, share float64) bool {
		return float64(c.bytes+c.keys) >= share*float64(retained) && c.nearest <= retained && c.depth <= shared
	}
	owns := func(c *topCandidate) bool { return has(c, topOwns) }
	ofReader := func(c *topCandidate) bool { // even if a library wraps the objects
		return isKnown(c) && !c.key && (has(c, topLeast) || float64(c.led) >= topOwns*float64(total))
	}
	known := slices.ContainsFunc(list, isKnown)
	slices.SortFunc(list, func(a, b *topCandidate) int {
		if order := cmp.Or(cmp.Compare(a.rank, b.rank), compareBool(b.inside, a.inside), compareBool(ofReader(b), ofReader(a)), compareBool(owns(b), owns(a))); order != 0 {
			return order
		}
		if owns(a) { // each represents the whole pile, so take the type that says most
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

// contained returns the program's types with several objects for each object of a pile and at least a tenth of its bytes. They name a pile
// whose own objects are only containers, such as the nodes of a trie or the rows of a table, or a few objects of a library.
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

// isContainer reports whether a runtime type is named like a collection or like a wrapper of one object.
func isContainer(name string) bool {
	for _, end := range []string{"Map", "List", "Set", "Queue", "Deque", "Vector", "Stack", "Hashtable", "Properties", "Reference",
		"Optional"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	role := roleOf(name)
	return role == collection || role == wrapper || strings.HasPrefix(name, "java.util.concurrent.atomic.")
}
