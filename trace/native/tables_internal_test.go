package native

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/wire/memcity"
)

func TestNumbersThatAreTooLarge(t *testing.T) {
	const most = math.MaxInt64 / 1000 / 4
	for n, want := range map[uint64]time.Duration{0: 0, 7: 7000, most: most * 1000, most + 1: most * 1000, math.MaxUint64: most * 1000} {
		if got := duration(n); got != want {
			t.Errorf("%d µs is %d ns, want %d", n, got, want)
		}
	}
	for d, want := range map[time.Duration]uint64{-5000: 0, 0: 0, 999: 0, 1000: 1, 2 * time.Second: 2_000_000} {
		if got := micros(d); got != want {
			t.Errorf("%d ns is %d µs, want %d", d, got, want)
		}
	}
	for n, want := range map[uint64]int64{0: 0, 9: 9, math.MaxInt64 / 4: math.MaxInt64 / 4, math.MaxInt64/4 + 1: math.MaxInt64 / 4} {
		if got := size64(n); got != want {
			t.Errorf("%d bytes are %d, want %d", n, got, want)
		}
	}
	for n, want := range map[uint64]uint32{0: trace.NoBirth, 1: 0, 5: 4, math.MaxUint32: math.MaxUint32 - 1,
		math.MaxUint32 + 1: trace.NoBirth} {
		if got := birthOf(n); got != want {
			t.Errorf("birth %d is %d, want %d", n, got, want)
		}
	}
	for n, want := range map[uint64]uint32{0: 0, math.MaxUint32 - 1: math.MaxUint32 - 1, math.MaxUint32: math.MaxUint32 - 1,
		1 << 40: math.MaxUint32 - 1} {
		if got := gcNumberOf(n); got != want {
			t.Errorf("GC %d is %d, want %d", n, got, want)
		}
	}
	e := memcity.Entry{Head: []uint64{4, 5}}
	if headOf(&e, 0) != 4 || headOf(&e, 1) != 5 || headOf(&e, 2) != 0 {
		t.Error("numbers at the head of a chunk are mixed up")
	}
}

func TestHeadOfState(t *testing.T) {
	f := &traceFile{}
	head := make([]uint64, statePause+1)
	head[stateTime], head[stateGC], head[stateLevel], head[stateObjects], head[stateBytes] = 3000, 1<<40, levelCounts, 7, 8
	for align, want := range map[uint64]int64{0: 0, 1: 1, 2: 2, 3: 0, 8: 8, 12: 0, 16: 16, 1 << 16: 1 << 16, 1 << 17: 0} {
		head[stateAlign] = align
		s := f.newState(memcity.Entry{State: 5, Head: head})
		if s.align != want || s.number != 5 || s.time != 3*time.Millisecond || s.gc != math.MaxUint32-1 || s.level != levelCounts ||
			s.objects != 7 || s.bytes != 8 {
			t.Errorf("alignment %d: %+v", align, s)
		}
	}
}

// typeRow adds a type to a table; super is +1.
func typeRow(t *memcity.Table, number, super uint64, name string) {
	put(t, typesNumber, number)
	putText(t, typesName, name)
	for column, n := range map[int]uint64{typesKind: uint64(trace.ClassObject), typesSuper: super, typesBase: maxTypeBase,
		typesElement: maxElement} {
		put(t, column, n)
	}
	putTexts(t, typesFields, []string{"f"})
	putTexts(t, typesStatics, nil)
	t.Rows++
}

