package structure

import (
	"slices"
	"strings"

	"memcity/trace"
)

// Actions for the target of a reference, by the types of both ends.
const (
	ignore    uint8 = iota
	follow          // the target has a named type
	followAny       // the target may have any type
	takeLeaf        // the target is contents
)

// matched is a library applied to the types of a heap state.
type matched struct {
	heap    *trace.Heap
	library *Library

	names *names
	types []typeInfo // by type, then for class objects with descriptions
	class map[trace.ObjectID]trace.TypeID

	// Types that match the same references in all descriptions share a class, which keeps the table small. The entry for description d and
	// class c is table[d*classes+c]. A description for arrays follows the last one.
	table   []uint8
	classes int
}

// typeInfo contains the properties of a type that matter here.
type typeInfo struct {
	description int32 // index; noDescription for none
	class       uint32
	head        bool
	kind        trace.TypeKind
}

const noDescription = -1

// match finds the description of each type and the types that references stand for. The cost is linear in types times names with a *.
func match(h *trace.Heap, l *Library) *matched {
	m := &matched{heap: h, library: l, types: make([]typeInfo, len(h.Types)), class: map[trace.ObjectID]trace.TypeID{}}
	n := newNames(h)
	m.names = n
	for t := range h.Types {
		m.types[t] = typeInfo{description: m.describe(n, trace.TypeID(t)), kind: h.Types[t].Kind}
	}
	m.addClassObjects(n)
	m.fill(n)
	return m
}

// describe returns the index of the description for a type or for its closest supertype that has one.
func (m *matched) describe(n *names, t trace.TypeID) int32 {
	switch m.heap.Types[t].Kind {
	case trace.ObjectArray:
		return int32(len(m.library.Descriptions))
	case trace.PrimitiveArray:
		return noDescription
	case trace.ClassObject:
		if m.heap.Types[t].Name != classType {
			return noDescription // a dictionary with the variables of a module: it would contain the program's data structures
		}
	}
	for _, name := range n.line(t) {
		if d, ok := m.library.of[name]; ok {
			return d
		}
	}
	return noDescription
}

// addClassObjects adds a type for each class object that references or descriptions name.
func (m *matched) addClassObjects(n *names) {
	wanted := map[string]bool{}
	for _, d := range m.library.Descriptions {
		wanted[d.Type] = true
		for i := range d.Refs {
			wanted[d.Refs[i].Text] = true
		}
	}
	for t := range m.heap.Types {
		name := classType + "<" + m.heap.Types[t].Name + ">"
		o := m.heap.Types[t].Class
		if !wanted[name] || o == trace.NoObject || m.heap.Types[m.heap.TypeOf.At(o)].Kind != trace.ClassObject || m.class[o] != 0 {
			continue
		}
		info := typeInfo{description: noDescription, kind: trace.ClassObject}
		if d, ok := m.library.of[name]; ok {
			info.description = d
		}
		m.class[o] = trace.TypeID(len(m.types))
		m.types = append(m.types, info)
		n.classObject(name, m.heap.TypeOf.At(o))
	}
}

// fill fills the table.
func (m *matched) fill(n *names) {
	refs := newRefs(m.library)
	var classes [][]int32 // by class: patterns that its types match
	ids := map[string]uint32{}
	for t := range m.types {
		of := refs.meaning(n.all(t))
		key := keyOf(of)
		id, ok := ids[key]
		if !ok {
			id = uint32(len(classes))
			ids[key] = id
			classes = append(classes, of)
		}
		info := &m.types[t]
		info.class = id
		if d := info.description; d >= 0 && int(d) < len(m.library.Descriptions) {
			info.head = m.library.Descriptions[d].Head
		}
	}
	m.classes = len(classes)
	arrays := len(m.library.Descriptions)
	m.table = make([]uint8, (arrays+1)*m.classes)
	for d := range m.library.Descriptions {
		row := m.table[d*m.classes:][:m.classes]
		for c := range row {
			row[c] = refs.use(d, classes[c])
		}
	}
	for c := range m.classes {
		m.table[arrays*m.classes+c] = followAny
	}
}

