package collect

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"memcity/trace"
)

// class is the description of a class of the program.
type class struct {
	signature  string
	slot       uint32 // of the class object
	loader     uint32 // slot; 0 for the boot loader
	super      int64  // number; -1 for none
	interfaces uint32 // number of fields of all its interfaces
	constants  []uint32
	fields     []field // fields that it declares
	chain      uint32  // number of fields of its super classes
	size       int64   // of an instance in bytes; 0 until an instance was seen
	linked     bool    // the fields have been described

	typeID  trace.TypeID      // NoType until the class gets a type
	slots   []uint16          // of instance fields, by index minus interfaces; noSlot if the field is not a reference
	statics map[uint32]uint16 // slots of the class object by key; nil until [names.nameStatics]
	names   []string          // of the class object's slots
}

type field struct {
	name              string
	static, reference bool
}

const noSlot = math.MaxUint16

// names contains the descriptions from the agent, and the lists of the trace built from them. These lists only grow.
type names struct {
	layout  layout
	classes []*class // by number; nil until described
	methods []*method
	chains  [][]place
	threads []string

	types    []trace.Type
	bySlot   map[uint32]uint32 // class numbers by the slot of the class object
	ownClass *class            // java.lang.Class
	object   int64             // number of java.lang.Object; -1 until described

	sites  []trace.Site
	siteOf map[uint32]trace.SiteID // by chain +1

	keep      int                     // maximum frames per chain
	isOwn     func(class string) bool // see [Stream.IsOwn]
	shortened map[string]trace.SiteID // sites of shortened chains, by their remaining frames
}

type method struct {
	class, name, file string
	native            bool
	own               bool // the class belongs to the program
	lines             []line
}

type line struct{ start, number uint32 }

// place is a position in a method: method number +1, bytecode index +1.
type place struct{ method, index uint32 }

func newNames(l layout) *names {
	return &names{layout: l, object: -1, types: make([]trace.Type, 0, 1<<12), siteOf: map[uint32]trace.SiteID{},
		shortened: map[string]trace.SiteID{}, bySlot: map[uint32]uint32{}}
}

// appended appends v to a list that the writer of the trace knows by its address. When the list moves, the writer numbers all of it again,
// so each move doubles it. The built-in append adds only a quarter, and five times as much would be numbered.
func appended[T any](list []T, v T) []T {
	if len(list) == cap(list) {
		list = slices.Grow(list, max(1, len(list)))
	}
	return append(list, v)
}

// numbered reads a number and grows list to include it. A number far beyond the list is a fault.
func numbered[T any](m *message, list *[]T) (n uint32, ok bool) {
	n = m.below(maxNumber)
	// A thread describes items before it uses them, so numbers may arrive slightly out of order.
	if m.err == nil && int(n) > 2*len(*list)+1<<16 {
		m.fail(fmt.Sprintf("number %d comes after %d", n, len(*list)))
	}
	if m.err != nil {
		return 0, false
	}
	if int(n) >= len(*list) {
		*list = slices.Grow(*list, int(n)+1-len(*list))[:n+1]
	}
	return n, true
}

func (t *names) readClasses(m *message) {
	for m.more() {
		n, ok := numbered(m, &t.classes)
		if !ok {
			return
		}
		c := &class{signature: m.text(), slot: m.slot(), super: int64(m.below(maxNumber)) - 1, loader: m.slot(),
			interfaces: m.below(1 << 24), linked: m.number() != 0, typeID: trace.NoType}
		for range m.count(1) {
			c.constants = append(c.constants, m.below(1<<16))
		}
		for range m.count(2) {
			name, flags := m.text(), m.number()
			c.fields = append(c.fields, field{name, flags&1 != 0, flags&2 != 0})
		}
		if m.err != nil {
			return
		}
		if old := t.classes[n]; old != nil {
			c.size = old.size
		}
		t.classes[n] = c
		t.bySlot[c.slot] = n
		switch c.signature {
		case "Ljava/lang/Class;":
			t.ownClass = c
		case "Ljava/lang/Object;":
			t.object = int64(n)
		}
	}
}

// unload removes the class object of a class if the dead object in slot was that class object.
func (t *names) unload(slot uint32) {
	if n, ok := t.bySlot[slot]; ok {
		t.classes[n].slot = 0
		delete(t.bySlot, slot)
	}
}

func (t *names) class(number uint32) *class {
	if int(number) >= len(t.classes) {
		return nil
	}
	return t.classes[number]
}

func (t *names) super(c *class) *class {
	if c.super < 0 {
		return nil
	}
	return t.class(uint32(c.super))
}