// TestNumbersOfDictionaries checks that gaps are filled, and that repeated or far too high numbers are left out.
func TestNumbersOfDictionaries(t *testing.T) {
	var d names
	types := memcity.NewTable(memcity.Types)
	typeRow(types, 0, 0, "A")
	typeRow(types, 3, 1, "B")
	typeRow(types, 3, 0, "again")
	typeRow(types, 2, 0, "late")
	typeRow(types, maxDictionary+1, 0, "far")
	typeRow(types, 4+maxGap-1, 0, "beyond the gaps")
	typeRow(types, 4, maxDictionary, "C")
	typeRow(types, 5, maxDictionary+1, "D")
	if odd := d.add(types); odd != 4 {
		t.Errorf("%d odd rows, want 4", odd)
	}
	var got []string
	for _, k := range d.types {
		got = append(got, fmt.Sprint(k.Name, " ", int32(k.Super)))
	}
	if want := []string{"A -1", "(lost type 1) -1", "(lost type 2) -1", "B 0", fmt.Sprint("C ", maxDictionary-1),
		"D -1"}; !slices.Equal(got, want) {
		t.Errorf("types %q, want %q", got, want)
	}
	if k := d.types[3]; k.Kind != trace.ClassObject || k.Base != maxTypeBase || k.Element != maxElement ||
		!slices.Equal(k.References, []string{"f"}) ||
		len(d.statics) != len(d.types) {
		t.Errorf("type %+v, %d lists of static fields", k, len(d.statics))
	}
	wide := memcity.NewTable(memcity.Types)
	typeRow(wide, 6, 0, "E")
	wide.Columns[typesKind].Numbers[0], wide.Columns[typesBase].Numbers[0],
		wide.Columns[typesElement].Numbers[0] = uint64(trace.ClassObject)+1, maxTypeBase+1, maxElement+1
	d.add(wide)
	if k := d.types[6]; k.Kind != trace.Instance || k.Base != maxTypeBase || k.Element != maxElement {
		t.Errorf("type with large numbers: %+v", k)
	}
	if d.missing != 2 {
		t.Errorf("%d numbers are missing, want 2", d.missing)
	}
	for _, test := range []struct {
		missing int
		n       uint64
		want    bool
	}{{0, maxGap, true}, {0, maxGap + 1, false}, {5, maxGap - 5, true}, {5, maxGap - 4, false}, {maxGap, 0, true}, {maxGap, 1, false}} {
		reached := 0
		d := names{missing: test.missing}
		if got := d.reach(test.n, 0, func() { reached++ }); got != test.want || got && (uint64(reached) != test.n ||
			d.missing != test.missing+reached) {
			t.Errorf("%d are missing, number %d comes next: %t after %d", test.missing, test.n, got, reached)
		}
	}
	if d := (names{}); !d.reach(5, 5, nil) || d.reach(4, 5, nil) {
		t.Error("a number that is there comes next, or the next one does not")
	}
}

func TestThreadsMayBeRenamed(t *testing.T) {
	var d names
	table := memcity.NewTable(memcity.Threads)
	for _, row := range []struct {
		number uint64
		name   string
	}{{0, "main"}, {2, "worker"}, {0, "renamed"}, {3, "last"}, {4 + maxGap, "far"}} {
		put(table, threadsNumber, row.number)
		putText(table, threadsName, row.name)
		table.Rows++
	}
	if odd := d.add(table); odd != 1 || !slices.Equal(d.threads, []string{"renamed", "thread 2", "worker", "last"}) {
		t.Errorf("%d odd, threads %q", odd, d.threads)
	}
}

// siteTable creates a table of sites with callers, +1, and frames.
func siteTable(rows ...[3]uint64) *memcity.Table {
	t := memcity.NewTable(memcity.Sites)
	for _, row := range rows {
		put(t, sitesNumber, row[0])
		put(t, sitesCaller, row[1])
		put(t, sitesFrame, row[2])
		t.Rows++
	}
	return t
}

// TestSitesOfCallers checks that a site has its frame first, then the frames of its caller. A missing frame is empty.
func TestSitesOfCallers(t *testing.T) {
	d := names{frames: []trace.Frame{{Method: "a"}, {Method: "b"}, {Method: "c"}}}
	chains := func() string {
		var all []string
		for _, s := range d.sites {
			text := ""
			for _, f := range s.Frames {
				text += cmp.Or(f.Method, "-")
			}
			if s.Thread != trace.NoThread {
				text += " of a thread"
			}
			all = append(all, text)
		}
		return strings.Join(all, " ")
	}
	if odd := d.add(siteTable([3]uint64{0, 0, 0}, [3]uint64{1, 1, 1}, [3]uint64{3, 2, 2}, [3]uint64{4, 6, 0}, [3]uint64{5, 5, 3},
		[3]uint64{6, 3, maxDictionary})); odd != 0 {
		t.Errorf("%d odd rows", odd)
	}
	// The fourth site refers to itself or a later site as its caller, the fifth to a missing frame.
	if short := d.completeSites(); short != 0 || chains() != "a ba - cba a -a --" {
		t.Errorf("%d cut, chains %s", short, chains())
	}
	d.add(siteTable([3]uint64{7, 4, 1}, [3]uint64{8, 8, 0}))
	if short := d.completeSites(); short != 0 || chains() != "a ba - cba a -a -- bcba abcba" {
		t.Errorf("%d cut, chains %s", short, chains())
	}
}

