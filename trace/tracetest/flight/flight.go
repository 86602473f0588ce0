// Package flight writes flight recordings for tests: GCs, and the sampled objects that were alive, with their paths to GC roots.
package flight

import (
	"cmp"
	"encoding/binary"
	"strconv"
	"time"
)

// Names of the events with sampled objects.
const (
	OldObject  = "jdk.OldObjectSample"
	LiveObject = "profiler.LiveObject" // by async-profiler
)

// Recording is a recording of a program. Times count from its start.
type Recording struct {
	Started time.Time
	Length  time.Duration
	GCs     []GC
	Objects []Object // that samples and other objects refer to
	Samples []Sample
	Event   string        // of the samples; [OldObject] if empty
	Written time.Duration // when the samples were written

	// Only for version 0.9: the start of the chunk, and the number of its first GC.
	From    time.Duration
	FirstGC int
}

// GC is a garbage collection that stops the program for 1 ms.
type GC struct {
	At    time.Duration
	After int64 // heap in use, in bytes
	Full  bool
}

// Object is a sampled object, or one on the path to a sampled object.
type Object struct {
	Class    string // VM name
	Text     string // description by the JDK
	Address  int64  // the 1-based number of the object if 0
	Referrer int    // 1-based number of the object that refers to it; 0 for none
	Field    string // of the referrer; empty for an array element
	Static   bool   // the field is static
	Index    int64  // array element
	Length   int64  // of the referring array
	Skip     int64  // number of objects between the two that are omitted
}

// Sample is a sampled object.
type Sample struct {
	Object    int // 1-based
	Allocated time.Duration
	Size      int64  // in bytes
	Elements  int64  // of an array
	Method    string // class and method that allocated it, such as app/Main.run; empty for none
	Thread    string // empty for none
	Root      Root   // zero for none

	Written time.Duration // when it was written, if not with the others; 0 otherwise
}

// Root is a GC root, as the JDK describes it.
type Root struct{ System, Type, Text string }

// Numbers of the types.
const (
	long = iota + 1
	integer
	text
	short
)

const (
	symbol = iota + 20
	class
	thread
	method
	stack
	frame
	oldObject
	link
	array
	member
	root
	jvm
	collection
	summary
	space
	sample
)

type field struct {
	name     string
	of       int64
	constant bool
	list     bool
}

type kind struct {
	id     int64
	name   string
	fields []field
}

func kinds(event string) []kind {
	start := field{name: "startTime", of: long}
	samples := kind{sample, OldObject, []field{start, {"eventThread", thread, true, false}, {"stackTrace", stack, true, false},
		{name: "allocationTime", of: long}, {name: "objectSize", of: long}, {"object", oldObject, true, false}, {name: "arrayElements", of: integer},
		{"root", root, true, false}}}
	if event == LiveObject {
		samples = kind{sample, LiveObject, []field{start, {"eventThread", thread, true, false}, {"stackTrace", stack, true, false},
			{"objectClass", class, true, false}, {name: "allocationSize", of: long}, {name: "allocationTime", of: long}}}
	}
	return []kind{{id: long, name: "long"}, {id: integer, name: "int"}, {id: text, name: "java.lang.String"}, {id: short, name: "short"},
		{symbol, "jdk.types.Symbol", []field{{name: "string", of: text}}},
		{class, "java.lang.Class", []field{{"name", symbol, true, false}}},
		{thread, "java.lang.Thread", []field{{name: "javaName", of: text}}},
		{method, "jdk.types.Method", []field{{"type", class, true, false}, {"name", symbol, true, false}}},
		{stack, "jdk.types.StackTrace", []field{{"frames", frame, false, true}}},
		{frame, "jdk.types.StackFrame", []field{{"method", method, true, false}, {name: "lineNumber", of: integer}}},
		{oldObject, "jdk.types.OldObject", []field{{name: "address", of: long}, {"type", class, true, false}, {name: "description", of: text},
			{"referrer", link, true, false}}},
		{link, "jdk.types.Reference", []field{{"array", array, true, false}, {"field", member, true, false}, {"object", oldObject, true, false},
			{name: "skip", of: integer}}},
		{array, "jdk.types.OldObjectArray", []field{{name: "size", of: integer}, {name: "index", of: integer}}},
		{member, "jdk.types.OldObjectField", []field{{name: "name", of: text}, {name: "modifiers", of: short}}},
		{root, "jdk.types.OldObjectGcRoot", []field{{name: "description", of: text}, {name: "system", of: text}, {name: "type", of: text}}},
		{jvm, "jdk.JVMInformation", []field{start, {name: "jvmVersion", of: text}, {name: "jvmStartTime", of: long}}},
		{collection, "jdk.GarbageCollection", []field{start, {name: "duration", of: long}, {name: "gcId", of: integer}, {name: "name", of: text},
			{name: "cause", of: text}, {name: "sumOfPauses", of: long}}},
		{summary, "jdk.GCHeapSummary", []field{start, {name: "gcId", of: integer}, {name: "when", of: text}, {name: "heapSpace", of: space},
			{name: "heapUsed", of: long}}},
		{space, "jdk.types.VirtualSpace", []field{{name: "committedSize", of: long}}},
		samples}
}

