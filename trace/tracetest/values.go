package tracetest

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"memcity/trace"
)

// Field adds a primitive field to the instances of t. Reference fields are given to [HeapBuilder.Type].
func (b *HeapBuilder) Field(t trace.TypeID, name string, kind trace.ValueKind) {
	if b.heap.Types[t].Kind != trace.Instance || kind <= trace.ReferenceValue {
		panic(fmt.Sprintf("tracetest: field %s of %s cannot be of kind %s", name, b.heap.Types[t].Name, kind))
	}
	b.values.fields[t] = append(b.values.fields[t], trace.FieldDecl{Name: name, Kind: kind, Class: t})
}

// Set sets a primitive field of o. For class objects, it adds a static field; other fields must be added with [HeapBuilder.Field]. The
// default value of a field is 0.
func (b *HeapBuilder) Set(o trace.ObjectID, name string, value trace.Value) {
	t := b.types[o]
	if b.heap.Types[t].Kind != trace.ClassObject {
		for declared := t; ; declared = b.heap.Types[declared].Super {
			if declared == trace.NoType {
				panic(fmt.Sprintf("tracetest: %s has no field %s of kind %s", b.heap.Types[t].Name, name, value.Kind))
			}
			if slices.Contains(b.values.fields[declared], trace.FieldDecl{Name: name, Kind: value.Kind, Class: declared}) {
				break
			}
		}
	}
	if b.values.set[o] == nil {
		b.values.set[o] = map[string]trace.Value{}
	}
	b.values.set[o][name] = value
}

// IntValue returns an int value for [HeapBuilder.Set].
func IntValue(n int32) trace.Value { return trace.MakeValue(trace.IntValue, uint64(uint32(n))) }

// Content sets the content of a primitive array, big-endian, with elements of the given kind.
func (b *HeapBuilder) Content(array trace.ObjectID, kind trace.ValueKind, content []byte) {
	if got, want := len(content), int(b.extents[array])*kind.Size(); got != want {
		panic(fmt.Sprintf("tracetest: %d bytes of content for %d", got, want))
	}
	b.values.content[array] = memoryContent{kind, slices.Clone(content)}
}

// String adds a java.lang.String with its byte[] in Latin-1, as in Java 9 and later. The first call adds the types. It panics if text is
// not Latin-1.
func (b *HeapBuilder) String(text string) trace.ObjectID {
	if b.values.text == trace.NoType {
		b.values.text = b.Type("java.lang.String", 24, "value")
		b.Field(b.values.text, "coder", trace.ByteValue)
		b.values.bytes = b.PrimitiveType("byte[]", 1)
	}
	var content []byte
	for _, r := range text {
		if r > 0xFF {
			panic(fmt.Sprintf("tracetest: %q is not Latin-1", text))
		}
		content = append(content, byte(r))
	}
	o, array := b.Object(b.values.text), b.Array(b.values.bytes, len(content))
	b.Content(array, trace.ByteValue, content)
	b.Refer(o, "value", array)
	return o
}

// Site sets the allocation site of o: a thread, -1 for none, and frames such as app.Main.run:12, innermost first.
func (b *HeapBuilder) Site(o trace.ObjectID, thread int32, frames ...string) {
	key := fmt.Sprint(thread, frames)
	site, known := b.sites[key]
	if !known {
		site = trace.SiteID(len(b.heap.Sites))
		b.sites[key] = site
		s := trace.Site{Thread: thread}
		for _, f := range frames {
			s.Frames = append(s.Frames, frame(f))
		}
		b.heap.Sites = append(b.heap.Sites, s)
	}
	b.heap.SiteOf = padded(b.heap.SiteOf, len(b.refs), trace.NoSite)
	b.heap.SiteOf[o] = site
}

func frame(text string) trace.Frame {
	var f trace.Frame
	method, line, _ := strings.Cut(text, ":")
	fmt.Sscan(line, &f.Line)
	f.Method = method
	if dot := strings.LastIndexByte(method, '.'); dot >= 0 {
		f.Class, f.Method = method[:dot], method[dot+1:]
		f.File = f.Class[strings.LastIndexByte(f.Class, '.')+1:] + ".java"
	}
	return f
}

