package session_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/city/recording"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/trace"
)

// grumbling returns a registry with a classifier that groups nothing and reports it.
func grumbling(t *testing.T) func(warn func(error)) *group.Registry {
	return func(warn func(error)) *group.Registry {
		r, err := group.Builtin().With(&group.Classifier{Name: "grumble", Role: "Grumble", Needs: trace.KnowsObjects,
			Prepare: func(_ context.Context, s *group.Subject, _ group.Chain) (*group.Keys, error) {
				warn(errors.New("grumble: nothing is right"))
				return &group.Keys{Count: 1, ByType: make([]uint32, len(s.Heap.Types)),
					Paths: func(uint32) [][]string { return [][]string{{"all"}} }}, nil
			}})
		if err != nil {
			t.Error(err)
		}
		return r
	}
}

// TestRegistryWarns: a report of a classifier becomes a warning of the recording, once.
func TestRegistryWarns(t *testing.T) {
	o := recording.New(growing(3, 10), recording.Options{Registry: grumbling(t)})
	if _, err := o.Series(context.Background(), trees.By("grumble"), nil, nil); err != nil {
		t.Fatal(err)
	}
	w := o.Warnings()
	if len(w) != 1 || w[0].Source != o.Recording.Name || w[0].Text != "grumble: nothing is right" {
		t.Errorf("warnings %v", w)
	}
	if _, err := o.Grouping(trees.Grouping{Filters: seq.Of("grumble")}); err == nil || err.Error() != `filter "grumble": not a filter` {
		t.Errorf("as a filter: %v", err)
	}
}

// TestGraphOfObjects: queries can name single objects, alone or together with groups. Missing objects are an error.
func TestGraphOfObjects(t *testing.T) {
	o := recording.New(caches(3), recording.Options{})
	graph := func(of graphs.Objects) (int64, error) {
		q := paths()
		q.Objects = of
		g, err := o.Graph(context.Background(), q, nil)
		if err != nil {
			return 0, err
		}
		return g.Selected, nil
	}
	for _, c := range []struct {
		query graphs.Objects
		want  int64
	}{
		{graphs.Objects{Single: seq.Of[uint32](4)}, 1},
		{graphs.Objects{Single: seq.Of[uint32](4, 2, 4)}, 2},
		{graphs.Objects{Keys: seq.Of("Heap#app.Value"), Single: seq.Of[uint32](4, 2)}, 4},
		{graphs.Objects{Keys: seq.Of("Heap#app.Value")}, 3},
	} {
		if got, err := graph(c.query); got != c.want || err != nil {
			t.Errorf("%+v: %d objects, %v; want %d", c.query, got, err, c.want)
		}
	}
	var none *recording.NoObjectError
	if _, err := graph(graphs.Objects{Single: seq.Of[uint32](1 << 31)}); !errors.As(err, &none) || none.Have != 14 {
		t.Errorf("an object that is not there: %v", err)
	}
}

// TestSizesQueried: only requested sizes are computed.
func TestSizesQueried(t *testing.T) {
	o := recording.New(caches(3), recording.Options{})
	g, results, err := o.Sizes(context.Background(), byType, 0, []closure.Kind{closure.Deep}, nil, nil)
	if err != nil || len(results) != len(g.Tree.Nodes) {
		t.Fatalf("%d results for %d groups, %v", len(results), len(g.Tree.Nodes), err)
	}
	for _, r := range results {
		if r.Kind != closure.Deep {
			t.Errorf("%s size of %s", r.Kind, g.Tree.Key(r.Group))
		}
	}
}

// TestNoObjects: queries for objects of ready-made memory trees return an error.
func TestNoObjects(t *testing.T) {
	tree := &trace.Tree{Names: trace.NewNames(), Nodes: []trace.Node{{Place: trace.Place{Parent: -1, End: 1}}}}
	o := recording.New(&trace.Recording{Name: "trees", Names: tree.Names, Points: []trace.Point{{Tree: tree}}}, recording.Options{})
	_, err := o.Groups(context.Background(), byType, 0, nil)
	if err == nil || !strings.Contains(err.Error(), "ready-made") {
		t.Errorf("error %v", err)
	}
}