func (c *class) isArray() bool { return strings.HasPrefix(c.signature, "[") }

// isClass reports whether instances of c are class objects.
func (c *class) isClass() bool { return c.signature == "Ljava/lang/Class;" }

// resolve computes the slots of a class's fields, starting with the super classes, and returns the names.
func (t *names) resolve(c *class, depth int) []string {
	var inherited []string
	if super := t.super(c); super != nil && super != c && depth < maxSupers {
		inherited = t.resolve(super, depth+1)
		c.slots = slices.Clone(super.slots)
		c.chain = super.chain + uint32(len(super.fields))
	}
	own := slices.Clip(inherited)
	for _, f := range c.fields {
		slot := uint16(noSlot)
		if f.reference && !f.static && len(own) < noSlot {
			slot = uint16(len(own))
			own = append(own, f.name)
		}
		c.slots = append(c.slots, slot)
	}
	return own
}

// typeOf returns the type of a class. It creates the type on first use, and again when the instance size becomes available. size is the
// size of an instance in bytes; 0 if unknown.
func (t *names) typeOf(number uint32, size int64) trace.TypeID {
	c := t.class(number)
	if c == nil {
		return trace.NoType
	}
	if size > 0 && c.size == 0 && !c.isArray() && !c.isClass() {
		c.size = size
		if c.typeID != trace.NoType {
			t.types[c.typeID].Class = trace.NoObject
			c.typeID = trace.NoType
		}
	}
	if c.typeID != trace.NoType {
		return c.typeID
	}
	out := trace.Type{Name: javaName(c.signature), Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject}
	if super := t.super(c); super != nil && super != c && t.depth(c) < maxSupers {
		out.Super = t.typeOf(uint32(c.super), 0)
	} else if object := t.class(uint32(max(0, t.object))); object != nil && object != c {
		out.Super = t.typeOf(uint32(t.object), 0) // applies to interfaces and arrays
	}
	c.slots = nil
	out.References = t.resolve(c, 0)
	t.layOut(&out, c)
	c.typeID = trace.TypeID(len(t.types))
	t.types = appended(t.types, out)
	return c.typeID
}

// depth returns the number of super classes, up to [maxSupers], which no real program reaches.
func (t *names) depth(c *class) int {
	n := 0
	for c = t.super(c); c != nil && n < maxSupers; c = t.super(c) {
		n++
	}
	return n
}

// stackChunk is the class of the stacks of waiting virtual threads; its instances differ in size.
const stackChunk = "Ljdk/internal/vm/StackChunk;"

// layOut sets the kind and sizes of a type.
func (t *names) layOut(out *trace.Type, c *class) {
	l := &t.layout
	switch {
	case c.isClass():
		out.Kind = trace.ClassObject
	case c.signature == stackChunk:
		out.Element = 1
	case !c.isArray():
		out.Base = c.size
	case len(c.signature) > 1 && strings.IndexByte("ZBCSIFJD", c.signature[1]) >= 0:
		out.Kind, out.Base = trace.PrimitiveArray, l.header
		switch c.signature[1] {
		case 'Z', 'B':
			out.Element = 1
		case 'C', 'S':
			out.Element = 2
		case 'I', 'F':
			out.Element = 4
		default:
			out.Element, out.Base = 8, l.header8
		}
	default:
		out.Kind, out.Base, out.Element = trace.ObjectArray, l.headerRefs, l.reference
	}
}

// Slots of class objects that are not fields.
const (
	superName  = "<super>"
	loaderName = "<loader>"
)

// nameStatics names the slots of a class object, once. The class must have a type. The slots are static fields, then super class, loader,
// signers and protection domain, the fields of java.lang.Class, and string constants. All names except static fields are in angle brackets.
func (t *names) nameStatics(c *class) {
	if c.statics != nil {
		return
	}
	c.names, c.statics = nil, map[uint32]uint16{}
	add := func(key uint32, name string) {
		if len(c.names) < noSlot {
			c.statics[key] = uint16(len(c.names))
			c.names = append(c.names, name)
		}
	}
	for i, f := range c.fields {
		if f.static && f.reference {
			add((c.interfaces+c.chain+uint32(i))<<4|refStatic, f.name)
		}
	}
	add(refSuper, superName)
	add(refLoader, loaderName)
	add(refSigners, "<signers>")
	add(refDomain, "<domain>")
	if own := t.ownClass; own != nil {
		for i, f := range own.fields {
			if f.reference && !f.static {
				add((own.interfaces+own.chain+uint32(i))<<4|refField, "<"+f.name+">")
			}
		}
	}
	for _, k := range c.constants {
		add(k<<4|refConstant, fmt.Sprintf("<constant %d>", k))
	}
}

