package pins_test

import (
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/view/pins"
)

// TestPlates: texts of plates for piles that grow, that are large, and that several holders share.
func TestPlates(t *testing.T) {
	key := findings.Highlight{Keys: []string{"Heap#app.Session"}}
	pile := func(owner string, also ...string) *findings.Pile {
		return &findings.Pile{Type: "app.Session", Owner: owner, Also: also, Objects: []int64{5, 19_080}, Bytes: []int64{100, 18_300_000}}
	}
	in := func(p *findings.Pile, kind, field string) *findings.Pile {
		p.Kind, p.Field = kind, field
		return p
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
		{findings.Finding{Title: "Leak: many", Highlight: key, Growth: in(pile("static field app.Shop.BUS"), "java.util.HashMap", "")},
			"Leak: 19,080 Session, +18.3 MB, held by Shop.BUS (HashMap)"},
		{findings.Finding{Title: "Leak: many", Highlight: key, Growth: in(pile("static field app.Shop.BUS", "x", "y"), "java.util.HashMap", "")},
			"Leak: 19,080 Session, +18.3 MB, held by Shop.BUS and 2 more"},
		{findings.Finding{Title: "Leak: many", Highlight: key, Growth: in(pile("static field app.Shop.BUS"), "java.util.HashMap", "lib.event.Bus.subscribers")},
			"Leak: 19,080 Session, +18.3 MB, held by Shop.BUS (Bus.subscribers)"},
		{findings.Finding{Title: "Class loaders: some", Highlight: key, Pile: &findings.Pile{Type: "app.Loader", Objects: []int64{20}, Bytes: []int64{0}}}, "Class loaders: 20 Loader"},
		{findings.Finding{Title: "Thread-locals hold 788 kB, 51 % of the reachable heap", Grade: findings.Large, Highlight: key,
			Numbers: []findings.FindingNumber{{Name: "held", Value: 788_000, Unit: "bytes"}}}, "Large holder: Session, 788 kB"},
		{findings.Finding{Title: "Churn: the program throws away 45.0 MB a second", Grade: findings.Churns, Highlight: findings.Highlight{Start: 1000, End: 3000},
			Churn: &findings.ChurnFinding{Objects: 9, Types: []findings.Amount{{Name: "app.Event", Objects: 1}, {Name: "app.Other", Objects: 2}}}},
			"Churn: Event, 1 object from 1.0 s to 3.0 s"},
		{findings.Finding{Title: "Churn: the program throws away 45.0 MB a second", Grade: findings.Churns, Highlight: findings.Highlight{Start: 1000, End: 3000},
			Churn: &findings.ChurnFinding{Estimated: true, Types: []findings.Amount{{Name: "app.Event", Objects: 9000}}}}, "Churn: Event, ~9,000 objects from 1.0 s to 3.0 s"},
		{findings.Finding{Title: "Churn: the program throws away 45.0 MB a second", Grade: findings.Churns, Highlight: findings.Highlight{Start: 4010, End: 4040},
			Churn: &findings.ChurnFinding{Types: []findings.Amount{{Name: "byte[]", Objects: 9000}}}}, "Churn: byte[], 9,000 objects at 4.0 s"},
		{findings.Finding{Title: "Probable leak: many", Highlight: key, Growth: pile("static field app.Shop.BUS"), Sampled: 31},
			"Probable leak: Session, 31 samples, held by Shop.BUS"},
		{findings.Finding{Title: "A sentence without a name", Grade: findings.Grows, Highlight: key, Growth: &findings.Pile{}}, "Growth: Session"},
	} {
		got := pins.Of(&findings.Report{Findings: []findings.Finding{{Title: "Churn"}, tt.finding}})
		if len(got) != 1 || got[0].Text() != tt.want || got[0].Finding != 1 || got[0].Head != tt.want[:strings.Index(tt.want+", ", ", ")] {
			t.Errorf("%+v, want %q", got, tt.want)
		}
	}
}

// TestClearing: the recommended reference, or else the first; none if there are no references.
func TestClearing(t *testing.T) {
	for want, refs := range map[int][]findings.Reference{-1: nil, 0: {{}, {}}, 1: {{}, {Recommended: true}}} {
		r := &findings.Report{Findings: []findings.Finding{{Growth: &findings.Pile{Type: "a"}, References: refs}}}
		if got := pins.Of(r)[0].Cut; got != want {
			t.Errorf("cut %d, want %d", got, want)
		}
	}
}

