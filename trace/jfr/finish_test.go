package jfr

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/internal/events"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/recorded"
)

const ms = int64(time.Millisecond)

func since(unix int64) time.Duration { return time.Duration(max(0, unix-1000*ms)) }

// TestGCOfEvents checks that pauses of phases are used if no event reports the whole GC, and that a GC that pauses for less than nine
// tenths of its time is concurrent.
func TestGCOfEvents(t *testing.T) {
	for _, test := range []struct {
		name string
		id   int64
		g    collection
		want string
	}{
		{"phases", 0, collection{unixSpan: unixSpan{1100 * ms, 1200 * ms}, pauses: 7 * ms, pause: 3, before: 9, after: 5, capacity: 20,
			kind: "k", cause: "c"},
			"1 100ms-200ms 7ms false 9 5 20 k c"},
		{"reported", 6, collection{unixSpan: unixSpan{1100 * ms, 1200 * ms}, reported: true, pauses: 7 * ms, pause: 90 * ms},
			"7 100ms-200ms 90ms false 0 0 0  "},
		{"concurrent", 6, collection{unixSpan: unixSpan{1100 * ms, 1200 * ms}, reported: true, pause: 90*ms - 1},
			"7 100ms-200ms 89.999999ms true 0 0 0  "},
		{"before time zero", 6, collection{unixSpan: unixSpan{1, 999 * ms}}, "7 0s-0s 0s false 0 0 0  "},
		{"no time", 6, collection{}, "none"}, {"negative", -1, collection{unixSpan: unixSpan{1100 * ms, 1200 * ms}}, "none"},
		{"last number", 1<<32 - 2, collection{unixSpan: unixSpan{1100 * ms, 1200 * ms}}, "4294967295 100ms-200ms 0s false 0 0 0  "},
		{"beyond", 1<<32 - 1, collection{unixSpan: unixSpan{1100 * ms, 1200 * ms}}, "none"},
	} {
		gc, ok := test.g.gc(test.id, since)
		got := "none"
		if ok {
			got = fmt.Sprint(gc.Number, " ", gc.Start, "-", gc.End, " ", gc.Pause, " ", gc.Concurrent, " ", gc.Before, " ", gc.After, " ",
				gc.Capacity, " ", gc.Kind, " ", gc.Cause)
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// TestPointsOfCounts checks that counts after a GC replace other counts of the same GC, that the largest types come first, and that points
// at the same time are ordered by GC.
func TestPointsOfCounts(t *testing.T) {
	one := func(at int64, types ...trace.TypeCount) *counts { return &counts{at: at, source: "f", counts: types} }
	r := newReader()
	r.counts[3] = one(1300*ms, trace.TypeCount{Name: "replaced"})
	r.counts[1<<32-1] = one(1100 * ms)
	r.counts[-1] = one(1200 * ms)
	r.counts[0] = one(1300*ms, trace.TypeCount{Name: "B", Bytes: 5}, trace.TypeCount{Name: "A", Bytes: 5},
		trace.TypeCount{Name: "C", Bytes: 9})
	r.counts[1<<32-2] = one(1400 * ms)
	r.after[3] = one(1300*ms, trace.TypeCount{Name: "after"})
	rec := &trace.Recording{Name: "n"}
	r.points(rec, since)
	var got []string
	for _, p := range rec.Points {
		text := fmt.Sprint(p.Time, "#", p.GC, " ", p.Source)
		for _, c := range p.Counts {
			text += " " + c.Name
		}
		got = append(got, text)
	}
	if want := []string{"100#0 f", "200#0 f", "300#1 f C A B", "300#4 f after", "400#4294967295 f"}; !slices.Equal(got, want) {
		t.Errorf("points %q, want %q", got, want)
	}
	const small = "n: flight recordings count only types with at least 0.5 % of the heap; smaller types are missing\n"
	if tracetest.WarningText(rec.Warnings) != small {
		t.Errorf("warnings %v", rec.Warnings)
	}
	none := &trace.Recording{}
	if newReader().points(none, since); len(none.Warnings) != 0 {
		t.Errorf("without points: %v", none.Warnings)
	}
}

// TestFinish checks that time zero is the start of the program or, if that is unknown, the start of the recording in whole milliseconds.
func TestFinish(t *testing.T) {
	for _, test := range []struct {
		started, from, to int64
		files             []string
		vm                string
		want              string
	}{
		{1000, 1500*ms + 7, 2500*ms + 7, []string{"a"}, "", "a 1000 500.000007ms-1.500000007s true , GC 1 600ms-700ms stalled 50ms"},
		{0, 1500*ms + 7, 2500*ms + 7, []string{"a", "b"}, "vm",
			"a and 1 more 1500 7ns-1.000000007s false vm, GC 1 100ms-200ms stalled 50ms"},
		{1000, 1500 * ms, 1500 * ms, []string{"a", "b", "c"}, "", "a and 2 more 1000 500ms-500ms true , GC 1 600ms-700ms stalled 50ms"},
	} {
		r := newReader()
		r.started, r.from, r.to, r.vm = test.started, test.from, test.to, test.vm
		r.gcs[4] = &collection{unixSpan: unixSpan{1600 * ms, 1700 * ms}}
		r.stalls = []unixSpan{{1610 * ms, 1660 * ms}}
		r.gcs[5] = &collection{}
		run, err := r.finish(&trace.Recording{Files: test.files})
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(run.Name, " ", run.StartUnix, " ", run.Log.Start, "-", run.Log.End, " ", run.FromStart, " ")
		if run.Recorded != nil {
			got += run.Recorded.VM
		}
		for _, g := range run.GCs {
			got += fmt.Sprint(", GC ", g.Number-4, " ", g.Start, "-", g.End, " stalled ", g.Stalled)
		}
		if got != test.want || !run.Timed || (run.Recorded != nil) != (test.vm != "") {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
	for name, fill := range map[string]func(r *reader){
		"nothing": func(*reader) {}, "counts": func(r *reader) { r.counts[1] = &counts{at: 1} },
		"samples": func(r *reader) { r.samples = sampleOf(r, "A", 5, 0) },
	} {
		r := newReader()
		fill(r)
		if _, err := r.finish(&trace.Recording{Files: []string{"a"}}); (err != nil) != (name == "nothing") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func sampleOf(r *reader, name string, bytes, size int64) []events.Sample {
	return []events.Sample{{At: 5, Bytes: bytes, Size: size, Type: r.dictionary.typeOf(name), Site: trace.NoSite, Thread: trace.NoThread}}
}

// TestSizesOfAllocations checks that the size of a type is the mean of all known sizes: other allocations, old objects, and counts.
func TestSizesOfAllocations(t *testing.T) {
	const warning = "n: allocation samples give only bytes; for types of unknown size, " +
		"the number of objects is the number of samples\n"
	for _, test := range []struct {
		name     string
		fill     func(r *reader, rec *trace.Recording)
		objects  []int64
		warnings string
	}{
		{"size of its own", func(r *reader, _ *trace.Recording) { r.samples = sampleOf(r, "A", 100, 20) }, []int64{5}, ""},
		{"no size", func(r *reader, _ *trace.Recording) { r.samples = sampleOf(r, "A", 100, 0) }, []int64{1}, warning},
		{"size of one", func(r *reader, _ *trace.Recording) { r.samples = sampleOf(r, "A", 100, 1) }, []int64{100}, ""},
		{"exact before samples", func(r *reader, _ *trace.Recording) {
			r.samples, r.exact = sampleOf(r, "A", 100, 20), sampleOf(r, "A", 60, 20)
		}, []int64{3}, ""},
		{"size of another", func(r *reader, _ *trace.Recording) {
			r.samples = append(sampleOf(r, "A", 100, 20), sampleOf(r, "A", 80, 0)...)
		}, []int64{9}, ""},
		{"one of two without size", func(r *reader, _ *trace.Recording) {
			r.samples = append(sampleOf(r, "A", 100, 20), sampleOf(r, "B", 80, 0)...)
		}, []int64{5, 1}, warning},
		{"old objects", func(r *reader, _ *trace.Recording) {
			r.samples = sampleOf(r, "A", 100, 0)
			r.sizes["A"], r.sizes["C"] = &meanSize{50, 2}, &meanSize{7, 1}
		}, []int64{4}, ""},
		{"counts", func(r *reader, rec *trace.Recording) {
			r.samples = sampleOf(r, "A", 100, 0)
			rec.Points = []trace.Point{{Counts: []trace.TypeCount{{Name: "C", Objects: 1, Bytes: 9}, {Name: "A", Objects: 4, Bytes: 40}}}}
		}, []int64{10}, ""},
		{"all of them", func(r *reader, rec *trace.Recording) {
			r.samples = append(sampleOf(r, "A", 120, 0), sampleOf(r, "A", 10, 10)...)
			r.sizes["A"] = &meanSize{50, 2}
			rec.Points = []trace.Point{{Counts: []trace.TypeCount{{Name: "A", Objects: 3, Bytes: 60}}}}
		}, []int64{7}, ""},
		{"counts of nothing", func(r *reader, rec *trace.Recording) {
			r.samples = sampleOf(r, "A", 100, 0)
			rec.Points = []trace.Point{{Counts: []trace.TypeCount{{Name: "A", Objects: 4}, {Name: "A", Bytes: 4},
				{Name: "A", Objects: -1, Bytes: 5}}}}
		}, []int64{1}, warning},
	} {
		r := newReader()
		rec := &trace.Recording{Name: "n"}
		test.fill(r, rec)
		run := &events.Run{Recording: rec, Log: &events.Log{}}
		r.allocations(run, func(unix int64) time.Duration { return time.Duration(unix) })
		var objects []int64
		run.Life.Allocations(t.Context(), func(a trace.Allocation) { objects = append(objects, a.Objects) })
		if warnings := tracetest.WarningText(rec.Warnings); !slices.Equal(objects, test.objects) || warnings != test.warnings {
			t.Errorf("%s: %v objects, want %v; warnings %s", test.name, objects, test.objects, warnings)
		}
	}
	none := &events.Run{Recording: &trace.Recording{}, Log: &events.Log{}}
	if newReader().allocations(none, since); none.Life != nil {
		t.Error("there are allocations of nothing")
	}
}

func TestMeanSize(t *testing.T) {
	var m meanSize
	if m.mean() != 0 {
		t.Errorf("the mean of nothing is %d", m.mean())
	}
	m.add(0, 5)
	m.add(5, 0)
	m.add(1, 1)
	m.add(8, 2)
	if m != (meanSize{9, 3}) || m.mean() != 3 {
		t.Errorf("mean %d of %+v", m.mean(), m)
	}
}

// brokenContent fails on every read.
type brokenContent struct{}

func (brokenContent) ReadAt([]byte, int64) (int, error) { return 0, errors.New("bad sector") }
func (brokenContent) Close() error                      { return nil }

// TestFilesOfFlights checks that each chunk is used once, in order of time, and that unreadable files are left out.
func TestFilesOfFlights(t *testing.T) {
	data := recorded.File(t, "25-counts.jfr")
	good := func(name string) trace.File { return trace.MemoryFile("d/"+name, data) }
	locked := tracetest.Unreadable("d/locked", errors.New("locked"))
	broken := trace.File{Name: "d/broken", Size: 100, Open: func() (trace.Content, error) { return brokenContent{}, nil }}
	whole, err := Open(t.Context(), tracetest.Closed(t, good("a")), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		files          []trace.File
		want, warnings string
	}{
		{[]trace.File{good("a"), good("b")}, "a", ""}, {[]trace.File{locked, good("b")}, "b", "locked: locked; skipped\n"},
		{[]trace.File{broken, good("b")}, "b", "broken: bad sector; only the chunks before it are shown\n"},
		{[]trace.File{locked, broken}, "d/locked: locked", ""},
		{[]trace.File{broken, locked}, "d/broken: bad sector", ""},
	} {
		run, err := Open(t.Context(), tracetest.Closed(t, test.files...), nil)
		if err != nil {
			if err.Error() != test.want {
				t.Errorf("error %v, want %s", err, test.want)
			}
			continue
		}
		warnings := tracetest.WarningText(run.Warnings[:len(run.Warnings)-len(whole.Warnings)])
		if run.Name != test.want || warnings != test.warnings || !slices.Equal(run.GCs, whole.GCs) {
			t.Errorf("recording %s, warnings %s, %d GCs; want %s, %s", run.Name, warnings, len(run.GCs), test.want, test.warnings)
		}
	}
	var steps []string
	if _, err := Open(t.Context(), []trace.File{good("a")}, func(done, total int64, what string) {
		steps = append(steps, fmt.Sprintf("%d/%d %s", done, total, what))
	}); err != nil || len(steps) == 0 || steps[0] != fmt.Sprintf("0/%d reading a", len(steps)) ||
		!strings.HasPrefix(steps[len(steps)-1], fmt.Sprint(len(steps)-1, "/")) {
		t.Errorf("progress %q, %v", steps, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if run, err := Open(ctx, []trace.File{good("a")}, func(int64, int64, string) { cancel() }); run != nil || err != context.Canceled {
		t.Errorf("cancelled while reading: %v, %v", run, err)
	}
}
