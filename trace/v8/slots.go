package v8

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

const (
	// maxSlots is the largest number of names of slots of a type. The rest are elements.
	maxSlots = 4000
	// weakSlot is the slot of the weak references of modules.
	weakSlot = 0
)

// Special names of slots, instead of the index of a text.
const (
	weakNumber     = math.MaxUint32 - 1 - iota // weak references with an index
	ephemeronValue                             // value of an entry of a WeakMap
)

// Marks of references before slots are numbered: the index of an element, the slot of a module, or an index into [slotTable.entries].
const (
	isElement = 1 << 31
	isStatic  = 1 << 30
)

// slotKey identifies a slot: type, whether it is V8's own, whether it is weak, and name.
type slotKey uint64

// Flags of slots, above the name.
const (
	internalFlag slotKey = 1 << (32 + iota)
	weakFlag
)

func newSlotKey(t trace.TypeID, internal, weak bool, name uint32) slotKey {
	key := slotKey(t)<<40 | slotKey(name)
	if internal {
		key |= internalFlag
	}
	if weak {
		key |= weakFlag
	}
	return key
}

func (k slotKey) of() trace.TypeID { return trace.TypeID(k >> 40) }
func (k slotKey) internal() bool   { return k&internalFlag != 0 }
func (k slotKey) weak() bool       { return k&weakFlag != 0 }
func (k slotKey) name() uint32     { return uint32(k) }
func (k slotKey) hash() uint32     { return uint32(uint64(k) * 0x9E3779B97F4A7C15 >> 32) }

// slotTable contains the slots of all types. It is a hash table with open addressing, because each reference looks up its slot.
type slotTable struct {
	entries []slotEntry
	index   []uint32 // into entries; 1-based
}

type slotEntry struct {
	key   slotKey
	count uint32
	slot  uint16
}

func newSlotTable() *slotTable { return &slotTable{index: make([]uint32, 1<<12)} }

// find returns the index of a slot in the entries, which it adds if it is new.
func (s *slotTable) find(key slotKey) uint32 {
	mask := uint32(len(s.index) - 1)
	for i := key.hash() & mask; ; i = (i + 1) & mask {
		at := s.index[i]
		if at == 0 {
			s.entries = append(s.entries, slotEntry{key: key})
			s.index[i] = uint32(len(s.entries))
			if len(s.entries) > len(s.index)/2 {
				s.grow()
			}
			return uint32(len(s.entries) - 1)
		}
		if s.entries[at-1].key == key {
			return at - 1
		}
	}
}

func (s *slotTable) grow() {
	s.index = make([]uint32, 4*len(s.index))
	mask := uint32(len(s.index) - 1)
	for e := range s.entries {
		i := s.entries[e].key.hash() & mask
		for s.index[i] != 0 {
			i = (i + 1) & mask
		}
		s.index[i] = uint32(e + 1)
	}
}

// addReferences moves the edges of objects to the references of the heap. It overwrites the names of edges with marks.
func (l *loader) addReferences() error {
	h, slots := l.heap, newSlotTable()
	counts := trace.NewRowCounts(l.objects)
	used := uint32(0)
	o := trace.ObjectID(0)
	for n, kind := range l.kinds {
		if err := poll.At(l.ctx, n); err != nil {
			return err
		}
		if kind == syntheticNode {
			continue
		}
		t, from, before := h.TypeOf.At(o), l.first[n], used
		m := l.module(node(n))
		many := m == nil && kind == objectNode && l.hasMany(node(n), h.Types[t].Name)
		for e := from; e < l.first[n+1]; e++ {
			if l.kinds[l.to[e]] == syntheticNode {
				continue
			}
			weak := l.isWeak(node(n), e)
			var mark uint32
			if m != nil {
				mark = isStatic | l.staticSlot(m, e, weak)
			} else {
				mark = l.mark(slots, t, e, weak, many, e-from)
			}
			l.to[used], l.edgeNames[used] = l.object(l.to[e]), mark
			used++
		}
		counts.Set(o, used-before)
		o++
	}
	l.addNames(slots)
	return l.addSlots(slots, counts, used)
}

// module returns the module of a node; nil if there is none.
func (l *loader) module(n node) *module {
	if l.flags[n]&isModule == 0 {
		return nil
	}
	return &l.modules[l.moduleOf[n]]
}

// hasMany reports whether an object has too many properties to name them. of is the name of its type.
func (l *loader) hasMany(n node, of string) bool {
	limit := dictionary
	if of == plainObject {
		limit = plainDictionary
	}
	from, to := l.edgesOf(n)
	if int(to-from) <= limit {
		return false
	}
	properties := 0
	for e := from; e < to; e++ {
		if l.edgeKinds[e] == propertyEdge {
			properties++
		}
	}
	return properties > limit
}

