package session_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
)

// bases returns recordings that can be a baseline, by their first path.
func bases(all map[string]*trace.Recording) func(paths []string) recording.Opener {
	return func(paths []string) recording.Opener {
		return func(ctx context.Context, _ trace.Progress) (*trace.Recording, error) {
			if r := all[paths[0]]; r != nil {
				return r, ctx.Err()
			}
			return nil, errors.New(paths[0] + ": no such file")
		}
	}
}

// histogram returns a recording with only counts per type.
func histogram(counts ...trace.TypeCount) *trace.Recording {
	return &trace.Recording{Name: "histogram", Format: "test", Names: trace.NewNames(),
		Points: []trace.Point{{Source: "histogram", Counts: counts}}}
}

func with(w exchange.Request, base trees.Baseline) exchange.Request {
	w.Baseline = base
	return w
}

func TestBaselineIsShown(t *testing.T) {
	old := growing(4, 7)
	old.Name = "old"
	s, changed := startWith(t, recording.Options{Open: bases(map[string]*trace.Recording{"old": old})})
	base := trees.Baseline{Paths: seq.Of("old")}
	s.Open(opens(growing(3, 10)), with(request("type"), base))
	r := await(t, s, changed, "the city with a base", idle)
	b := r.Plan.Series.Baseline()
	if r.Err != nil || b == nil || b.Name != "old" || b.Point != 3 || b.Points != 4 || r.Request.Baseline != base {
		t.Fatalf("base %+v, %v", b, r.Err)
	}
	last := r.Plan.Series.Len() - 1
	if f := scene.AgainstBaseline(r.Plan.Series, last).Fate(0); f.Before.Objects == 0 || f.After.Objects == 0 || f.Before == f.After {
		t.Errorf("compares %+v", f)
	}
	withBase := r.Plan

	s.Want(with(request("type"), trees.Baseline{Paths: base.Paths, At: 2}))
	r = await(t, s, changed, "another GC point", idle)
	if b := r.Plan.Series.Baseline(); b == nil || b.Point != 1 || r.Plan == withBase {
		t.Errorf("base %+v", b)
	}
	s.Want(request("type"))
	r = await(t, s, changed, "the city alone", idle)
	if r.Plan.Series.Baseline() != nil || !r.Request.Baseline.Paths.Empty() {
		t.Errorf("base %+v", r.Plan.Series.Baseline())
	}
	s.Want(with(request("package", "type"), base))
	r = await(t, s, changed, "both grouped anew", idle)
	if b := r.Plan.Series.Baseline(); b == nil || b.Point != 3 || r.Grouping.By.Len() != 2 {
		t.Errorf("base %+v by %v", b, r.Grouping.By)
	}
}

// TestBaseFails: a baseline that cannot be compared is an error that names it, and the current view stays. A recording that was just opened
// is shown without a baseline.
func TestBaseFails(t *testing.T) {
	few := histogram(trace.TypeCount{Name: "app.Thing", Objects: 4, Bytes: 64})
	empty := histogram()
	empty.Points = nil
	s, changed := startWith(t, recording.Options{Open: bases(map[string]*trace.Recording{"few": few, "empty": empty})})
	s.Open(opens(growing(3, 10)), with(request("type"), trees.Baseline{Paths: seq.Of("missing")}))
	r := await(t, s, changed, "the city alone", idle)
	if r.Err == nil || r.Err.Error() != "base: missing: no such file" || r.Plan == nil || r.Plan.Series.Baseline() != nil ||
		!r.Request.Baseline.Paths.Empty() {
		t.Fatalf("plan %v with %v, %v", r.Plan != nil, r.Request.Baseline, r.Err)
	}
	plan := r.Plan
	deep := with(request("type"), trees.Baseline{Paths: seq.Of("few")})
	deep.Settings.SizeKind = trees.Deep
	for _, tt := range []struct {
		req  exchange.Request
		says string
	}{
		{with(request("type"), trees.Baseline{Paths: seq.Of("missing")}), "base: missing: no such file"},
		{with(request("type"), trees.Baseline{Paths: seq.Of("few"), At: 9}), "base histogram: GC point 9: expected 1 to 1"},
		{with(request("type"), trees.Baseline{Paths: seq.Of("empty")}), "base histogram: "},
		{deep, "base histogram: deep sizes: needs references"},
	} {
		s.Want(tt.req)
		r := await(t, s, changed, tt.says, idle)
		if r.Err == nil || !strings.Contains(r.Err.Error(), tt.says) || r.Plan != plan {
			t.Errorf("%v, want %q", r.Err, tt.says)
		}
	}
}

func TestBaseNeedsAnOpener(t *testing.T) {
	s, changed := start(t)
	s.Open(opens(growing(2, 10)), with(request("type"), trees.Baseline{Paths: seq.Of("old")}))
	if r := await(t, s, changed, "the city", idle); r.Err == nil || r.Plan == nil {
		t.Errorf("plan %v, %v", r.Plan != nil, r.Err)
	}
}

