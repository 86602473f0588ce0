package structure

import (
	"slices"
	"strings"

	"memcity/trace"
)

// What becomes of the target of a reference, by the type it comes from and that of the target.
const (
	ignore    uint8 = iota
	follow          // a named type
	followAny       // whatever the type
	takeLeaf        // contents
)

// matched is a library applied to the types of a heap state.
type matched struct {
	heap    *trace.Heap
	library *Library

	names *names
	types []typeInfo // by type, then the class objects that have descriptions
	class map[trace.ObjectID]trace.TypeID

	// Types that the same references of all descriptions mean are of one class: the table is small then. The entry of
	// description d and class c is table[d*classes+c]; the description behind the last one is that of arrays.
	table   []uint8
	classes int
}

// typeInfo is what matters of a type.
type typeInfo struct {
	description int32 // index; noDescription if it has none
	class       uint32
	head        bool
	kind        trace.TypeKind
}

const noDescription = -1

// match finds the description of every type, and what its references mean. The cost is linear in types times names with a *.
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

// describe finds the description of a type or of the closest of its super types that has one.
func (m *matched) describe(n *names, t trace.TypeID) int32 {
	switch m.heap.Types[t].Kind {
	case trace.ObjectArray:
		return int32(len(m.library.Descriptions))
	case trace.PrimitiveArray:
		return noDescription
	}
	for _, name := range n.line(t) {
		if d, ok := m.library.of[name]; ok {
			return d
		}
	}
	return noDescription
}

// addClassObjects gives the class objects that references or descriptions name a type of their own.
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

// fill makes the table.
func (m *matched) fill(n *names) {
	refs := newRefs(m.library)
	var classes [][]int32 // the patterns that mean the types of the class
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

// keyOf makes a key for a map of a list of numbers.
func keyOf[N ~int32 | ~uint32](list []N) string {
	key := make([]byte, 0, 4*len(list))
	for _, n := range list {
		key = append(key, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	return string(key)
}

// name returns the name of a type among m.types.
func (m *matched) name(t trace.TypeID) string {
	if own := int(t) - len(m.heap.Types); own >= 0 {
		return m.names.own[own].name
	}
	return m.heap.Types[t].Name
}

// typeOf returns the number of o's type among m.types.
func (m *matched) typeOf(o trace.ObjectID) trace.TypeID {
	t := m.heap.TypeOf.At(o)
	if len(m.class) > 0 && m.types[t].kind == trace.ClassObject {
		if own, ok := m.class[o]; ok {
			return own
		}
	}
	return t
}

// refs are the names in the references of a library, each once.
type refs struct {
	exact    map[string]int32
	wild     []int32            // with a * in them
	fitting  map[string][]int32 // those of wild that mean a name, by names that came before: types share their super types
	patterns []string
	of       [][]meaning // by description
}

// meaning is one name in one reference.
type meaning struct {
	pattern int32
	use     uint8
}

// never excludes a type; it is no entry of the table.
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

// anyLeaf is what a reference (*) means; the table has takeLeaf for it.
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

// meaning lists the patterns that mean a type of these names, ascending.
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

// use says what becomes of a target that some patterns mean. What is excluded comes first, then what is named, then what
// any type is.
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

// fits reports whether a name is what a pattern means, in which * stands for any text. A pattern without [] at its end means
// no arrays, but for * alone.
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
