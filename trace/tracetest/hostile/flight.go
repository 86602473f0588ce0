package hostile

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
)

// Flight returns a flight recording. Its chunks contain types that refer to each other as determined by the script, and constants and
// events. Their values match these types or the original ones.
func Flight(bytes []byte) []byte {
	s := script(bytes)
	form := s.byte()
	var data []byte
	for range 1 + form&1 {
		c := flightChunk{script: &s, plain: form>>1&1 != 0, broken: form>>3&3 == 3, classes: slices.Clone(flightClasses)}
		if form>>2&1 != 0 {
			c.written = flightClasses
		}
		for edits := s.next(4); edits > 0 && s.more(); edits-- {
			c.editClass()
		}
		data = append(data, c.chunk()...)
	}
	return s.finish(data)
}

// SoundFlight returns a valid recording: two GCs, an allocation, counts of a type.
func SoundFlight() []byte {
	c := flightChunk{script: &script{}, classes: flightClasses}
	return c.chunk()
}

// FlightOf returns a recording that is valid except for its texts. For each given text, it has a chunk with a GC, in which types, threads,
// methods and causes have that text.
func FlightOf(texts []string) []byte {
	var data []byte
	for i, text := range texts {
		c := flightChunk{script: &script{}, classes: flightClasses, label: text, number: int64(i)}
		data = append(data, c.chunk()...)
	}
	return data
}

// A flightClass is a type of a recording.
type flightClass struct {
	id     int64
	name   string
	fields []flightField
}

type flightField struct {
	name        string
	class       int64
	pool, array bool
}

// constantsFrom is the first type with constants, eventsFrom the first event type.
const (
	constantsFrom, eventsFrom = 20, 40
	flightRoot                = "root" // root of the metadata elements
)

var flightClasses = []flightClass{
	{1, "long", nil}, {2, "int", nil}, {3, "float", nil}, {4, "double", nil}, {5, "boolean", nil}, {6, "java.lang.String", nil},
	{7, "short", nil}, {8, "char", nil}, {9, "byte", nil},
	{20, "jdk.types.Symbol", []flightField{{"string", 6, false, false}}},
	{21, "java.lang.Class", []flightField{{"name", 20, true, false}}},
	{22, "java.lang.Thread", []flightField{{"osName", 6, false, false}, {"javaName", 6, false, false}}},
	{23, "jdk.types.Method", []flightField{{"type", 21, true, false}, {"name", 20, true, false}}},
	{24, "jdk.types.FrameType", []flightField{{"description", 6, false, false}}},
	{25, "jdk.types.StackTrace", []flightField{{"truncated", 5, false, false}, {"frames", 30, false, true}}},
	{26, "jdk.types.GCCause", []flightField{{"cause", 6, false, false}}},
	{27, "jdk.types.OldObject", []flightField{{"address", 1, false, false}, {"type", 21, true, false}, {"description", 6, false, false},
		{"referrer", 28, true, false}}},
	{28, "jdk.types.Reference", []flightField{{"array", 29, true, false}, {"field", 32, true, false}, {"object", 27, true, false},
		{"skip", 2, false, false}}},
	{29, "jdk.types.OldObjectArray", []flightField{{"size", 2, false, false}, {"index", 2, false, false}}},
	{30, "jdk.types.StackFrame", []flightField{{"method", 23, true, false}, {"lineNumber", 2, false, false}, {"type", 24, true, false}}},
	{32, "jdk.types.OldObjectField", []flightField{{"name", 6, false, false}, {"modifiers", 7, false, false}}},
	{33, "jdk.types.OldObjectGcRoot", []flightField{{"description", 6, false, false}, {"system", 6, false, false}, {"type", 6, false, false}}},
	{31, "jdk.types.VirtualSpace", []flightField{{"start", 1, false, false}, {"committedSize", 1, false, false}}},
	{40, "jdk.JVMInformation", []flightField{{"startTime", 1, false, false}, {"jvmVersion", 6, false, false}, {"jvmStartTime", 1, false, false}}},
	{41, "jdk.GarbageCollection", []flightField{{"startTime", 1, false, false}, {"duration", 1, false, false}, {"gcId", 2, false, false},
		{"name", 26, true, false}, {"cause", 26, true, false}, {"sumOfPauses", 1, false, false}}},
	{42, "jdk.GCHeapSummary", []flightField{{"startTime", 1, false, false}, {"gcId", 2, false, false}, {"when", 26, true, false},
		{"heapSpace", 31, false, false}, {"heapUsed", 1, false, false}}},
	{43, "jdk.ObjectCount", []flightField{{"startTime", 1, false, false}, {"gcId", 2, false, false}, {"objectClass", 21, true, false},
		{"count", 1, false, false}, {"totalSize", 1, false, false}}},
	{44, "jdk.ObjectAllocationSample", []flightField{{"startTime", 1, false, false}, {"eventThread", 22, true, false},
		{"stackTrace", 25, true, false}, {"objectClass", 21, true, false}, {"weight", 1, false, false}}},
	{45, "jdk.OldObjectSample", []flightField{{"startTime", 1, false, false}, {"eventThread", 22, true, false}, {"stackTrace", 25, true, false},
		{"allocationTime", 1, false, false}, {"object", 27, true, false}, {"objectSize", 1, false, false}, {"arrayElements", 2, false, false},
		{"root", 33, true, false}}},
	{46, "jdk.GCPhasePause", []flightField{{"startTime", 1, false, false}, {"duration", 1, false, false}, {"gcId", 2, false, false}}},
	{47, "profiler.LiveObject", []flightField{{"startTime", 1, false, false}, {"eventThread", 22, true, false}, {"stackTrace", 25, true, false},
		{"objectClass", 21, true, false}, {"allocationSize", 1, false, false}, {"allocationTime", 1, false, false}}},
}