// pools contains the constants by type, each with its encoded value; keys count from 1.
type pools struct {
	values map[int64][][]byte
	keys   map[string]int64
}

// key returns the key of a constant, which it adds if it is new.
func (p *pools) key(of int64, value []byte) int64 {
	id := strconv.FormatInt(of, 10) + ":" + string(value)
	k, ok := p.keys[id]
	if !ok {
		p.values[of] = append(p.values[of], value)
		k = int64(len(p.values[of]))
		p.keys[id] = k
	}
	return k
}

func (p *pools) symbol(name string) int64 { return p.key(symbol, texts(nil, name)) }
func (p *pools) class(name string) int64  { return p.key(class, longs(nil, p.symbol(name))) }

func (p *pools) thread(name string) int64 {
	if name == "" {
		return 0
	}
	return p.key(thread, texts(nil, name))
}

// stack returns the key of a stack trace with a frame in line 7.
func (p *pools) stack(name string) int64 {
	if name == "" {
		return 0
	}
	dot := len(name) - 1
	for dot > 0 && name[dot] != '.' {
		dot--
	}
	m := p.key(method, longs(longs(nil, p.class(name[:dot])), p.symbol(name[dot+1:])))
	return p.key(stack, ints(longs(ints(nil, 1), m), 7))
}

// object adds an object, whose key is its number.
func (p *pools) object(i int, o *Object) {
	reference := int64(0)
	if o.Referrer > 0 {
		elements, field := int64(0), int64(0)
		if o.Field == "" {
			elements = p.key(array, ints(ints(nil, o.Length), o.Index))
		} else {
			modifiers := uint16(0)
			if o.Static {
				modifiers = 8
			}
			field = p.key(member, binary.BigEndian.AppendUint16(texts(nil, o.Field), modifiers))
		}
		reference = p.key(link, ints(longs(nil, elements, field, int64(o.Referrer)), o.Skip))
	}
	address := o.Address
	if address == 0 {
		address = int64(i + 1)
	}
	p.values[oldObject] = append(p.values[oldObject], longs(texts(longs(nil, address, p.class(o.Class)), o.Text), reference))
}

func longs(b []byte, values ...int64) []byte {
	for _, v := range values {
		b = binary.BigEndian.AppendUint64(b, uint64(v))
	}
	return b
}

func ints(b []byte, v int64) []byte { return binary.BigEndian.AppendUint32(b, uint32(v)) }

func texts(b []byte, values ...string) []byte {
	for _, s := range values {
		b = append(ints(append(b, 3), int64(len(s))), s...)
	}
	return b
}

// chunk writes a chunk.
type chunk struct{ b []byte }

