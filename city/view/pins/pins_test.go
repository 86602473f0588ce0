package pins_test

import (
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/view/pins"
)

// TestPlates: what plates say of piles that grow, that are large, and that several hold.
func TestPlates(t *testing.T) {
	key := findings.Highlight{Keys: []string{"Heap#app.Session"}}
	pile := func(owner string, also ...string) *findings.Pile {
		return &findings.Pile{Type: "app.Session", Owner: owner, Also: also, Objects: []int64{5, 19_080}, Bytes: []int64{100, 18_300_000}}
	}
	for _, tt := range []struct {
		finding findings.Finding
		want    string
	}{
		{findings.Finding{Title: "Leak: many", Highlight: key, Growth: pile("static field app.Shop.BUS"),
			Numbers: []findings.FindingNumber{{Name: "growth", Value: 18_200_000, Unit: "bytes"}}}, "Leak: 19,080 Session, +18.2 MB, held by Shop.BUS"},
		{findings.Finding{Title: "Leak: many", Highlight: key, Growth: pile("thread worker", "static field a.B.c")},
			"Leak: 19,080 Session, +18.3 MB, held by thread worker and B.c"},
		{findings.Finding{Title: "Large: one", Highlight: key, Pile: pile("field app.A.b", "x", "y")},
			"Large: 19,080 Session, 18.3 MB, held by A.b and 2 more"},
		{findings.Finding{Title: "Large: one", Highlight: key, Pile: pile("thread-local in the static field app.A.b"),
			Numbers: []findings.FindingNumber{{Name: "retained", Value: 20_000_000, Unit: "bytes"}}}, "Large: 19,080 Session, 20.0 MB, held by thread-local A.b"},
		{findings.Finding{Title: "Leak: many", Highlight: key, Growth: pile("local variable in app.Main.main of the thread main")},
			"Leak: 19,080 Session, +18.3 MB, held by Main.main, thread main"},
		{findings.Finding{Title: "Class loaders: some", Highlight: key, Pile: &findings.Pile{Type: "app.Loader", Objects: []int64{20}, Bytes: []int64{0}}}, "Class loaders: 20 Loader"},
		{findings.Finding{Title: "A sentence without a name", Grade: findings.Grows, Highlight: key, Growth: &findings.Pile{}}, "Grows: Session"},
	} {
		got := pins.Of(&findings.Report{Findings: []findings.Finding{{Title: "Churn"}, tt.finding}})
		if len(got) != 1 || got[0].Text() != tt.want || got[0].Finding != 1 || got[0].Head != tt.want[:strings.Index(tt.want+", ", ", ")] {
			t.Errorf("%+v, want %q", got, tt.want)
		}
	}
}

// TestClearing: the recommended reference, else the first; none if there is none.
func TestClearing(t *testing.T) {
	for want, refs := range map[int][]findings.Reference{-1: nil, 0: {{}, {}}, 1: {{}, {Recommended: true}}} {
		r := &findings.Report{Findings: []findings.Finding{{Growth: &findings.Pile{Type: "a"}, References: refs}}}
		if got := pins.Of(r)[0].Cut; got != want {
			t.Errorf("cut %d, want %d", got, want)
		}
	}
}

// TestSteadyHasNoPin checks that a large holder has a pin, unless several GC points show that it does not grow.
func TestSteadyHasNoPin(t *testing.T) {
	for last, want := range map[int64]int{100: 0, 500: 1} {
		pile := &findings.Pile{Type: "app.Table", Owner: "static field app.Main.table", Points: []int{1, 2, 3}, Objects: []int64{100, 100, last}, Bytes: []int64{1, 1, 1}}
		r := &findings.Report{Findings: []findings.Finding{{Rule: findings.RuleHolder, Grade: findings.Large, Pile: pile}}}
		if got := len(pins.Of(r)); got != want {
			t.Errorf("from 100 to %d objects: %d pins, want %d", last, got, want)
		}
	}
}