// Born sets the number of GCs that had ended when o was allocated. Births of other objects are unknown.
func (b *HeapBuilder) Born(o trace.ObjectID, gcs uint32) {
	b.heap.BirthOf = padded(b.heap.BirthOf, len(b.refs), trace.NoBirth)
	b.heap.BirthOf[o] = gcs
}

// GCs sets the number of GCs that have ended.
func (b *HeapBuilder) GCs(ended uint32) { b.heap.GCs = ended }

// Identify sets the identity of o, which is the same at all GC points. Other objects have identity 0.
func (b *HeapBuilder) Identify(o trace.ObjectID, identity uint64) {
	b.heap.Identity = padded(b.heap.Identity, len(b.refs), 0)
	b.heap.Identity[o] = identity
}

// AllocatedBy sets the thread that allocated o.
func (b *HeapBuilder) AllocatedBy(o trace.ObjectID, thread int32) {
	b.heap.ThreadOf = padded(b.heap.ThreadOf, len(b.refs), trace.NoThread)
	b.heap.ThreadOf[o] = thread
}

// Sampled sets the mean number of allocated bytes between two sampled sites.
func (b *HeapBuilder) Sampled(interval int64) { b.heap.Interval = interval }

// Space sets the heap region of o.
func (b *HeapBuilder) Space(o trace.ObjectID, name string) {
	i := slices.Index(b.heap.Spaces, name)
	if i < 0 {
		i = len(b.heap.Spaces)
		b.heap.Spaces = append(b.heap.Spaces, name)
	}
	b.heap.SpaceOf = padded(b.heap.SpaceOf, len(b.refs), trace.NoSpace)
	b.heap.SpaceOf[o] = trace.SpaceID(i)
}

// Subsystem sets the subsystem of the virtual machine that allocated o.
func (b *HeapBuilder) Subsystem(o trace.ObjectID, s trace.Subsystem) {
	b.heap.SubsystemOf = padded(b.heap.SubsystemOf, len(b.refs), trace.UnknownSubsystem)
	b.heap.SubsystemOf[o] = s
}

// padded returns a copy of a column, extended to n entries.
func padded[T any](column []T, n int, none T) []T {
	column = append(make([]T, 0, n), column...)
	for len(column) < n {
		column = append(column, none)
	}
	return column
}

// memoryValues is a [trace.ValueSource] with the values of a builder.
type memoryValues struct {
	heap    *trace.Heap
	fields  map[trace.TypeID][]trace.FieldDecl
	set     map[trace.ObjectID]map[string]trace.Value
	content map[trace.ObjectID]memoryContent
	layouts map[trace.TypeID][]trace.FieldDecl

	text, bytes trace.TypeID
}

type memoryContent struct {
	kind trace.ValueKind
	data []byte
}

func newMemoryValues() memoryValues {
	return memoryValues{fields: map[trace.TypeID][]trace.FieldDecl{}, set: map[trace.ObjectID]map[string]trace.Value{},
		content: map[trace.ObjectID]memoryContent{}, text: trace.NoType}
}

// Ready implements [trace.ValueSource].
func (m *memoryValues) Ready() bool { return true }

func (m *memoryValues) used() bool { return len(m.fields)+len(m.set)+len(m.content) > 0 }

func (m *memoryValues) clone(h *trace.Heap) *memoryValues {
	c := &memoryValues{heap: h, fields: maps.Clone(m.fields), set: map[trace.ObjectID]map[string]trace.Value{},
		content: maps.Clone(m.content), layouts: map[trace.TypeID][]trace.FieldDecl{}}
	for o, set := range m.set {
		c.set[o] = maps.Clone(set)
	}
	for i := range h.Types {
		t := trace.TypeID(i)
		c.layouts[t] = c.layout(t)
	}
	return c
}

