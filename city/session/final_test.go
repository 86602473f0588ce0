package session_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/analysis/window"
	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/resolve/objects"
	"memcity/city/seq"
	"memcity/city/session"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/trace"
)

// TestGuideOfFinalCounts checks that counts from the end of the program are not judged either. A drop at a point that is not marked final
// counts as a release.
func TestGuideOfFinalCounts(t *testing.T) {
	for _, final := range []bool{false, true} {
		r := &trace.Recording{Name: "counts", Format: "test", Names: trace.NewNames()}
		for i, n := range []int64{1000, 2000, 3000, 4000, 5000, 6000, 10} {
			r.Points = append(r.Points, trace.Point{Time: trace.Millis(1000 * i),
				Counts: []trace.TypeCount{{Name: "app.A", Objects: n, Bytes: 100 * n}, {Name: "app.B", Objects: 5, Bytes: 500}}})
		}
		r.Points[6].Final = final
		g, err := guided.Explore(t.Context(), recording.New(r, recording.Options{}), nil)
		if err != nil {
			t.Fatal(err)
		}
		found := len(g.Findings) == 1 && g.Findings[0].Growth != nil && g.Findings[0].Growth.Type == "app.A"
		if released := found && g.Findings[0].Released > 0; !found || released == final || len(g.Findings[0].Growth.Objects) != 6 || g.Findings[0].Growth.Points[5] != 6 {
			t.Errorf("final %v: %s %+v", final, g.Text, g.Findings)
		}
	}
}

// TestGuideOfDamagedPoints: a GC point with objects missing in the file is not used for growth, and the guide reports this.
func TestGuideOfDamagedPoints(t *testing.T) {
	for _, lost := range []bool{false, true} {
		r := growingCaches(10, 400, 800, 1200, 1600)
		load := r.Points[2].Load
		r.Points[2].Load = func(ctx context.Context, p trace.Progress) (*trace.Heap, []trace.Warning, error) {
			h, _, err := load(ctx, p)
			return h, []trace.Warning{{Source: "dump2", Text: "half of it is missing", Lost: lost}}, err
		}
		g, err := guided.Explore(t.Context(), recording.New(r, recording.Options{}), nil)
		if err != nil {
			t.Fatal(err)
		}
		if said := strings.Contains(strings.Join(g.Missing, " "), "GC point 3: some of its objects are missing"); said != lost ||
			lost != slices.Equal(g.Recording.Looked, []int{1, 2, 4, 5}) {
			t.Errorf("lost %v: looked at %v, missing %q", lost, g.Recording.Looked, g.Missing)
		}
	}
}

