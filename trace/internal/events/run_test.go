package events

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
)

const second = time.Second

// runOf creates a run with points at the given times in seconds.
func runOf(startUnix int64, log *Log, gcs []trace.GC, points ...trace.Millis) *Run {
	r := &Run{&trace.Recording{Name: "name", StartUnix: startUnix, Knows: trace.KnowsTimes, GCs: gcs}, log}
	for _, at := range points {
		r.Points = append(r.Points, trace.Point{Time: 1000 * at})
	}
	return r
}

// runText formats the data that joining may change.
func runText(r *Run) string {
	var b strings.Builder
	fmt.Fprint(&b, r.StartUnix, ":")
	for _, p := range r.Points {
		fmt.Fprint(&b, " ", p.Time, "#", p.GC)
	}
	for _, g := range r.GCs {
		fmt.Fprint(&b, " GC", g.Number, " ", g.Start, "-", g.End)
	}
	if r.Log != nil {
		fmt.Fprint(&b, " log ", r.Log.Start, "-", r.Log.End)
	}
	if r.Life != nil {
		fmt.Fprint(&b, " life")
		r.Life.Allocations(context.Background(), func(a trace.Allocation) { fmt.Fprint(&b, " ", a.After, "-", a.Until, "*", a.Objects) })
	}
	if r.Knows.Has(trace.KnowsAllocations) != (r.Life != nil) {
		b.WriteString(" knowledge and life differ")
	}
	for _, w := range r.Warnings {
		b.WriteString(" " + w.String())
	}
	return b.String()
}

func twoGCs() []trace.GC {
	return []trace.GC{{Number: 1, Start: 2 * second, End: 3 * second}, {Number: 2, Start: 5 * second, End: 6 * second}}
}

func spanOf(start, end time.Duration) *Log { return &Log{Span: Span{start, end}, Timed: true} }

// sampled adds an allocation at 4 s.
func sampled(r *Run) *Run {
	r.AddAllocations([]Sample{{At: int64(4 * second), Bytes: 100, Size: 20}}, nil, nil, nil)
	return r
}