// TestEmphasis: the emphasis depends on the grade of a finding and its basis.
func TestEmphasis(t *testing.T) {
	pile := &findings.Pile{Type: "app.Table"}
	basis := func(points int, to float64) *findings.Basis {
		return &findings.Basis{Points: points, Of: 20, To: to, End: 1000}
	}
	for _, tt := range []struct {
		finding findings.Finding
		want    pins.Emphasis
	}{
		{findings.Finding{Rule: findings.RuleLeak, Grade: findings.Leaks, Growth: pile, Basis: basis(8, 500)}, pins.Culprit},
		{findings.Finding{Rule: findings.RuleLeak, Grade: findings.Leaks, Growth: pile, Basis: basis(7, 1000)}, pins.Suspect},
		{findings.Finding{Rule: findings.RuleLeak, Grade: findings.Leaks, Growth: pile, Basis: basis(20, 499)}, pins.Suspect},
		{findings.Finding{Rule: findings.RuleLeak, Grade: findings.Leaks, Growth: pile}, pins.Culprit}, // of a fleet
		{findings.Finding{Rule: findings.RuleLeak, Grade: findings.ProbablyLeaks, Growth: pile, Basis: basis(20, 1000)}, pins.Suspect},
		{findings.Finding{Rule: findings.RuleGrowth, Grade: findings.Grows, Growth: pile, Basis: basis(20, 1000)}, pins.Suspect},
		{findings.Finding{Rule: findings.RuleGrowth, Grade: findings.Grows, Growth: pile, Basis: basis(4, 1000)}, pins.Suspect},
		{findings.Finding{Rule: findings.RuleGrowth, Grade: findings.Grows, Growth: pile, Basis: basis(3, 1000)}, pins.Sized},
		{findings.Finding{Rule: findings.RuleGrowth, Grade: findings.Grows, Growth: pile, Basis: basis(20, 1000), Ended: findings.Released}, pins.Sized},
		{findings.Finding{Rule: findings.RuleGrowth, Grade: findings.Grows, Growth: pile, Basis: basis(20, 1000), Slow: true}, pins.Sized},
		{findings.Finding{Rule: findings.RuleHolder, Grade: findings.Large, Pile: pile}, pins.Sized},
		{findings.Finding{Rule: findings.RuleLoader, Pile: pile}, pins.Sized},
		{findings.Finding{Rule: findings.RuleThreadLocal, Grade: findings.Large, Highlight: findings.Highlight{Keys: []string{"Heap#app.Buffer"}}}, pins.Sized},
		{findings.Finding{Rule: findings.RuleChurn, Grade: findings.Churns, Churn: &findings.ChurnFinding{Types: []findings.Amount{{Name: "app.Event"}}}}, pins.Tinted},
		{findings.Finding{Rule: findings.RuleDuplicates, Grade: findings.Wastes, Highlight: findings.Highlight{Keys: []string{"Heap#java.lang.String"}}}, pins.Tinted},
	} {
		got := pins.Of(&findings.Report{Findings: []findings.Finding{tt.finding}})
		if len(got) != 1 || got[0].Emphasis != tt.want {
			t.Errorf("%s, %s, %+v: %+v, want %d", tt.finding.Rule, tt.finding.Grade, tt.finding.Basis, got, tt.want)
		}
	}
}

// TestPlateOfAPoint: a plate has the numbers of the current GC point, and none for a point that the guide did not examine.
func TestPlateOfAPoint(t *testing.T) {
	leak := findings.Finding{Rule: findings.RuleLeak, Grade: findings.Leaks, Title: "Leak: many", Numbers: []findings.FindingNumber{{Name: "growth", Value: 9e6, Unit: "bytes"}},
		Growth: &findings.Pile{Type: "app.Session", Owner: "static field app.Shop.BUS", Points: []int{2, 5, 9}, Objects: []int64{10, 50, 100}, Bytes: []int64{1e6, 5e6, 10e6}},
		Basis:  &findings.Basis{Points: 3, Of: 12, From: 1000, To: 7900, End: 30_000}}
	large := findings.Finding{Rule: findings.RuleHolder, Grade: findings.Large, Title: "Large: many", Numbers: []findings.FindingNumber{{Name: "retained", Value: 12e6, Unit: "bytes"}},
		Pile: leak.Growth}
	released := leak
	released.Rule, released.Grade, released.Title, released.Ended, released.Released = findings.RuleReleased, findings.Grows, "Growth: many", findings.Released, 8500
	sparse := findings.Finding{Rule: findings.RuleSparse, Grade: findings.Wastes, Title: "Sparse collections waste much", Highlight: findings.Highlight{Keys: []string{"Heap#java.util.HashMap"}, At: 9},
		Numbers: []findings.FindingNumber{{Name: "sparse", Value: 7.5e6, Unit: "bytes"}, {Name: "taken by these collections", Value: 9e6, Unit: "bytes"}}}
	const judged = ", held by Shop.BUS, based on 3 of 12 GC points, from 1.0 s to 7.9 s"
	for _, tt := range []struct {
		finding findings.Finding
		point   int
		want    string
	}{
		{leak, 9, "Leak: 100 Session, +9.0 MB" + judged}, {leak, 5, "Leak: 50 Session, +4.0 MB" + judged}, {leak, 2, "Leak: 10 Session, +0 bytes" + judged},
		{leak, 6, "Leak: Session" + judged}, {leak, 12, "Leak: Session" + judged},
		{released, 9, "Growth: 100 Session, +9.0 MB, held by Shop.BUS, released by 8.5 s"}, {released, 12, "Growth: Session, held by Shop.BUS, released by 8.5 s"},
		{large, 9, "Large: 100 Session, 12.0 MB, held by Shop.BUS"}, {large, 5, "Large: 50 Session, 5.0 MB, held by Shop.BUS"}, {large, 1, "Large: Session, held by Shop.BUS"},
		{sparse, 9, "Sparse collections: HashMap, 7.5 MB wasted"}, {sparse, 5, "Sparse collections: HashMap"},
	} {
		pin := pins.Of(&findings.Report{Findings: []findings.Finding{tt.finding}})[0]
		if got := pin.At(tt.point).Text(); got != tt.want {
			t.Errorf("at GC point %d: %q, want %q", tt.point, got, tt.want)
		}
	}
}