// flightChunk writes a chunk.
type flightChunk struct {
	*script
	plain   bool
	classes []flightClass // as in the metadata
	written []flightClass // as used for values; nil for the same
	b       []byte
	values  int    // number of values begun
	even    int    // number of correct numbers before the next odd one
	calm    bool   // all numbers are currently correct
	label   string // replaces each text, unless empty
	number  int64  // number of the GC, 0-based
	broken  bool   // numbers of the metadata's encoding may be wrong too, not only its content
}

// chunk returns a chunk with the types.
func (c *flightChunk) chunk() []byte {
	const headerSize = 68
	if c.written == nil {
		c.written = c.classes
	}
	c.even = c.next(maxEven)
	c.b = append([]byte("FLR\x00\x00\x02\x00\x01"), make([]byte, headerSize-8)...)
	c.calm = !c.broken
	metadata := c.event(0, c.metadata)
	c.calm = false
	first := c.event(1, func() { c.constants(0) })
	for i := range 2 + c.next(4) {
		for _, class := range c.written {
			if class.id >= eventsFrom && (i < 2 || c.next(2) == 1) {
				c.event(class.id, func() { c.value(class.id, 0) })
			}
		}
	}
	back := first - int64(len(c.b))
	constants := c.event(1, func() { c.constants(c.odd(back)) })
	for at, n := range []int64{int64(len(c.b)), constants, metadata, 1_700_000_000e9 + c.number*10e9, 5e9, 500, 1e9} {
		binary.BigEndian.PutUint64(c.b[8+8*at:], uint64(c.odd(n)))
	}
	if !c.plain {
		c.b[headerSize-1] = 1
	}
	return c.b
}

// odd returns n, or sometimes another number: an extreme one or one close to n. The script determines how often.
func (c *flightChunk) odd(n int64) int64 {
	if c.calm || !c.more() {
		return n
	}
	if c.even--; c.even >= 0 {
		return n
	}
	c.even = c.next(maxEven)
	if c.next(2) == 0 {
		return int64(c.extreme())
	}
	return n + int64(c.next(16)) - 8
}

// maxEven is the largest number of correct numbers between two odd ones. A chunk has about 900.
const maxEven = 400

// integer writes an integer of size bytes, or a compressed one.
func (c *flightChunk) integer(n int64, size int) {
	n = c.odd(n)
	if c.plain {
		var b [8]byte
		binary.BigEndian.PutUint64(b[:], uint64(n))
		c.b = append(c.b, b[8-size:]...)
		return
	}
	u := uint64(n)
	if size < 8 {
		u &= 1<<(8*size) - 1
	}
	for i := 0; i < 8 && u >= 0x80; i++ {
		c.b = append(c.b, byte(u)|0x80)
		u >>= 7
	}
	c.b = append(c.b, byte(u))
}

func (c *flightChunk) count(n int) { c.integer(int64(n), 4) }

// text writes a text in one of the possible encodings.
func (c *flightChunk) text(s string) {
	kind := byte(c.odd(3) & 7)
	switch c.b = append(c.b, kind); kind {
	case 2:
		c.integer(1, 8) // a constant
	case 3, 5:
		c.count(len(s))
		c.b = append(c.b, s...)
	case 4:
		c.count(len(s))
		for _, b := range []byte(s) {
			c.integer(int64(b), 2)
		}
	}
}