func TestJoin(t *testing.T) {
	const unix = 1_700_000_000_000
	fromStart := func(l *Log) *Log { l.FromStart = true; return l }
	const known = "skipped: the other files contain everything in it"
	const another = "skipped: it was recorded at a different time, so it belongs to another run"
	const wall = "its times cannot be compared with those of the other files: "
	for _, test := range []struct {
		name       string
		run, other *Run
		why, want  string
	}{
		{"log of dumps", runOf(unix, nil, nil, 2, 4, 7), runOf(unix, spanOf(0, 8*second), twoGCs()), "",
			fmt.Sprint(unix, ": 2000#0 4000#1 7000#2 GC1 2s-3s GC2 5s-6s")},
		{"log that began later", runOf(unix, nil, nil, 2, 4, 7), runOf(unix+1000, spanOf(0, 8*second), twoGCs()), "",
			fmt.Sprint(unix, ": 2000#0 4000#1 7000#2 GC1 3s-4s GC2 6s-7s")},
		{"log that began before", runOf(unix, nil, nil, 2, 4, 7), runOf(unix-1000, spanOf(0, 8*second), twoGCs()), "",
			fmt.Sprint(unix-1000, ": 3000#1 5000#1 8000#2 GC1 2s-3s GC2 5s-6s")},
		{"log without GCs", runOf(unix, nil, nil, 2), runOf(unix, spanOf(0, 8*second), nil), known, ""},
		{"GCs twice", runOf(unix, nil, twoGCs(), 2), runOf(unix, spanOf(0, 8*second), twoGCs()), known, ""},
		{"counts of a log", runOf(unix, nil, nil, 2), runOf(unix, spanOf(0, 8*second), twoGCs(), 3), "",
			fmt.Sprint(unix, ": 2000#0 GC1 2s-3s GC2 5s-6s name: its counts by type were skipped, "+
				"because the other files have heap states")},
		{"allocations of dumps", runOf(unix, nil, nil, 2), sampled(runOf(unix, spanOf(0, 8*second), nil)), known, ""},
		{"GCs and allocations of dumps", runOf(unix, nil, nil, 2), sampled(runOf(unix, spanOf(0, 8*second), twoGCs())), "",
			fmt.Sprint(unix, ": 2000#0 GC1 2s-3s GC2 5s-6s life 1-2*5")},
		{"allocations of a log", runOf(unix, spanOf(0, 9*second), twoGCs()), sampled(runOf(unix+1500, spanOf(0, 8*second), nil)), "",
			fmt.Sprint(unix, ": GC1 2s-3s GC2 5s-6s log 0s-9s life 1-2*5")},
		{"allocations of a log that begins later", runOf(unix, spanOf(0, 9*second), twoGCs()),
			sampled(runOf(unix-1500, spanOf(0, 8*second), nil)), "",
			fmt.Sprint(unix-1500, ": GC1 3.5s-4.5s GC2 6.5s-7.5s log 1.5s-10.5s life 0-1*5")},
		{"GCs of a log beside allocations", sampled(runOf(unix, spanOf(0, 9*second), nil)),
			runOf(unix-1500, spanOf(0, 8*second), twoGCs()), "",
			fmt.Sprint(unix-1500, ": GC1 2s-3s GC2 5s-6s log 1.5s-10.5s life 1-2*5")},
		{"allocations twice", sampled(runOf(unix, spanOf(0, 9*second), twoGCs())), sampled(runOf(unix, spanOf(0, 8*second), nil)), known,
			""},
		{"2 s before", runOf(unix, nil, nil, 2), runOf(unix, spanOf(4*second, 8*second), twoGCs()), "",
			fmt.Sprint(unix, ": 2000#0 GC1 2s-3s GC2 5s-6s")},
		{"more before", runOf(unix, nil, nil, 2), runOf(unix, spanOf(4*second+1, 8*second), twoGCs()), another, ""},
		{"a minute after", runOf(unix, nil, nil, 68, 90), runOf(unix, spanOf(0, 8*second), twoGCs()), "",
			fmt.Sprint(unix, ": 68000#2 90000#2 GC1 2s-3s GC2 5s-6s")},
		{"more after", runOf(unix, nil, nil, 68, 90), runOf(unix, spanOf(0, 8*second-1), twoGCs()), another, ""},
		{"points not in order", runOf(unix, nil, nil, 90, 68), runOf(unix, spanOf(0, 8*second), twoGCs()), "",
			fmt.Sprint(unix, ": 90000#2 68000#2 GC1 2s-3s GC2 5s-6s")},
		{"logs far from each other", runOf(unix, spanOf(10*second, 20*second), nil), runOf(unix, spanOf(22*second+1, 30*second),
			twoGCs()), another, ""},
		{"logs near each other", runOf(unix, spanOf(10*second, 20*second), nil), runOf(unix, spanOf(22*second, 30*second), twoGCs()), "",
			fmt.Sprint(unix, ": GC1 2s-3s GC2 5s-6s log 10s-20s")},
		{"from the start", runOf(0, fromStart(spanOf(0, 9*second)), nil), runOf(unix, fromStart(spanOf(0, 9*second)), twoGCs()), "",
			"0: GC1 2s-3s GC2 5s-6s log 0s-9s"},
		{"one from the start", runOf(0, spanOf(0, 9*second), nil), runOf(unix, fromStart(spanOf(0, 9*second)), twoGCs()),
			wall + "they do not give the time of day; skipped", ""},
		{"the other from the start", runOf(0, fromStart(spanOf(0, 9*second)), nil), runOf(unix, spanOf(0, 9*second), twoGCs()),
			wall + "they do not give the time of day; skipped", ""},
		{"no date", runOf(unix, nil, nil, 2), runOf(0, fromStart(spanOf(0, 9*second)), twoGCs()),
			wall + "it does not give the time of day (log with the decorations time and uptime); skipped", ""},
		{"smallest dates", runOf(1, nil, nil, 2), runOf(1, spanOf(0, 9*second), twoGCs()), "", "1: 2000#0 GC1 2s-3s GC2 5s-6s"},
		{"no times", runOf(unix, nil, nil, 2), runOf(unix, &Log{}, twoGCs()),
			"it has no times, so it cannot be aligned with the other files; skipped", ""},
	} {
		before, points := runText(test.run), slices.Clone(test.run.Points)
		old := test.run.Points
		why := test.run.Join(test.other)
		if test.want == "" {
			test.want = before
		}
		if got := runText(test.run); why != test.why || got != test.want {
			t.Errorf("%s: %q\n%s, want %q\n%s", test.name, why, got, test.why, test.want)
		}
		if test.run.StartUnix != 1_700_000_000_000 && !slices.EqualFunc(old, points, func(a,
			b trace.Point) bool {
			return a.Time == b.Time
		}) {
			t.Errorf("%s: points that others may have are changed", test.name)
		}
	}
	unknown := runOf(unix, nil, nil, 2)
	unknown.Knows = 0
	if why := unknown.Join(runOf(unix, spanOf(0, 8*second),
		twoGCs())); why != "the heap states have no times, so it cannot be aligned with them; skipped" {
		t.Errorf("unknown times: %q", why)
	}
}

