package anttracks

import (
	"math/rand/v2"
	"slices"
)

// run contains the random numbers that identify the files of a test run.
var run = []uint32{7, 0xFFFFFFFF, 0}

func header(what What) []byte {
	b := le.AppendUint32(nil, magic)
	b = le.AppendUint32(b, uint32(len(run)))
	for _, id := range run {
		b = le.AppendUint32(b, id)
	}
	return le.AppendUint32(b, uint32(what))
}

// symbolsWriter writes a symbols file.
type symbolsWriter struct {
	b       []byte
	version int
	places  []int // positions of four-byte numbers
}

func newSymbols(version int, flags uint32, traceName string) *symbolsWriter {
	w := &symbolsWriter{b: header(SymbolsFile), version: version}
	if version == newVersion {
		w.num(newVersion)
	}
	w.num(int32(flags))
	w.num(8)
	w.text(traceName, "\x00")
	return w
}

func (w *symbolsWriter) num(v int32) {
	w.places = append(w.places, len(w.b))
	w.b = le.AppendUint32(w.b, uint32(v))
}

func (w *symbolsWriter) text(s, end string) { w.b = append(append(w.b, s...), end...) }
func (w *symbolsWriter) tag(t byte)         { w.b = append(w.b, t) }
func (w *symbolsWriter) short(v uint16)     { w.b = le.AppendUint16(w.b, v) }
func (w *symbolsWriter) fresh() bool        { return w.version == newVersion }
func (w *symbolsWriter) fields(list []Field) {
	w.num(int32(len(list)))
	for _, f := range list {
		w.num(f.Offset)
		if w.fresh() {
			w.text(f.Signature, " ")
		} else {
			w.text(f.Signature, "")
		}
		w.text(f.Name, " ")
		flags := int32(0x11)
		if f.Static {
			flags |= accessStatic
		}
		if w.fresh() {
			w.num(flags)
		} else {
			w.short(uint16(flags))
		}
	}
}

func (w *symbolsWriter) cause(c Cause) {
	w.tag(tagCause)
	w.num(c.ID)
	w.text(c.Name, "\x00")
	if c.Common {
		w.tag(1)
	} else {
		w.tag(0)
	}
}

func (w *symbolsWriter) typ(t Type) {
	w.tag(tagType)
	w.num(t.ID)
	if w.fresh() {
		w.num(t.Super)
	}
	w.text(t.Name, "")
	w.num(t.Size)
	if t.Fields != nil {
		w.tag(tagFields)
		w.fields(t.Fields)
	}
	for _, list := range t.Inherited {
		w.tag(tagInherited)
		w.fields(list)
	}
	if t.Methods != nil {
		w.tag(tagMethods)
		w.num(int32(len(t.Methods)))
		for _, m := range t.Methods {
			w.num(m.ID)
			w.text(m.Name, " ")
			w.num(int32(len(m.Locals)))
			for _, l := range m.Locals {
				w.num(l.Slot)
				w.text(l.Name, " ")
			}
		}
	}
}

// mirror writes a class object, which repeats the type of class objects.
func (w *symbolsWriter) mirror(class Type, m Mirror) {
	class.Fields, class.Inherited = nil, nil
	w.typ(class)
	if m.Name == "" {
		w.tag(tagFields)
		w.fields(m.Fields)
		return
	}
	w.tag(tagMirror)
	w.text(m.Name, "")
	if m.Name[0] == 'L' {
		w.fields(m.Fields)
	}
	w.tag(tagInherited)
	w.fields(nil)
}

func (w *symbolsWriter) site(s Site) {
	if s.Simple {
		w.tag(tagSimpleSite)
	} else {
		w.tag(tagSite)
	}
	if s.ID < 0x8000 {
		w.short(uint16(s.ID))
	} else {
		w.short(uint16(s.ID >> 8))
		w.tag(byte(s.ID))
	}
	if s.Simple {
		w.text(s.Frames[0].Method, "\x00")
	} else {
		w.num(int32(len(s.Frames)))
		for _, f := range s.Frames {
			w.text(f.Method, "")
			w.num(f.Bytecode)
		}
	}
	w.num(s.Type)
}

