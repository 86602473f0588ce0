package hprof

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// TestGapsAgainstList compares the gaps, collected in one part and in two, with a list.
func TestGapsAgainstList(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		want, parts := noGaps, [2]gaps{noGaps, noGaps}
		for range r.IntN(12) {
			gap, length := 16+8*r.Uint64N(4), r.Uint64N(3)
			if r.IntN(20) == 0 {
				gap = math.MaxInt64 + r.Uint64N(2)
			}
			part := &parts[r.IntN(2)]
			isArray := r.IntN(2) == 0
			if isArray {
				part.seeArray(gap, length)
			} else {
				part.see(gap)
			}
			switch {
			case gap < want.least:
				want.least, want.hits = gap, 1
			case gap == want.least:
				want.hits++
			}
			if isArray && gap < math.MaxInt64 {
				for i, element := range []uint64{1, 2, 4, 8} {
					want.slack[i] = min(want.slack[i], int64(gap-element*length))
				}
			}
		}
		got := parts[0]
		got.add(parts[1])
		if got != want {
			t.Fatalf("seed %d: %+v and %+v together are %+v, want %+v", seed, parts[0], parts[1], got, want)
		}
	}
}

// layoutTable contains the layouts of HotSpot: header, reference, headers of arrays with elements of up to 4 bytes, with elements of 8
// bytes, and of references.
var layoutTable = [][5]int64{
	{12, 4, 16, 16, 16}, {12, 8, 16, 16, 16}, {16, 8, 24, 24, 24}, {16, 8, 20, 24, 24}, {16, 4, 24, 24, 24}, {8, 4, 12, 16, 12},
	{8, 8, 12, 16, 16}, {16, 8, 16, 16, 16}, {8, 8, 16, 16, 16},
}

// heapOf returns types with the gaps of a heap with the layout.
func heapOf(row [5]int64) []*typeInfo {
	fields := func(kinds ...hprof.BasicType) *classDecl {
		c := &classDecl{}
		for _, k := range kinds {
			c.Fields = append(c.Fields, hprof.Field{Type: k})
		}
		return c
	}
	instance := func(size int64, c *classDecl) *typeInfo {
		g := noGaps
		g.see(uint64(size))
		return &typeInfo{kind: trace.Instance, class: c, count: 1000, gaps: g}
	}
	array := func(element hprof.BasicType, size, header int64) *typeInfo {
		g := noGaps
		for n := range uint64(9) {
			g.seeArray(uint64(up(header+int64(n)*size, 8)), n)
		}
		kind := trace.PrimitiveArray
		if element == hprof.Object {
			kind = trace.ObjectArray
		}
		return &typeInfo{kind: kind, element: element, count: 1000, gaps: g}
	}
	header, ref := row[0], row[1]
	return []*typeInfo{
		instance(up(header+4, 8), fields(hprof.Int)),
		instance(up(up(header, ref)+4*ref, 8), fields(hprof.Object, hprof.Object, hprof.Object, hprof.Object)),
		instance(up(up(header, ref)+5*ref, 8), fields(hprof.Object, hprof.Object, hprof.Object, hprof.Object, hprof.Object)),
		array(hprof.Byte, 1, row[2]), array(hprof.Int, 4, row[2]), array(hprof.Long, 8, row[3]), array(hprof.Object, ref, row[4]),
		{kind: trace.ClassObject, count: 1_000_000, gaps: gaps{least: 1}},
		{kind: trace.Instance, count: 1_000_000, gaps: noGaps},
		{kind: trace.Instance, gaps: gaps{least: 1}},
	}
}

