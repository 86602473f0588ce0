package state

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/diff"
	"memcity/analysis/identity"
	"memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/rows"
	"memcity/trace"
)

// diffReport returns a report on a heap of three packages: one whose objects all died, one that survived and grew, and a new one. Node 2
// lost an object to node 6.
func diffReport() *diffs.Report {
	names := trace.NewNames()
	t := &diff.Tree{Names: names, Followed: identity.Recovered, Pairs: identity.Counts{Certain: 5, Probable: 2}, Rate: 0.5}
	add := func(name string, parent, end int32, died, permanent, born, left, came int64) {
		amount := func(n int64) trace.Amount { return trace.Amount{Objects: n, Bytes: 24 * n} }
		t.Nodes = append(t.Nodes, diff.Node{Name: names.ID(name), Role: names.ID("Type"), Place: trace.Place{Parent: parent, End: end},
			Before: amount(died + permanent + left), After: amount(permanent + born + came),
			Change: &diff.Change{Died: amount(died), Survived: amount(permanent), Born: amount(born), MovedOut: amount(left),
				MovedIn: amount(came)}})
	}
	add("Heap", -1, 9, 10, 6, 12, 0, 0)
	add("gone", 0, 3, 7, 0, 0, 1, 0)
	add("Gone", 1, 3, 7, 0, 0, 1, 0)
	add("stays", 0, 7, 3, 5, 2, 0, 1)
	add("Stays10", 3, 5, 1, 2, 0, 0, 0)
	add("Stays9", 3, 6, 1, 2, 0, 0, 0)
	add("Stays1", 3, 7, 1, 1, 2, 0, 1)
	add("fresh", 0, 9, 0, 0, 10, 0, 0)
	add("Fresh", 7, 9, 0, 0, 10, 0, 0)
	return &diffs.Report{Query: diffs.Query{From: 0, To: 1}, Tree: t}
}

// listedNames formats rows with a dot per level, and a minus for expanded rows.
func listedNames(rows []rows.Row, name func(node int32) string) []string {
	var out []string
	for _, r := range rows {
		text := strings.Repeat(".", int(r.Level)) + name(r.Node)
		if r.Open {
			text += "-"
		}
		out = append(out, text)
	}
	return out
}

func TestDiffRows(t *testing.T) {
	r := diffReport()
	all := map[string]bool{"Heap#gone": true, "Heap#stays": true, "Heap#fresh": true}
	for _, c := range []struct {
		name  string
		d     diffs.State
		query string
		want  string
	}{
		{"usual", diffs.State{}, "", "Heap- .fresh .gone .stays"},
		{"open", diffs.State{Open: rows.Expansion{}.With(slices.Collect(maps.Keys(all)), true)}, "", "Heap- .fresh- ..Fresh .gone- ..Gone .stays- ..Stays1 ..Stays9 ..Stays10"},
		{"difference", diffs.State{Sort: diffs.Difference}, "", "Heap- .fresh .stays .gone"},
		{"upward", diffs.State{Upward: true}, "", "Heap- .stays .gone .fresh"},
		{"died", diffs.State{Sort: diffs.Died, Open: rows.Expansion{}.With(slices.Collect(maps.Keys(all)), true)}, "",
			"Heap- .gone- ..Gone .stays- ..Stays1 ..Stays9 ..Stays10 .fresh- ..Fresh"},
		{"names down", diffs.State{Sort: diffs.Name, Upward: true}, "", "Heap- .stays .gone .fresh"},
		{"vanished", diffs.State{Vanished: true}, "", "Heap- .gone"},
		{"query", diffs.State{}, "stays1*", "Heap- .stays- ..Stays1 ..Stays10"},
		{"query of a path", diffs.State{}, "stays.stays9", "Heap- .stays- ..Stays9"},
		{"query with upper case", diffs.State{}, "Gone", "Heap- .gone- ..Gone"},
		{"query of what is above", diffs.State{}, "gone", "Heap- .gone"},
		{"query of nothing", diffs.State{}, "none", "Heap"},
		{"query among the vanished", diffs.State{Vanished: true}, "stays", "Heap"},
		{"closed though looked for", diffs.State{Open: rows.Expansion{}.With([]string{"Heap#stays"}, false)}, "Stays9", "Heap- .stays"},
	} {
		rows, err := r.Rows(&c.d, trees.Objects, c.query)
		got := strings.Join(listedNames(rows.Rows, func(n int32) string { return r.Tree.Names.Text(r.Tree.Nodes[n].Name) }), " ")
		if err != nil || got != c.want {
			t.Errorf("%s: %s, %v; want %s", c.name, got, err, c.want)
		}
	}
	if rows, _ := r.Rows(&diffs.State{}, trees.Objects, "stays9"); rows.Groups != 9 || rows.Left != 6 {
		t.Errorf("%d groups, %d left out", rows.Groups, rows.Left)
	}
	if _, err := r.Rows(&diffs.State{}, trees.Objects, "/(/"); err == nil {
		t.Error("a faulty query is taken")
	}
}

func TestDiffNumbers(t *testing.T) {
	r := diffReport()
	for i := range r.Tree.Nodes {
		node := int32(i)
		if got := r.Find(r.Key(node)); got != node {
			t.Errorf("%q is found at %d, not %d", r.Key(node), got, node)
		}
		of := func(c diffs.Column) int64 {
			v, ok := r.Of(c, trees.Bytes, node)
			if !ok {
				t.Errorf("%v of %q is not known", c, r.Key(node))
			}
			return v
		}
		if of(diffs.Before) != of(diffs.Died)+of(diffs.Permanent)+of(diffs.Left) ||
			of(diffs.After) != of(diffs.Born)+of(diffs.Permanent)+of(diffs.Came) ||
			of(diffs.Difference) != of(diffs.After)-of(diffs.Before) {
			t.Errorf("the numbers of %q do not fit together", r.Key(node))
		}
		if p := r.Parts(trees.Bytes, node); p[0]+p[1]+p[2] != of(diffs.Before) || p[1]+p[2]+p[3] != of(diffs.After) {
			t.Errorf("the parts of %q are %v", r.Key(node), p)
		}
	}
	if !r.Moved() || r.Find("Heap#none") != -1 || r.Find("") != -1 || r.Find("Heap#stays#Stays") != -1 {
		t.Error("what is not there is found, or what moved is not")
	}
	r.Tree.Followed = identity.None
	for i := range r.Tree.Nodes {
		r.Tree.Nodes[i].Change = nil
	}
	if _, ok := r.Of(diffs.Born, trees.Objects, 0); ok || r.Followed() || r.Moved() {
		t.Error("counts know what was born")
	}
	if got := fmt.Sprint(r.Parts(trees.Objects, 0), r.Parts(trees.Objects, 1)); got != "[0 16 0 2] [8 0 0 0]" {
		t.Errorf("by counts the parts are %s", got)
	}
}

func TestDiffColumns(t *testing.T) {
	for c := diffs.Name; c <= diffs.Left; c++ {
		if got, err := diffs.ParseColumn(c.String()); err != nil || got != c {
			t.Errorf("%q is read as %v, %v", c, got, err)
		}
	}
	for c := churns.Name; c <= churns.Rate; c++ {
		if got, err := churns.ParseColumn(c.String()); err != nil || got != c {
			t.Errorf("%q is read as %v, %v", c, got, err)
		}
	}
	if _, err := diffs.ParseColumn("none"); err == nil {
		t.Error("a column that there is not is read")
	}
}