// event writes an event and returns its offset.
func (c *flightChunk) event(of int64, body func()) int64 {
	at := len(c.b)
	c.b = append(c.b, 0, 0, 0, 0)
	c.integer(of, 8)
	body()
	size := uint32(c.odd(int64(len(c.b) - at)))
	if c.plain {
		binary.BigEndian.PutUint32(c.b[at:], size)
	} else { // always four bytes
		copy(c.b[at:], []byte{byte(size) | 0x80, byte(size>>7) | 0x80, byte(size>>14) | 0x80, byte(size >> 21 & 0x7F)})
	}
	return int64(at)
}

// maxWritten limits the bytes of a chunk, and mostValues the values, which may be empty: nested types can have any number of values.
const (
	maxWritten = 1 << 16
	mostValues = 1 << 13
)

// value writes a value of a type.
func (c *flightChunk) value(id int64, depth int) {
	at := slices.IndexFunc(c.written, func(class flightClass) bool { return class.id == id })
	if c.values++; at < 0 || depth > 20 || len(c.b) > maxWritten || c.values > mostValues {
		return
	}
	class := &c.written[at]
	if len(class.fields) == 0 {
		c.primitive(class.name)
		return
	}
	for _, f := range class.fields {
		n := 1
		if f.array {
			n = 2
			c.count(n)
		}
		for range n {
			if f.pool {
				c.integer(int64(1+len(c.b)%2), 8)
			} else {
				c.value(f.class, depth+1)
			}
		}
	}
}

func (c *flightChunk) primitive(name string) {
	switch name {
	case "boolean", "byte":
		c.b = append(c.b, byte(c.odd(1)))
	case "short", "char":
		c.integer(7, 2)
	case "int":
		c.integer(1+c.number, 4)
	case "long":
		c.integer(1000, 8)
	case "float":
		c.b = binary.BigEndian.AppendUint32(c.b, math.Float32bits(0.5))
	case "double":
		c.b = binary.BigEndian.AppendUint64(c.b, math.Float64bits(0.5))
	case "java.lang.String":
		name := "Before GC"
		if c.odd(0) != 0 {
			name = c.name()
		}
		if c.label != "" {
			name = c.label
		}
		c.text(name)
	}
}

// constants writes an event with two constants of each type that has constants.
func (c *flightChunk) constants(back int64) {
	c.integer(1, 8)
	c.integer(0, 8)
	c.integer(back, 8)
	c.b = append(c.b, 0)
	var ids []int64
	for _, class := range c.written {
		if class.id >= constantsFrom && class.id < eventsFrom {
			ids = append(ids, class.id)
		}
	}
	c.count(len(ids))
	for _, id := range ids {
		c.integer(id, 8)
		c.count(2)
		for key := range 2 {
			c.integer(int64(key+1), 8)
			c.value(id, 0)
		}
	}
}

// metadata writes texts and a tree of elements that refer to them.
func (c *flightChunk) metadata() {
	var texts []string
	number := func(s string) int64 {
		at := slices.Index(texts, s)
		if at < 0 {
			at, texts = len(texts), append(texts, s)
		}
		return int64(at)
	}
	tree := c.tree(number)
	c.integer(1, 8)
	c.integer(0, 8)
	c.integer(1, 8)
	c.count(len(texts))
	for _, t := range texts {
		c.b = append(c.b, 3)
		c.count(len(t))
		c.b = append(c.b, t...)
	}
	for _, n := range tree {
		c.integer(n, 4)
	}
}

// tree returns the elements as numbers: name, number of attributes, their names and values, number of children, children.
func (c *flightChunk) tree(number func(string) int64) []int64 {
	tree := []int64{number(flightRoot), 0, 1, number("metadata"), 0, int64(len(c.classes))}
	for _, class := range c.classes {
		tree = append(tree, number("class"), 2, number("id"), number(strconv.FormatInt(class.id, 10)), number("name"), number(class.name), int64(len(class.fields)))
		for _, f := range class.fields {
			attributes := []int64{number("name"), number(f.name), number("class"), number(strconv.FormatInt(f.class, 10))}
			if f.pool {
				attributes = append(attributes, number("constantPool"), number("true"))
			}
			if f.array {
				attributes = append(attributes, number("dimension"), number("1"))
			}
			tree = append(append(append(tree, number("field"), int64(len(attributes)/2)), attributes...), 0)
		}
	}
	return tree
}