func TestEveryLayoutIsFound(t *testing.T) {
	for _, row := range layoutTable {
		v := detectLayout(8, 8, 10_000, heapOf(row))
		if got := [5]int64{v.header, v.reference, v.array, v.array8, v.refArray}; got != row || v.align != 8 || v.mirror != 0 {
			t.Errorf("found %v with alignment %d, want %v", got, v.align, row)
		}
		for _, array := range []struct {
			of   hprof.BasicType
			want int64
		}{{hprof.Byte, row[2]}, {hprof.Boolean, row[2]}, {hprof.Int, row[2]}, {hprof.Float, row[2]}, {hprof.Long, row[3]},
			{hprof.Double, row[3]}, {hprof.Object, row[4]}} {
			if got := v.arrayHeader(array.of); got != array.want {
				t.Errorf("layout %v: header of %v[] is %d, want %d", row, array.of, got, array.want)
			}
		}
	}
	if v := detectLayout(8, 8, 0, nil); v.header != 12 || v.reference != 4 {
		t.Errorf("nothing is seen: %+v, want the usual layout", v)
	}
	v := detectLayout(4, 8, 10_000, heapOf(layoutTable[2]))
	if v != (vmLayout{header: 8, reference: 4, array: 12, array8: 16, refArray: 12, align: 8}) {
		t.Errorf("ids of 4 bytes: %+v", v)
	}
}

func TestAlignment(t *testing.T) {
	for _, test := range []struct {
		odd     uint64
		objects int64
		want    int64
	}{
		{0x1230, 999, 8}, {0x1230, 1000, 16}, {0x1238, 1000, 8}, {0x1234, 1000, 8}, {0x1220, 1000, 32}, {0x1100, 5000, 256},
		{0x1200, 5000, 256}, {0, 1000, 8},
	} {
		if got := detectLayout(8, test.odd, test.objects, nil).align; got != test.want {
			t.Errorf("%d objects at multiples of 0x%x: alignment %d, want %d", test.objects, test.odd&-test.odd, got, test.want)
		}
	}
}

func TestAgreement(t *testing.T) {
	if agreement(15, 16) >= 0 || agreement(16, 16) != 1 || agreement(17, 16) != 0 {
		t.Error("a gap that is too small does not count against the layout, or a fitting one not for it")
	}
	for size, want := range map[int64]int{1: 0, 2: 1, 4: 2, 8: 3} {
		if got := log2(size); got != want {
			t.Errorf("log2(%d) is %d", size, got)
		}
	}
	for n := range int64(40) {
		for _, align := range []int64{1, 2, 4, 8, 16} {
			want := n
			for want%align != 0 {
				want++
			}
			if up(n, align) != want || (&vmLayout{align: align}).aligned(n) != want {
				t.Errorf("%d up to a multiple of %d is %d and %d, want %d", n, align, up(n, align), (&vmLayout{align: align}).aligned(n),
					want)
			}
		}
	}
}

// holesOf returns the free bytes of a layout before its end.
func holesOf(f *fieldLayout) map[int64]bool {
	free := map[int64]bool{}
	for _, h := range f.holes {
		for i := range h.size {
			free[h.at+i] = true
		}
	}
	return free
}

// TestPlaceAgainstBytes checks the bytes that a value is placed in: the smallest hole that it fits into when aligned, otherwise the end.
func TestPlaceAgainstBytes(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		f := fieldLayout{end: 4 + 4*r.Int64N(4)}
		for range 12 {
			size := int64(1) << r.IntN(4)
			before, end, smallest := holesOf(&f), f.end, int64(math.MaxInt64)
			old := slices.Clone(f.holes)
			for _, h := range old {
				for at := h.at; at+size <= h.at+h.size; at++ {
					if at%size == 0 {
						smallest = min(smallest, h.size)
					}
				}
			}
			f.place(size)
			after := holesOf(&f)
			total := int64(0)
			for _, h := range f.holes {
				total += h.size
				if h.size <= 0 || h.at < 4 || h.at+h.size > f.end || after[h.at-1] || after[h.at+h.size] {
					t.Fatalf("seed %d: hole %+v of %+v is empty, outside or beside another", seed, h, f)
				}
			}
			if total != int64(len(after)) {
				t.Fatalf("seed %d: holes overlap: %+v", seed, f.holes)
			}
			if smallest == math.MaxInt64 {
				if at := up(end, size); f.end != at+size || len(after) != len(before)+int(at-end) {
					t.Fatalf("seed %d: %d bytes at the end %d of %v make %+v", seed, size, end, old, f)
				}
				continue
			}
			if f.end != end || len(after) != len(before)-int(size) {
				t.Fatalf("seed %d: %d bytes in a hole of %v make %+v", seed, size, old, f)
			}
			var at []int64
			for b := range before {
				if !after[b] {
					at = append(at, b)
				}
			}
			first := slices.Min(at)
			in := slices.IndexFunc(old, func(h hole) bool { return h.at <= first && first+size <= h.at+h.size })
			if first%size != 0 || slices.Max(at) != first+size-1 || in < 0 || old[in].size != smallest || up(old[in].at, size) != first {
				t.Fatalf("seed %d: %d bytes of holes %v are put at %d", seed, size, old, at)
			}
		}
	}
}

