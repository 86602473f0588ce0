package session_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/resolve/history"
	"memcity/city/resolve/objects"
	"memcity/city/seq"
	"memcity/city/session"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/structures"
	"memcity/city/view/table"
	"memcity/city/view/whatif"
	"memcity/trace"
	"memcity/trace/tracetest/golden"
)

// TestWhatIsKeptChangesNothing: queries return the same results as on a fresh recording, in any order, at several GC points and with
// several groupings. Cached results of earlier queries make no difference.
func TestWhatIsKeptChangesNothing(t *testing.T) {
	ctx := t.Context()
	byChain := []trees.Grouping{trees.By("type"), trees.By("package", "type"), trees.By("kind"), trees.By("type", "points-to", "type")}
	keys := []string{"Heap", "Heap#app.Entry", "Heap#app", "Heap#instance", "Heap#app.data.Value", "Heap#app.Nobody"}
	steps := []graphs.Step{{Kind: graphs.ExpandOut, Node: "n0"}, {Kind: graphs.PathsToRoot}, {Kind: graphs.ExpandIn, Node: "n0"},
		{Kind: graphs.RemoveNode, Node: "n1"}}
	ask := func(o *recording.Recording, random *rand.Rand) (string, any, error) {
		by, point, key := byChain[random.IntN(len(byChain))], random.IntN(4), keys[random.IntN(len(keys))]
		heap := trees.HeapState{By: by, Point: point}
		walk := graphs.Walk{Objects: graphs.Objects{Keys: seq.Of(key)}, Steps: seq.Of(steps[:random.IntN(len(steps)+1)]...)}
		if random.IntN(3) == 0 {
			walk.Objects = graphs.Objects{Single: seq.Of(uint32(random.IntN(20)), uint32(random.IntN(20)))}
		}
		object := uint32(random.IntN(60))
		var value any
		var err error
		kind := random.IntN(11)
		switch kind {
		case 0:
			value, err = o.Graph(ctx, graphs.Query{Heap: heap, Walk: walk}, nil)
		case 1:
			value, err = guided.WhatIf(ctx, o, whatif.Query{Heap: heap, Removals: seq.Of(whatif.GroupRemoval(by, key))}, nil)
		case 2:
			value, err = objects.Object(ctx, o, inspect.ObjectQuery{Heap: heap, Object: object}, nil)
		case 3:
			value, err = o.Tree(ctx, by, point, nil)
		case 4:
			var s *trees.Series
			if s, err = o.Series(ctx, by, nil, nil); err == nil {
				value = values(s)
			}
		case 5:
			value, err = guided.Structures(ctx, o, structures.Query{From: point / 2, To: point, Contained: object%2 == 0}, nil,
				func(*structures.Report) {})
		case 6:
			value, err = history.Diff(ctx, o, diffs.Query{By: by, From: point / 2, To: point, Through: object%2 == 0}, nil)
		case 7:
			value, err = o.Ages(ctx, ages.Query{By: by, Point: point}, nil)
		case 8:
			value, err = o.GroupSizes(ctx, table.SizesQuery{Heap: heap}, nil, func(*trees.Sizes) {})
		case 9:
			value, err = history.Evolution(ctx, o, nil)
		default:
			value, err = history.ChurnReport(ctx, o, churns.Query{From: uint32(point), To: uint32(point + 3)}, nil)
		}
		return fmt.Sprintf("query %d by %v at %d of %q", kind, by.By, point, key), value, err
	}
	text := func(value any, err error) string {
		if err != nil {
			return err.Error()
		}
		return golden.Text(value, (*trees.Series)(nil), (*trace.Names)(nil), (*trace.Heap)(nil))
	}
	answered := map[string]int{}
	for seed := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, 12))
		r := programRecording()
		kept := recording.New(r, explained(t))
		for i := range 40 {
			choice := random.Uint64()
			name, value, err := ask(kept, rand.New(rand.NewPCG(choice, 1)))
			got := text(value, err)
			fresh := programRecording()
			fresh.Names = r.Names // so that they have the same numbers
			_, value, err = ask(recording.New(fresh, explained(t)), rand.New(rand.NewPCG(choice, 1)))
			if want := text(value, err); got != want {
				t.Fatalf("seed %d, query %d, %s: got\n%.600s\nwant\n%.600s", seed, i, name, got, want)
			}
			if err == nil {
				answered[strings.Fields(name)[1]]++
			}
		}
	}
	if len(answered) != 11 {
		t.Errorf("of some kinds no query has a result: %v", answered)
	}
}