// TestBaseOfAnotherKind: a heap dump and counts of types are compared by matching paths, in both directions. The same holds for ready-made
// trees.
func TestBaseOfAnotherKind(t *testing.T) {
	ctx := context.Background()
	dump := recording.New(replacing(1, false), recording.Options{})
	counts := recording.New(histogram(trace.TypeCount{Name: "app.Thing", Objects: 4, Bytes: 64},
		trace.TypeCount{Name: "app.Other", Objects: 1, Bytes: 64}), recording.Options{})
	by := trees.By("type")
	compare := func(of, base *recording.Recording, by trees.Grouping) *scene.Comparison {
		t.Helper()
		series, err := of.Series(ctx, by, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := base.BaselineTree(ctx, of, by, trees.Baseline{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return scene.AgainstBaseline(series.WithBaseline(tree), 0)
	}
	if m := compare(dump, counts, by).Matched(trees.Bytes); m.Before != 0.5 || m.After != 1 {
		t.Errorf("a dump against counts: %+v", m)
	}
	if m := compare(counts, dump, by).Matched(trees.Bytes); m.Before != 1 || m.After != 0.5 {
		t.Errorf("counts against a dump: %+v", m)
	}
	ready := grouped(t, dump, by)
	k := compare(ready, dump, trees.By("Type"))
	if m := k.Matched(trees.Objects); m.Before != 1 || m.After != 1 || k.Verdict(0, trees.Objects).Kind != scene.VerdictSame {
		t.Errorf("ready-made trees against a dump: %+v", m)
	}
	if m := compare(dump, ready, by).Matched(trees.Objects); m.Before != 1 || m.After != 1 {
		t.Errorf("a dump against ready-made trees: %+v", m)
	}
	by.SizeKind = trees.Retained
	if _, err := ready.BaselineTree(ctx, dump, by, trees.Baseline{}, nil); err == nil || !strings.Contains(err.Error(), "retained sizes: ") {
		t.Errorf("retained sizes of ready-made trees: %v", err)
	}
	if _, err := dump.BaselineTree(ctx, ready, trees.By("Weather"), trees.Baseline{}, nil); err == nil ||
		!strings.Contains(err.Error(), "no classifier groups its objects by Weather") {
		t.Errorf("by an unknown role: %v", err)
	}
}

// grouped returns a recording of another one's memory trees.
func grouped(t *testing.T, o *recording.Recording, by trees.Grouping) *recording.Recording {
	t.Helper()
	r := &trace.Recording{Name: "trees", Format: "test", Names: o.Recording.Names}
	for i := range o.Recording.Points {
		tree, err := o.Tree(context.Background(), by, i, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Points = append(r.Points, trace.Point{Time: tree.Time, Tree: tree.Tree})
	}
	return recording.New(r, recording.Options{})
}

// TestBaseStaysWhileARecordingGrows: new GC points are compared as well, and plots stay in place while they have room.
func TestBaseStaysWhileARecordingGrows(t *testing.T) {
	old := histogram(trace.TypeCount{Name: "app.A", Objects: 5, Bytes: 120}, trace.TypeCount{Name: "app.Gone", Objects: 9, Bytes: 216})
	source := newSource()
	source.add(map[string]int{"app.A": 3, "app.B": 2})
	l := startLive(t, source, recording.Options{Open: bases(map[string]*trace.Recording{"old": old})}, "type")
	l.Want(with(request("type"), trees.Baseline{Paths: seq.Of("old")}))
	r := l.await("a base", func(r exchange.Result) bool { return idle(r) && r.Plan.Series.Baseline() != nil })
	before := r.Plan
	source.add(map[string]int{"app.A": 4, "app.B": 2})
	r = l.tick("growth", shows(2))
	b := r.Plan.Series.Baseline()
	if r.Err != nil || b == nil || !before.SamePlots(r.Plan) {
		t.Fatalf("base %+v, %v", b, r.Err)
	}
	c := r.Plan.AtBaseline(1, r.Request.Settings)
	for key, want := range map[string]scene.VerdictKind{"Heap#app.A": scene.VerdictLess, "Heap#app.B": scene.VerdictNew,
		"Heap#app.Gone": scene.VerdictGone} {
		node, ok := r.Plan.Series.Find(key)
		if got := c.Compared.Verdict(node, trees.Objects).Kind; !ok || got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}

// TestBasePoint: a baseline uses the default of commands, the last GC point with objects. The last point must be requested.
func TestBasePoint(t *testing.T) {
	r := growingCaches(500, 1000, 1500)
	last := &r.Points[2]
	last.Load, last.Counts = nil, []trace.TypeCount{{Name: "app.Entry", Objects: 9000, Bytes: 9000 * 32}}
	o := recording.New(r, recording.Options{})
	for at, want := range map[int]int{0: 1, 1: 0, 3: 2, trees.LastPoint: 2} {
		tree, err := o.BaselineTree(t.Context(), o, trees.By("type"), trees.Baseline{At: at}, nil)
		if err != nil || tree.Point != want {
			t.Errorf("at %d: GC point %d, %v; want %d", at, tree.Point, err, want)
		}
	}
}
