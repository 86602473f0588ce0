package group_test

import (
	"context"
	"strings"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// usedSubject returns a heap with an object for each holder and one that nothing holds.
func usedSubject(holders []group.Holder) *group.Subject {
	b := tracetest.NewHeap()
	item := b.Type("app.Item", 16)
	of := []int32{}
	for i := range len(holders) + 1 {
		b.Root(b.Object(item), trace.RootStaticField, "app.Main.field")
		of = append(of, int32(i)-1)
	}
	return &group.Subject{Heap: b.Heap(), Names: trace.NewNames(), Knows: 1<<20 - 1,
		Uses: func(context.Context) (*group.Uses, error) { return &group.Uses{Of: of, Holders: holders}, nil }}
}

// TestUses checks classes at their ends, names of holders, and the filter's limit.
func TestUses(t *testing.T) {
	holders := []group.Holder{{"a", 0, 0}, {"b", 0.199, 1}, {"c", 0.2, 3}, {"b", 0.8, 4}, {"d", 1, 7}, {"e", 1, 8}, {"f", 1, -1}}
	for chain, want := range map[string]string{
		"staleness": "(in no recorded collection) 1, stale for 0 to 20 % of the time 2, stale for 20 to 40 % of the time 1, " +
			"stale for 80 to 100 % of the time 3, never read 1",
		"last-access": "(in no recorded collection) 1, last read 0 GCs ago 1, last read 1 GC ago 1, last read 3 GCs ago 1, " +
			"last read 4 to 7 GCs ago 2, last read 8 to 15 GCs ago 1, never read 1",
		"collection":             "(in no recorded collection) 1, a 1, b 2, c 1, d 1, e 1, f 1",
		"stale(0.8),last-access": "last read 4 to 7 GCs ago 1, last read 8 to 15 GCs ago 1, never read 1",
		"stale(1),collection":    "",
		"stale(0),collection":    "b 2, c 1, d 1, e 1, f 1",
	} {
		c, err := group.Builtin().Parse(chain)
		if err != nil {
			t.Fatal(err)
		}
		s := usedSubject(holders)
		g, err := group.New(t.Context(), s, c, group.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]int64{}
		for n := 1; n < len(g.Tree.Nodes); n++ {
			found[g.Tree.Name(int32(n))] = g.Tree.Nodes[n].Objects
		}
		if want == "" != (len(found) == 0) {
			t.Errorf("%s: %v, want %s", chain, found, want)
		}
		for _, one := range strings.Split(want, ", ") {
			if at := strings.LastIndex(one, " "); at > 0 && found[one[:at]] != int64(one[at+1]-'0') {
				t.Errorf("%s: %v, want %s", chain, found, one)
			}
		}
		if want != "" && len(found) != strings.Count(want, ", ")+1 {
			t.Errorf("%s: %v, want %s", chain, found, want)
		}
	}
	for _, argument := range []string{"", "x", "-0.1", "1.1", "NaN"} {
		if _, err := group.Builtin().Parse("stale(" + argument + ")"); err == nil {
			t.Errorf("stale(%s) is taken", argument)
		}
	}
	s := usedSubject(holders[3:4])
	s.Uses = func(context.Context) (*group.Uses, error) {
		return &group.Uses{Of: []int32{-1, 0}, Holders: holders[3:4], ByPoints: true}, nil
	}
	c, _ := group.Builtin().Parse("last-access")
	if g, err := group.New(t.Context(), s, c, group.Options{}); err != nil || g.Tree.Name(2) != "last read 4 to 7 GC points ago" {
		t.Errorf("%v", err)
	}
	s.Uses = nil
	c, _ = group.Builtin().Parse("collection")
	if _, err := group.New(t.Context(), s, c, group.Options{}); err == nil {
		t.Error("objects are grouped by what is not known")
	}
}
