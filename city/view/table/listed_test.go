package table_test

import (
	"fmt"
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/trees"
	"memcity/city/view/rows"
	"memcity/city/view/table"
	"memcity/trace/tracetest/golden"
)

// TestListed writes the rows of random recordings with all values, sorted by each column, with expanded and collapsed groups, and chips.
func TestListed(t *testing.T) {
	var w strings.Builder
	spec := citytest.RandomSpec{Points: 3, Nodes: 14, Depth: 3, Width: 4}
	for seed := range uint64(3) {
		unit := []trees.Unit{trees.Objects, trees.Bytes, trees.Bytes}[seed]
		p := scenetest.Plan(citytest.RandomPoints(seed+40, spec), scenetest.Settings(unit, 0, 50))
		s := p.Series
		var inner []string
		for i := range s.Nodes {
			if !s.IsLeaf(int32(i)) {
				inner = append(inner, s.Key(int32(i)))
			}
		}
		sizes := &trees.Sizes{Series: s, Point: s.Source(2), Groups: make([]trees.GroupSizes, len(s.Nodes))}
		for i := range sizes.Groups {
			n := int64(i * 7 % 5)
			sizes.Groups[i] = trees.GroupSizes{Deep: trees.Amount{Objects: n - 1, Bytes: 10 * n},
				Retained: trees.Amount{Objects: n, Bytes: 9 * n}, HasDeep: i%3 > 0, HasRetained: i%4 > 0}
		}
		show := func(what string, state table.State, point int, sizes *trees.Sizes) {
			got, err := state.Rows(p, point, sizes)
			fmt.Fprintf(&w, "%s: %d groups, %d left out, %v\n", what, got.Groups, got.Left, err)
			for _, r := range got.Rows {
				fmt.Fprintf(&w, "  %d %d %s children %v open %v\n", r.Node, r.Level, s.Name(r.Node), r.Children, r.Open)
			}
		}
		open := rows.Expansion{}.With(inner, true)
		for c := range table.Column(11) {
			for _, upward := range []bool{false, true} {
				show(fmt.Sprintf("seed %d by %q upward %v", seed, c, upward), table.State{Sort: c, Upward: upward, Open: open}, 2, sizes)
			}
		}
		values := table.Values{Plan: p, Point: 2, Sizes: sizes}
		for c := range table.Column(11) {
			fmt.Fprintf(&w, "%q:", c)
			for i := range s.Nodes {
				value, ok := values.Of(c, int32(i))
				fmt.Fprintf(&w, " %.4g %v", value, ok)
			}
			fmt.Fprintln(&w)
		}
		for _, v := range []table.Values{{Plan: p, Point: 1, Sizes: sizes}, {Plan: p, Point: 2}} {
			value, ok := v.Of(table.ColumnDeepBytes, 1)
			fmt.Fprintln(&w, "sizes of another GC point, or none:", value, ok)
		}
		show("closed", table.State{}, 1, nil)
		show("root closed", table.State{Open: open.With([]string{"Heap"}, false)}, 1, nil)
		last := s.Key(int32(len(s.Nodes) - 1))
		for _, chips := range [][]table.Chip{{{Key: last}}, {{Key: last, Hide: true}}, {{Query: "n1"}}, {{Query: "n1", Hide: true}},
			{{Query: "n1"}, {Key: inner[len(inner)-1]}}, {{Key: "none"}},
			{{Query: "n0"}, {Query: "n2", Hide: true}}, {{Key: "Heap", Hide: true}}, {{Query: "/(/"}}, {{Query: "["}}} {
			show(fmt.Sprintf("chips %v", chips), table.State{Chips: chips}, 1, nil)
			show(fmt.Sprintf("chips %v, all open", chips), table.State{Chips: chips, Open: open}, 1, nil)
		}
	}
	golden.File(t, "listed.txt", w.String())
	empty := scenetest.Plan(nil, scene.DefaultSettings())
	if got, err := (&table.State{}).Rows(empty, 0, nil); err != nil || len(got.Rows) != 0 {
		t.Errorf("rows of nothing: %v, %v", got, err)
	}
}

// TestColumns: names can be parsed back. Also the columns that need sizes, and the sort columns.
func TestColumns(t *testing.T) {
	for c := range table.Column(11) {
		if got, err := table.ParseColumn(c.String()); c != 0 && (got != c || err != nil) {
			t.Errorf("%q is read as %v, %v", c, got, err)
		}
		if c.NeedsSizes() != (strings.HasPrefix(c.String(), "deep") || strings.HasPrefix(c.String(), "retained")) {
			t.Errorf("%q needs sizes: %v", c, c.NeedsSizes())
		}
		s := table.State{Sort: c, Columns: []table.Column{table.ColumnObjects}}
		if s.NeedsSizes() != c.NeedsSizes() {
			t.Errorf("sorting by %q needs sizes: %v", c, s.NeedsSizes())
		}
		if s = (table.State{Columns: []table.Column{table.ColumnObjects, c}}); s.NeedsSizes() != c.NeedsSizes() {
			t.Errorf("showing %q needs sizes: %v", c, s.NeedsSizes())
		}
	}
	if _, err := table.ParseColumn("colour"); err == nil {
		t.Error("colour is a column")
	}
	s := table.State{}
	if s.SortedBy(trees.Bytes) != table.ColumnBytes || s.SortedBy(trees.Objects) != table.ColumnObjects || !s.NeedsSizes() ||
		len(s.Shown()) != 5 || len(table.AllColumns()) != 9 {
		t.Error("the usual columns")
	}
	if s.Sort = table.ColumnShare; s.SortedBy(trees.Bytes) != table.ColumnShare {
		t.Error("the chosen column does not decide")
	}
	if s.Columns = []table.Column{table.ColumnShare}; len(s.Shown()) != 1 {
		t.Error("the chosen columns are not shown")
	}
}
