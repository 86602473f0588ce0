package guide

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"memcity/analysis/churn"
	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/analysis/group"
	"memcity/analysis/guide/findings"
	"memcity/analysis/remedy"
	"memcity/analysis/staleness"
	"memcity/analysis/structure"
	"memcity/analysis/userfile"
	"memcity/analysis/window"
	"memcity/assets"
	"memcity/trace"
	"memcity/trace/tracetest/golden"
	"memcity/trace/usage"
)

// known is the program's library of remedies.
var known = sync.OnceValue(func() *remedy.Library {
	files, faults := userfile.LoadAll(assets.Remedies(), "*.yaml", remedy.Load)
	if len(faults) > 0 {
		panic(faults)
	}
	return remedy.Merge(files, nil)
})

// recorded is a Source that keeps no heap states.
type recorded struct {
	*trace.Recording
	warnings  []trace.Warning
	grown     []GrownStructure
	turnover  *structure.Turnover
	followed  [3]int // by Turnover
	used      *staleness.Use
	requested [3]int // of Grown: from, to, most
}

func (r *recorded) Recorded() *trace.Recording { return r.Recording }
func (r *recorded) Domain() *group.Domain {
	if r.Recording == nil || r.Recording.Runtime == trace.JVM {
		return group.DefaultDomain()
	}
	return group.OwnDomain(&trace.Heap{Runtime: r.Recording.Runtime})
}
func (r *recorded) Remedies() *remedy.Library { return known() }
func (r *recorded) Warnings() []trace.Warning {
	return append(slices.Clone(r.Recording.Warnings), r.warnings...)
}
func (r *recorded) Warn(warnings []trace.Warning) { r.warnings = append(r.warnings, warnings...) }
func (r *recorded) HasObjects(point int) bool     { return r.Points[point].Load != nil }

func (r *recorded) LeaveOut(point int, why error) {
	r.Warn([]trace.Warning{{Source: r.Points[point].Source, Text: why.Error(), Lost: true}})
}

// heapState is a loaded heap state.
type heapState struct {
	subject *group.Subject
	lost    bool
}

func (s *heapState) Heap() *trace.Heap       { return s.subject.Heap }
func (s *heapState) Subject() *group.Subject { return s.subject }
func (s *heapState) Lost() bool              { return s.lost }
func (s *heapState) Shed()                   { s.subject.Shed() }

func (s *heapState) Roots(ctx context.Context) (*closure.Roots, error) {
	g, err := s.subject.ReferenceGraph(ctx)
	if err != nil {
		return nil, err
	}
	return g.Roots(), nil
}

func (s *heapState) GraphSource(ctx context.Context) (*graph.Source, error) {
	g, err := s.subject.ReferenceGraph(ctx)
	if err != nil {
		return nil, err
	}
	return graph.NewSource(ctx, g)
}

func (r *recorded) State(ctx context.Context, point int, _ bool) (HeapState, error) {
	heap, warnings, err := r.Points[point].Load(ctx, nil)
	if err != nil {
		return nil, err
	}
	r.Warn(warnings)
	reachable, err := closure.Reachable(ctx, heap)
	if err != nil {
		return nil, err
	}
	var own *group.Domain // that of JVM recordings is the default one
	if heap.Runtime != trace.JVM {
		own = r.Domain()
	}
	return &heapState{lost: slices.ContainsFunc(warnings, func(w trace.Warning) bool { return w.Lost }),
		subject: &group.Subject{Heap: heap, Names: r.Names, Knows: r.Knows | trace.KnowsAges, Reachable: reachable, Domain: own}}, nil
}

// counted contains numbers by type. Group 0 is the whole heap; the others are types by name.
type counted struct {
	r      *trace.Recording
	names  []string
	of     []int // GC points of the recording
	points []map[string]trace.Amount
}

func (c *counted) Len() int             { return len(c.points) }
func (c *counted) Source(point int) int { return c.of[point] }
func (c *counted) Time(point int) time.Duration {
	return time.Duration(c.r.Points[c.of[point]].Time) * time.Millisecond
}
func (c *counted) Nodes() int                   { return len(c.names) }
func (c *counted) IsLeaf(node int32) bool       { return node > 0 }
func (c *counted) Name(node int32) string       { return c.names[node] }
func (c *counted) Objects(p int, n int32) int64 { return c.points[p][c.names[n]].Objects }
func (c *counted) Bytes(p int, n int32) int64   { return c.points[p][c.names[n]].Bytes }