// keyOf returns a map key for a list of numbers.
func keyOf[N ~int32 | ~uint32](list []N) string {
	key := make([]byte, 0, 4*len(list))
	for _, n := range list {
		key = append(key, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	return string(key)
}

// name returns the name of a type in m.types.
func (m *matched) name(t trace.TypeID) string {
	if own := int(t) - len(m.heap.Types); own >= 0 {
		return m.names.own[own].name
	}
	return m.heap.Types[t].Name
}

// typeOf returns the index of o's type in m.types.
func (m *matched) typeOf(o trace.ObjectID) trace.TypeID {
	t := m.heap.TypeOf.At(o)
	if len(m.class) > 0 && m.types[t].kind == trace.ClassObject {
		if own, ok := m.class[o]; ok {
			return own
		}
	}
	return t
}

// refs contains the distinct names in the references of a library.
type refs struct {
	exact    map[string]int32
	wild     []int32            // names with a *
	fitting  map[string][]int32 // cache: patterns in wild by a name that matches; types share supertypes
	patterns []string
	of       [][]meaning // by description
}

// meaning is a name in a reference, with its use.
type meaning struct {
	pattern int32
	use     uint8
}

// never excludes a type. It does not occur in the table.
const never = 0xff

func newRefs(l *Library) *refs {
	r := &refs{exact: map[string]int32{}, fitting: map[string][]int32{}, of: make([][]meaning, len(l.Descriptions))}
	for i, d := range l.Descriptions {
		for j := range d.Refs {
			ref := &d.Refs[j]
			for _, name := range ref.Names() {
				r.of[i] = append(r.of[i], meaning{r.id(name), ref.action()})
			}
		}
		slices.SortFunc(r.of[i], func(a, b meaning) int { return int(a.pattern) - int(b.pattern) })
	}
	return r
}

// anyLeaf is the use of a reference (*). The table contains takeLeaf instead.
const anyLeaf = 0xfe

func (r *Ref) action() uint8 {
	switch {
	case r.Use == Never:
		return never
	case r.Use == Leaf && r.any():
		return anyLeaf
	case r.Use == Leaf:
		return takeLeaf
	case r.any():
		return followAny
	}
	return follow
}

func (r *refs) id(name string) int32 {
	if name == rootType {
		name = anyType
	}
	id, ok := r.exact[name]
	if !ok {
		id = int32(len(r.patterns))
		r.exact[name] = id
		r.patterns = append(r.patterns, name)
		if strings.Contains(name, "*") {
			r.wild = append(r.wild, id)
		}
	}
	return id
}

// meaning returns the patterns that match a type with the given names, ascending.
func (r *refs) meaning(names []string) []int32 {
	var of []int32
	for _, name := range names {
		if id, ok := r.exact[name]; ok {
			of = append(of, id)
		}
	}
	for _, name := range names {
		fitting, known := r.fitting[name]
		if !known {
			for _, id := range r.wild {
				if fits(r.patterns[id], name) {
					fitting = append(fitting, id)
				}
			}
			r.fitting[name] = fitting
		}
		of = append(of, fitting...)
	}
	slices.Sort(of)
	return slices.Compact(of)
}

// use returns the action for targets that match the given patterns. Exclusion has the highest priority, then explicit names, then any type.
func (r *refs) use(description int, patterns []int32) uint8 {
	found := [256]bool{}
	for _, m := range r.of[description] {
		if _, ok := slices.BinarySearch(patterns, m.pattern); ok {
			found[m.use] = true
		}
	}
	for _, use := range []uint8{never, follow, takeLeaf, followAny, anyLeaf} {
		if found[use] {
			switch use {
			case never:
				return ignore
			case anyLeaf:
				return takeLeaf
			}
			return use
		}
	}
	return ignore
}

// fits reports whether a name matches a pattern, where * stands for any text. Only * alone and patterns that end in [] match arrays.
func fits(pattern, name string) bool {
	if pattern == anyType {
		return true
	}
	for strings.HasSuffix(pattern, "[]") && strings.HasSuffix(name, "[]") {
		pattern, name = pattern[:len(pattern)-2], name[:len(name)-2]
	}
	if strings.HasSuffix(pattern, "[]") || strings.HasSuffix(name, "[]") {
		return false
	}
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	first, last := parts[0], parts[len(parts)-1]
	if len(name) < len(first)+len(last) || !strings.HasPrefix(name, first) || !strings.HasSuffix(name, last) {
		return false
	}
	name = name[len(first) : len(name)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		at := strings.Index(name, part)
		if at < 0 {
			return false
		}
		name = name[at+len(part):]
	}
	return true
}
