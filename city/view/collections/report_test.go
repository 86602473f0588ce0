package collections_test

import (
	"strings"
	"testing"

	"memcity/analysis/staleness"
	"memcity/analysis/window"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/city/view/collections"
	"memcity/trace"
	"memcity/trace/tracetest/golden"
	"memcity/trace/usage"
	"memcity/words"
)

// shop returns a log with a list that is filled and never read, a map of which half is read, and an empty list. One of the last two
// intervals ends soon after a GC point.
func shop() *usage.Log {
	b := usage.NewBuilder(usage.Options{Aggregated: true})
	site := func(line string) usage.StringID { return b.String("app.Shop.run(Shop.java:" + line + ")") }
	const list, cache, empty = 1, 2, 3
	b.Alloc(list, 0, site("4"), b.String("java.util.ArrayList"), 0)
	b.Alloc(cache, 0, site("5"), b.String("java.util.HashMap"), 0)
	b.Alloc(empty, 0, site("6"), b.String("java.util.ArrayList"), 0)
	for i := range uint64(100) {
		b.Add(list, i, 0, site("7"), b.String("app.Event"), 100)
		b.Add(cache, i, 0, site("8"), b.String("java.lang.String"), 100)
	}
	b.Interval(130)
	for i := range uint64(50) {
		b.Get(cache, i, 0, site("9"), 500, 2)
	}
	b.Remove(cache, 99, 0, site("10"), 600)
	b.Interval(640)
	b.Interval(900)
	return b.Build(1000)
}

// gcs are the times of the GC points.
var gcs = []trace.Millis{100, 600, 700, 1000}

// Windows end with intervals if one ends soon, and begin and end with the recording.
func TestIn(t *testing.T) {
	log := shop()
	for _, test := range []struct {
		of       collections.Span
		from, to usage.Millis
		exact    bool
	}{
		{collections.Whole, 0, 1000, true},
		{collections.Span{To: 600}, 0, 640, true},
		{collections.Span{From: 100, To: 600}, 130, 640, true},
		{collections.Span{From: 130, To: 640}, 130, 640, true},
		{collections.Span{From: 100, To: 1000}, 130, 1000, true},
		{collections.Span{From: 100, To: 700}, 130, 900, true},
		{collections.Span{From: 100, To: 650}, 130, 650, false}, // the next interval ends after the next GC point
	} {
		v, err := collections.In(log, gcs, test.of)
		if err != nil || v.From != test.from || v.To != test.to || v.Exact != test.exact {
			t.Errorf("%v: %d to %d, exact %v, %v", test.of, v.From, v.To, v.Exact, err)
		}
	}
	if _, err := collections.In(log, gcs, collections.Span{From: 600, To: 600}); err == nil {
		t.Error("a window without time is looked at")
	}
	if v, err := collections.In(log, nil, collections.Span{From: 1, To: 2}); err != nil || v.To != 1000 {
		t.Errorf("without GC points: %+v, %v", v, err)
	}
}

// TestReport writes the view in words and numbers, before and after the heap shares are available.
func TestReport(t *testing.T) {
	log := shop()
	var w strings.Builder
	var look collections.Look
	show := func(name string, of collections.Span, s collections.State) *collections.Report {
		v, err := collections.In(log, gcs, of)
		if err != nil {
			t.Fatal(err)
		}
		r, err := look.Report(t.Context(), "shop", v, s.Query(of))
		if err != nil {
			t.Fatal(err)
		}
		w.WriteString("# " + name + "\n" + r.Headline() + "\n" + r.PatternHeadline() + "\n" + r.Window.Facts() + "\n")
		for i := range r.Collections {
			w.WriteString(words.ShortCollection(r.Collections[i].Label) + ": " + r.Collections[i].Text() + "\n")
		}
		for _, row := range append(collections.Table(r.Collections), collections.PatternTable(r.Patterns)...) {
			w.WriteString(strings.Join(row, ";") + "\n")
		}
		r.Timeline = r.Timeline[:3]
		w.WriteString(golden.Text(r) + "\n")
		return r
	}
	if r := show("all", collections.Whole, collections.State{}); r.Whole || r.Top == nil || r.Find(1) == nil || r.Find(9) != nil {
		t.Errorf("%+v", r)
	}
	look.Shares = &collections.Shares{Of: []float64{0.5, 0.25, staleness.NotKnown}}
	r := show("with shares", collections.Whole, collections.State{Order: collections.ByConfidence})
	if !r.Whole || r.Collections[2].Confidence != nil {
		t.Errorf("%+v", r)
	}
	if r := show("empty ones", collections.Whole, collections.State{Limited: true}); len(r.Collections) != 1 || !r.Whole {
		t.Errorf("%+v", r)
	}
	show("text", collections.Whole, collections.State{Text: "hashmap", Threshold: collections.Threshold{Moved: true}})
	show("nothing", collections.Whole, collections.State{Text: "no such"})
	if r := show("another window", collections.Span{From: 600, To: 700}, collections.State{Top: 1}); r.Whole || look.Shares != nil {
		t.Errorf("shares of another window are shown: %+v", r)
	}
	look.Shares = &collections.Shares{Why: collections.NoSharePoints}
	if r := show("no shares", collections.Span{From: 600, To: 700}, collections.State{}); !r.Whole || r.NoConfidence == "" {
		t.Errorf("%+v", r)
	}
	golden.File(t, "report.txt", w.String())
}

