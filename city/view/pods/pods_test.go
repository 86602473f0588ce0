package pods_test

import (
	"strings"
	"testing"

	"memcity/city/trees"
	"memcity/city/view/pods"
	"memcity/trace"
	fleets "memcity/trace/pods"
)

// series returns a tree of a service with a type on three pods; one pod has none of it.
func series() *trees.Series {
	names := trace.NewNames()
	t := &trace.Tree{Names: names, Fleet: &fleets.Fleet{
		Pods: []fleets.Pod{{Service: "shop", Version: "1", Name: "a", Recording: "/a", Point: 3}, {Service: "shop", Version: "1", Name: "b"}, {Service: "shop", Version: "1", Name: "c"}},
		Groups: map[int32]fleets.Group{
			1: {Of: 3, Amounts: []fleets.Amount{{Pod: 0, Objects: 9, Bytes: 9}, {Pod: 1, Objects: 2, Bytes: 50}, {Pod: 2}}},
			2: {Of: 3, Outliers: []int32{1}, Amounts: []fleets.Amount{{Pod: 0, Objects: 9, Bytes: 9}, {Pod: 1, Objects: 2, Bytes: 50}}}},
		Leaks: []fleets.Leak{{Service: "other", Type: "app.A"}, {Service: "shop", Type: "app.A", Owner: "x", Versions: "1", Pods: 1, Judged: 3, PerHour: -1, Chance: -1}}}}
	for i, name := range []string{"Heap", "shop", "app.A", "app.B"} {
		t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(name), Place: trace.Place{Parent: int32(min(i, 2)) - 1, End: 4}, Objects: 2, Bytes: 9})
	}
	t.Nodes[2].End = 3
	return trees.NewSeries([]trees.PointTree{{Tree: t}})
}

// TestOf: the report on a group has its leak sentences and its pods, ordered by the unit. The report on a service has its pods without a group
// to select. Other nodes have no report.
func TestOf(t *testing.T) {
	s := series()
	of := func(key string, unit trees.Unit) *pods.Report {
		node, ok := s.Find(key)
		if !ok {
			t.Fatalf("there is no %s", key)
		}
		return pods.Of(s, 0, node, unit)
	}
	r := of("Heap#shop#app.A", trees.Bytes)
	if r.Of != 3 || r.Outliers != 1 || len(r.Rows) != 2 || r.Rows[0].Name != "b" || !r.Rows[0].Outlier || r.Rows[1].Outlier {
		t.Errorf("%+v", r)
	}
	if row := r.Rows[1]; row.Recording != "/a" || row.Point != 3 || row.Group != "Heap#app.A" || row.Version != "1" || row.Later != 0 || row.Objects != 9 {
		t.Errorf("%+v", row)
	}
	if len(r.Sentences) != 2 || !strings.HasPrefix(r.Sentences[0], "A may leak") || !strings.HasPrefix(r.Sentences[1], "A takes 9 B per pod (median of 3; 2 have it)") {
		t.Errorf("%q", r.Sentences)
	}
	if r := of("Heap#shop#app.A", trees.Objects); r.Rows[0].Name != "a" || !r.Rows[1].Outlier {
		t.Errorf("by objects: %+v", r.Rows)
	}
	if r := of("Heap#shop", trees.Bytes); len(r.Rows) != 3 || r.Rows[0].Group != "" || len(r.Sentences) != 1 || !strings.HasPrefix(r.Sentences[0], "shop takes") {
		t.Errorf("%+v", r)
	}
	for _, key := range []string{"Heap", "Heap#shop#app.B"} {
		if r := of(key, trees.Bytes); r != nil {
			t.Errorf("%s has %+v", key, r)
		}
	}
}

// TestSame: reports are equal if their contents are.
func TestSame(t *testing.T) {
	s := series()
	a, b := pods.Of(s, 0, 2, trees.Bytes), pods.Of(s, 0, 2, trees.Bytes)
	if !a.Same(b) || a.Same(nil) || (*pods.Report)(nil).Same(a) || !(*pods.Report)(nil).Same(nil) {
		t.Error("equal reports differ, or one is nothing")
	}
	for _, change := range []func(){func() { b.Rows[0].Objects++ }, func() { b.Outliers++ }, func() { b.Of++ }, func() { b.Sentences[0] = "" }} {
		b = pods.Of(s, 0, 2, trees.Bytes)
		change()
		if a.Same(b) {
			t.Errorf("%+v is the same", b)
		}
	}
}

// TestVersions: several versions are compared. The oldest one is compared with its predecessor, at the last GC point with most pods of that
// version.
func TestVersions(t *testing.T) {
	names := trace.NewNames()
	at := func(time trace.Millis, versions string, bytes ...int64) trees.PointTree {
		f := &fleets.Fleet{Groups: map[int32]fleets.Group{}}
		g := fleets.Group{Of: int64(len(bytes))}
		for i, b := range bytes {
			f.Pods = append(f.Pods, fleets.Pod{Service: "shop", Version: versions[i : i+1], Name: "x"})
			g.Amounts = append(g.Amounts, fleets.Amount{Pod: int32(i), Objects: 1, Bytes: b})
		}
		f.Groups[2] = g
		tree := &trace.Tree{Names: names, Fleet: f}
		for i, name := range []string{"Heap", "shop", "app.A"} {
			tree.Nodes = append(tree.Nodes, trace.Node{Name: names.ID(name), Place: trace.Place{Parent: int32(i) - 1, End: 3}, Objects: 1, Bytes: 10})
		}
		return trees.PointTree{Time: time, Tree: tree}
	}
	s := trees.NewSeries([]trees.PointTree{at(0, "1", 90), at(1, "11", 10, 10), at(2, "12", 10, 30), at(3, "22", 40, 40)})
	for point, want := range []string{"", "", "By version: 1 takes 10 B per pod (median of 1), 2 takes 30 B per pod (median of 1), 3.0 times as much.",
		"The previous version, 1, took 10 B per pod (median of 2); 2 takes 4.0 times as much."} {
		r := pods.Of(s, point, 2, trees.Bytes)
		if point == 2 && (r.Rows[0].Later != 0 || r.Rows[1].Later != 1) {
			t.Errorf("%+v", r.Rows)
		}
		if got := strings.Join(r.Sentences[1:], " "); got != want {
			t.Errorf("GC point %d: %q, want %q", point+1, got, want)
		}
	}
}

// TestLatest: the same report is returned until one of its inputs changes.
func TestLatest(t *testing.T) {
	s, other := series(), series()
	node, _ := s.Find("Heap#shop#app.A")
	service, _ := s.Find("Heap#shop")
	var l pods.Latest
	first := l.Of(s, 0, node, trees.Bytes)
	if first == nil || l.Of(s, 0, node, trees.Bytes) != first {
		t.Errorf("the same again: %+v", first)
	}
	for what, r := range map[string]*pods.Report{"the metric": l.Of(s, 0, node, trees.Objects), "the group": l.Of(s, 0, service, trees.Objects),
		"the series": l.Of(other, 0, service, trees.Objects)} {
		if r == nil || r == first {
			t.Errorf("%s changed: %+v", what, r)
		}
	}
	if r := l.Of(other, 1, service, trees.Objects); r != nil {
		t.Errorf("of a GC point that there is not: %+v", r)
	}
}