func (m *memoryValues) layout(t trace.TypeID) []trace.FieldDecl {
	var all []trace.FieldDecl
	for ; t != trace.NoType; t = m.heap.Types[t].Super {
		for _, name := range m.heap.Types[t].References[m.inherited(t):] {
			all = append(all, trace.FieldDecl{Name: name, Kind: trace.ReferenceValue, Class: t})
		}
		all = append(all, m.fields[t]...)
	}
	return all
}

// inherited returns the number of reference fields that t inherits.
func (m *memoryValues) inherited(t trace.TypeID) int {
	if super := m.heap.Types[t].Super; super != trace.NoType {
		return len(m.heap.Types[super].References)
	}
	return 0
}

func (m *memoryValues) Prepare(ctx context.Context, _ trace.Progress) error { return ctx.Err() }

func (m *memoryValues) Layout(t trace.TypeID) []trace.FieldDecl { return m.layouts[t] }

func (m *memoryValues) Statics(class trace.ObjectID) []trace.Field {
	var fields []trace.Field
	add := func(name string, v trace.Value) {
		decl := trace.FieldDecl{Name: name, Kind: v.Kind, Class: m.heap.ClassOf(class)}
		fields = append(fields, trace.Field{FieldDecl: decl, Value: v})
	}
	for slot, name := range m.heap.StaticNames[class] {
		if !strings.HasPrefix(name, "<") {
			add(name, trace.ReferenceTo(m.target(class, slot)))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.set[class])) {
		add(name, m.set[class][name])
	}
	return fields
}

// target returns the object that a slot of o refers to; NoObject for null.
func (m *memoryValues) target(o trace.ObjectID, slot int) trace.ObjectID {
	for i, to := range m.heap.References(o) {
		if int(m.heap.Slot(o, i)) == slot {
			return to
		}
	}
	return trace.NoObject
}

func (m *memoryValues) Fields(o trace.ObjectID, into []trace.Value) ([]trace.Value, error) {
	slot := 0
	class := trace.NoType
	for _, f := range m.layouts[m.heap.TypeOf.At(o)] {
		if f.Class != class {
			class, slot = f.Class, m.inherited(f.Class)
		}
		v, set := m.set[o][f.Name]
		switch {
		case f.Kind == trace.ReferenceValue:
			v = trace.ReferenceTo(m.target(o, slot))
			slot++
		case !set:
			v = trace.MakeValue(f.Kind, 0)
		}
		into = append(into, v)
	}
	return into, nil
}

func (m *memoryValues) Elements(o trace.ObjectID, from, n int, into []trace.Value) ([]trace.Value, error) {
	c, known := m.content[o]
	for i := from; i < from+n; i++ {
		switch {
		case m.heap.Types[m.heap.TypeOf.At(o)].Kind == trace.ObjectArray:
			into = append(into, trace.ReferenceTo(m.target(o, i)))
		case !known:
			into = append(into, trace.Value{})
		default:
			var bits [8]byte
			size := c.kind.Size()
			copy(bits[8-size:], c.data[i*size:])
			into = append(into, trace.MakeValue(c.kind, binary.BigEndian.Uint64(bits[:])))
		}
	}
	return into, nil
}

func (m *memoryValues) Rows(ctx context.Context, selections []trace.Selection, visit func(trace.ObjectID, []trace.Value)) error {
	var all, row []trace.Value
	for o := range trace.ObjectID(m.heap.Len()) {
		for _, s := range selections {
			if s.Type == m.heap.TypeOf.At(o) {
				all, _ = m.Fields(o, all[:0])
				row = row[:0]
				for _, f := range s.Fields {
					row = append(row, all[f])
				}
				visit(o, row)
			}
		}
	}
	return ctx.Err()
}

func (m *memoryValues) Contents(ctx context.Context, arrays []trace.ObjectID, limit int, visit func(int, trace.ValueKind, []byte)) error {
	for i, o := range arrays {
		if c, known := m.content[o]; known {
			visit(i, c.kind, c.data)
		}
	}
	return ctx.Err()
}
