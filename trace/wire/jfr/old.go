package jfr

import (
	"fmt"
	"io"
	"math"
	"unicode/utf16"
)

// Version 0.9 is the format of Oracle JDK 7 and 8. Its layout differs, but it has the events of later versions under other names. A
// chunk of version 0.9 is therefore read as if it had the later types:
//
//	 0  4 bytes  "FLR" 0
//	 4  u16 u16  0 and 9
//	 8  u64      offset in the chunk of the event with metadata, which is the last one
//	16  events
//
// An event is its size in 4 bytes, its type in 4 bytes, and values without compression. Type 0 is the metadata: producers with structures,
// types of events and types of constants. Type 1 contains constants: its time, the offset of the previous event with constants, and values
// by type and key. Other events begin with their end, and their start, thread and stack trace if their types have them.

const oldHeaderSize = 16

// isOld reports whether the chunk has version 0.9.
func (h *Header) isOld() bool { return h.Major == 0 && h.Minor == 9 }

// body returns the offset of the first event.
func (h *Header) body() int {
	if h.isOld() {
		return oldHeaderSize
	}
	return headerSize
}

// readOldHeader completes the header of a chunk at an offset, given the offset of its metadata. It reads the metadata for the times.
func readOldHeader(r io.ReaderAt, h Header, metadata uint64, size int64) (Header, error) {
	left := size - h.Offset
	if metadata < oldHeaderSize || metadata > uint64(left-8) {
		return h, Fault{h.Offset, "the chunk has no metadata, because it was not finished or the end is missing; nothing in it can be read"}
	}
	h.metadata = int64(metadata)
	var head [4]byte
	if _, err := r.ReadAt(head[:], h.Offset+h.metadata); err != nil && err != io.EOF {
		return h, err
	}
	in := cursor{b: head[:]}
	length := in.integer(4)
	if length < 8 || length > left-h.metadata {
		return h, Fault{h.Offset + h.metadata, fmt.Sprintf("the metadata have %d bytes, and %d follow", length, left-h.metadata)}
	}
	if length > MaxMetadata {
		return h, Fault{h.Offset + h.metadata, fmt.Sprintf("the metadata have %d bytes; at most %d are read", length, MaxMetadata)}
	}
	if h.Size = h.metadata + length; h.Size > MaxChunk {
		return h, Fault{h.Offset, fmt.Sprintf("the chunk has %d bytes; at most %d are read", h.Size, MaxChunk)}
	}
	b := make([]byte, length)
	if _, err := r.ReadAt(b, h.Offset+h.metadata); err != nil && err != io.EOF {
		return h, err
	}
	m, ok := readOldMetadata(cursor{b: b})
	if !ok {
		return h, Fault{h.Offset + h.metadata, "the metadata are damaged"}
	}
	h.StartUnix, h.Duration = oldNanos(m.start), oldNanos(max(m.start, m.end))-oldNanos(m.start)
	h.startTicks, h.ticksPerSecond, h.constants = uint64(m.ticks), uint64(max(0, m.frequency)), m.constants
	if h.ticksPerSecond == 0 {
		return h, Fault{h.Offset, "the chunk has no ticks per second"}
	}
	return h, nil
}

// oldNanos converts milliseconds to nanoseconds. It clamps.
func oldNanos(ms int64) int64 { return max(0, min(ms, math.MaxInt64/1_000_000)) * 1_000_000 }

// oldMetadata is the content of the event with metadata.
type oldMetadata struct {
	producers                   []oldProducer
	start, end                  int64 // ms since 1970
	ticks, frequency, constants int64
}

// oldProducer is a source of events: the VM, the runtime or a program.
type oldProducer struct {
	uri       string
	structs   [][]oldField
	events    []oldEvent
	constants []oldConstant
}

type oldField struct {
	name  string
	kind  oldKind
	of    int64 // type of a constant, if it is one
	index int64 // of the structure of a nested value; kind of the elements of an array
}

type oldEvent struct {
	id                            int64
	path                          string
	hasStart, hasThread, hasTrace bool
	fields                        int64 // index of the structure
}

type oldConstant struct {
	id     int64
	name   string
	key    oldKind
	fields int64 // index of the structure
}