// javaName converts a VM signature to the name used in source code.
func javaName(signature string) string {
	dims := len(signature) - len(strings.TrimLeft(signature, "["))
	name := signature[dims:]
	if basic, ok := basicNames[name]; ok {
		name = basic
	} else if strings.HasPrefix(name, "L") && strings.HasSuffix(name, ";") {
		name = name[1 : len(name)-1]
	}
	// The name of a hidden class has a dot before its address, for which Java prints a slash.
	name = strings.ReplaceAll(name, "/", ".")
	if i := strings.LastIndex(name, ".0x"); i >= 0 {
		name = name[:i] + "/" + name[i+1:]
	}
	return trace.PlainType(name) + strings.Repeat("[]", min(dims, 255))
}

var basicNames = map[string]string{"Z": "boolean", "C": "char", "F": "float", "D": "double", "B": "byte", "S": "short",
	"I": "int", "J": "long"}

// innermost returns the signature of an array's innermost elements.
func innermost(signature string) string { return strings.TrimLeft(signature, "[") }

func (t *names) readMethods(m *message) {
	for m.more() {
		n, ok := numbered(m, &t.methods)
		if !ok {
			return
		}
		d := &method{class: javaName(m.text()), name: m.text(), file: m.text(), native: m.number() != 0}
		d.own = t.isOwn != nil && t.isOwn(d.class)
		for range m.count(2) {
			d.lines = append(d.lines, line{m.below(1 << 17), m.below(1 << 31)})
		}
		t.methods[n] = d
	}
}

func (t *names) readChains(m *message) {
	for m.more() {
		n, ok := numbered(m, &t.chains)
		if !ok {
			return
		}
		t.chains[n] = readPlaces(m)
	}
}

func readPlaces(m *message) []place {
	n := m.count(2)
	if n > maxFrames {
		m.fail(fmt.Sprintf("%d frames exceed the limit of %d", n, maxFrames))
		return nil
	}
	places := make([]place, n)
	for i := range places {
		places[i] = place{m.below(maxNumber), m.below(1 << 17)}
	}
	return places
}

func (t *names) readThreads(m *message) {
	for m.more() {
		n, ok := numbered(m, &t.threads)
		if !ok {
			return
		}
		t.threads[n] = m.text()
	}
}

func (t *names) frame(p place) trace.Frame {
	if p.method == 0 || int(p.method) > len(t.methods) || t.methods[p.method-1] == nil {
		return trace.Frame{}
	}
	d := t.methods[p.method-1]
	f := trace.Frame{Class: d.class, Method: d.name, File: d.file, Native: d.native}
	best := int64(-1)
	for _, l := range d.lines {
		if p.index > 0 && l.start < p.index && int64(l.start) > best {
			best, f.Line = int64(l.start), int32(l.number)
		}
	}
	return f
}

// site returns the site of a chain, given as its number +1. Chains with the same stored frames share a site.
func (t *names) site(chain uint32) trace.SiteID {
	if chain == 0 {
		return trace.NoSite
	}
	if id, ok := t.siteOf[chain]; ok {
		return id
	}
	if int(chain) > len(t.chains) || len(t.chains[chain-1]) == 0 {
		return trace.NoSite
	}
	kept, key := t.kept(t.chains[chain-1]), ""
	if len(kept) < len(t.chains[chain-1]) { // other chains may have the same frames
		key = fmt.Sprint(kept)
		if id, ok := t.shortened[key]; ok {
			t.siteOf[chain] = id
			return id
		}
	}
	site := trace.Site{Thread: -1}
	for _, p := range kept {
		site.Frames = append(site.Frames, t.frame(p))
	}
	id := trace.SiteID(len(t.sites))
	t.sites = appended(t.sites, site)
	if t.siteOf[chain] = id; key != "" {
		t.shortened[key] = id
	}
	return id
}

// kept returns the innermost frames of a chain. It ends at the recording's depth or at the program's innermost frame, whichever is further
// out.
func (t *names) kept(chain []place) []place {
	if t.isOwn == nil || len(chain) <= t.keep {
		return chain
	}
	i := slices.IndexFunc(chain, func(p place) bool {
		return p.method > 0 && int(p.method) <= len(t.methods) && t.methods[p.method-1] != nil && t.methods[p.method-1].own
	})
	return chain[:max(t.keep, i+1)]
}

// thread returns the thread with the given number +1; NoThread for 0.
func (t *names) thread(number uint32) int32 {
	if number == 0 || int(number) > len(t.threads) {
		return trace.NoThread
	}
	return int32(number) - 1
}
