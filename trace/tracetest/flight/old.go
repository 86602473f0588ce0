package flight

import (
	"encoding/binary"
	"time"
	"unicode/utf16"
)

// Kinds of values in version 0.9.
const (
	oldBoolean = 0
	oldU1      = 2
	oldU2      = 4
	oldInt     = 5
	oldU4      = 6
	oldLong    = 7
	oldU8      = 8
	oldUTF8    = 11
	oldChars   = 12
	oldArray   = 13
	oldStruct  = 14
	oldStructs = 15
)

// Types of constants in version 0.9.
const (
	oldThread = 7
	oldStack  = 9
	oldClass  = 10
	oldMethod = 32
	oldSymbol = 33
	oldName   = 35
	oldCause  = 36
	oldWhen   = 37
)

// oldField is a field: its name, kind, type of constants, and structure or kind of elements.
type oldField struct {
	name              string
	kind              byte
	constant, structs int64
}

// Structures of the VM's types in version 0.9, by index.
const (
	oldTexts = iota
	oldClassFields
	oldMethodFields
	oldStackFields
	oldFrameFields
	oldSpaceFields
	oldGCFields
	oldSummaryFields
	oldPauseFields
	oldInsideFields
	oldOutsideFields
	oldInfoFields
	oldCountFields
	oldOtherFields
)

var oldStructures = [][]oldField{
	oldTexts:       {{name: "name", kind: oldUTF8}},
	oldClassFields: {{"loaderClass", oldU8, oldClass, 0}, {"name", oldU8, oldSymbol, 0}, {name: "modifiers", kind: 3}},
	oldMethodFields: {{"class", oldU8, oldClass, 0}, {"name", oldU8, oldSymbol, 0}, {"signature", oldU8, oldSymbol, 0},
		{name: "hidden", kind: oldBoolean}},
	oldStackFields: {{name: "truncated", kind: oldBoolean}, {"frames", oldStructs, 0, oldFrameFields}},
	oldFrameFields: {{"method", oldU8, oldMethod, 0}, {name: "line", kind: oldInt}},
	oldSpaceFields: {{name: "start", kind: oldU8}, {name: "committedSize", kind: oldU8}},
	oldGCFields: {{name: "gcId", kind: oldU4}, {"name", oldU1, oldName, 0}, {"cause", oldU2, oldCause, 0},
		{"sumOfPauses", oldLong, 5, 0}},
	oldSummaryFields: {{name: "gcId", kind: oldU4}, {"when", oldU1, oldWhen, 0}, {"heapSpace", oldStruct, 0, oldSpaceFields},
		{"heapUsed", oldU8, 1, 0}},
	oldPauseFields:   {{name: "gcId", kind: oldU4}, {name: "name", kind: oldUTF8}},
	oldInsideFields:  {{"class", oldU8, oldClass, 0}, {"allocationSize", oldU8, 1, 0}, {"tlabSize", oldU8, 1, 0}},
	oldOutsideFields: {{"class", oldU8, oldClass, 0}, {"allocationSize", oldU8, 1, 0}},
	oldInfoFields:    {{name: "jvmVersion", kind: oldUTF8}, {"jvmStartTime", oldLong, 2, 0}},
	oldCountFields:   {{name: "gcId", kind: oldU4}, {"class", oldU8, oldClass, 0}, {name: "count", kind: oldLong}, {"totalSize", oldU8, 1, 0}},
	oldOtherFields:   {{name: "text", kind: oldChars}, {"numbers", oldArray, 0, oldU4}, {name: "ratio", kind: 9}, {name: "share", kind: 10}},
}

// oldEvent is a type of events: its path, whether it has a start, and a thread and a stack trace, and its structure.
type oldEvent struct {
	id            int64
	path          string
	start, thread bool
	fields        int64
}

