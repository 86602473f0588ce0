package native

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/wire/memcity"
)

func TestTablesOfGCs(t *testing.T) {
	table := memcity.NewTable(memcity.GCs)
	for i, number := range []uint64{7, math.MaxUint32 - 1, math.MaxUint32, 1 << 40} {
		for column, n := range map[int]uint64{gcNumber: number, gcStart: 1, gcEnd: 2, gcPause: 3, gcBefore: 4, gcAfter: 5, gcCapacity: 6,
			gcConcurrent: uint64(i)} {
			put(table, column, n)
		}
		putText(table, gcCause, "c")
		putText(table, gcKind, "k")
		table.Rows++
	}
	f := &traceFile{}
	f.table(memcity.Entry{Kind: memcity.GCs}, table)
	for i, number := range []uint32{7, math.MaxUint32 - 1, math.MaxUint32 - 1, math.MaxUint32 - 1} {
		want := trace.GC{Number: number, Start: time.Microsecond, End: 2 * time.Microsecond, Pause: 3 * time.Microsecond, Cause: "c",
			Kind:   "k",
			Before: 4, After: 5, Capacity: 6, Concurrent: i > 0}
		if f.gcs[i] != want {
			t.Errorf("GC %+v, want %+v", f.gcs[i], want)
		}
	}
}

// TestTablesOfInfo checks that spaces are numbered up to the limit, and that other texts are stored by name.
func TestTablesOfInfo(t *testing.T) {
	f := &traceFile{info: map[string]string{}}
	table := memcity.NewTable(memcity.Info)
	add := func(name, text string) {
		putText(table, infoName, name)
		putText(table, infoText, text)
		table.Rows++
	}
	add(infoVM, "old")
	for i := range int(trace.NoSpace) + 2 {
		add(infoSpace, fmt.Sprint(i))
	}
	add(infoVM, "vm")
	f.table(memcity.Entry{Kind: memcity.Info}, table)
	if n := len(f.names.spaces); n != int(trace.NoSpace) || f.names.spaces[n-1] != fmt.Sprint(n-1) || f.info[infoVM] != "vm" ||
		len(f.info) != 1 {
		t.Errorf("%d spaces, info %v", len(f.names.spaces), f.info)
	}
}

func TestTablesOfCounts(t *testing.T) {
	f := &traceFile{states: []*state{{number: 3}}}
	f.names.types = []trace.Type{{Name: "A", Kind: trace.ClassObject}}
	table := memcity.NewTable(memcity.Counts, 3)
	for _, number := range []uint64{0, 1, 1 << 40} {
		put(table, countsType, number)
		put(table, countsObjects, 4)
		put(table, countsBytes, 5)
		table.Rows++
	}
	f.table(memcity.Entry{Kind: memcity.Counts, State: 3}, table)
	f.table(memcity.Entry{Kind: memcity.Counts, State: 4}, table)
	want := []trace.TypeCount{{Name: "A", Kind: trace.ClassObject, Objects: 4, Bytes: 5}, {Name: "(lost type 1)", Objects: 4, Bytes: 5},
		{Name: fmt.Sprintf("(lost type %d)", math.MaxInt32), Objects: 4, Bytes: 5}}
	if got := f.states[0].counts; !slices.Equal(got, want) {
		t.Errorf("counts %+v, want %+v", got, want)
	}
}

// TestWhatHeapsKnow checks the knowledge that each column adds.
func TestWhatHeapsKnow(t *testing.T) {
	for name, test := range map[string]struct {
		heap trace.Heap
		want trace.Knowledge
	}{
		"nothing": {trace.Heap{}, 0}, "references": {trace.Heap{RefTo: make([]trace.ObjectID, 1)},
			trace.KnowsReferences | trace.KnowsFields},
		"roots": {trace.Heap{Roots: make([]trace.Root, 1)}, trace.KnowsRoots}, "sites": {trace.Heap{SiteOf: []trace.SiteID{}},
			trace.KnowsSites},
		"threads": {trace.Heap{ThreadOf: []int32{}}, trace.KnowsThreads}, "identity": {trace.Heap{Identity: []uint64{}},
			trace.KnowsIdentity},
		"births": {trace.Heap{BirthOf: []uint32{}}, trace.KnowsAges}, "spaces": {trace.Heap{SpaceOf: []trace.SpaceID{}}, trace.KnowsSpaces},
		"subsystems": {trace.Heap{SubsystemOf: []trace.Subsystem{}}, trace.KnowsSubsystems},
		"threads of sites": {trace.Heap{Sites: []trace.Site{{Thread: trace.NoThread}, {Thread: 0}, {Thread: trace.NoThread}}},
			trace.KnowsThreads},
		"no threads of them": {trace.Heap{Sites: []trace.Site{{Thread: trace.NoThread}}}, 0},
	} {
		if got := knows(&test.heap); got != test.want|trace.KnowsObjects {
			t.Errorf("%s: knows %v", name, got.Names())
		}
	}
}

// TestWhatLivesHave checks that births and deaths each exist if a file has a chunk of them.
func TestWhatLivesHave(t *testing.T) {
	entries := func(kinds ...memcity.Kind) *traceFile {
		f := &traceFile{interval: int64(10 * len(kinds)), names: names{types: []trace.Type{{Super: trace.NoType}, {Super: 0}},
			sites: make([]trace.Site, 3), threads: []string{"a"}}}
		for _, k := range kinds {
			f.lives = append(f.lives, memcity.Entry{Kind: k})
		}
		return f
	}
	for _, test := range []struct {
		files               []*traceFile
		allocations, deaths bool
		types               int
		interval            int64
	}{
		{[]*traceFile{entries(memcity.Allocations)}, true, false, 2, 10}, {[]*traceFile{entries(memcity.Deaths)}, false, true, 2, 10},
		{[]*traceFile{entries(memcity.Deaths, memcity.Allocations)}, true, true, 2, 20},
		{[]*traceFile{entries(memcity.Deaths, memcity.Deaths), entries(), entries(memcity.Allocations)}, true, true, 4, 20},
	} {
		l := lifeOf(test.files)
		if l == nil || (l.Allocations != nil) != test.allocations || (l.Deaths != nil) != test.deaths || len(l.Types) != test.types ||
			l.Interval != test.interval {
			t.Fatalf("life %+v, want %+v", l, test)
		}
		if last := l.Types[test.types-1].Super; int(last) != test.types-2 || l.Types[0].Super != trace.NoType ||
			len(l.Sites) != 3*test.types/2 || len(l.Threads) != test.types/2 {
			t.Errorf("the last type extends %d of %d; %d sites, %d threads", last, test.types, len(l.Sites), len(l.Threads))
		}
	}
	if lifeOf([]*traceFile{entries()}) != nil {
		t.Error("there is life without chunks of it")
	}
}