// sampleTypes returns the symbols of a small program: types 10 instance, 11 int[], 12 java.lang.Class; sites 20 of int[], 21 of instances,
// 22 of class objects, 23 without type, 0x800001 of instances.
func sampleTypes(version int) ([]Cause, []Type, []Site) {
	causes := []Cause{{1, "Allocation Failure", true}, {2, "System.gc()", false}}
	types := []Type{
		{ID: 10, Super: 9, Name: "Lapp/Person;", Size: 24,
			Fields: []Field{{8, "I", "age", false}, {16, "Ljava/lang/String;", "name", false}, {96, "Lapp/Person;", "FIRST", true}}},
		{ID: 11, Super: 9, Name: "[I", Size: 16<<8 | 4},
		{ID: 12, Super: 9, Name: "Ljava/lang/Class;", Size: 96, Inherited: [][]Field{{{0, "J", "h", false}}, nil}},
	}
	if version == newVersion {
		types[0].Methods = []Method{{7, "work", []Local{{0, "this"}, {1, "i"}}}, {8, "<init>", nil}}
	} else {
		for i := range types {
			types[i].Super = -1
		}
		types[0].Fields[1].Signature = "Ljava.lang.String;"
	}
	sites := []Site{
		{ID: 20, Type: 11, Frames: []Frame{{"app.Main.fill([I)V", 12}, {"app.Main.main([Ljava/lang/String;)V", 3}}},
		{ID: 21, Type: 10, Frames: []Frame{{"app.Main.make(IJ)Lapp/Person;", 0}}},
		{ID: 22, Type: 12, Simple: true, Frames: []Frame{{"java.lang.ClassLoader.define()V", -1}}},
		{ID: 23, Type: unknownType, Frames: []Frame{{"$$Recursion.repeat_2_last_frames_3_times()V", 0}}},
		{ID: 0x800001, Type: 10, Frames: []Frame{{"app.Main.grow()[[J", 5}}},
	}
	return causes, types, sites
}

// sampleMirrors are the class objects of [sampleSymbols]. The first has no record.
func sampleMirrors() []Mirror {
	return []Mirror{{}, {"[Lapp.Person;", nil}, {"Lapp.Person;", []Field{{0, "Lapp.Person;", "FIRST", true}}}, {}}
}

func sampleSymbols(version int, flags uint32) []byte {
	w := newSymbols(version, flags, "trace_0")
	causes, types, sites := sampleTypes(version)
	for _, c := range causes {
		w.cause(c)
	}
	for i := range types {
		w.typ(types[i])
	}
	if version == oldVersion {
		for _, m := range sampleMirrors()[1:] {
			w.mirror(types[2], m)
		}
	}
	for i := range sites {
		w.site(sites[i])
	}
	return append(w.b, 0)
}

// built contains the data that an event was built from.
type built struct {
	kind  Kind
	first uint32
	words []uint32
}

func (e built) append(b []byte, anchors bool) []byte {
	b = le.AppendUint32(b, e.first)
	for _, w := range e.words {
		b = le.AppendUint32(b, w)
	}
	if anchors {
		b = le.AppendUint32(b, anchor|uint32(e.kind)<<8)
	}
	return b
}

func packText(s string, end bool) []uint32 {
	b := []byte(s)
	if end {
		b = append(b, 0)
	}
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	var words []uint32
	for ; len(b) > 0; b = b[4:] {
		words = append(words, uint32(b[0])<<24|uint32(b[1])<<16|uint32(b[2])<<8|uint32(b[3]))
	}
	return words
}

// allocationSites are payloads with the parts that follow them.
var allocationSites = []struct {
	payload         uint32
	unknown, mirror bool
}{
	{20<<8 | 17, false, false},
	{20<<8 | 255, false, false}, // a long array
	{21 << 8, false, false},
	{21<<8 | 255, false, false}, // a length follows, although the site allocates instances
	{22 << 8, false, true},
	{23<<8 | 255, true, false},
	{5 << 8, true, false}, // internal to the VM, without a symbol
	{0x800001, false, false},
	{0x8000FF, true, false}, // a big site without a symbol
}

// randomEvent creates a random event of any kind in a version, consistent with the sample's symbols.
func randomEvent(rnd *rand.Rand, version int) built {
	var k Kind
	for {
		k = Kind(rnd.IntN(Kinds))
		if specs[k].name != "" && (version == newVersion || !specs[k].fresh) {
			break
		}
	}
	s := specs[k]
	if old, ok := oldSpecs[k]; ok && version == oldVersion {
		s = old
	}
	payload := rnd.Uint32() & 0xFFFFFF
	site := allocationSites[rnd.IntN(len(allocationSites))]
	if slices.Contains(s.parts, arrayLength) {
		payload = site.payload
	}
	e := built{kind: k, first: uint32(k)<<26 | rnd.Uint32()&3<<24 | payload}
	typed, mirror := !site.unknown, site.mirror
	for _, p := range s.parts {
		switch p {
		case word:
			e.words = append(e.words, rnd.Uint32())
		case quad:
			e.words = append(e.words, rnd.Uint32(), rnd.Uint32())
		case arrayLength:
			if payload&0x8000FF == 255 {
				e.words = append(e.words, rnd.Uint32())
			}
		case elements:
			if e.typeReported(s.parts) == 11 {
				e.words = append(e.words, rnd.Uint32())
			}
		case missingType, givenType:
			if p == missingType && typed {
				break
			}
			id := []int32{10, 11, 12, -10, 99, unknownMirror}[rnd.IntN(6)]
			mirror = id == 12 || id < 0 || id == unknownMirror && version == newVersion
			e.words = append(e.words, uint32(id))
			if s.parts[0] == givenType && (id == 99 || id == unknownMirror || id < 0) && payload&0x8000FF == 255 {
				e.words[len(e.words)-1], mirror = 10, false
			}
		case mirrorSize:
			if mirror {
				e.words = append(e.words, rnd.Uint32())
			}
		case text:
			e.words = append(e.words, randomText(rnd)...)
		case threadName:
			e.words = append(e.words, packText("worker-1 of many threads"[:rnd.IntN(24)], true)...)
		case pointers:
			for shift := 22; shift >= 0 && payload>>shift&3 != 0; shift -= 2 {
				for range []int{0, 1, 2, 0}[payload>>shift&3] {
					e.words = append(e.words, rnd.Uint32())
				}
			}
		case roots:
			e.words = append(e.words, randomRoots(rnd)...)
		}
	}
	return e
}