var oldEvents = []oldEvent{
	{8, "vm/info", false, false, oldInfoFields},
	{16, "vm/gc/heap/summary", false, false, oldSummaryFields},
	{23, "vm/gc/collector/garbage_collection", true, false, oldGCFields},
	{34, "vm/gc/phases/pause", true, false, oldPauseFields},
	{45, "java/object_alloc_in_new_TLAB", false, true, oldInsideFields},
	{46, "java/object_alloc_outside_TLAB", false, true, oldOutsideFields},
	{74, "vm/gc/detailed/object_count", false, false, oldCountFields},
	{99, "app/other", false, false, oldOtherFields},
}

// HotSpot and JRockit are the URIs of VMs that write version 0.9.
const (
	HotSpot = "http://www.oracle.com/hotspot/jvm/"
	JRockit = "http://www.oracle.com/jrockit/jvm/"
)

// Old returns the recording as a chunk of version 0.9 by the VM with the given URI, as JDK 7 and 8 write it. Sampled objects become
// allocations in new TLABs of 1 kB and, if they have 1 kB or more, outside TLABs. The GCs have counts of one type.
func (r *Recording) Old(vm string) []byte {
	p := &pools{map[int64][][]byte{}, map[string]int64{}}
	c := &chunk{append([]byte("FLR\x00\x00\x00\x00\x09"), make([]byte, 8)...)}
	early := c.old(1, p.early(r)) // the names of GCs
	c.old(8, longs(utf(longs(nil, int64(r.Length)), "Test VM 8 for tests"), r.Started.UnixMilli()))
	c.old(99, append(ints(ints(ints(chars(longs(nil, 1), "größer"), 2), 7), 8), make([]byte, 12)...))
	for i, gc := range r.GCs {
		c.oldGC(p, r.FirstGC+i, gc)
	}
	for i := range r.Samples {
		s := &r.Samples[i]
		class := p.oldClass(r.Objects[s.Object-1].Class)
		b := longs(ints(longs(nil, int64(s.Allocated)), p.oldThread(s.Thread)), p.oldStack(s.Method), class, s.Size)
		if s.Size < 1024 {
			c.old(45, longs(b, 1024))
		} else {
			c.old(46, b)
		}
	}
	constants := c.old(1, append(longs(nil, int64(r.Length), early), p.old()...))
	metadata := c.old(0, describeOld(vm, r, constants))
	binary.BigEndian.PutUint64(c.b[8:], uint64(metadata))
	return c.b
}

// old appends an event of version 0.9 and returns its offset.
func (c *chunk) old(of int64, body []byte) int64 {
	at := int64(len(c.b))
	c.b = append(ints(ints(c.b, int64(len(body)+8)), of), body...)
	return at
}

func (c *chunk) oldGC(p *pools, i int, gc GC) {
	name := byte(1)
	if gc.Full {
		name = 2
	}
	end := int64(gc.At + time.Millisecond)
	gcOf := func(b []byte) []byte { return ints(b, int64(i)) }
	c.old(23, longs(append(gcOf(longs(nil, end, int64(gc.At))), name, 0, 1), int64(time.Millisecond)))
	c.old(16, longs(append(gcOf(longs(nil, int64(gc.At))), 1), 0, 100<<20, 2*gc.After))
	c.old(16, longs(append(gcOf(longs(nil, end)), 2), 0, 100<<20, gc.After))
	c.old(34, utf(gcOf(longs(nil, end, int64(gc.At))), "GC Pause"))
	c.old(74, longs(gcOf(longs(nil, end)), p.oldClass("app/Order"), int64(10*i), int64(160*i)))
}

// early returns the content of the first event with constants. The symbol 1 has another text later.
func (p *pools) early(r *Recording) []byte {
	b := longs(nil, 0, 0)
	for _, pool := range []struct {
		of     int64
		width  int
		values []string
	}{{oldName, 1, []string{"G1New", "SerialOld"}}, {oldCause, 2, []string{"Allocation Failure"}}, {oldWhen, 1, []string{"Before GC", "After GC"}},
		{oldSymbol, 8, []string{"an earlier text"}}} {
		b = ints(ints(b, pool.of), int64(len(pool.values)))
		for i, text := range pool.values {
			b = append(b, make([]byte, pool.width-1)...)
			b = utf(append(b, byte(i+1)), text)
		}
	}
	return b
}