func (c *counted) Key(node int32) string {
	if node == 0 {
		return "Heap"
	}
	return "Heap#" + c.names[node]
}

func (r *recorded) counts(ctx context.Context, point int) (map[string]trace.Amount, error) {
	counts := map[string]trace.Amount{}
	add := func(name string, a trace.Amount) {
		for _, name := range []string{name, "Heap"} {
			sum := counts[name]
			sum.Add(a)
			counts[name] = sum
		}
	}
	if r.HasObjects(point) {
		state, err := r.State(ctx, point, false)
		if err != nil {
			return nil, err
		}
		h := state.Heap()
		for o := range trace.ObjectID(h.Len()) {
			if state.Subject().Reachable.Test(uint(o)) {
				add(h.Types[h.TypeOf.At(o)].Name, trace.Amount{Objects: 1, Bytes: h.Size(o)})
			}
		}
		return counts, nil
	}
	for _, c := range r.Points[point].Counts {
		add(c.Name, trace.Amount{Objects: c.Objects, Bytes: c.Bytes})
	}
	return counts, nil
}

func (r *recorded) Types(ctx context.Context, points []int, _ trace.Progress) (Groups, []string, error) {
	c, all := &counted{r: r.Recording, of: points, names: []string{"Heap"}}, map[string]bool{}
	for _, i := range points {
		counts, err := r.counts(ctx, i)
		if err != nil {
			return nil, nil, err
		}
		c.points = append(c.points, counts)
		for name := range counts {
			all[name] = true
		}
	}
	delete(all, "Heap")
	c.names = append(c.names, slices.Sorted(maps.Keys(all))...)
	return c, []string{"type"}, nil
}

func (r *recorded) Grown(_ context.Context, from, to, most int, _ trace.Progress) ([]GrownStructure, error) {
	r.requested = [3]int{from, to, most}
	return r.grown, nil
}

func (r *recorded) Turnover(_ context.Context, from, to int, head trace.ObjectID, _ trace.Progress) (*structure.Turnover, error) {
	r.followed = [3]int{from, to, int(head)}
	return r.turnover, nil
}

func (r *recorded) Usage(ctx context.Context) (*usage.Log, error) {
	if r.Recording.Usage == nil {
		return nil, nil
	}
	return r.Recording.Usage.Log(ctx)
}

func (r *recorded) Used(_ context.Context, from, to int, objects []trace.ObjectID) (*staleness.Use, error) {
	return r.used, nil
}

func (r *recorded) Evolution(ctx context.Context, _ trace.Progress) (*window.Evolution, error) {
	e := &window.Evolution{Series: window.Series{GCs: r.GCs, Heap: true}}
	for i := range r.Points {
		p := &r.Points[i]
		at := time.Duration(p.Time) * time.Millisecond
		counts, err := r.counts(ctx, i)
		if err != nil {
			return nil, err
		}
		e.Times, e.Sources = append(e.Times, at), append(e.Sources, i)
		e.Points = append(e.Points, window.Point{Time: at, Objects: counts["Heap"].Objects, Bytes: counts["Heap"].Bytes, GC: p.GC})
	}
	if len(e.Points) < 2 {
		e.Points, e.Sources = nil, nil
		for _, gc := range r.GCs {
			e.Points = append(e.Points, window.Point{Time: gc.End, Bytes: gc.After, GC: gc.Number})
		}
	}
	return e, nil
}

func (r *recorded) Churn(ctx context.Context, options churn.Options, progress trace.Progress) (*churn.Report, error) {
	return churn.Find(ctx, churn.Source{GCs: r.GCs, Life: r.Life}, options, progress)
}

// explored returns the guide's report on a recording. At the end of a test, it compares all reports of the test with a golden file. So a
// test of one finding also fixes the other findings and all texts.
func explored(t *testing.T, r *recorded) (*findings.Report, Suggestions) {
	t.Helper()
	report, cuts := explore(t, r)
	golden.Collect(t, fmt.Sprintf("== %s\n%s", r.Name, golden.Text(report)))
	return report, cuts
}

func explore(t *testing.T, r *recorded) (*findings.Report, Suggestions) {
	t.Helper()
	report, cuts, err := Explore(t.Context(), r, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return report, cuts
}