// typeReported returns the type that an event contains directly after its first word; 0 if there is none.
func (e built) typeReported(parts []part) int32 {
	if parts[0] == givenType {
		return int32(e.words[0])
	}
	return 0
}

func randomText(rnd *rand.Rand) []uint32 {
	s := "some text that is long enough"[:rnd.IntN(29)]
	return append([]uint32{uint32(len(s))}, packText(s, false)...)
}

func randomRoots(rnd *rand.Rand) []uint32 {
	var words []uint32
	for n := range 3 {
		if rnd.IntN(3) == 0 {
			return append(words, 0xFFFFFFFF, 0xFFFFFFFF)
		}
		kind := rnd.IntN(len(rootParts))
		words = append(words, rnd.Uint32(), uint32(n), uint32(kind))
		for _, p := range rootParts[kind] {
			switch p {
			case word:
				words = append(words, rnd.Uint32())
			case quad:
				words = append(words, rnd.Uint32(), rnd.Uint32())
			case text:
				words = append(words, randomText(rnd)...)
			}
		}
	}
	return words
}

// pack compresses data like the VM. most limits the codes, as one of the VM's packers does.
func pack(data []byte, most int) []byte {
	var codes []int
	known := map[int]int{} // by text and next byte
	now := -1
	for _, c := range data {
		if now < 0 {
			now = int(c)
			continue
		}
		if longer, ok := known[now<<8|int(c)]; ok {
			now = longer
			continue
		}
		codes = append(codes, now)
		if len(known)+256 <= most {
			known[now<<8|int(c)] = 256 + len(known)
		}
		now = int(c)
	}
	if now >= 0 {
		codes = append(codes, now)
	}
	return packCodes(codes)
}

// packZeros is pack for n zeros: each code represents a text one byte longer than the previous one.
func packZeros(n int) []byte {
	codes := []int{0}
	for left, size := n-1, 2; left > 0; size++ {
		code := 254 + min(size, left)
		if left == 1 { // a single zero is its own code
			code = 0
		}
		codes = append(codes, code)
		left -= min(size, left)
	}
	return packCodes(codes)
}

// packCodes writes codes and the end.
func packCodes(codes []int) []byte {
	var out []byte
	var bits uint64
	have, width := 0, 8
	put := func(v int) {
		bits = bits<<width | uint64(v)
		for have += width; have >= 8; have -= 8 {
			out = append(out, byte(bits>>(have-8)))
		}
	}
	for _, c := range codes {
		for c >= 1<<width-1 {
			put(1<<width - 1)
			width++
		}
		put(c)
	}
	put(1<<width - 1)
	width++
	put(0)
	if have > 0 {
		out = append(out, byte(bits<<(8-have)))
	}
	return out
}

// addBuffer appends a buffer to a trace.
func addBuffer(b []byte, thread uint64, sync uint8, compressed bool, data []byte) []byte {
	meta := uint32(sync) << 29
	if compressed {
		data = pack(data, 0x3FFF)
		meta |= 1 << 31
	}
	b = le.AppendUint64(b, thread)
	b = le.AppendUint32(b, meta|uint32(len(data)))
	return append(b, data...)
}

func gcEventWords(kind Kind, typ, cause, flags uint8, id uint32, ms uint64) built {
	return built{kind, uint32(kind)<<26 | uint32(typ)<<16 | uint32(cause)<<8 | uint32(flags),
		[]uint32{id, uint32(ms), uint32(ms >> 32), 0x1000, 7}}
}

// newTrace returns the start of a trace file.
func newTrace() []byte { return le.AppendUint32(header(TraceFile), 3) }
