package session_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"memcity/city/recording"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
)

func countsPoint(counts map[string]int) trace.Point {
	var p trace.Point
	for name, n := range counts {
		p.Counts = append(p.Counts, trace.TypeCount{Name: name, Objects: int64(n), Bytes: 24 * int64(n)})
	}
	slices.SortFunc(p.Counts, func(a, b trace.TypeCount) int { return strings.Compare(a.Name, b.Name) })
	return p
}

// TestCountsAreGroupedAsObjectsAre: counts give the same trees as the objects.
func TestCountsAreGroupedAsObjectsAre(t *testing.T) {
	counts := map[string]int{"app.A": 3, "app.model.B": 5, "java.util.ArrayList": 2, "int[]": 4, "app.A[]": 1}
	only, objects := newSource(), newSource()
	only.set(func() { only.knows = 0 })
	only.addPoint(countsPoint(counts))
	objects.add(counts)
	for _, by := range []trees.Grouping{
		{By: seq.Of("type")}, {By: seq.Of("package", "type")}, {By: seq.Of("packages")}, {By: seq.Of("overall", "type")},
		{By: seq.Of("package"), Filters: seq.Of("no-java")}, {By: seq.Of("type"), Filters: seq.Of("only-domain")},
	} {
		var texts []string
		for _, source := range []*growingSource{only, objects} {
			s, err := recording.New(source.recording(), recording.Options{}).Series(context.Background(), by, nil, nil)
			if err != nil {
				t.Fatalf("%v: %v", by, err)
			}
			var groups []string
			for i := range s.Nodes {
				n := int32(i)
				if !strings.Contains(s.Key(n), "[]") { // how large an array is depends on its length
					groups = append(groups, s.Key(n)+s.Role(n))
				}
			}
			slices.Sort(groups)
			texts = append(texts, strings.Join(groups, "\n"))
			if node, ok := s.Find("Heap#app.A"); ok && (s.Objects(0, node) != 3 || by.By.Len() == 1 && s.Objects(0, 0) < 8) {
				t.Errorf("%v: %d objects of %d", by, s.Objects(0, node), s.Objects(0, 0))
			}
		}
		if texts[0] != texts[1] {
			t.Errorf("%v: counts give\n%s\nobjects\n%s", by, texts[0], texts[1])
		}
	}
}

func TestCatalogOfCounts(t *testing.T) {
	source := newSource()
	source.set(func() { source.knows = 0 })
	source.addPoint(countsPoint(map[string]int{"app.A": 3}))
	o := recording.New(source.recording(), recording.Options{})
	if o.Grouped() {
		t.Fatal("counts per type are ready-made trees")
	}
	usable := []string{"type", "package", "packages", "overall", "only-domain", "no-java", "no-primitive-arrays"}
	for _, e := range o.Catalog().Classifiers {
		if got, want := e.Missing == "", slices.Contains(usable, e.Name); got != want {
			t.Errorf("%s: missing %q", e.Name, e.Missing)
		}
		if e.Missing != "" && !strings.Contains(e.Missing, "needs") {
			t.Errorf("%s: missing %q", e.Name, e.Missing)
		}
	}
	for _, r := range o.Catalog().Ready {
		if got, want := r.Missing == "", r.By == seq.Of("type") || r.By == seq.Of("package", "type"); got != want {
			t.Errorf("%s: missing %q", r.Title, r.Missing)
		}
	}
	if _, err := o.Series(context.Background(), trees.By("size"), nil, nil); err == nil {
		t.Error("counts are grouped by size")
	}
	if _, err := o.Series(context.Background(), trees.Grouping{By: seq.Of("type"), SizeKind: trees.Retained}, nil, nil); err == nil {
		t.Error("counts have retained sizes")
	}
}

// TestPointsWithCountsAreLeftOut where the chain needs single objects, and that is reported once.
func TestPointsWithCountsAreLeftOut(t *testing.T) {
	source := newSource()
	for i := range 6 {
		if counts := map[string]int{"app.A": 3 + i}; i%2 == 0 {
			source.add(counts)
		} else {
			source.addPoint(countsPoint(counts))
		}
	}
	o := recording.New(source.recording(), recording.Options{})
	s, err := o.Series(context.Background(), trees.By("size", "type"), nil, nil)
	if err != nil || s.Len() != 3 {
		t.Fatalf("%d points, error %v", s.Len(), err)
	}
	if w := o.Warnings(); len(w) != 1 || !strings.Contains(w[0].Text, "only counts by type") {
		t.Errorf("warnings %v", w)
	}
	if s, err = o.Series(context.Background(), trees.By("type"), nil, nil); err != nil || s.Len() != 6 {
		t.Fatalf("by type %d points, error %v", s.Len(), err)
	}
}

// TestMoreBecomesKnown: a recording that starts with counts and continues with objects then has more groupings.
func TestMoreBecomesKnown(t *testing.T) {
	source := newSource()
	source.set(func() { source.knows = 0 })
	source.addPoint(countsPoint(map[string]int{"app.A": 3}))
	l := startLive(t, source, recording.Options{}, "type")
	if e, _ := l.Result().Catalog.Entry("size"); e.Missing == "" {
		t.Fatal("counts can be grouped by size")
	}
	source.set(func() { source.knows = trace.KnowsObjects })
	source.add(map[string]int{"app.A": 4})
	r := l.tick("growth", shows(2))
	if e, _ := r.Catalog.Entry("size"); e.Missing != "" {
		t.Errorf("objects cannot be grouped by size: %s", e.Missing)
	}
}