// TestFieldsOfSubClasses compares with sizes that jol prints for JDK 15 and later with compressed class pointers and references.
func TestFieldsOfSubClasses(t *testing.T) {
	class := func(super *typeInfo, kinds ...hprof.BasicType) *typeInfo {
		c := &classDecl{}
		for _, k := range kinds {
			c.Fields = append(c.Fields, hprof.Field{Type: k})
		}
		return &typeInfo{class: c, super: super}
	}
	v := vmLayout{header: 12, reference: 4, align: 8}
	flag := class(nil, hprof.Boolean)
	number := class(flag, hprof.Int)
	small := class(number, hprof.Byte, hprof.Short)
	long := class(nil, hprof.Long)
	gap := class(long, hprof.Int)
	for _, test := range []struct {
		name string
		t    *typeInfo
		end  int64
		size int64
	}{
		{"no fields", class(nil), 12, 16}, {"no class", &typeInfo{}, 12, 16}, {"boolean", flag, 13, 16},
		{"boolean, then int", number, 20, 24},
		{"byte and short in the hole", small, 20, 24}, {"long", long, 24, 24}, {"int in the hole", gap, 24, 24},
		{"largest first", class(nil, hprof.Byte, hprof.Long, hprof.Char), 24, 24},
		{"references last", class(nil, hprof.Object, hprof.Byte), 20, 24},
		{"no class between", class(&typeInfo{super: long}, hprof.Byte), 24, 24},
	} {
		s := newSizer(&v)
		for range 2 { // the second time from the cache
			if got := s.fields(test.t).end; got != test.end {
				t.Errorf("%s: fields end at %d, want %d", test.name, got, test.end)
			}
			if got := s.instance(test.t); got != test.size {
				t.Errorf("%s: %d bytes, want %d", test.name, got, test.size)
			}
		}
	}
}

func TestChoose(t *testing.T) {
	v := vmLayout{align: 8}
	for _, test := range []struct {
		least   uint64
		hits    uint32
		formula int64
		want    int64
	}{
		{noGap, 0, 24, 24}, {24, 1, 24, 24}, {16, 1, 24, 16}, {32, 1, 24, 32}, {40, 1, 24, 24}, {40, 2, 24, 40}, {48, 2, 24, 24},
		{144, 9, 24, 24}, {152, 2, 24, 152}, {152, 1, 24, 24}, {24 + 384, 2, 24, 24 + 384}, {24 + 392, 2, 24, 24},
	} {
		c := typeInfo{gaps: gaps{least: test.least, hits: test.hits}}
		if got := c.choose(test.formula, &v); got != test.want {
			t.Errorf("gap %d seen %d times, formula %d: size %d, want %d", test.least, test.hits, test.formula, got, test.want)
		}
	}
}

// TestChooseSizePassesOn checks that subclasses inherit the size of their super class beyond its fields.
func TestChooseSizePassesOn(t *testing.T) {
	v := vmLayout{header: 12, reference: 4, align: 8}
	padded := &typeInfo{gaps: gaps{least: 16 + 128, hits: 2}}
	sub := &typeInfo{super: padded, gaps: noGaps}
	short := &typeInfo{gaps: gaps{least: 8, hits: 1}}
	under := &typeInfo{super: short, gaps: noGaps}
	ts := &typeTable{list: []*typeInfo{sub, padded, under}}
	for _, c := range ts.list {
		ts.chooseSize(c, newSizer(&v))
	}
	if padded.size != 144 || padded.excess != 128 || sub.size != 144 || sub.excess != 128 {
		t.Errorf("padded: %d and %d more, below it %d and %d more", padded.size, padded.excess, sub.size, sub.excess)
	}
	if short.size != 8 || short.excess != 0 || under.size != 16 {
		t.Errorf("smaller than its fields: %d and %d more, below it %d", short.size, short.excess, under.size)
	}
}