// oldKind is the kind of a value.
type oldKind uint8

const (
	oldBoolean oldKind = iota
	oldByte
	oldU1
	oldShort
	oldU2
	oldInt
	oldU4
	oldLong
	oldU8
	oldFloat
	oldDouble
	oldUTF8
	oldChars
	oldArray
	oldStruct
	oldStructs
	oldKinds
)

// oldSizes are the sizes of numbers in bytes.
var oldSizes = [oldKinds]int{1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8}

// readOldMetadata reads the event with metadata. ok is false if it is damaged.
func readOldMetadata(in cursor) (m oldMetadata, ok bool) {
	in.integer(4) // size
	if in.integer(4) != firstMetadata {
		return m, false
	}
	m.producers = list(&in, func() oldProducer { return readOldProducer(&in) })
	m.start, m.end, m.ticks, m.frequency, m.constants = in.integer(8), in.integer(8), in.integer(8), in.integer(8), in.integer(8)
	return m, !in.bad
}

// list reads values with a count, unless one is damaged.
func list[T any](in *cursor, read func() T) (all []T) {
	for range in.count() {
		all = append(all, read())
		if in.bad {
			return nil
		}
	}
	return all
}

func readOldProducer(in *cursor) (p oldProducer) {
	in.integer(4) // number
	in.oldText(false)
	in.oldText(false)
	p.uri = in.oldText(false)
	list(in, func() string { return in.oldText(false) }) // relations between values
	p.structs = list(in, func() []oldField { return list(in, func() oldField { return readOldField(in) }) })
	p.events = list(in, func() (e oldEvent) {
		e.id = in.integer(4)
		in.oldText(false)
		in.oldText(false)
		e.path = in.oldText(false)
		e.hasStart, e.hasThread, e.hasTrace = in.byte() != 0, in.byte() != 0, in.byte() != 0
		in.byte() // 1 for an event that is written periodically
		e.fields = in.integer(4)
		in.integer(4)
		return e
	})
	p.constants = list(in, func() (c oldConstant) {
		c.id = in.integer(4)
		c.name = in.oldText(false)
		in.oldText(false)
		c.key, c.fields = oldKind(in.byte()), in.integer(4)
		return c
	})
	return p
}

func readOldField(in *cursor) (f oldField) {
	f.name = in.oldText(false)
	in.oldText(false)
	in.oldText(false)
	in.byte() // transition
	f.kind, f.of, f.index = oldKind(in.byte()), in.integer(4), in.integer(4)
	in.integer(4)
	return f
}

// oldEvents are the later names of the VM's events, by their paths.
var oldEvents = map[string]string{
	"vm/info":                              "jdk.JVMInformation",
	"vm/gc/configuration/heap":             "jdk.GCHeapConfiguration",
	"vm/gc/collector/garbage_collection":   "jdk.GarbageCollection",
	"vm/gc/heap/summary":                   "jdk.GCHeapSummary",
	"vm/gc/phases/pause":                   "jdk.GCPhasePause",
	"vm/runtime/execute_vm_operation":      "jdk.ExecuteVMOperation",
	"java/object_alloc_in_new_TLAB":        "jdk.ObjectAllocationInNewTLAB",
	"java/object_alloc_outside_TLAB":       "jdk.ObjectAllocationOutsideTLAB",
	"vm/gc/detailed/object_count":          "jdk.ObjectCount",
	"vm/gc/detailed/object_count_after_gc": "jdk.ObjectCountAfterGC",
}

// oldMachine is the URI of the HotSpot VM as a producer.
const oldMachine = "http://www.oracle.com/hotspot/jvm/"

// oldFields are the later names of fields, by type and name.
var oldFields = map[[2]string]string{
	{"Thread", "name"}:                           "javaName",
	{"Method", "class"}:                          "type",
	{"StackTrace", "line"}:                       "lineNumber",
	{"jdk.ObjectAllocationInNewTLAB", "class"}:   "objectClass",
	{"jdk.ObjectAllocationOutsideTLAB", "class"}: "objectClass",
	{"jdk.ObjectCount", "class"}:                 "objectClass",
	{"jdk.ObjectCountAfterGC", "class"}:          "objectClass",
}

