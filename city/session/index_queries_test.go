package session_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/resolve/history"
	"memcity/city/resolve/objects"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/diffs"
	"memcity/city/view/graphs"
	"memcity/city/view/structures"
	"memcity/trace/open"
	"memcity/trace/tracetest/columns"
)

// TestQueriesAtSecondOpening: data structures, diffs, owners and heap graphs are the same at the second opening of dumps. They are not
// recomputed, and their order does not matter.
func TestQueriesAtSecondOpening(t *testing.T) {
	path := t.TempDir()
	for i := range 3 {
		if err := os.WriteFile(filepath.Join(path, fmt.Sprint(i, ".hprof")), sessions(300+100*i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{}
	for _, q := range keptQueries {
		want[q.name], _ = q.ask(t, path)
	}
	folder := columns.Indexed(t)
	for opening := range 3 {
		for _, q := range keptQueries {
			got, worked := q.ask(t, path)
			if got != want[q.name] {
				t.Errorf("opening %d: %s: got\n%.800s\nwant\n%.800s", opening+1, q.name, got, want[q.name])
			}
			if opening > 0 && worked != "" {
				t.Errorf("opening %d: %s: %s", opening+1, q.name, worked)
			}
			folder.Wait()
		}
	}
}

// keptQueries are queries whose results an index stores. Each uses a newly opened recording.
var keptQueries = []keptQuery{
	{"structures", func(t *testing.T, o *recording.Recording, p func(int64, int64, string)) (any, error) {
		return o.Structures(t.Context(), 2, recording.StructuresQuery{Top: 9, Held: 2, Contents: 3, Contained: true}, p)
	}},
	{"largest structure", func(t *testing.T, o *recording.Recording, p func(int64, int64, string)) (any, error) {
		return o.Structures(t.Context(), 0, recording.StructuresQuery{Top: 1}, p)
	}},
	{"growth", func(t *testing.T, o *recording.Recording, p func(int64, int64, string)) (any, error) {
		return o.StructuresGrowth(t.Context(), 0, 2, recording.StructuresQuery{Top: 9, Held: 1, Contents: 3, Contained: true}, p)
	}},
	{"proposed", func(t *testing.T, o *recording.Recording, p func(int64, int64, string)) (any, error) {
		return o.ProposedStructures(t.Context(), 1, recording.StructuresQuery{}, p)
	}},
	{"report", func(t *testing.T, o *recording.Recording, p func(int64, int64, string)) (any, error) {
		r, err := guided.Structures(t.Context(), o, structures.Query{From: 0, To: 2}, p, func(*structures.Report) {})
		return []any{r.Now, r.Growth, r.NoGrowth, r.Proposed}, err
	}},
	{"root owners", func(t *testing.T, o *recording.Recording, p func(int64, int64, string)) (any, error) {
		return objects.Owners(t.Context(), o, trees.By("type"), 2, objects.OwnersQuery{Keys: []string{"Heap#app.Session"}}, p)
	}},
	{"owners", func(t *testing.T, o *recording.Recording, p func(int64, int64, string)) (any, error) {
		return objects.Owners(t.Context(), o, trees.By("type"), 2, objects.OwnersQuery{Chain: []string{"type"}, Share: 0.5}, p)
	}},
	{"graph", graphQuery(graphs.Step{Kind: graphs.PathsToRoot})},
	{"larger graph", graphQuery(graphs.Step{Kind: graphs.PathsToRoot}, graphs.Step{Kind: graphs.ExpandOut, Node: "n0"})},
	{"diff", func(t *testing.T, o *recording.Recording, p func(int64, int64, string)) (any, error) {
		d, err := history.Diff(t.Context(), o, diffs.Query{By: trees.By("type"), From: 0, To: 2, Through: true}, p)
		return []any{d.Nodes, d.Rate, d.Pairs}, err
	}},
	{"ages", func(t *testing.T, o *recording.Recording, p func(int64, int64, string)) (any, error) {
		a, err := o.Ages(t.Context(), ages.Query{By: trees.By("type"), Point: 2}, p)
		return a, err
	}},
}

func graphQuery(steps ...graphs.Step) func(*testing.T, *recording.Recording, func(int64, int64, string)) (any, error) {
	return func(t *testing.T, o *recording.Recording, p func(int64, int64, string)) (any, error) {
		q := graphs.Query{Heap: trees.HeapState{By: trees.By("type"), Point: 2},
			Walk: graphs.Walk{Objects: graphs.Objects{Keys: seq.Of("Heap#app.Session")}, Steps: seq.Of(steps...)}}
		picture, err := o.GraphPicture(t.Context(), q, p)
		if err != nil {
			return nil, err
		}
		g, err := o.Graph(t.Context(), q, p)
		return []any{picture, g.Dump()}, err
	}
}

type keptQuery struct {
	name string
	find func(t *testing.T, o *recording.Recording, progress func(int64, int64, string)) (any, error)
}

// ask returns the result, and the reported work that an index should save.
func (q *keptQuery) ask(t *testing.T, path string) (text, worked string) {
	t.Helper()
	r, err := open.Paths(t.Context(), []string{path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	value, err := q.find(t, recording.New(r, recording.Options{Structures: library(t, "DS app.Session { (byte[]); }\n")}), func(_, _ int64, what string) {
		for _, work := range []string{"searching for", "inverting", "recognis", "following the contents", "grouping"} {
			if strings.Contains(what, work) {
				worked = what
			}
		}
	})
	if err != nil {
		t.Fatalf("%s: %v", q.name, err)
	}
	out, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(out), worked
}