func (p *pools) oldSymbol(name string) int64 { return p.key(oldSymbol, utf(nil, name)) }

func (p *pools) oldClass(name string) int64 {
	return p.key(oldClass, append(longs(nil, 0, p.oldSymbol(name)), 0, 1))
}

func (p *pools) oldThread(name string) int64 {
	if name == "" {
		return 0
	}
	return p.key(oldThread, utf(nil, name))
}

func (p *pools) oldStack(name string) int64 {
	if name == "" {
		return 0
	}
	dot := len(name) - 1
	for dot > 0 && name[dot] != '.' {
		dot--
	}
	m := p.key(oldMethod, append(longs(nil, p.oldClass(name[:dot]), p.oldSymbol(name[dot+1:]), 0), 0))
	return p.key(oldStack, ints(longs(ints([]byte{0}, 1), m), 7))
}

// old returns the constants for an event of version 0.9.
func (p *pools) old() (b []byte) {
	for _, of := range []int64{oldThread, oldStack, oldClass, oldMethod, oldSymbol} {
		b = ints(ints(b, of), int64(len(p.values[of])))
		for i, v := range p.values[of] {
			if of == oldThread {
				b = ints(b, int64(i+1))
			} else {
				b = longs(b, int64(i+1))
			}
			b = append(b, v...)
		}
	}
	return b
}

// utf appends texts of version 0.9 as UTF-8.
func utf(b []byte, values ...string) []byte {
	for _, s := range values {
		b = append(binary.BigEndian.AppendUint16(b, uint16(len(s))), s...)
	}
	return b
}

// chars appends a text of version 0.9 as UTF-16.
func chars(b []byte, text string) []byte {
	units := utf16.Encode([]rune(text))
	b = ints(b, int64(len(units)))
	for _, u := range units {
		b = binary.BigEndian.AppendUint16(b, u)
	}
	return b
}

// describeOld returns the content of the event with metadata of version 0.9.
func describeOld(vm string, r *Recording, constants int64) []byte {
	b := ints(nil, 1)
	b = utf(ints(b, 1), "VM", "The VM", vm)
	b = utf(ints(b, 1), vm+"vm/gc/id")
	b = ints(b, int64(len(oldStructures)))
	for _, fields := range oldStructures {
		b = ints(b, int64(len(fields)))
		for _, f := range fields {
			b = append(utf(b, f.name, f.name, ""), 0, f.kind)
			b = ints(ints(ints(b, f.constant), f.structs), 0)
		}
	}
	b = ints(b, int64(len(oldEvents)))
	for _, e := range oldEvents {
		b = utf(ints(b, e.id), e.path, "", e.path)
		b = append(b, flag(e.start), flag(e.thread), flag(e.thread), 0)
		b = ints(ints(b, e.fields), 0)
	}
	pools := []struct {
		of     int64
		name   string
		key    byte
		fields int64
	}{{oldThread, "Thread", oldU4, oldTexts}, {oldStack, "StackTrace", oldU8, oldStackFields}, {oldClass, "Class", oldU8, oldClassFields},
		{oldMethod, "Method", oldU8, oldMethodFields}, {oldSymbol, "UTFConstant", oldU8, oldTexts}, {oldName, "GCName", oldU1, oldTexts},
		{oldCause, "GCCause", oldU2, oldTexts}, {oldWhen, "GCWhen", oldU1, oldTexts}}
	b = ints(b, int64(len(pools)))
	for _, p := range pools {
		b = append(utf(ints(b, p.of), p.name, ""), p.key)
		b = ints(b, p.fields)
	}
	return longs(b, r.Started.Add(r.From).UnixMilli(), r.Started.Add(r.From+r.Length).UnixMilli(), int64(r.From), int64(time.Second), constants)
}

func flag(on bool) byte {
	if on {
		return 1
	}
	return 0
}
