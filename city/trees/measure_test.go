package trees_test

import (
	"math"
	"slices"
	"testing"

	"memcity/city/seq"
	"memcity/city/trees"
)

func TestMeasuresByName(t *testing.T) {
	if got := trees.SizeKindNames(); !slices.Equal(got, []string{"shallow", "deep", "retained", "structure"}) {
		t.Errorf("the measures are %q", got)
	}
	for i, name := range trees.SizeKindNames() {
		if m, err := trees.ParseSizeKind(name); err != nil || m != trees.SizeKind(i) || m.String() != name {
			t.Errorf("%q is read as %v, %v", name, m, err)
		}
	}
	for _, m := range []trees.Unit{trees.Objects, trees.Bytes} {
		if got, err := trees.ParseUnit(m.String()); err != nil || got != m {
			t.Errorf("%q is read as %v, %v", m.String(), got, err)
		}
	}
	if m, err := trees.ParseUnit("kilos"); m != 0 || err == nil || err.Error() != `metric "kilos": expected objects or bytes` {
		t.Errorf("a wrong metric gives %v, %v", m, err)
	}
	if m, err := trees.ParseSizeKind(""); m != 0 || err == nil ||
		err.Error() != `measure "": expected shallow or deep or retained or structure` {
		t.Errorf("no measure gives %v, %v", m, err)
	}
}

func TestMeasureOfMetric(t *testing.T) {
	for m, want := range map[trees.SizeKind]string{trees.Shallow: "bytes", trees.Deep: "deep bytes", trees.Retained: "retained bytes",
		trees.Structural: "data structure bytes"} {
		if got := m.Of(trees.Bytes); got != want {
			t.Errorf("%v of bytes is %q, want %q", m, got, want)
		}
	}
	if got := trees.Retained.Of(trees.Objects); got != "retained objects" {
		t.Errorf("the retained objects are %q", got)
	}
}

func TestGroupingBy(t *testing.T) {
	if got := trees.By("a", "b"); got != (trees.Grouping{By: seq.Of("a", "b")}) {
		t.Errorf("by a and b: %+v", got)
	}
	if got := trees.DefaultChain(); got != seq.Of("package", "type") {
		t.Errorf("the default is %v", got)
	}
}

func TestClamp(t *testing.T) {
	for _, tt := range []struct{ v, want float64 }{{-1, 2}, {2, 2}, {2.5, 2.5}, {5, 5}, {5.5, 5}, {math.Inf(1), 5}, {math.Inf(-1), 2},
		{math.NaN(), 2}} {
		if got := trees.Clamp(tt.v, 2, 5); got != tt.want {
			t.Errorf("%v from 2 to 5 is %v, want %v", tt.v, got, tt.want)
		}
	}
}

func TestCatalogEntry(t *testing.T) {
	c := &trees.Catalog{Classifiers: []trees.CatalogEntry{{Name: "type"}, {Name: "package", Role: "Package"}, {Name: "package", Role: "2"}}}
	for _, tt := range []struct {
		name, role string
		ok         bool
	}{{"type", "", true}, {"package", "Package", true}, {"package(3)", "Package", true}, {"type(", "", true}, {"(type)", "", false},
		{"typ", "", false}, {"types", "", false}, {"", "", false}} {
		if e, ok := c.Entry(tt.name); ok != tt.ok || e.Role != tt.role || ok != (e.Name != "") {
			t.Errorf("%q is %+v, %v", tt.name, e, ok)
		}
	}
}
