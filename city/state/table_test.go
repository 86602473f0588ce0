package state

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/trees"
	"memcity/city/view/rows"
	tablepkg "memcity/city/view/table"
)

// rowTexts lists rows as paths, with a plus for collapsed rows and a minus for expanded rows.
func rowTexts(p *scene.Plan, rows rows.TableRows) []string {
	var out []string
	for _, r := range rows.Rows {
		mark := " "
		switch {
		case r.Open:
			mark = "-"
		case r.Children:
			mark = "+"
		}
		out = append(out, mark+strings.Join(p.Series.Path(r.Node), "/"))
	}
	return out
}

func rowsOf(t *testing.T, table tablepkg.State, p *scene.Plan) rows.TableRows {
	t.Helper()
	rows, err := table.Rows(p, p.Series.Len()-1, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func tablePlan() *scene.Plan {
	return scenetest.Plan(citytest.Points(citytest.Inner("Heap",
		citytest.Inner("java.util", citytest.Leaf("HashMap", 10, 480), citytest.Leaf("ArrayList", 30, 720)),
		citytest.Inner("app", citytest.Leaf("Person", 100, 2400), citytest.Leaf("Gone", 0, 0)),
		citytest.Inner("java.lang", citytest.Leaf("String", 50, 1200)),
	)), scenetest.Settings(trees.Objects, scene.Sqrt, 40))
}

func TestTable(t *testing.T) {
	p := tablePlan()
	open := map[string]bool{"Heap#java.util": true, "Heap#app": true}
	for _, c := range []struct {
		name  string
		table tablepkg.State
		want  []string
	}{
		{"at first", tablepkg.State{}, []string{"-Heap", "+Heap/app", "+Heap/java.lang", "+Heap/java.util"}},
		{"open", tablepkg.State{Open: rows.Expansion{}.With(slices.Collect(maps.Keys(open)), true)},
			[]string{"-Heap", "-Heap/app", " Heap/app/Person", "+Heap/java.lang", "-Heap/java.util",
				" Heap/java.util/ArrayList", " Heap/java.util/HashMap"}},
		{"closed", tablepkg.State{Open: rows.Expansion{}.With([]string{"Heap"}, false)}, []string{"+Heap"}},
		{"upward", tablepkg.State{Upward: true}, []string{"-Heap", "+Heap/java.util", "+Heap/java.lang", "+Heap/app"}},
		{"by name", tablepkg.State{Sort: tablepkg.ColumnName}, []string{"-Heap", "+Heap/app", "+Heap/java.lang", "+Heap/java.util"}},
		{"only", tablepkg.State{Open: rows.Expansion{}.With(slices.Collect(maps.Keys(open)), true), Chips: []tablepkg.Chip{{Query: "hashmap"}}},
			[]string{"-Heap", "-Heap/java.util", " Heap/java.util/HashMap"}},
		{"hide", tablepkg.State{Open: rows.Expansion{}.With(slices.Collect(maps.Keys(open)), true), Chips: []tablepkg.Chip{{Query: "java.*", Hide: true}}},
			[]string{"-Heap", "-Heap/app", " Heap/app/Person"}},
		{"by key", tablepkg.State{Open: rows.Expansion{}.With(slices.Collect(maps.Keys(open)), true),
			Chips: []tablepkg.Chip{{Key: "Heap#java.util#ArrayList", Hide: true}, {Query: "util"}}},
			[]string{"-Heap", "-Heap/java.util", " Heap/java.util/HashMap"}},
		{"nothing", tablepkg.State{Chips: []tablepkg.Chip{{Query: "absent"}}}, []string{" Heap"}},
	} {
		if got := rowTexts(p, rowsOf(t, c.table, p)); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
	rows := rowsOf(t, tablepkg.State{Chips: []tablepkg.Chip{{Query: "java.*", Hide: true}}}, p)
	if rows.Groups != 8 || rows.Left != 5 {
		t.Errorf("%d groups, %d left out; want 8, 5", rows.Groups, rows.Left)
	}
	bad := tablepkg.State{Chips: []tablepkg.Chip{{Query: "/(/"}}}
	if _, err := bad.Rows(p, 0, nil); err == nil {
		t.Error("a chip with a broken expression: no error")
	}
}

// TestTableRandom checks order, nesting and chips on random recordings.
func TestTableRandom(t *testing.T) {
	for seed := range uint64(80) {
		p := scenetest.Plan(citytest.RandomPoints(seed, citytest.RandomSpec{Points: 3, Nodes: 120, Depth: 5, Width: 7}), scene.DefaultSettings())
		rng := rand.New(rand.NewPCG(seed, 7))
		var open, closed []string
		for i := range p.Series.Nodes {
			if key := p.Series.Key(int32(i)); rng.IntN(4) > 0 {
				open = append(open, key)
			} else {
				closed = append(closed, key)
			}
		}
		table := tablepkg.State{Open: rows.Expansion{}.With(open, true).With(closed, false), Sort: tablepkg.ColumnObjects, Upward: seed%2 == 0}
		if seed%3 == 0 {
			table.Chips = []tablepkg.Chip{{Query: fmt.Sprint("n", rng.IntN(7)), Hide: rng.IntN(2) == 0}, {Query: fmt.Sprint("n", rng.IntN(7))}}
		}
		rows := rowsOf(t, table, p)
		listed := map[int32]int{}
		for i, r := range rows.Rows {
			listed[r.Node] = i
		}
		for node := range p.Series.Nodes {
			checkListed(t, p, &table, int32(node), listed)
		}
	}
}

// checkListed compares whether and where one group is listed with the definition.
func checkListed(t *testing.T, p *scene.Plan, table *tablepkg.State, node int32, listed map[int32]int) {
	t.Helper()
	s, point := p.Series, p.Series.Len()-1
	want := s.Objects(point, 0) != 0
	for n := node; n >= 0; n = s.Nodes[n].Parent {
		open, stored := table.Open.Has([]byte(s.Key(n)))
		want = want && s.Objects(point, n) != 0 && (n == node || open || !stored && n == 0)
	}
	for _, chip := range table.Chips {
		below, related := false, node == 0
		for n := range s.Nodes {
			if strings.Contains(s.Name(int32(n)), chip.Query) {
				above := int32(n) <= node && s.Nodes[n].End > node
				below = below || above
				related = related || above || node <= int32(n) && s.Nodes[node].End > int32(n)
			}
		}
		want = want && (node == 0 || chip.Hide && !below || !chip.Hide && related)
	}
	at, got := listed[node]
	if got != want {
		t.Fatalf("%s is listed: %v, want %v", s.Key(node), got, want)
	}
	up := s.Nodes[node].Parent
	if !got || up < 0 {
		return
	}
	if listed[up] > at {
		t.Fatalf("%s stands above its parent", s.Key(node))
	}
	for other, i := range listed {
		if s.Nodes[other].Parent == up && i > at && (s.Objects(point, other) > s.Objects(point, node)) != table.Upward &&
			s.Objects(point, other) != s.Objects(point, node) {
			t.Fatalf("%s stands above %s", s.Key(node), s.Key(other))
		}
	}
}

// BenchmarkTable lists 100,000 groups, all open and sorted.
func BenchmarkTable(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var districts []*citytest.Group
	for d := range 1000 {
		var leaves []*citytest.Group
		for i := range 100 {
			leaves = append(leaves, citytest.Leaf(fmt.Sprint("t", i), 1+rng.Int64N(100_000), rng.Int64N(9_000_000)))
		}
		districts = append(districts, citytest.Inner(fmt.Sprint("d", d), leaves...))
	}
	p := scenetest.Plan(citytest.Points(citytest.Inner("Heap", districts...)),
		scenetest.Settings(trees.Objects, scene.Sqrt, scene.AllChildren))
	var open []string
	for i := range p.Series.Nodes {
		open = append(open, p.Series.Key(int32(i)))
	}
	table := tablepkg.State{Open: rows.Expansion{}.With(open, true)}
	for b.Loop() {
		rows, err := table.Rows(p, 0, nil)
		if err != nil || len(rows.Rows) < 100_000 {
			b.Fatal(err, len(rows.Rows))
		}
	}
}