// TestBoxesOfGraphs: all boxes have the same size. Boxes of a layer and layers have constant gaps.
func TestBoxesOfGraphs(t *testing.T) {
	for seed := range uint64(6) {
		r := programRecording()
		o := recording.New(r, recording.Options{})
		q := graphs.Query{Heap: trees.HeapState{By: byType, Point: int(seed % 4)}, Walk: graphs.Walk{
			Objects: graphs.Objects{Keys: seq.Of("Heap#" + []string{"app.Entry", "java.lang.String", "app.data.Value"}[seed%3])},
			Steps:   seq.Of(graphs.Step{Kind: graphs.PathsToRoot})}}
		p, err := o.GraphPicture(t.Context(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		rows := map[float64]bool{}
		for i, a := range p.Nodes {
			rows[a.Y] = true
			if a.W != 216 || a.H != 60 || a.X < -1e-6 || a.Y < -1e-6 || a.X+a.W > p.W+1e-6 || a.Y+a.H > p.H+1e-6 {
				t.Errorf("seed %d: %s at %v, %v of %v by %v in %v by %v", seed, a.Key, a.X, a.Y, a.W, a.H, p.W, p.H)
			}
			for _, b := range p.Nodes[:i] {
				if a.Y == b.Y && max(a.X, b.X)-min(a.X, b.X) < 216+28-1e-6 {
					t.Errorf("seed %d: %s and %s are too close", seed, a.Key, b.Key)
				}
			}
		}
		var sorted []float64
		for y := range rows {
			sorted = append(sorted, y)
		}
		slices.Sort(sorted)
		for i := 1; i < len(sorted); i++ {
			if gap := sorted[i] - sorted[i-1] - 60; math.Abs(gap-52) > 1e-6 {
				t.Errorf("seed %d: %v between two layers", seed, gap)
			}
		}
		if len(sorted) < 2 || len(p.Edges) == 0 {
			t.Errorf("seed %d: %d layers, %d edges", seed, len(sorted), len(p.Edges))
		}
	}
}

// TestRulesAreShownAtOnce: a session notifies when rules are set or armed again, with or without a recording.
func TestRulesAreShownAtOnce(t *testing.T) {
	for _, open := range []bool{false, true} {
		s, changed := start(t)
		if open {
			s.Open(opens(growing(2, 3)), request("type"))
			await(t, s, changed, "open", func(r exchange.Result) bool { return r.Plan != nil && !r.Busy })
		}
		for len(changed) > 0 {
			<-changed
		}
		for i, change := range []func(){
			func() {
				s.SetRules([]budget.Rule{rule(t, "objects of app.Node above 9"), rule(t, "leak window found")})
			},
			func() { s.Rearm(rule(t, "leak window found")) },
		} {
			before := s.Result()
			change()
			r := s.Result()
			if r.Version != before.Version+1 || len(changed) == 0 {
				t.Errorf("open %v, change %d: version %d after %d, notified %v", open, i, r.Version, before.Version, len(changed) > 0)
			}
			if open && len(r.Live.Rules) != 2 {
				t.Errorf("change %d: rules %+v", i, r.Live.Rules)
			}
			for len(changed) > 0 {
				<-changed
			}
		}
		s.Close()
		before := s.Result().Version
		if s.SetRules(nil); s.Result().Version != before || len(changed) > 0 {
			t.Errorf("open %v: rules of a closed session", open)
		}
	}
}

// TestRulesOfGrowingRecordings: rules other than budgets are evaluated on request, once nothing more can come.
func TestRulesOfGrowingRecordings(t *testing.T) {
	f := rulesFileOf(t, "size of heap at most 1 GB", "no leak")
	for _, others := range []bool{false, true} {
		for _, grows := range []bool{false, true} {
			r := growing(4, 10)
			if grows {
				r.More = func(context.Context) (*trace.Recording, error) { return nil, nil }
			}
			var shown []bool
			q := budget.Query{Rules: f, Points: 4, Others: others}
			report, err := guided.Budgets(t.Context(), recording.New(r, recording.Options{}), q, nil,
				func(b *budget.BudgetReport) { shown = append(shown, b.Done) })
			if err != nil {
				t.Fatal(err)
			}
			judged := others && !grows
			if (report.Rules[1].Whole != nil) != judged || report.Rules[0].Whole != nil || len(report.Rules[0].Values) != 4 || !report.Done ||
				report.Rules[1].Values != nil {
				t.Errorf("others %v, grows %v: %+v", others, grows, report)
			}
			if len(shown) == 0 || shown[0] == judged {
				t.Errorf("others %v, grows %v: shown %v", others, grows, shown)
			}
		}
	}
}

// TestSuggestedCutsWithoutLooking: the guide's suggestions can be removed before the guide was requested; it then runs.
func TestSuggestedCutsWithoutLooking(t *testing.T) {
	const last = 5
	r := growingCaches(10, 400, 800, 1200, 1600, 2000)
	g, err := guided.Explore(t.Context(), recording.New(r, recording.Options{}), nil)
	if err != nil || len(g.Findings) == 0 || len(g.Findings[0].References) == 0 {
		t.Fatalf("%+v, %v", g, err)
	}
	for i := range g.Findings {
		for j, c := range g.Findings[i].References {
			loads := failsAt(r, -1, nil)
			removal := state.GuideRemoval(g, i, j)
			removal.Text = "" // names do not matter
			w, err := guided.WhatIf(t.Context(), recording.New(r, recording.Options{}), without(byType, last, removal), nil)
			if err != nil || w.Freed.Objects != c.Objects || w.Freed.Bytes != c.Bytes || w.Each[0].Text != c.Text || loads.Load() < 6 {
				t.Errorf("%s: %+v, %v after %d heap states", c.Text, w, err, loads.Load())
			}
		}
	}
}

// TestEvolutionOfWhatIsKept: GC points dropped by thinning are not counted, whenever they were dropped. The others are counted once each.
func TestEvolutionOfWhatIsKept(t *testing.T) {
	for _, limit := range []int{8, 20, 100} {
		source := newSource()
		o := recording.New(source.recording(), recording.Options{MaxPoints: limit})
		w := session.NewWatch(o, nil, nil)
		for n := range 40 {
			source.add(map[string]int{"app.A": n + 1})
			if _, err := w.Look(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n%7 > 0 {
				continue
			}
			e, err := history.Evolution(t.Context(), o, nil)
			if n > 0 && err != nil {
				t.Fatal(err)
			}
			var kept []int
			for i, p := range source.recording().Points {
				if p.Load != nil {
					kept = append(kept, i)
				}
			}
			if !slices.Equal(e.Sources, kept) || len(e.Times) != n+1 || e.Final {
				t.Errorf("limit %d, %d GC points: those of %v are counted, want %v; %d times, final %v", limit, n+1, e.Sources, kept, len(e.Times),
					e.Final)
			}
			for i, p := range e.Points {
				if p.Objects != int64(e.Sources[i]+1) || p.GC != uint32(e.Sources[i]+1) {
					t.Errorf("limit %d: GC point %d has %+v", limit, e.Sources[i], p)
				}
			}
		}
	}
}