// sized creates GCs with the given ends in ms, and with the number of bytes, of 100, in use afterwards.
func sized(concurrent bool, after int64, ends ...int64) (gcs []trace.GC) {
	for i, ms := range ends {
		end := time.Duration(ms) * time.Millisecond
		gcs = append(gcs, trace.GC{Number: uint32(i + 1), Start: end - 50*time.Millisecond, End: end, Before: after, After: after, Capacity: 100, Concurrent: concurrent})
		if after == 0 {
			gcs[i].Capacity = 0
		}
	}
	return gcs
}

// TestJoinGCs checks that for a period covered by two sources, the source with more data is used and completed from the other.
func TestJoinGCs(t *testing.T) {
	const unix = 1_700_000_000_000
	const replaced = "name: its GCs replace those of the other files, which have fewer details"
	const added = "name: only its GCs before and after those of the other files were added"
	const completed = "name: its GCs fill gaps in the other files"
	stalled := sized(true, 60, 1000, 1100, 1200, 1290)
	for i := range stalled {
		stalled[i].Stalled, stalled[i].Pause = 10*time.Millisecond, 11*time.Millisecond
	}
	early := sized(true, 60, 100, 200)
	for i := range early {
		early[i].Stalled, early[i].Pause = 10*time.Millisecond, 11*time.Millisecond
	}
	log := func() *Log { return spanOf(0, 9*second) }
	numbered := runOf(unix, nil, sized(true, 90, 1000, 1203), 2)
	numbered.Knows |= trace.KnowsAges
	for _, test := range []struct {
		name string
		run  *Run
		more []trace.GC
		want string
	}{
		{"as much", runOf(unix, log(), sized(false, 50, 1000, 1100)), sized(false, 50, 1000, 1100), "1s 50 0s, 1.1s 50 0s, "},
		{"more between", runOf(unix, log(), sized(false, 50, 1000, 1200)), sized(false, 50, 1000, 1100, 1200), "1s 50 0s, 1.1s 50 0s, 1.2s 50 0s, " + replaced},
		{"fewer, and others before and after", runOf(unix, log(), sized(false, 50, 1000, 1100, 1200)), sized(false, 40, 900, 1000, 1200, 1290),
			"900ms 40 0s, 1s 50 0s, 1.1s 50 0s, 1.2s 50 0s, 1.29s 40 0s, " + added},
		{"near the ends", runOf(unix, log(), sized(false, 50, 1000, 1100, 1200)), sized(false, 40, 925, 1000, 1200, 1275),
			"1s 50 0s, 1.1s 50 0s, 1.2s 50 0s, "},
		{"sizes", runOf(unix, log(), sized(false, 50, 1000, 1100, 1200)), sized(false, 0, 1000, 1100, 1150, 1200), "1s 50 0s, 1.1s 50 0s, 1.2s 50 0s, "},
		{"sizes that one lacks", runOf(unix, nil, sized(false, 0, 995, 1106), 2), sized(false, 50, 1000, 1100), "1s 50 0s, 1.1s 50 0s, " + replaced},
		{"GCs with numbers", numbered, stalled, "1s 60 10ms, 1.203s 60 20ms, 1.29s 60 10ms, " + completed},
		{"GCs from before", runOf(unix, nil, sized(true, 90, 1203), 2), early, "100ms 60 10ms, 200ms 60 10ms, 1.203s 90 0s, " + added},
		{"stalls", runOf(unix, log(), sized(true, 90, 1000, 1200)), stalled, "1s 60 10ms, 1.1s 60 10ms, 1.2s 60 10ms, 1.29s 60 10ms, " + replaced},
	} {
		why := test.run.Join(runOf(unix, log(), test.more))
		var b strings.Builder
		for i, g := range test.run.GCs {
			fmt.Fprint(&b, g.End, " ", g.After, " ", g.Stalled, ", ")
			if g.Number != test.run.GCs[0].Number+uint32(i) {
				t.Errorf("%s: GC %d is the one after GC %d", test.name, g.Number, test.run.GCs[i-1].Number)
			}
		}
		for _, w := range test.run.Warnings {
			b.WriteString(w.String())
		}
		if b.String() != test.want || (why == "") != (len(test.run.Warnings) > 0) {
			t.Errorf("%s: %s %q\nwant %s", test.name, b.String(), why, test.want)
		}
	}
}

