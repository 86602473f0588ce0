package anttracks

import (
	"bytes"
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func mustSymbols(t testing.TB, data []byte) *Symbols {
	t.Helper()
	s, err := ReadSymbols(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustTrace(t testing.TB, data []byte, s *Symbols, visit func(*Buffer)) *Trace {
	t.Helper()
	tr, err := ReadTrace(context.Background(), bytes.NewReader(data), s, Visitor{Buffer: func(b *Buffer) error {
		if visit != nil {
			visit(b)
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestSymbols checks that written symbols are read unchanged, in both versions.
func TestSymbols(t *testing.T) {
	for _, version := range []int{newVersion, oldVersion} {
		data := sampleSymbols(version, flagPointers|flagFragmented)
		s := mustSymbols(t, data)
		causes, types, sites := sampleTypes(version)
		if s.Version != version || s.Anchors || !s.Pointers || !s.Fragments || s.WordSize != 8 || s.TraceName != "trace_0" {
			t.Errorf("version %d: settings are %+v", version, s)
		}
		if !slices.Equal(s.Header.IDs, run) || s.Header.What != SymbolsFile {
			t.Errorf("version %d: header is %+v", version, s.Header)
		}
		if !reflect.DeepEqual(s.Causes, causes) || !reflect.DeepEqual(s.Types, types) || !reflect.DeepEqual(s.Sites, sites) {
			t.Errorf("version %d: read\n%+v\n%+v\n%+v\nwant\n%+v\n%+v\n%+v", version, s.Causes, s.Types, s.Sites, causes, types, sites)
		}
		if version == oldVersion && !reflect.DeepEqual(s.Mirrors, sampleMirrors()) {
			t.Errorf("class objects are %+v, want %+v", s.Mirrors, sampleMirrors())
		}
		if len(s.Faults.List) != 0 || s.Bytes != int64(len(data)) {
			t.Errorf("version %d: %d of %d bytes, faults %v", version, s.Bytes, len(data), s.Faults.List)
		}
		if s.CauseName(2) != "System.gc()" || s.CauseName(9) != "" {
			t.Error("causes are not found by number")
		}
	}
}

// TestSymbolsCut truncates a file at every byte. The records before the cut must be read, and the cut must be reported unless it is between
// two records.
func TestSymbolsCut(t *testing.T) {
	for _, version := range []int{newVersion, oldVersion} {
		data := sampleSymbols(version, 0)
		count := 0
		for cut := range data {
			s, err := ReadSymbols(bytes.NewReader(data[:cut]))
			if err != nil {
				if count > 0 {
					t.Fatalf("version %d, cut at %d: %v", version, cut, err)
				}
				continue
			}
			got := len(s.Causes) + len(s.Types) + max(len(s.Mirrors)-1, 0) + len(s.Sites)
			if got < count || got > count+1 {
				t.Fatalf("version %d, cut at %d: %d records after %d", version, cut, got, count)
			}
			if len(s.Faults.List) > 0 && s.Faults.List[0].Offset != int64(cut) {
				t.Fatalf("version %d, cut at %d: reported at %d", version, cut, s.Faults.List[0].Offset)
			}
			count = got
		}
		want := 10
		if version == oldVersion {
			want += len(sampleMirrors()) - 1
		}
		if count != want {
			t.Errorf("version %d: %d records at the end, want %d", version, count, want)
		}
	}
}

func TestSymbolsFaults(t *testing.T) {
	w := newSymbols(newVersion, 0, "")
	w.cause(Cause{1, "x", true})
	at := len(w.b)
	w.tag(99)
	s := mustSymbols(t, append(w.b, "rest"...))
	if len(s.Causes) != 1 || len(s.Faults.List) != 1 || s.Faults.List[0].Offset != int64(at) {
		t.Errorf("faults are %v, want one at %d", s.Faults.List, at)
	}
	for _, c := range []struct {
		data []byte
		want string
	}{
		{[]byte("EXIF, no symbols"), "begins with"},
		{newTrace(), "expected a file of symbols, found one of trace"},
		{le.AppendUint32(header(9), 1), "file of kind 9"},
		{le.AppendUint32(le.AppendUint32(header(SymbolsFile), 6), 0), "version 6"},
		{le.AppendUint32(le.AppendUint32(nil, magic), 1<<30), "1073741824 numbers"},
		{header(SymbolsFile), "the file ends"},
	} {
		if _, err := ReadSymbols(bytes.NewReader(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error is %v, want %q", err, c.want)
		}
	}
	long := newSymbols(newVersion, 0, "")
	long.tag(tagCause)
	long.num(1)
	s = mustSymbols(t, append(long.b, bytes.Repeat([]byte("a"), maxText+10)...))
	if len(s.Faults.List) != 1 || !strings.Contains(s.Faults.List[0].Text, "65 kB") {
		t.Errorf("a long text is shown as %v", s.Faults.List)
	}
}

// TestUnpack checks that unpacking is the inverse of packing for data of many kinds and lengths in whole words.
func TestUnpack(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var starts []uint32
	for i := range 300 {
		data := make([]byte, 4*rnd.IntN(1+1<<(i%13)))
		alphabet := 1 + rnd.IntN(256)
		for j := range data {
			if data[j] = byte(rnd.IntN(alphabet)); i%3 == 0 && j > 40 && rnd.IntN(8) > 0 {
				data[j] = data[j-12]
			}
		}
		for _, most := range []int{0x3FFF, 1 << 30} {
			packed := pack(data, most)
			var got []byte
			var err error
			if got, starts, err = unpack([]byte("before"), packed, starts); err != nil || !bytes.Equal(got[6:], data) {
				t.Fatalf("case %d: %d bytes unpack to %d, %v", i, len(data), len(got)-6, err)
			}
		}
	}
}

// TestUnpackBomb checks that a small buffer that unpacks to more than the limit ends there.
func TestUnpackBomb(t *testing.T) {
	packed := packZeros(2 * MaxBuffer)
	if len(packed) > 64<<10 {
		t.Fatalf("the bomb has %d bytes", len(packed))
	}
	got, _, err := unpack(nil, packed, nil)
	if err != errLong || len(got) > MaxBuffer || cap(got) > 2*MaxBuffer {
		t.Errorf("%d bytes, capacity %d, %v", len(got), cap(got), err)
	}
	for n := 1; n < 100; n++ {
		if !bytes.Equal(packZeros(n), pack(make([]byte, n), 1<<30)) {
			t.Fatalf("%d zeros are packed otherwise", n)
		}
	}
	full := make([]byte, MaxBuffer)
	if got, _, err := unpack(nil, packZeros(MaxBuffer), nil); err != nil || !bytes.Equal(got, full) {
		t.Errorf("a buffer of the largest size: %d bytes, %v", len(got), err)
	}
	if _, _, err := unpack(nil, []byte{1, 0xFF, 0xC0, 0}, nil); err != errCode {
		t.Errorf("a code that cannot be there: %v", err)
	}
	if _, _, err := unpack(nil, bytes.Repeat([]byte{0xFF}, 100), nil); err != errWidth {
		t.Errorf("ones without end: %v", err)
	}
}

// TestEvents checks that random events of all kinds are read one by one, with and without anchors, in both versions.
func TestEvents(t *testing.T) {
	seen := [2][Kinds]bool{}
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		version := []int{newVersion, oldVersion}[seed%2]
		anchors := seed/2%2 == 0
		symbols := mustSymbols(t, sampleSymbols(version, map[bool]uint32{true: flagAnchors}[anchors]))
		var want []built
		var data []byte
		for range 1 + rnd.IntN(60) {
			e := randomEvent(rnd, version)
			want = append(want, e)
			data = e.append(data, anchors)
			seen[seed%2][e.kind] = true
		}
		r := newEvents(data, symbols)
		for i, w := range want {
			var e Event
			ok, err := r.next(&e)
			if !ok || err != nil {
				t.Fatalf("seed %d: event %d (%s): %v", seed, i, w.kind, err)
			}
			if e.Kind != w.kind || e.first != w.first || !bytes.Equal(e.words, built{words: w.words}.append(nil, false)[4:]) {
				t.Fatalf("seed %d: event %d is %s %#x %x, want %s %#x %x", seed, i, e.Kind, e.first, e.words, w.kind, w.first, w.words)
			}
		}
		var e Event
		if ok, err := r.next(&e); ok || err != nil {
			t.Fatalf("seed %d: goes on behind the end: %v", seed, err)
		}
	}
	for v := range seen {
		for k := range specs {
			if specs[k].name != "" && !(v == 1 && specs[k].fresh) && !seen[v][k] {
				t.Errorf("kind %#02x was never tried", k)
			}
		}
	}
}

// TestOldEvents checks that events that only new VMs write are unknown in the older format.
func TestOldEvents(t *testing.T) {
	data := built{0x2F, 0x2F << 26, []uint32{1, 2, 3}}.append(nil, false)
	for version, want := range map[int]bool{newVersion: true, oldVersion: false} {
		var e Event
		if ok, _ := newEvents(data, mustSymbols(t, sampleSymbols(version, 0))).next(&e); ok != want {
			t.Errorf("version %d: %v", version, ok)
		}
	}
}

// TestLongName checks that the name of a thread ends after 12 words, with or without a zero byte.
func TestLongName(t *testing.T) {
	name := strings.Repeat("abcd", 12)
	data := built{ThreadAlive, uint32(ThreadAlive) << 26, append([]uint32{1, 0}, packText(name, false)...)}.append(nil, false)
	tr := mustTrace(t, addBuffer(newTrace(), 1, 0, false, append(data, data...)), nil, nil)
	if tr.Events[ThreadAlive] != 2 || tr.Threads[0].Name != name || len(tr.Faults.List) != 0 {
		t.Errorf("%d events, thread %+v, faults %v", tr.Events[ThreadAlive], tr.Threads[0], tr.Faults.List)
	}
}

func TestSpecs(t *testing.T) {
	names := map[string]int{}
	for k, s := range specs {
		if other, ok := names[s.name]; ok && s.name != "" {
			t.Errorf("kinds %#02x and %#02x are both named %s", other, k, s.name)
		}
		names[s.name] = k
	}
	if specs[anchor>>26].name != "" {
		t.Error("an anchor could be taken for an event")
	}
	if got := Kind(60).String(); got != "kind 0x3c" {
		t.Errorf("an unknown kind is %q", got)
	}
}

// sampleTrace has three threads, two of which report their names, all sync levels, both kinds of buffers and six GCs, three of which lack
// their start.
func sampleTrace() []byte {
	name := built{ThreadAlive, uint32(ThreadAlive)<<26 | 3<<8, append([]uint32{1, 0}, packText("main", true)...)}
	vm := built{ThreadAlive, uint32(ThreadAlive) << 26, append([]uint32{0xFFFFFFFF, 0xFFFFFFFF}, packText("VM Thread", true)...)}
	var work []byte
	work = name.append(work, false)
	for range 500 {
		work = built{0x13, 0x13<<26 | 20<<8 | 16, nil}.append(work, false)
		work = built{0x13, 0x13<<26 | 20<<8 | 255, []uint32{1000}}.append(work, false)
	}
	b := newTrace()
	b = addBuffer(b, 0x7f00, 0, true, work)
	b = addBuffer(b, 0x8f00, 2, false, gcEventWords(GCStart, 0, 1, 0, 1, 100).append(vm.append(nil, false), false))
	b = addBuffer(b, 0x9f00, 1, false, built{0x22, 0x22<<26 | 5, []uint32{1, 2, 3, 4}}.append(nil, false))
	b = addBuffer(b, 0x8f00, 2, false, gcEventWords(GCEnd, 0, 1, 0, 1, 112).append(nil, false))
	both := gcEventWords(GCStart, 1, 2, 2, 2, 1<<33).append(nil, false)
	both = gcEventWords(GCStart, 3, 1, 0, 3, 1<<33+5).append(both, false)
	both = gcEventWords(GCEnd, 3, 1, 0, 3, 1<<33+7).append(both, false)
	both = gcEventWords(GCEnd, 1, 2, 3, 2, 1<<33+90).append(both, false)
	both = gcEventWords(GCEnd, 0, 1, 0, 9, 1<<33+91).append(both, false)
	both = gcEventWords(GCEnd, 0, 1, 0, 9, 1<<33+92).append(both, false)
	both = gcEventWords(GCEnd, 0, 1, 0, 1, 1<<33+93).append(both, false)
	return addBuffer(b, 0x8f00, 2, false, both)
}

func TestTrace(t *testing.T) {
	data := sampleTrace()
	var buffers []Buffer
	tr := mustTrace(t, data, mustSymbols(t, sampleSymbols(newVersion, 0)), func(b *Buffer) { buffers = append(buffers, *b) })
	if tr.Index != 3 || tr.Bytes != int64(len(data)) || len(tr.Faults.List) != 0 {
		t.Fatalf("index %d, %d of %d bytes, faults %v", tr.Index, tr.Bytes, len(data), tr.Faults.List)
	}
	if want := []GC{
		{1, 0, 1, false, false, false, 100, 112},
		{2, 1, 2, true, true, true, 1 << 33, 1<<33 + 90},
		{3, 3, 1, false, false, false, 1<<33 + 5, 1<<33 + 7},
		{9, 0, 1, false, false, false, -1, 1<<33 + 91},
		{9, 0, 1, false, false, false, -1, 1<<33 + 92},
		{1, 0, 1, false, false, false, -1, 1<<33 + 93},
	}; !slices.Equal(tr.GCs, want) {
		t.Errorf("GCs are %+v, want %+v", tr.GCs, want)
	}
	if tr.Events[0x13] != 1000 || tr.Events[GCStart] != 3 || tr.Events[GCEnd] != 6 || tr.Events[ThreadAlive] != 2 {
		t.Errorf("events are %v", tr.Events)
	}
	if tr.All.Buffers != 5 || tr.Compressed.Buffers != 1 || tr.Sync[0].Buffers != 1 || tr.Sync[1].Buffers != 1 || tr.Sync[2].Buffers != 3 {
		t.Errorf("buffers are %+v, %+v, %+v", tr.All, tr.Compressed, tr.Sync)
	}
	if tr.Compressed.Raw != 20+500*12 || tr.Compressed.Stored >= tr.Compressed.Raw {
		t.Errorf("compressed: %+v", tr.Compressed)
	}
	var names []string
	for _, th := range tr.Threads {
		names = append(names, th.Name)
	}
	if !slices.Equal(names, []string{"main", "VM Thread", ""}) || tr.Threads[0].Events != 1001 || tr.Threads[1].Buffers != 3 {
		t.Errorf("threads are %+v", tr.Threads)
	}
	var sum Count
	for i := range buffers {
		sum.add(&buffers[i])
	}
	if sum != tr.All || buffers[0].Events != 1001 || !buffers[0].Compressed {
		t.Errorf("buffers add up to %+v, want %+v", sum, tr.All)
	}
}

// TestTraceCut checks that a trace may end at any byte, and that everything before is counted.
func TestTraceCut(t *testing.T) {
	data := sampleTrace()
	begin := len(newTrace())
	last := int64(0)
	for cut := begin; cut < len(data); cut++ {
		tr := mustTrace(t, data[:cut], nil, nil)
		total := int64(0)
		for _, n := range tr.Events {
			total += n
		}
		if total < last || tr.Bytes != int64(cut) {
			t.Fatalf("cut at %d: %d events after %d, %d bytes read", cut, total, last, tr.Bytes)
		}
		last = total
	}
	tr := mustTrace(t, data[:len(data)-30], nil, nil)
	if len(tr.Faults.List) == 0 || !strings.Contains(tr.Faults.List[0].Text, "the file ends: a buffer has") {
		t.Errorf("the cut is shown as %v", tr.Faults.List)
	}
}

// TestTraceDamage checks that damage within a buffer loses only the rest of that buffer.
func TestTraceDamage(t *testing.T) {
	good := gcEventWords(GCStart, 0, 1, 0, 1, 5).append(nil, false)
	b := newTrace()
	bad := len(b)
	b = addBuffer(b, 1, 0, false, append(slices.Clone(good), 0, 0, 0, 0xFC, 1, 2, 3, 4))
	b = addBuffer(b, 1, 0, false, good)
	tr := mustTrace(t, b, nil, nil)
	if tr.Events[GCStart] != 2 || tr.Lost != 8 || len(tr.Faults.List) != 1 || tr.Faults.List[0].Offset != int64(bad) ||
		!strings.Contains(tr.Faults.List[0].Text, "unknown event kind 0x3f") {
		t.Errorf("events %d, lost %d, faults %v", tr.Events[GCStart], tr.Lost, tr.Faults.List)
	}
	long := le.AppendUint64(newTrace(), 1)
	long = le.AppendUint32(long, MaxBuffer+4)
	long = addBuffer(append(long, make([]byte, MaxBuffer+4)...), 1, 0, false, good)
	tr = mustTrace(t, long, nil, nil)
	if tr.Events[GCStart] != 1 || len(tr.Faults.List) != 1 || tr.All.Raw != int64(len(good)) {
		t.Errorf("a long buffer: %d events, faults %v", tr.Events[GCStart], tr.Faults.List)
	}
	s := mustSymbols(t, sampleSymbols(newVersion, flagAnchors))
	if tr = mustTrace(t, b, s, nil); len(tr.Faults.List) != 2 || !strings.Contains(tr.Faults.List[0].Text, "not followed by an anchor") {
		t.Errorf("missing anchors: %v", tr.Faults.List)
	}
}

// TestManyFaults checks that faults beyond a number are only counted.
func TestManyFaults(t *testing.T) {
	b := newTrace()
	for range maxFaults + 7 {
		b = addBuffer(b, 1, 0, false, []byte{0, 0, 0, 0xFC})
	}
	tr := mustTrace(t, b, nil, nil)
	if len(tr.Faults.List) != maxFaults || tr.Faults.More != 7 {
		t.Errorf("%d faults and %d more", len(tr.Faults.List), tr.Faults.More)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ReadTrace(ctx, bytes.NewReader(sampleTrace()), nil, Visitor{}); err != context.Canceled {
		t.Errorf("error is %v", err)
	}
}

func TestClasses(t *testing.T) {
	b := append(le.AppendUint32(header(ClassesFile), 0), "trace\x00"...)
	for i := range 3 {
		b = append(b, tagClass)
		b = le.AppendUint32(b, uint32(i))
		b = le.AppendUint32(b, 100)
		b = append(b, make([]byte, 100)...)
	}
	c, err := ReadClasses(bytes.NewReader(b), nil)
	if err != nil || c.Count != 3 || c.Content != 300 || c.TraceName != "trace" || len(c.Faults.List) != 0 || c.Bytes != int64(len(b)) {
		t.Errorf("classes are %+v, %v", c, err)
	}
	c, err = ReadClasses(bytes.NewReader(b[:len(b)-1]), nil)
	if err != nil || c.Count != 2 || len(c.Faults.List) != 1 || c.Faults.List[0].Offset != int64(len(b)-1) {
		t.Errorf("cut classes are %+v, %v", c, err)
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add([]byte("aaaaaaaabbbbccccaaaabbbb"))
	f.Add(make([]byte, 400))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, _, _ := unpack(nil, data, nil); len(got) > MaxBuffer || len(got)%4 != 0 {
			t.Fatalf("unpacks to %d bytes", len(got))
		}
		data = data[:len(data)&^3]
		if got, _, err := unpack(nil, pack(data, 0x3FFF), nil); err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%x comes back as %x, %v", data, got, err)
		}
	})
}

func BenchmarkReadTrace(b *testing.B) {
	rnd := rand.New(rand.NewPCG(5, 6))
	symbols := mustSymbols(b, sampleSymbols(newVersion, 0))
	data := newTrace()
	for i := range 64 {
		var events []byte
		for len(events) < 16<<10 {
			events = built{0x13, 0x13<<26 | 20<<8 | uint32(rnd.IntN(64)), nil}.append(events, false)
			events = built{0x20, 0x20 << 26, []uint32{uint32(rnd.IntN(1 << 12))}}.append(events, false)
		}
		data = addBuffer(data, 1, 0, i%2 == 0, events)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if tr := mustTrace(b, data, symbols, nil); len(tr.Faults.List) > 0 {
			b.Fatal(tr.Faults.List)
		}
	}
}
