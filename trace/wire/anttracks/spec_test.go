package anttracks

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// TestKindNumbers checks the number and name of each kind that code uses against the list in AntTracks' description of its format.
func TestKindNumbers(t *testing.T) {
	kinds := map[Kind]string{
		GCStart: "0x02 GC start", GCEnd: "0x03 GC end", GCInfo: "0x04 GC info", GCFailed: "0x05 GC failed", SpaceCreated: "0x06 space created",
		SpaceUsed: "0x07 space used", SpaceReleased: "0x08 space released", SpaceMoved: "0x09 space moved",
		SpacesDestroyed: "0x0a spaces destroyed", ThreadAlive: "0x0b thread alive", ThreadDeath: "0x0c thread death", TLAB: "0x0d TLAB",
		PLAB: "0x0e PLAB", AllocVM: "0x0f allocation by the VM", AllocOther: "0x11 allocation, interpreter, slow, other type",
		AllocFast: "0x13 allocation, interpreter, fast", AllocC1Slow: "0x14 allocation, C1, slow",
		AllocC1Other: "0x15 allocation, C1, slow, other type", AllocC1Fast: "0x17 allocation, C1, fast", AllocC2Slow: "0x19 allocation, C2, slow",
		AllocC2Other: "0x1a allocation, C2, slow, other type", AllocC2Fast: "0x1c allocation, C2, fast",
		AllocC2FastType: "0x1d allocation, C2, fast, other type", MoveSlow: "0x1e move, slow", MoveFastWide: "0x1f move, fast, wide",
		MoveFast: "0x20 move, fast", MoveFastNarrow: "0x21 move, fast, narrow", MoveRegion: "0x22 move of a region", KeepAlive: "0x23 kept alive",
		SyncMoved: "0x24 object at the start", SyncStays: "0x25 object at the start, narrow", MoveSlowRefs: "0x27 move, slow, references",
		MoveFastWideRef: "0x28 move, fast, wide, references", MoveFastRefs: "0x29 move, fast, references",
		KeepAliveRefs: "0x2a kept alive, references", MoreRefs: "0x2b more references", PartRefs: "0x2c references of shared work",
		Roots: "0x2d roots", OldRefs: "0x2e references before the move",
	}
	if len(kinds) != 39 {
		t.Errorf("%d kinds; two constants have the same number", len(kinds))
	}
	for k, want := range kinds {
		if got := "0x" + string("0123456789abcdef"[k>>4]) + string("0123456789abcdef"[k&15]) + " " + k.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestWords checks words, quads, payload and site of an event. Quads have their low word first.
func TestWords(t *testing.T) {
	data := built{GCStart, uint32(GCStart)<<26 | 0x12_3456, []uint32{7, 2, 3, 4, 5}}.append(nil, false)
	var e Event
	if ok, err := newEvents(data, nil).next(&e); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if e.First() != 0x0812_3456 || e.Payload() != 0x12_3456 || e.Words() != 5 {
		t.Errorf("first %#x, payload %#x, %d words", e.First(), e.Payload(), e.Words())
	}
	for i, want := range []uint32{7, 2, 3, 4, 5} {
		if got := e.Word(i); got != want {
			t.Errorf("word %d is %d, want %d", i, got, want)
		}
	}
	if e.Quad(0) != 2<<32|7 || e.Quad(1) != 3<<32|2 || e.Quad(3) != 5<<32|4 {
		t.Errorf("quads %#x %#x %#x", e.Quad(0), e.Quad(1), e.Quad(3))
	}
	for payload, want := range map[uint32]uint32{0x12_3456: 0x1234, 0x7F_FFFF: 0x7FFF, 0x80_0001: 0x80_0001, 0xFF_FFFF: 0xFF_FFFF, 0xFF: 0} {
		if got := siteOf(payload); got != want {
			t.Errorf("the site of payload %#x is %#x, want %#x", payload, got, want)
		}
	}
}

// TestAllocated checks the totals of allocations by type and site, and the spaces, of a small trace. Site 20 allocates type 11, and site 99 is
// unknown.
func TestAllocated(t *testing.T) {
	alloc := func(k Kind, site uint32, words ...uint32) built { return built{k, uint32(k)<<26 | site<<8, words} }
	var data []byte
	for _, e := range []built{
		alloc(AllocFast, 20), alloc(AllocFast, 20), alloc(AllocC2Fast, 21), alloc(AllocFast, 99),
		alloc(AllocC2FastType, 20, 10), // the type is in the event
		{SpaceCreated, uint32(SpaceCreated) << 26, []uint32{1, 0x1000, 0, 0x100, 0}},
		{SpaceCreated, uint32(SpaceCreated) << 26, []uint32{2, 0x2000, 0, 0x200, 0}},
		{SpaceMoved, uint32(SpaceMoved) << 26, []uint32{1, 0x3000, 1, 0x300, 0}},
		{SpaceUsed, uint32(SpaceUsed) << 26, []uint32{3}},
		{GCInfo, uint32(GCInfo)<<26 | 2, []uint32{5}}, {GCInfo, uint32(GCInfo)<<26 | 2, []uint32{6}}, {GCInfo, uint32(GCInfo)<<26 | 9, []uint32{6}},
		{MoveFast, uint32(MoveFast) << 26, []uint32{1}},
	} {
		data = e.append(data, false)
	}
	tr, err := ReadTrace(t.Context(), bytes.NewReader(addBuffer(newTrace(), 1, 0, false, data)), mustSymbols(t, sampleSymbols(newVersion, 0)),
		Visitor{Count: true})
	if err != nil || len(tr.Faults.List) > 0 {
		t.Fatal(err, tr.Faults)
	}
	a := tr.Allocated
	if want := map[int32]int64{11: 2, 10: 2, unknownType: 1}; !maps.Equal(a.Types, want) {
		t.Errorf("objects by type %v, want %v", a.Types, want)
	}
	if want := map[uint32]int64{20: 3, 21: 1, 99: 1}; !maps.Equal(a.Sites, want) {
		t.Errorf("objects by site %v, want %v", a.Sites, want)
	}
	if want := map[uint32]*Space{1: {1<<32 | 0x3000, 0x300, 0}, 2: {0x2000, 0x200, 2}}; !reflect.DeepEqual(a.Spaces, want) {
		t.Errorf("spaces %v, want %v", a.Spaces, want)
	}
}

// TestReadHead checks the number of a trace within its run, and files that end in the header.
func TestReadHead(t *testing.T) {
	for _, test := range []struct {
		data   []byte
		what   What
		number uint32
		err    string
	}{
		{newTrace(), TraceFile, 3, ""}, {append(newTrace(), 1, 2), TraceFile, 3, ""}, {sampleSymbols(newVersion, 0), SymbolsFile, 0, ""},
		{header(ClassesFile), ClassesFile, 0, ""}, {newTrace()[:len(newTrace())-1], TraceFile, 0, "ends"}, {header(TraceFile), TraceFile, 0, "ends"},
		{[]byte("\xEE\xFF"), 0, 0, "ends"},
	} {
		h, number, err := ReadHead(bytes.NewReader(test.data))
		if test.err == "" && (err != nil || h.What != test.what || number != test.number) {
			t.Errorf("%x: %v, number %d, %v; want %v, %d", test.data, h.What, number, err, test.what, test.number)
		}
		if test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
			t.Errorf("%x: error %v, want %q", test.data, err, test.err)
		}
	}
}

// TestRootsFit checks the sizes of roots: up to three, or fewer before the end mark. Data that is cut anywhere does not fit.
func TestRootsFit(t *testing.T) {
	root := func(kind uint32, words ...uint32) []byte {
		return built{0, 0xAAAA, append([]uint32{0xBBBB, kind}, words...)}.append(nil, false)
	}
	end := bytes.Repeat([]byte{0xFF}, 8)
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	for name, data := range map[string][]byte{
		"none":           end,
		"one":            join(root(8), end),
		"one with words": join(root(3, 1, 2, 3, 4, 5), end),
		"one with text":  join(root(0, 5, 1, 2), end),
		"two":            join(root(1, 1), root(2, 1, 2), end),
		"three":          join(root(1, 1), root(4, 1, 2), root(16, 4, 9)),
	} {
		if n, ok := rootsSize(append(data[:len(data):len(data)], 1, 2, 3, 4)); n != len(data) || !ok {
			t.Errorf("%s: %d of %d bytes, %v", name, n, len(data), ok)
		}
		for cut := range data {
			if n, ok := rootsSize(data[:cut]); ok {
				t.Errorf("%s, cut at %d of %d: fits with %d bytes", name, cut, len(data), n)
			}
		}
	}
	if _, ok := rootsSize(join(root(uint32(len(rootParts))), end)); ok {
		t.Error("a root of an unknown kind fits")
	}
}

// TestKeptThreads checks that the totals of all threads beyond the maximum are in one entry.
func TestKeptThreads(t *testing.T) {
	data := newTrace()
	event := built{AllocFast, uint32(AllocFast) << 26, nil}.append(nil, false)
	for i := range uint64(maxThreads + 3) {
		data = addBuffer(data, i+1, 0, false, event)
	}
	tr := mustTrace(t, data, nil, nil)
	if len(tr.Threads) != maxThreads || tr.Others.Buffers != 3 || tr.Others.Events != 3 || tr.All.Buffers != maxThreads+3 {
		t.Errorf("%d threads, others %+v", len(tr.Threads), tr.Others)
	}
}

// TestCutEvents checks that no event fits a buffer that lacks any number of its words.
func TestCutEvents(t *testing.T) {
	for seed := range uint64(400) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		version := []int{newVersion, oldVersion}[seed%2]
		symbols := mustSymbols(t, sampleSymbols(version, 0))
		data := randomEvent(rnd, version).append(nil, false)
		for cut := 4; cut < len(data); cut += 4 {
			var e Event
			if ok, err := newEvents(data[:cut], symbols).next(&e); ok || err == nil {
				t.Fatalf("seed %d: %s fits in %d of %d bytes", seed, e.Kind, cut, len(data))
			}
		}
	}
}

// TestEndOfNames checks that a zero byte ends a name wherever it is in its word.
func TestEndOfNames(t *testing.T) {
	for i, word := range []uint32{0x00_62_63_64, 0x61_00_63_64, 0x61_62_00_64, 0x61_62_63_00} {
		data := le.AppendUint32(le.AppendUint32(le.AppendUint32(nil, 0x61_62_63_64), word), 0x61_62_63_64)
		if n, ok := nameSize(data); n != 8 || !ok {
			t.Errorf("%#08x: %d bytes, %v", word, n, ok)
		}
		if got := nameOf(data[:8]); got != "abcd"+"abcd"[:i] {
			t.Errorf("%#08x: name %q", word, got)
		}
	}
	if _, ok := nameSize(le.AppendUint32(nil, 0x61_62_63_64)); ok {
		t.Error("a name without an end fits")
	}
}

func TestTypeNames(t *testing.T) {
	s := mustSymbols(t, sampleSymbols(newVersion, 0))
	if s.TypeName(10) != "Lapp/Person;" || s.TypeName(11) != "[I" || s.TypeName(99) != "" {
		t.Errorf("types %q, %q, %q", s.TypeName(10), s.TypeName(11), s.TypeName(99))
	}
}