// TestLeakRulesSeeTheHeap: Options.Leak receives all GC points of the whole heap so far, with times, GCs and amounts.
func TestLeakRulesSeeTheHeap(t *testing.T) {
	source := newSource()
	var seen [][]window.Point
	options := recording.Options{Leak: func(points []window.Point) string {
		seen = append(seen, slices.Clone(points))
		if len(points) == 5 {
			return "it leaks"
		}
		return ""
	}}
	done := &acts{}
	w := session.NewWatch(recording.New(source.recording(), options), []budget.Rule{rule(t, "leak window found then stop")}, done.act)
	for n := range 8 {
		source.add(map[string]int{"app.A": 10 + n, "lib.B": 3})
		if _, err := w.Look(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if done.String() != "stop at 4" || len(seen) != 5 {
		t.Fatalf("rules did %s after %d looks", done, len(seen))
	}
	for i, points := range seen {
		if len(points) != i+1 {
			t.Errorf("look %d is at %d GC points", i, len(points))
		}
		for n, p := range points {
			h := heapOf(map[string]int{"app.A": 10 + n, "lib.B": 3})
			bytes := int64(0)
			for o := range trace.ObjectID(h.Len()) {
				bytes += h.Size(o)
			}
			want := window.Point{Time: time.Duration(n) * 100 * time.Millisecond, GC: uint32(n + 1), Objects: int64(h.Len()), Bytes: bytes}
			if p != want {
				t.Errorf("look %d, GC point %d: %+v, want %+v", i, n, p, want)
			}
		}
	}
}

// TestVersionsIncrease: every request gives a result with a greater version, so that clients can detect the change.
func TestVersionsIncrease(t *testing.T) {
	s, changed := start(t)
	last := s.Result().Version
	for i, change := range []func(){
		func() { s.Open(opens(growing(2, 3)), request("type")) },
		func() { s.Want(request("package", "type")) },
		func() { s.SetRules([]budget.Rule{rule(t, "leak window found")}) },
		func() { s.Want(request("kind")) },
		func() { s.Open(opens(growing(3, 3)), request("type")) },
	} {
		change()
		if v := s.Result().Version; v <= last {
			t.Errorf("change %d: version %d after %d", i, v, last)
		}
		r := await(t, s, changed, "plan", func(r exchange.Result) bool { return r.Plan != nil && !r.Busy })
		last = r.Version
	}
}

// TestWarningsOfHeapStates: problems of a heap state in use become warnings of the recording.
func TestWarningsOfHeapStates(t *testing.T) {
	r := growing(2, 3)
	load := r.Points[1].Load
	r.Points[1].Load = func(ctx context.Context, p trace.Progress) (*trace.Heap, []trace.Warning, error) {
		h, _, err := load(ctx, p)
		return h, []trace.Warning{{Source: "dump1", Text: "has an odd class"}}, err
	}
	o := recording.New(r, recording.Options{})
	for point, want := range []int{0, 1} {
		if _, err := objects.Object(t.Context(), o, inspect.ObjectQuery{Heap: trees.HeapState{By: byType, Point: point}}, nil); err != nil {
			t.Fatal(err)
		}
		if got := o.Warnings(); len(got) != want || want > 0 && got[0].Text != "has an odd class" {
			t.Errorf("GC point %d: warnings %v", point, got)
		}
	}
}

// TestRolesOfTrees: the roles of ready-made trees are those from the root to the first leaf, without consecutive duplicates.
func TestRolesOfTrees(t *testing.T) {
	for _, test := range []struct{ roles, want string }{
		{"", ""}, {"Type", "Type"}, {"Package Type", "Package Type"}, {"Package Package Type", "Package Type"},
		{"Package Type Package", "Package Type Package"}, {"- Type", "Type"}, {"Package -", "Package"},
	} {
		names := trace.NewNames()
		levels := strings.Fields(test.roles)
		root := trace.Node{Name: names.ID("Heap"), Place: trace.Place{Parent: -1, End: int32(len(levels) + 2)}}
		tree := &trace.Tree{Names: names, Nodes: []trace.Node{root}}
		for i, role := range levels {
			tree.Nodes = append(tree.Nodes, trace.Node{Name: names.ID("n"), Role: names.ID(strings.Trim(role, "-")),
				Place: trace.Place{Parent: int32(i), End: int32(len(levels) + 1)}})
		}
		tree.Nodes = append(tree.Nodes, trace.Node{Name: names.ID("other"), Role: names.ID("Other"),
			Place: trace.Place{End: int32(len(levels) + 2)}})
		if len(levels) == 0 {
			tree.Nodes = tree.Nodes[:1]
			tree.Nodes[0].End = 1
		}
		o := recording.New(&trace.Recording{Name: "trees", Names: names, Points: []trace.Point{{Tree: tree}}}, recording.Options{})
		by, err := o.Grouping(trees.By("whatever"))
		if got := seq.Join(by.By, " "); err != nil || got != test.want {
			t.Errorf("%q: %q, %v, want %q", test.roles, got, err, test.want)
		}
	}
}

// TestBeginsWhereGrowthIsJudged: a window begins at the last GC point with objects that is not from the end of the program.
func TestBeginsWhereGrowthIsJudged(t *testing.T) {
	for _, test := range []struct {
		points string // objects, counts by type; capitals for points at the end of the program
		want   int
	}{{"oooo", 3}, {"oooO", 2}, {"ooO", 2}, {"oocO", 1}, {"oocc", 1}, {"ccccC", 3}, {"cccc", 3}, {"occC", 0}, {"ooocC", 2}} {
		r := growing(len(test.points), 5)
		for i, kind := range test.points {
			p := &r.Points[i]
			if p.Final = kind < 'a'; kind == 'c' || kind == 'C' {
				p.Load, p.Counts = nil, []trace.TypeCount{{Name: "app.Node", Objects: 3, Bytes: 72}}
			}
		}
		s, changed := start(t)
		s.Open(opens(r), request("type"))
		if got := await(t, s, changed, test.points, idle); got.Err != nil || got.Begin != test.want {
			t.Errorf("%s: begins at %d, expected %d; %v", test.points, got.Begin, test.want, got.Err)
		}
	}
}