func TestMirrorBase(t *testing.T) {
	v := vmLayout{header: 12, reference: 4, align: 8}
	class := &typeInfo{class: &classDecl{size: 80, Class: hprof.Class{Fields: []hprof.Field{{Type: hprof.Object}, {Type: hprof.Int}}}}}
	// The fields end at 20, followed by twice 8 bytes, twice 4 bytes and three references.
	const formula = 56
	for _, test := range []struct {
		name    string
		mirrors []mirror
		real    bool
		want    int64
	}{
		{"none", nil, false, formula},
		{"least without statics", []mirror{{gap: 96}, {gap: 72}, {gap: 88}}, false, 72},
		{"less statics", []mirror{{gap: 104, statics: 4, refs: 3}}, false, 88},
		{"no next", []mirror{{gap: 0}, {gap: 1 << 31}}, false, formula},
		{"largest gap", []mirror{{gap: 1<<31 - 8}}, false, formula},
		{"below the header", []mirror{{gap: 11}}, false, formula}, {"the header", []mirror{{gap: 12}}, false, 12},
		{"most padding", []mirror{{gap: formula + 384}}, false, formula + 384}, {"more", []mirror{{gap: formula + 385}}, false, formula},
		{"file says", nil, true, 80}, {"file says more", []mirror{{gap: 79}}, true, 80}, {"beyond it", []mirror{{gap: 88}}, true, 88},
	} {
		ts := &typeTable{class: class}
		if got := ts.mirrorBase(&v, newSizer(&v), test.mirrors, test.real); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
	if got := (&typeTable{}).mirrorBase(&v, newSizer(&v), nil, false); got != 0 {
		t.Errorf("without class objects: %d", got)
	}
	m := mirror{statics: 5, refs: 2}
	if v.mirror = 56; m.staticBytes(&v) != 16 || v.mirrorSize(&m) != 72 {
		t.Errorf("5 bytes and 2 references: %d, together %d", m.staticBytes(&v), v.mirrorSize(&m))
	}
}

// TestArrayBytesAgainstSum compares with the sum over single arrays.
func TestArrayBytesAgainstSum(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 3))
		v := vmLayout{align: 8 << r.IntN(6)}
		info := &typeInfo{size: 12 + 4*r.Int64N(4), elementSize: 1 << r.IntN(4), use: &classUse{}}
		w, place := censusWorker{}, chunkPlace{}
		want := int64(0)
		for range 100 {
			length := r.Int64N(2000)
			w.array(info.use, 0, uint64(length), &place)
			want += v.aligned(info.size + length*info.elementSize)
		}
		if got := info.arrayBytes(&v); got != want {
			t.Errorf("seed %d: %d bytes, want %d", seed, got, want)
		}
		if info.use.arrays != 100 {
			t.Errorf("%d arrays were counted", info.use.arrays)
		}
	}
}

func TestRealSizes(t *testing.T) {
	for size, want := range map[uint32]bool{0: false, 1: true, 8: true} {
		object := &typeInfo{name: "java.lang.Object", class: &classDecl{size: size}, kind: trace.Instance, gaps: noGaps}
		ts := &typeTable{list: []*typeInfo{{name: "app.A", class: &classDecl{size: 3}, gaps: noGaps}, object}}
		if got := ts.realSizes(); got != want {
			t.Errorf("java.lang.Object of %d bytes: real sizes %t", size, got)
		}
		ts.measure(8, 0, 0, nil)
		if got := fmt.Sprint(ts.list[0].size, object.size); got != map[bool]string{false: "16 16", true: "8 8"}[want] {
			t.Errorf("java.lang.Object of %d bytes: sizes %s", size, got)
		}
	}
	if (&typeTable{}).realSizes() || (&typeTable{list: []*typeInfo{{name: "java.lang.Object"}}}).realSizes() {
		t.Error("without a description sizes are taken to be real")
	}
}