// Types of constants that each file has.
const (
	oldThread = 7
	oldTrace  = 9
	// oldConstants is added to the numbers of types of constants, as events have their own numbers.
	oldConstants = 1 << 32
)

// describeOld builds types from the metadata at offset at.
func (c *Chunk) describeOld(at int64) error {
	m, ok := readOldMetadata(c.cursor(int(at), len(c.data)))
	if !ok {
		return c.fault(at, "the metadata are damaged")
	}
	c.types, c.names = map[int64]*Type{}, map[string]*Type{}
	b := oldBuilder{Chunk: c, left: room{MaxValues, maxPaths}}
	hotspot := false
	for i := range m.producers {
		p := &m.producers[i]
		hotspot = hotspot || p.uri == oldMachine
		for j := range p.constants {
			k := &p.constants[j]
			if k.key >= oldFloat {
				return c.fault(at, fmt.Sprintf("the constants of %.100q have keys of kind %d", k.name, k.key))
			}
			c.types[oldConstants+k.id] = &Type{ID: oldConstants + k.id, Name: k.name, slots: map[string]int{}, keySize: oldSizes[k.key]}
		}
	}
	if !hotspot {
		return c.fault(0, "it was not recorded by HotSpot, and recordings of version 0.9 by other VMs, such as JRockit, are not read")
	}
	for i := range m.producers {
		if text := b.producer(&m.producers[i]); text != "" {
			return c.fault(at, text)
		}
	}
	return nil
}

// oldBuilder builds the types of a chunk.
type oldBuilder struct {
	*Chunk
	left    room
	structs [][]oldField // of the producer
	arrays  map[oldElement]*Type
}

// oldElement identifies the type of the elements of an array: the values of a structure as a part of a type.
type oldElement struct {
	of     string
	index  int64
	single oldKind // kind of elements that are no structures; oldStructs for structures
	value  int64   // type of the constants
}

// producer builds the types of a producer. It returns a fault, or "".
func (b *oldBuilder) producer(p *oldProducer) string {
	b.structs, b.arrays = p.structs, map[oldElement]*Type{}
	for i := range p.constants {
		k := &p.constants[i]
		if t := b.types[oldConstants+k.id]; len(t.ops) > 0 || !b.fields(t, "", k.fields, 0) {
			return b.wrong(k.name)
		}
	}
	for i := range p.events {
		e := &p.events[i]
		name := p.uri + e.path
		if later := oldEvents[e.path]; later != "" && p.uri == oldMachine {
			name = later
		}
		t := &Type{ID: e.id, Name: name, slots: map[string]int{}}
		if b.types[e.id] != nil || e.id >= oldConstants || !b.event(t, e) {
			return b.wrong(name)
		}
		b.types[e.id], b.names[name] = t, t
	}
	return ""
}

func (b *oldBuilder) wrong(name string) string {
	if text := b.left.lacks(); text != "" {
		return text
	}
	return fmt.Sprintf("the type %.100q has a number or fields that are missing or not unique, or too many fields", name)
}

// event adds the values of an event to its type.
func (b *oldBuilder) event(t *Type, e *oldEvent) bool {
	time := op{kind: opInteger, size: 8}
	t.add("startTime", time) // the end, if there is no start
	if e.hasStart {
		t.slots["startTime"] = 1
		t.add("", time)
	}
	if e.hasThread {
		t.add("eventThread", b.constant(oldThread, oldU4))
	}
	if e.hasTrace {
		t.add("stackTrace", b.constant(oldTrace, oldU8))
	}
	delete(t.slots, "")
	if !b.fields(t, "", e.fields, 0) {
		return false
	}
	return !e.hasStart || t.add("duration", op{kind: opDuration})
}

// constant returns the op for a key of the given kind; an integer if the type of the constants is unknown.
func (b *oldBuilder) constant(of int64, kind oldKind) op {
	if t := b.types[oldConstants+of]; t != nil {
		return op{kind: opConstant, size: oldSizes[kind], of: t}
	}
	return op{kind: opInteger, size: oldSizes[kind]}
}

