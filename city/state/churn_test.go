package state

import (
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/analysis/churn"
	"memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/city/view/rows"
	"memcity/trace"
)

// churnReport returns a report on the objects that died in two seconds, most of them young buffers of one site.
func churnReport() *churns.Report {
	names := trace.NewNames()
	t := &trace.Tree{Names: names}
	add := func(name, role string, parent, end int32, objects, bytes int64) {
		t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(name), Role: names.ID(role), Place: trace.Place{Parent: parent, End: end},
			Objects: objects, Bytes: bytes})
	}
	add("Garbage", "", -1, 10, 100, 8000)
	add("0 GCs survived", "Age", 0, 7, 80, 7000)
	add("byte[]", "Type", 1, 5, 20, 6000)
	add("app.Main.read(Main.java:12)", "Allocation Site", 2, 5, 20, 6000)
	add("app.Main.main(Main.java:3)", "Call Site", 3, 5, 20, 6000)
	add("app.Item", "Type", 1, 7, 60, 1000)
	add("app.Main.make(Main.java:20)", "Allocation Site", 5, 7, 60, 1000)
	add("2 GCs survived", "Age", 0, 10, 20, 1000)
	add("app.Item", "Type", 7, 10, 20, 1000)
	add("(not sampled)", "Allocation Site", 8, 10, 20, 1000)
	return &churns.Report{Analysis: &churn.Report{From: 1, To: 4, End: 2 * time.Second, Tree: t, Estimated: make([]bool, len(t.Nodes)),
		Garbage: churn.Amount{Amount: trees.Amount{Objects: 100, Bytes: 8000}},
		Young:   churn.Amount{Amount: trees.Amount{Objects: 80, Bytes: 7000}},
		Suspects: []churn.Suspect{{Type: "byte[]", Amount: churn.Amount{Amount: trees.Amount{Objects: 20, Bytes: 6000}}, Share: 6.0 / 7,
			Site:   "app.Main.read(Main.java:12)",
			AtSite: churn.Amount{Amount: trees.Amount{Objects: 20, Bytes: 6000}}}}}}
}

func TestChurnRows(t *testing.T) {
	r := churnReport()
	young := "Garbage#0 GCs survived"
	for _, c := range []struct {
		name  string
		c     churns.State
		query string
		want  string
	}{
		{"usual", churns.State{Open: rows.Expansion{}.With([]string{young}, true)}, "",
			"Garbage- .0 GCs survived- ..byte[] ..app.Item .2 GCs survived"},
		{"by objects", churns.State{Objects: true, Open: rows.Expansion{}.With([]string{young}, true)}, "",
			"Garbage- .0 GCs survived- ..app.Item ..byte[] .2 GCs survived"},
		{"by name", churns.State{Sort: churns.Name, Upward: true}, "", "Garbage- .2 GCs survived .0 GCs survived"},
		{"query", churns.State{}, "main.java:3",
			"Garbage- .0 GCs survived- ..byte[]- ...app.Main.read(Main.java:12)- ....app.Main.main(Main.java:3)"},
	} {
		rows, err := r.Rows(&c.c, c.query)
		got := strings.Join(listedNames(rows.Rows, func(n int32) string { return r.Tree.Names.Text(r.Tree.Nodes[n].Name) }), " ")
		if err != nil || got != c.want {
			t.Errorf("%s: %s, %v; want %s", c.name, got, err, c.want)
		}
	}
}

func TestChurnNumbers(t *testing.T) {
	r := churnReport()
	for _, c := range []struct {
		column churns.Column
		node   int32
		want   float64
	}{{churns.Objects, 1, 80}, {churns.Bytes, 2, 6000}, {churns.Share, 1, 0.875}, {churns.Average, 2, 300}, {churns.Rate, 0, 4000}} {
		if got, ok := r.Of(c.column, trees.Bytes, c.node); !ok || got != c.want {
			t.Errorf("%v of node %d is %v, %v; want %v", c.column, c.node, got, ok, c.want)
		}
	}
	r.End = r.Start
	if _, ok := r.Of(churns.Rate, trees.Bytes, 0); ok {
		t.Error("no time gives a rate")
	}
}

func TestChurnPaths(t *testing.T) {
	r := churnReport()
	for i := range r.Tree.Nodes {
		node := int32(i)
		if got := r.Find(r.Key(node)); got != node {
			t.Errorf("%q is found at %d, not %d", r.Key(node), got, node)
		}
		if got := r.Below(r.Path(node)[1:]); got != node {
			t.Errorf("the path of %q leads to %d, not %d", r.Key(node), got, node)
		}
	}
	if got := r.Below([]string{"0 GCs survived", "none", "byte[]"}); got != 1 {
		t.Errorf("a path that ends leads to %d", got)
	}
	want := []string{"0 GCs survived", "byte[]", "app.Main.read(Main.java:12)"}
	if got := r.SuspectPath(&r.Suspects[0]); !slices.Equal(got, want) {
		t.Errorf("the suspect is at %q", got)
	}
	if got := r.Strongest(trees.Bytes); !slices.Equal(got, append(want, "app.Main.main(Main.java:3)")) {
		t.Errorf("most bytes come from %q", got)
	}
	if got := r.Strongest(trees.Objects); !slices.Equal(got, []string{"0 GCs survived", "app.Item", "app.Main.make(Main.java:20)"}) {
		t.Errorf("most objects come from %q", got)
	}
	if name, ok := r.TypeOf(4); !ok || name != "byte[]" {
		t.Errorf("node 4 is of type %q", name)
	}
	if _, ok := r.TypeOf(1); ok {
		t.Error("an age is of a type")
	}
}

func TestChurnAdvice(t *testing.T) {
	seen := map[string]string{}
	for _, name := range []string{"java.lang.Integer", "java.lang.String", "byte[]", "java.lang.Object[]",
		"java.util.stream.ReferencePipeline$2",
		"java.util.ArrayList$Itr", "app.Main$$Lambda/0x1", "int[]", "java.util.HashMap$Node", "app.Item"} {
		text := churns.Advice(name)
		if other, twice := seen[text]; twice || text == "" {
			t.Errorf("%s is advised as %s: %q", name, other, text)
		}
		seen[text] = name
	}
}