func TestDeepSites(t *testing.T) {
	d := names{frames: []trace.Frame{{Method: "a"}}}
	var rows [][3]uint64
	for i := range uint64(maxSiteDepth + 2) {
		rows = append(rows, [3]uint64{i, i, 0})
	}
	d.add(siteTable(rows...))
	d.completeSites()
	for i, want := range map[int]int{0: 1, 1: 2, maxSiteDepth - 1: maxSiteDepth, maxSiteDepth: 1, maxSiteDepth + 1: 2} {
		if got := len(d.sites[i].Frames); got != want {
			t.Errorf("site %d has %d frames, want %d", i, got, want)
		}
	}
	for room, want := range map[int][4]int{3: {0, 1, 2, 3}, 2: {3, 1, 1, 1}} { // the deepest is built first
		full := names{frames: d.frames, deep: maxSiteFrames - room}
		full.add(siteTable([3]uint64{0, 0, 0}, [3]uint64{1, 1, 0}, [3]uint64{2, 2, 0}))
		got := [4]int{full.completeSites()}
		for i, s := range full.sites {
			got[i+1] = len(s.Frames)
		}
		if got != want {
			t.Errorf("room for %d frames: %d sites are cut, with frames %v, want %v", room, got[0], got[1:], want)
		}
	}
}

// TestSuperTypesAgainstWalk checks that every chain ends after at most 1000 steps, and that shorter chains are unchanged.
func TestSuperTypesAgainstWalk(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 1 + r.IntN(12)
		var d names
		for range n {
			super := trace.NoType
			if r.IntN(4) > 0 {
				super = trace.TypeID(r.IntN(n + 1)) // n does not exist
			}
			d.types = append(d.types, trace.Type{Super: super})
		}
		sound := func(i int) bool {
			at := trace.TypeID(i)
			for range n + 1 {
				if at == trace.NoType {
					return true
				}
				if int(at) >= n {
					return false
				}
				at = d.types[at].Super
			}
			return false
		}
		types, times := d.heapTypes()
		for i := range types {
			if super := types[i].Super; super != trace.NoType && super != d.types[i].Super || sound(i) && super != d.types[i].Super {
				t.Fatalf("seed %d: the super type of %d becomes %d from %d", seed, i, super, d.types[i].Super)
			}
			if super := types[i].Super; super != d.types[i].Super {
				times--
			}
			steps := 0
			for at := trace.TypeID(i); at != trace.NoType; at = types[at].Super {
				if steps++; steps > n {
					t.Fatalf("seed %d: the chain of %d does not end", seed, i)
				}
			}
		}
		if times != 0 {
			t.Errorf("seed %d: the number of cuts is wrong by %d", seed, times)
		}
	}
	var long names
	for i := range 2500 {
		long.types = append(long.types, trace.Type{Super: trace.TypeID(i + 1)})
	}
	cut := 0
	types, times := long.heapTypes()
	for _, k := range types {
		if k.Super == trace.NoType {
			cut++
		}
	}
	if cut != 3 || times != 3 {
		t.Errorf("a chain of 2500 is cut %d times, want 3", cut)
	}
}

// TestPieces checks that the pieces of a table together equal the table.
func TestPieces(t *testing.T) {
	w := &Writer{}
	for _, rows := range []int{1, 2, 5, 6} {
		types, gcs := memcity.NewTable(memcity.Types), memcity.NewTable(memcity.GCs)
		for i := range uint64(rows) {
			typeRow(types, i, 0, fmt.Sprint("T", i))
			put(gcs, gcNumber, i)
			putText(gcs, gcCause, fmt.Sprint("C", i))
			gcs.Rows++
		}
		for from := 0; from < rows; from += 2 {
			to := min(rows, from+2)
			p, g := piece(types, from, to), piece(gcs, from, to)
			if p.Rows != to-from || g.Rows != to-from || p.Kind != memcity.Types {
				t.Fatalf("rows %d to %d: %d and %d", from, to, p.Rows, g.Rows)
			}
			for i := range p.Rows {
				if p.Columns[typesNumber].Numbers[i] != uint64(from+i) || p.Columns[typesName].Texts[i] != fmt.Sprint("T", from+i) ||
					!slices.Equal(texts(&p.Columns[typesFields], i), []string{"f"}) || len(texts(&p.Columns[typesStatics], i)) != 0 ||
					g.Columns[gcNumber].Numbers[i] != uint64(from+i) || g.Columns[gcCause].Texts[i] != fmt.Sprint("C", from+i) {
					t.Errorf("row %d of the piece from %d is %+v", i, from, p.Columns)
				}
			}
		}
	}
	if w.write(memcity.NewTable(memcity.GCs)); w.err != nil {
		t.Error("an empty table is written")
	}
}