// TestJoinTwice checks that a run that was shifted before is shifted again with its allocations.
func TestJoinTwice(t *testing.T) {
	const unix = 1_700_000_000_000
	r := sampled(runOf(unix, spanOf(0, 9*second), nil))
	r.shift(second)
	r.shift(second)
	if why := r.Join(runOf(unix-2000, spanOf(0, 8*second), []trace.GC{{Number: 1, End: 6 * second},
		{Number: 2, End: 6*second + 1}})); why != "" {
		t.Fatal(why)
	}
	if got, want := runText(r), fmt.Sprint(unix-2000, ": GC1 0s-6s GC2 0s-6.000000001s log 2s-11s life 1-2*5"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestNumberGCs checks that GCs are numbered by their ends. Points follow the GC that they name, or else their times.
func TestNumberGCs(t *testing.T) {
	ms := time.Millisecond
	r := &trace.Recording{
		GCs: []trace.GC{{Number: 8, End: 10 * ms}, {Number: 7, End: 20 * ms}, {Number: 9, End: 30 * ms}},
		Points: []trace.Point{{Time: 4}, {Time: 5}, {Time: 14}, {Time: 14, GC: 7}, {Time: 15}, {Time: 16, GC: 8}, {Time: 17, GC: 55},
			{Time: 25}, {Time: 99}},
	}
	NumberGCs(r)
	var got []uint32
	for _, g := range r.GCs {
		got = append(got, g.Number)
	}
	for _, p := range r.Points {
		got = append(got, p.GC)
	}
	if want := []uint32{7, 8, 9, 0, 7, 7, 8, 8, 7, 8, 9, 9}; !slices.Equal(got, want) {
		t.Errorf("numbers of GCs and points %v, want %v", got, want)
	}
	none := &trace.Recording{Points: []trace.Point{{GC: 4}}}
	if NumberGCs(none); none.Points[0].GC != 4 {
		t.Errorf("without GCs a point is of GC %d", none.Points[0].GC)
	}
}

func TestEstimates(t *testing.T) {
	for _, test := range []struct{ bytes, size, want int64 }{
		{100, 0, 1}, {100, -1, 1}, {100, 1, 100}, {0, 10, 1}, {14, 10, 1}, {15, 10, 2}, {24, 10, 2}, {25, 10, 3}, {10, 3, 3}, {11, 3, 4},
		{4, 10, 1},
	} {
		if got := (&Sample{Bytes: test.bytes, Size: test.size}).objects(); got != test.want {
			t.Errorf("%d bytes of objects of %d are %d objects, want %d", test.bytes, test.size, got, test.want)
		}
	}
	for _, test := range []struct {
		bytes []int64
		want  int64
	}{{[]int64{100}, 100}, {[]int64{100, 200, 301}, 200}, {[]int64{0}, 1}, {[]int64{1, 0}, 1}, {[]int64{3, 2}, 2}} {
		r := &Run{&trace.Recording{}, &Log{}}
		var samples []Sample
		for _, n := range test.bytes {
			samples = append(samples, Sample{Bytes: n})
		}
		types, sites, threads := make([]trace.Type, 2), make([]trace.Site, 3), make([]string, 4)
		r.AddAllocations(samples, types, sites, threads)
		if l := r.Life; l == nil || l.Interval != test.want || len(l.Types) != 2 || len(l.Sites) != 3 || len(l.Threads) != 4 ||
			!r.Knows.Has(trace.KnowsAllocations) {
			t.Errorf("samples of %d bytes: %+v, want the interval %d", test.bytes, l, test.want)
		}
	}
}

// TestOrderOfAllocations checks that allocations between two GCs are added up and ordered by type, site and thread.
func TestOrderOfAllocations(t *testing.T) {
	r := &Run{&trace.Recording{GCs: []trace.GC{{Number: 1, End: 10}, {Number: 2, End: 20}}}, &Log{}}
	var samples []Sample
	for i := range 40 {
		samples = append(samples, Sample{At: int64(39 - i), Bytes: 1, Size: 1, Type: trace.TypeID(i % 2), Site: trace.SiteID(i / 2 % 2),
			Thread: int32(i / 4 % 2)})
	}
	r.AddAllocations(samples, nil, nil, nil)
	var got []string
	total, before := int64(0), int64(0)
	if err := r.Life.Allocations(t.Context(), func(a trace.Allocation) {
		if total += a.Bytes; a.After == 0 {
			before += a.Bytes
		}
		got = append(got, fmt.Sprintf("%d-%d %d%d%d", a.After, a.Until, a.Type, a.Site, a.Thread))
		if !a.Estimated {
			t.Error("what is estimated is said to be exact")
		}
	}); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(got) || len(got) != 24 || len(slices.Compact(got)) != 24 || total != 40 || before != 10 {
		t.Errorf("%d allocations of %d bytes, %q", len(got), total, got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Life.Allocations(ctx, func(trace.Allocation) {}); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

func TestStallsAtEnds(t *testing.T) {
	for _, test := range []struct {
		stalls []Span
		want   []time.Duration
	}{
		{[]Span{{1, 10}}, []time.Duration{9, 0}}, {[]Span{{1, 11}}, []time.Duration{0, 10}},
		{[]Span{{1, 5}, {5, 7}}, []time.Duration{6, 0}},
		{[]Span{{1, 5}, {6, 7}}, []time.Duration{5, 0}}, {[]Span{{1, 5}, {5, 12}}, []time.Duration{0, 11}},
		{[]Span{{30, 40}}, []time.Duration{0, 10}}, {[]Span{{4, 9}, {1, 20}}, []time.Duration{0, 19}}, {nil, []time.Duration{0, 0}},
	} {
		gcs := []trace.GC{{End: 10, Pause: 100}, {End: 20, Pause: 100}}
		AddStalls(gcs, test.stalls)
		for i, g := range gcs {
			if g.Stalled != test.want[i] || g.Pause != 100 {
				t.Errorf("%v: GC %d is stalled for %d and pauses for %d, want %d", test.stalls, i, g.Stalled, g.Pause, test.want[i])
			}
		}
	}
}