// mark returns the mark of an edge of an object of type t. many is true if properties are elements.
// position is the 0-based position of the edge in the object.
func (l *loader) mark(slots *slotTable, t trace.TypeID, e uint32, weak, many bool, position uint32) uint32 {
	kind, name := l.edgeKinds[e], l.edgeNames[e]
	number := name
	if kind.hasName() {
		form := l.texts.formOf(name)
		switch {
		case kind != internalEdge && kind != weakEdge, form == 0:
			number = noText
		case form&isNumber != 0:
			number = form &^ isNumber
		default:
			number, name = noText, ephemeronValue
		}
	}
	if kind == propertyEdge && many {
		number = position
	}
	if number != noText {
		if !weak {
			h := l.heap
			h.Types[t].Elements = true
			return isElement | min(number, math.MaxUint16)
		}
		name = weakNumber
	}
	entry := slots.find(newSlotKey(t, kind != propertyEdge && kind != contextEdge, weak, name))
	slots.entries[entry].count++
	return entry
}

// staticSlot returns the slot of an edge of a module.
func (l *loader) staticSlot(m *module, e uint32, weak bool) uint32 {
	if len(m.slots) == 0 {
		m.slots = []string{weakSlot: "<weak>"}
	}
	if weak {
		return weakSlot
	}
	if len(m.slots) > math.MaxUint16-1 {
		return math.MaxUint16
	}
	m.slots = append(m.slots, l.staticName(m, e))
	return uint32(len(m.slots) - 1)
}

// parameters are the parameters of the functions that wrap modules; the key is true for the modules of Node.js itself. They are not variables,
// because every module has them. The parameter exports is a variable.
var parameters = map[bool][]string{
	false: {"module", "require", "__filename", "__dirname"},
	true:  {"module", "require", "process", "primordials", "internalBinding", "privateSymbols", "perIsolateSymbols"},
}

// isVariable reports whether an edge of a module is a variable, and not its prototype, a parameter, or an accessor of the global object.
func (l *loader) isVariable(m *module, e uint32) bool {
	kind := l.edgeKinds[e]
	if kind != propertyEdge && kind != contextEdge || l.flags[l.to[e]]&isModule != 0 || l.edgeNames[e] == l.texts.known["__proto__"] {
		return false
	}
	name := l.texts.of(l.edgeNames[e])
	if kind == propertyEdge {
		return !strings.HasPrefix(name, "get ") && !strings.HasPrefix(name, "set ") && !l.isSystem(l.to[e], accessorPair)
	}
	return !slices.Contains(parameters[strings.HasPrefix(m.name, "node:")], name)
}

// staticName returns the name of an edge of a module. A variable in a cell is named by the cell, not by the context.
func (l *loader) staticName(m *module, e uint32) string {
	kind, name := l.edgeKinds[e], l.edgeNames[e]
	isValue := kind == internalEdge && name == l.texts.known["value"] || kind == hiddenEdge && name == 0
	switch {
	case m.value != "" && isValue:
		return m.value
	case l.isVariable(m, e):
		return trace.PlainLine(l.texts.of(name))
	case kind.hasName():
		return "<" + trace.PlainLine(l.texts.of(name)) + ">"
	}
	return "<element>"
}

// addNames numbers the slots of each type, the most frequent first. Beyond the limit, references become elements.
func (l *loader) addNames(slots *slotTable) {
	h := l.heap
	order := make([]uint32, len(slots.entries))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int {
		x, y := &slots.entries[a], &slots.entries[b]
		return cmp.Or(cmp.Compare(x.key.of(), y.key.of()), cmp.Compare(y.key&weakFlag, x.key&weakFlag), cmp.Compare(y.count, x.count), cmp.Compare(a, b))
	})
	for _, i := range order {
		e := &slots.entries[i]
		t := &h.Types[e.key.of()]
		if len(t.References) >= maxSlots {
			e.slot, t.Elements = math.MaxUint16, true
			continue
		}
		e.slot = uint16(len(t.References))
		if e.key.weak() {
			t.Weak = append(t.Weak, e.slot)
		}
		t.References = append(t.References, l.slotName(e.key))
	}
}

// slotName returns the name of a slot. Slots of V8's own have names such as <map>.
func (l *loader) slotName(key slotKey) string {
	name := ""
	switch key.name() {
	case weakNumber:
		name = "weak"
	case ephemeronValue:
		name = "value in WeakMap"
	default:
		name = cmp.Or(trace.PlainLine(l.texts.of(key.name())), "?")
	}
	if key.internal() {
		return "<" + name + ">"
	}
	return name
}

// addSlots fills the columns of the references from the marks.
func (l *loader) addSlots(slots *slotTable, counts *trace.RowCounts, used uint32) error {
	h := l.heap
	var err error
	if h.RefStart, err = counts.Rows(); err != nil {
		return err
	}
	h.RefTo = l.to[:used:used]
	h.RefSlot = trace.NewSlots(int(used))
	var row []uint16
	for o := range trace.ObjectID(l.objects) {
		if err := poll.At(l.ctx, uint32(o)); err != nil {
			return err
		}
		from, to := h.RefStart.Row(o)
		first := len(h.Types[h.TypeOf.At(o)].References)
		row = row[:0]
		for _, mark := range l.edgeNames[from:to] {
			switch {
			case mark&isElement != 0:
				row = append(row, uint16(min(first+int(mark&^isElement), math.MaxUint16)))
			case mark&isStatic != 0:
				row = append(row, uint16(mark&^isStatic))
			default:
				row = append(row, slots.entries[mark].slot)
			}
		}
		h.RefSlot.Put(int(from), row)
	}
	scratch.Release(&l.edgeNames)
	return nil
}