// fields adds the values of a structure to t under a path. It returns false if there is none, or a limit is exceeded.
func (b *oldBuilder) fields(t *Type, path string, index int64, depth int) bool {
	if index < 0 || index >= int64(len(b.structs)) || depth == MaxDepth {
		return false
	}
	for i := range b.structs[index] {
		f := &b.structs[index][i]
		name := f.name
		if later := oldFields[[2]string{t.Name, name}]; later != "" {
			name = later
		}
		if path != "" {
			name = path + "." + name
		}
		b.left.fields--
		if b.left.paths -= len(name); b.left.fields < 0 || b.left.paths < 0 || !b.field(t, name, f, depth) {
			return false
		}
	}
	return true
}

func (b *oldBuilder) field(t *Type, name string, f *oldField, depth int) bool {
	switch f.kind {
	case oldStruct:
		return b.fields(t, name, f.index, depth+1)
	case oldStructs:
		of, ok := b.element(t, oldElement{of: t.Name, index: f.index, single: oldStructs}, depth)
		return ok && t.add(name, op{kind: opArray, of: of})
	case oldArray:
		if f.index < 0 || f.index >= int64(oldArray) {
			return false
		}
		of, ok := b.element(t, oldElement{single: oldKind(f.index), value: f.of}, depth)
		return ok && t.add(name, op{kind: opArray, of: of})
	}
	o, ok := b.value(f.kind, f.of)
	return ok && t.add(name, o)
}

// element returns the type of the elements of an array in a type.
func (b *oldBuilder) element(in *Type, e oldElement, depth int) (*Type, bool) {
	if t := b.arrays[e]; t != nil {
		return t, true
	}
	t := &Type{Name: in.Name, slots: map[string]int{}}
	b.arrays[e] = t // before its fields, as a structure may contain arrays of itself
	if e.single == oldStructs {
		return t, b.fields(t, "", e.index, depth+1)
	}
	o, ok := b.value(e.single, e.value)
	return t, ok && t.add("", o)
}

// value returns the op for a value that is neither an array nor a structure.
func (b *oldBuilder) value(kind oldKind, of int64) (op, bool) {
	switch kind {
	case oldBoolean:
		return op{kind: opByte}, true
	case oldFloat, oldDouble:
		return op{kind: opFloat, size: oldSizes[kind]}, true
	case oldUTF8:
		return op{kind: opOldText, size: 1}, true
	case oldChars:
		return op{kind: opOldText, size: 2}, true
	}
	if kind > oldChars {
		return op{}, false
	}
	return b.constant(of, kind), true
}

// readOldConstants reads the events with constants backward, starting from the last.
func (c *Chunk) readOldConstants(at int64) {
	for at != 0 {
		in, ok := c.event(at, firstConstants)
		if !ok {
			c.Faults = append(c.Faults, c.fault(at, "expected constants: names may be missing"))
			return
		}
		in.integer(8) // time
		before := in.integer(8)
		if text := c.readOldPools(&in); text != "" {
			c.Faults = append(c.Faults, c.fault(at, text))
		}
		if before < 0 || before >= at {
			c.Faults = append(c.Faults, c.fault(at, "it does not give the location of earlier constants, so names may be missing"))
			return
		}
		at = before
	}
}

func (c *Chunk) readOldPools(in *cursor) string {
	for in.left() > 0 {
		id := oldConstants + in.integer(4)
		t := c.types[id]
		if t == nil {
			return fmt.Sprintf("constants of unknown type %d; the constants after it are missing", id-oldConstants)
		}
		if text := c.readPool(in, t, t.keySize); text != "" {
			return text
		}
	}
	return ""
}

// oldText reads a text of UTF-8 with its size in 2 bytes, or of UTF-16 with its length in 4 bytes.
func (c *cursor) oldText(wide bool) string {
	from := c.at
	c.skipOldText(wide)
	if c.bad {
		return ""
	}
	if !wide {
		return string([]rune(string(c.b[from+2 : c.at])))
	}
	in := cursor{b: c.b[:c.at], at: from + 4}
	chars := make([]uint16, in.left()/2)
	for i := range chars {
		chars[i] = uint16(in.integer(2))
	}
	return string(utf16.Decode(chars))
}

func (c *cursor) skipOldText(wide bool) {
	if wide {
		c.skip(2 * c.count())
		return
	}
	c.skip(int(uint16(c.integer(2))))
}