// TestDetails: one collection, and all together.
func TestDetails(t *testing.T) {
	log := shop()
	var w strings.Builder
	for _, number := range []int{1, 2, 3, collections.AllOpened} {
		v, err := collections.In(log, gcs, collections.Whole)
		if err != nil {
			t.Fatal(err)
		}
		d, err := collections.NewDetailsReport(t.Context(), v, collections.DetailsQuery{Collection: number, Gets: 1})
		if err != nil {
			t.Fatal(err)
		}
		w.WriteString("# " + d.Details.Label + "\n" + d.Details.Story() + "\n")
		for _, row := range d.Details.Table() {
			w.WriteString(strings.Join(row, ";") + "\n")
		}
		d.Timeline = d.Timeline[:3]
		w.WriteString(golden.Text(d) + "\n")
		if _, err := collections.NewDetailsReport(t.Context(), v, collections.DetailsQuery{Collection: 4}); err == nil {
			t.Error("a collection that is not there has details")
		}
	}
	golden.File(t, "details.txt", w.String())
}

// TestNotes: approximate numbers, and data that is not tracked.
func TestNotes(t *testing.T) {
	log := shop()
	for _, test := range []struct {
		from, to usage.Millis
		scales   []usage.Scale
		want     []string
	}{
		{0, 640, nil, nil},
		{0, 500, nil, []string{"does not end at the end of an interval"}},
		{500, 640, nil, []string{"does not start at the start of an interval"}},
		{0, 640, []usage.Scale{{OneOf: 1}}, nil},
		{0, 640, []usage.Scale{{OneOf: 4, Followed: 2, Known: 9}}, []string{"one in 4 collections was tracked: 2 of 9 in total."}},
	} {
		log.Scales = test.scales
		v, err := staleness.New(log, test.from, test.to)
		if err != nil {
			t.Fatal(err)
		}
		got := collections.Notes(v)
		if len(got) != len(test.want) || len(got) > 0 && !strings.Contains(got[0], test.want[0]) {
			t.Errorf("%d to %d: %q", test.from, test.to, got)
		}
	}
}

// TestLabels: names without packages and methods.
func TestLabels(t *testing.T) {
	for label, want := range map[string]string{
		"java.util.HashMap@app.Main.run(Main.java:5)": "HashMap@Main.java:5", "HashMap@Main.java:5": "HashMap@Main.java:5",
		"a.B@(site not known)": "B@(site not known)", "a.B@app.Main.run(Native Method)": "B@app.Main.run(Native Method)", "none": "none",
	} {
		if got := words.ShortCollection(label); got != want {
			t.Errorf("%s: %s, want %s", label, got, want)
		}
	}
}

// point is a tree of one GC point.
func point(at trace.Millis, source int) trees.PointTree {
	names := trace.NewNames()
	return trees.PointTree{Time: at, Source: source, Tree: &trace.Tree{Names: names,
		Nodes: []trace.Node{{Name: names.ID("Heap"), Place: trace.Place{Parent: -1, End: 1}}}}}
}

// TestQueries: the window determines the time range, and a collection is requested once it is opened.
func TestQueries(t *testing.T) {
	series := trees.NewSeries([]trees.PointTree{point(100, 0), point(600, 1), point(700, 3), point(1000, 4)})
	for _, test := range []struct {
		from, to, last int
		span           window.Span
		want           collections.Span
	}{
		{0, 4, 3, window.Span{}, collections.Span{To: 1000}},
		{1, 3, 2, window.Span{}, collections.Span{From: 600, To: 700}},
		{1, 3, 2, window.Span{Start: 5e8, End: 8e8}, collections.Span{From: 600, To: 700}},
		{3, 3, 2, window.Span{Start: 5e8, End: 8e8}, collections.Span{From: 500, To: 800}},
		{3, 3, 2, window.Span{}, collections.Span{To: 700}},
	} {
		seen := &view.Seen{Series: series, From: test.from, To: test.to, Last: test.last, Span: test.span}
		for _, s := range []collections.State{{}, {Opened: 2}, {Opened: collections.AllOpened, Gets: 3}} {
			queries := collections.View.Queries(seen, collections.View.With(view.States{}, s))
			want := s.Query(test.want)
			if got, ok := collections.Kind.Is(queries[0]); !ok || got != want || got.Threshold != collections.DefaultThreshold || got.Top != 10 {
				t.Errorf("%+v: %+v, want %+v", test, got, want)
			}
			if len(queries) != 1+min(1, max(s.Opened, -s.Opened)) {
				t.Errorf("%+v: %v", s, queries)
			} else if len(queries) == 2 {
				if d, _ := collections.DetailsKind.Is(queries[1]); d.Collection != s.Opened || d.Span != test.want || d.Gets != s.GetsOr() {
					t.Errorf("%+v: %+v", s, d)
				}
			}
		}
	}
	seen := &view.Seen{Series: trees.NewSeries(nil)}
	if got, _ := collections.Kind.Is(collections.View.Queries(seen, view.States{})[0]); got.Span != collections.Whole {
		t.Errorf("without GC points: %+v", got)
	}
}

// TestTraits: Back closes a collection, and another recording keeps the list options.
func TestTraits(t *testing.T) {
	of := func(s collections.State) view.States { return collections.View.With(view.States{}, s) }
	now := collections.State{Opened: 3, Text: "x", Top: 50, Limited: true, MaxSize: 2, Order: collections.BySize, Gets: 4,
		Threshold: collections.Threshold{Moved: true, At: 0.8}, Page: collections.Patterns}
	back := now
	back.Opened = 0
	if got := collections.View.Of(of(now).Returned(of(collections.State{Text: "y"}))); got != back {
		t.Errorf("returned: %+v", got)
	}
	want := collections.State{Order: collections.BySize, Gets: 4, Threshold: now.Threshold}
	if got := collections.View.Of(of(now).Reopened()); got != want {
		t.Errorf("reopened: %+v", got)
	}
}