// event appends an event and returns its offset.
func (c *chunk) event(of int64, body []byte) int64 {
	at := int64(len(c.b))
	c.b = append(longs(ints(c.b, int64(len(body)+12)), of), body...)
	return at
}

// Bytes returns the recording as a chunk of version 2.0 with integers that are not compressed.
func (r *Recording) Bytes() []byte {
	const header = 68
	p := &pools{map[int64][][]byte{}, map[string]int64{}}
	for i := range r.Objects {
		p.object(i, &r.Objects[i])
	}
	c := &chunk{append([]byte("FLR\x00\x00\x02\x00\x00"), make([]byte, header-8)...)}
	metadata := c.event(0, describe(kinds(r.Event)))
	c.event(jvm, longs(texts(longs(nil, 0), "Test VM 1"), r.Started.UnixMilli()))
	for i, gc := range r.GCs {
		name := "G1New"
		if gc.Full {
			name = "SerialOld"
		}
		c.event(collection, longs(texts(ints(longs(nil, int64(gc.At), int64(time.Millisecond)), int64(i)), name, "Allocation Failure"), int64(time.Millisecond)))
		c.event(summary, longs(texts(ints(longs(nil, int64(gc.At)), int64(i)), "After GC"), 100<<20, gc.After))
	}
	for i := range r.Samples {
		c.event(sample, r.sample(p, &r.Samples[i]))
	}
	constants := c.event(1, p.bytes())
	for i, n := range []int64{int64(len(c.b)), constants, metadata, r.Started.UnixNano(), int64(r.Length), 0, int64(time.Second)} {
		binary.BigEndian.PutUint64(c.b[8+8*i:], uint64(n))
	}
	return c.b
}

func (r *Recording) sample(p *pools, s *Sample) []byte {
	b := longs(nil, int64(cmp.Or(s.Written, r.Written)), p.thread(s.Thread), p.stack(s.Method))
	if r.Event == LiveObject {
		return longs(b, p.class(r.Objects[s.Object-1].Class), s.Size, int64(s.Allocated))
	}
	from := int64(0)
	if s.Root != (Root{}) {
		from = p.key(root, texts(nil, s.Root.Text, s.Root.System, s.Root.Type))
	}
	return longs(ints(longs(b, int64(s.Allocated), s.Size, int64(s.Object)), s.Elements), from)
}

// bytes returns the content of an event with all constants.
func (p *pools) bytes() []byte {
	b := append(longs(nil, 0, 0, 0), 0)
	b = ints(b, int64(len(p.values)))
	for of := int64(symbol); of <= sample; of++ {
		if len(p.values[of]) == 0 {
			continue
		}
		b = ints(longs(b, of), int64(len(p.values[of])))
		for i, v := range p.values[of] {
			b = append(longs(b, int64(i+1)), v...)
		}
	}
	return b
}

// describe returns the content of the event with metadata.
func describe(all []kind) []byte {
	numbers, names := map[string]int64{}, []string{}
	number := func(s string) int64 {
		n, ok := numbers[s]
		if !ok {
			n = int64(len(names))
			numbers[s], names = n, append(names, s)
		}
		return n
	}
	var tree []byte
	element := func(name string, children int, attributes ...string) {
		tree = ints(ints(tree, number(name)), int64(len(attributes)/2))
		for _, a := range attributes {
			tree = ints(tree, number(a))
		}
		tree = ints(tree, int64(children))
	}
	element("root", 1)
	element("metadata", len(all))
	for _, k := range all {
		element("class", len(k.fields), "id", strconv.FormatInt(k.id, 10), "name", k.name)
		for _, f := range k.fields {
			attributes := []string{"name", f.name, "class", strconv.FormatInt(f.of, 10)}
			if f.constant {
				attributes = append(attributes, "constantPool", "true")
			}
			if f.list {
				attributes = append(attributes, "dimension", "1")
			}
			element("field", 0, attributes...)
		}
	}
	b := ints(longs(nil, 0, 0, 1), int64(len(names)))
	return append(texts(b, names...), tree...)
}