// TestPlaces checks the free space between fields for random sequences of field sizes: holes do not overlap and have the size that is left
// over, and a value makes the object larger only if no hole fits.
func TestPlaces(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		f := fieldLayout{end: 4 * r.Int64N(5)}
		free := make([]bool, 4096) // by byte
		for at := f.end; at < int64(len(free)); at++ {
			free[at] = true
		}
		used := f.end
		for range 1 + r.IntN(30) {
			size := int64(1) << r.IntN(4)
			fits := slices.ContainsFunc(f.holes, func(h hole) bool { return up(h.at, size)+size <= h.at+h.size })
			before := f.end
			f.place(size)
			used += size
			if fits != (f.end == before) {
				t.Fatalf("seed %d: a value of %d bytes fits: %v, and the end goes from %d to %d", seed, size, fits, before, f.end)
			}
			left := int64(0)
			seen := map[int64]bool{}
			for _, h := range f.holes {
				left += h.size
				for at := h.at; at < h.at+h.size; at++ {
					if seen[at] || at >= f.end || !free[at] {
						t.Fatalf("seed %d: byte %d is in two holes or outside the object of %d bytes: %v", seed, at, f.end, f.holes)
					}
					seen[at] = true
				}
			}
			if used+left != f.end {
				t.Fatalf("seed %d: %d bytes used, %d in holes, %d in all", seed, used, left, f.end)
			}
			for at := range f.end { // bytes that are used once stay used
				free[at] = free[at] && seen[at]
			}
		}
	}
	// The smallest hole that fits is taken: an 8-byte hole is left whole for a later value.
	f := fieldLayout{end: 32, holes: []hole{{8, 8}, {20, 2}, {24, 4}}}
	for _, test := range []struct {
		size int64
		want []hole
	}{
		{2, []hole{{8, 8}, {24, 4}}}, {2, []hole{{8, 8}, {26, 2}}}, {8, []hole{{26, 2}}}, {1, []hole{{27, 1}}}, {2, []hole{{27, 1}}},
	} {
		if f.place(test.size); !slices.Equal(f.holes, test.want) {
			t.Errorf("after %d bytes: holes %v, want %v", test.size, f.holes, test.want)
		}
	}
	if f.end != 34 {
		t.Errorf("the end is %d", f.end)
	}
}

// TestOrdered compares the order of runs with that of all their objects.
func TestOrdered(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 6))
		rows := refRows{}
		want, next := true, trace.ObjectID(0)
		for range r.IntN(5) {
			run := objectRun{first: next + trace.ObjectID(r.IntN(2)), count: 1 + uint32(r.IntN(3))}
			if r.IntN(6) == 0 {
				run.first = trace.ObjectID(r.IntN(4))
			}
			want = want && run.first >= next
			next = trace.ObjectID(run.end())
			rows.runs = append(rows.runs, run)
		}
		if got := rows.ordered(); got != want {
			t.Fatalf("seed %d: %v is ordered: %v, want %v", seed, rows.runs, got, want)
		}
	}
}

// TestWarnNumbered: the warning about IDs that are numbers names the sizes that are computed. Dumps with addresses have none.
func TestWarnNumbered(t *testing.T) {
	const layout = ", by the layout of 64-bit HotSpot with compressed references"
	for _, tt := range []struct {
		odd  uint64
		size uint32 // of java.lang.Object in the file
		want string
	}{{1<<20 | 8, 0, ""}, {1<<20 | 4, 0, "sizes are computed from the fields" + layout}, {1, 16, "sizes of arrays are computed" + layout}} {
		l := &loader{name: "a.hprof", census: &census{odd: tt.odd}, types: &typeTable{list: []*typeInfo{{name: "java.lang.Object", class: &classDecl{size: tt.size}}}}}
		l.warnNumbered()
		got := ""
		for _, w := range l.warnings {
			got += w.Text
		}
		if tt.want != "" {
			tt.want = "object IDs are numbers, not addresses, so " + tt.want
		}
		if got != tt.want {
			t.Errorf("IDs %#x, size %d: %q, want %q", tt.odd, tt.size, got, tt.want)
		}
	}
}