func TestLimitsOfLives(t *testing.T) {
	f := &traceFile{names: names{sites: make([]trace.Site, 2), threads: make([]string, 3)}}
	p := lifePart{f, 10, 20, 30}
	c := memcity.Column{Numbers: []uint64{0, 1, 2, 3, 4}}
	var sites []trace.SiteID
	var threads []int32
	for row := range 6 {
		sites, threads = append(sites, p.site(&c, row)), append(threads, p.thread(&c, row))
	}
	none := trace.NoThread
	if !slices.Equal(sites, []trace.SiteID{trace.NoSite, 20, 21, trace.NoSite, trace.NoSite, trace.NoSite}) ||
		!slices.Equal(threads, []int32{none, 30, 31, 32, none, none}) {
		t.Errorf("sites %v, threads %v", sites, threads)
	}
}

// TestStatesThatAreShown checks that a last state without an end is shown unless it may still grow, and a state of counts only once ended.
func TestStatesThatAreShown(t *testing.T) {
	ended, whole := &state{ended: true}, &state{blocks: make([]memcity.Entry, 1)}
	one, empty := &state{time: 1500 * time.Millisecond, blocks: make([]memcity.Entry, 1)}, &state{}
	counts, countsEnded := &state{level: levelCounts}, &state{level: levelCounts, ended: true}
	const unfinished = "it has no end record: it is still being recorded, or the recording was cut short; the written part can be read"
	for _, test := range []struct {
		name            string
		states          []*state
		complete, alone bool
		want            int
		text            string
	}{
		{"ended", []*state{ended}, false, true, 1, unfinished},
		{"growing", []*state{ended, one}, false, true, 1, unfinished + "; its last GC point, at 1.500 s, was skipped because it is incomplete"},
		{"growing, of several files", []*state{ended, one}, false, false, 2, unfinished},
		{"complete", []*state{ended, one}, true, true, 2, ""},
		{"in the middle", []*state{whole, ended}, false, true, 2, unfinished},
		{"the only one", []*state{one}, false, true, 1, unfinished},
		{"the only one, without objects", []*state{empty}, false, true, 0,
			unfinished + "; its last GC point, at 0.000 s, was skipped because it is incomplete"},
		{"counts", []*state{countsEnded, counts}, true, true, 1, ""},
		{"none", nil, false, true, 0, unfinished},
	} {
		f := &traceFile{states: test.states, complete: test.complete}
		if got := len(f.points(test.alone)); got != test.want {
			t.Errorf("%s: %d points, want %d", test.name, got, test.want)
		}
		if got := f.open(test.alone); got != test.text {
			t.Errorf("%s: open as %q, want %q", test.name, got, test.text)
		}
	}
	f := &traceFile{left: true, cut: memcity.Fault{Missing: 1}}
	const want = "it has no end record, because the recorder was stopped; the written part can be read; " +
		"the last 1 bytes are not a complete chunk yet"
	if got := f.open(true); got != want {
		t.Errorf("left: %q", got)
	}
}

func TestStateBeingRead(t *testing.T) {
	f := &traceFile{}
	if f.state(0) != nil {
		t.Error("a file without states has one")
	}
	f.states = []*state{{number: 1}, {number: 2}}
	if f.state(1) != nil || f.state(2) != f.states[1] || f.state(3) != nil {
		t.Error("the state being read is not the last one with its number")
	}
	if f.states[1].ended = true; f.state(2) != nil {
		t.Error("a state that ended is being read")
	}
}

// TestMissingObjects checks the warning about objects that a GC point should have, whether or not its end was written.
func TestMissingObjects(t *testing.T) {
	for _, test := range []struct {
		limit   uint64 // as blocks say
		objects int64  // as the start of the state says
		at      uint64 // that exist
		ended   bool
		want    string
	}{
		{10, 10, 10, true, ""},
		{10, 10, 10, false, "the GC point is truncated, so GC roots may be missing"},
		{10, 10, 7, true, "3 of 10 objects and the references to them are missing"},
		{10, 10, 7, false, "the GC point is truncated: 3 of 10 objects are missing"},
		{12, 10, 10, true, "2 of 12 objects and the references to them are missing"},
		{10, 12, 10, true, "2 of 12 objects and the references to them are missing"},
		{10, 10, 9, true, "1 of 10 objects and the references to them are missing"},
		{0, 0, 0, true, ""},
	} {
		l := &loader{state: &state{objects: test.objects, ended: test.ended}, limit: test.limit, file: trace.MemoryFile("d/a.mct", nil)}
		l.reportMissing(test.at)
		got := ""
		for _, w := range l.warnings {
			got += w.Text
			if !w.Lost || w.Source != "a.mct" {
				t.Errorf("warning %+v", w)
			}
		}
		if got != test.want {
			t.Errorf("%+v: %q, want %q", test, got, test.want)
		}
	}
}