// TestPlatesOfThreads checks that a plate of threads names them once. Objects that threads hold have both names.
func TestPlatesOfThreads(t *testing.T) {
	for _, c := range []struct{ kind, owner, root, want string }{
		{"java.lang.VirtualThread", "virtual threads", "thread (virtual)", "Threads: 1,500 virtual threads\n3.0 MB"},
		{"java.lang.Thread", "thread worker-N", "thread worker-N", "Threads: 1,500 threads named worker-N\n3.0 MB"},
		{"app.Session", "virtual threads", "thread (virtual)", "Threads: 1,500 Session\n3.0 MB, held by virtual threads"},
	} {
		f := &findings.Finding{Rule: findings.RuleThreads, Title: "Threads: many", Grade: findings.Large,
			Pile: &findings.Pile{Type: c.kind, Owner: c.owner, Root: c.root, Points: []int{1}, Objects: []int64{1500}, Bytes: []int64{3_000_000}}}
		pin := pins.Of(&findings.Report{Findings: []findings.Finding{*f}})[0]
		if got := pin.Head + "\n" + pin.Detail; got != c.want {
			t.Errorf("%s: %q, want %q", c.kind, got, c.want)
		}
	}
}

// TestGrowing: only a verdict about growth that continues has a text.
func TestGrowing(t *testing.T) {
	pile := func(rate *findings.Rate) *findings.Pile {
		return &findings.Pile{Type: "com.shop.Session", Owner: "static field com.shop.Leak.REG", Objects: []int64{10, 30}, Bytes: []int64{100, 300},
			Entries: &findings.Entries{Rate: rate}}
	}
	second, hour := &findings.Rate{Objects: 1234, Span: 599_999}, &findings.Rate{Objects: 1, Span: 600_000}
	for name, test := range map[string]struct {
		grade findings.Grade
		found findings.Finding
		want  string
	}{
		"leak":        {findings.Leaks, findings.Finding{Growth: pile(second)}, "Session +1,200/s, held by Leak.REG"},
		"long":        {findings.ProbablyLeaks, findings.Finding{Growth: pile(hour)}, "Session +3,600/h, held by Leak.REG"},
		"bytes":       {findings.Grows, findings.Finding{Growth: pile(&findings.Rate{Bytes: 2500})}, "Session +2.5 kB/s, held by Leak.REG"},
		"no rate":     {findings.Leaks, findings.Finding{Title: "Leak: Session", Growth: pile(nil)}, "Leak: 30 Session, +200 bytes, held by Leak.REG"},
		"released":    {findings.Grows, findings.Finding{Growth: pile(second), Ended: findings.Released}, ""},
		"undecided":   {findings.Undecided, findings.Finding{Growth: pile(second)}, ""},
		"healthy":     {findings.Healthy, findings.Finding{Growth: pile(second)}, ""},
		"full":        {findings.Full, findings.Finding{Growth: pile(second)}, ""},
		"only a size": {findings.Large, findings.Finding{Pile: pile(second)}, ""},
	} {
		r := &findings.Report{Findings: []findings.Finding{test.found}}
		r.Grade = test.grade
		if got := pins.Growing(r); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
	if got := pins.Growing(&findings.Report{}); got != "" {
		t.Errorf("no finding: %q", got)
	}
}
