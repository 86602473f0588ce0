package budget

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"memcity/analysis/check"
	"memcity/city/citytest"
	"memcity/city/seq"
	"memcity/city/trees"
)

// TestLimitsInUnits: each unit has its value, with and without a blank. Byte units apply only to bytes.
func TestLimitsInUnits(t *testing.T) {
	counts := map[string]float64{"": 1, "k": 1e3, "M": 1e6, "G": 1e9}
	bytes := map[string]float64{"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1024, "MiB": 1024 * 1024, "GiB": 1024 * 1024 * 1024}
	limit := func(unit, number string) (float64, bool) {
		r, err := ParseRule(unit + " of x above " + number)
		return r.Limit, err == nil
	}
	for unit, factor := range counts {
		for _, metric := range []string{"objects", "bytes"} {
			if got, ok := limit(metric, "2.5"+unit); !ok || got != 2.5*factor {
				t.Errorf("2.5%s %s: %v, %v", unit, metric, got, ok)
			}
		}
	}
	for unit, factor := range bytes {
		for _, blank := range []string{"", " "} {
			if got, ok := limit("bytes", "2.5"+blank+unit); !ok || got != 2.5*factor {
				t.Errorf("2.5%s%s: %v, %v", blank, unit, got, ok)
			}
			if got, ok := limit("objects", "2.5"+blank+unit); ok {
				t.Errorf("2.5%s%s objects: %v", blank, unit, got)
			}
		}
	}
}

// TestSentencesOfFiredRules: the sentence about a broken rule, with its numbers.
func TestSentencesOfFiredRules(t *testing.T) {
	s := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Leaf("app.A", 8, 100)),
		citytest.Inner("Heap", citytest.Leaf("app.A", 20, 101))))
	for _, test := range []struct {
		rule  string
		point int
		want  string
	}{
		{"objects of app.A above 0.5", 1, "app.A: 20 objects, more than 0.5"},
		{"objects of app.A above 19", 1, "app.A: 20 objects, more than 19"},
		{"bytes of app.A above 100", 1, "app.A: 101 bytes, more than 100"},
		{"growth of app.A above 149 %", 1, "app.A: 20 objects, 150 % more than the 8 at the previous GC point"},
		{"growth of app.A in bytes above 0.5 %", 1, "app.A: 101 bytes, 1 % more than the 100 at the previous GC point"},
		{"growth of app.A above 1 %", 0, ""}, {"objects of app.A above 20", 1, ""}, {"growth of app.A above 150 %", 1, ""},
	} {
		r, err := ParseRule(test.rule)
		if err != nil {
			t.Fatal(err)
		}
		f, err := r.Judge(s, test.point, test.point-1)
		if err != nil || (f != nil) != (test.want != "") || f != nil && (f.Text != test.want || f.Rule != r) {
			t.Errorf("%s: %+v, %v", test.rule, f, err)
		}
	}
	r := Rule{Group: "app.B"}
	if _, err := r.Judge(s, 1, 0); err == nil || !strings.Contains(err.Error(), `no GC point has a group "app.B" yet`) {
		t.Errorf("no such group: %v", err)
	}
	if _, err := r.Judge(trees.NewSeries(nil), 0, -1); err == nil {
		t.Error("no group of no GC point")
	}
}

// TestKeysOfManyTypes: at most 20 groups are named, largest at the GC point first; ties keep their order.
func TestKeysOfManyTypes(t *testing.T) {
	for _, n := range []int{1, 19, 20, 21, 30} {
		var kids []*citytest.Group
		for i := range n {
			kids = append(kids, citytest.Leaf(fmt.Sprintf("app.T%02d", i), int64(100+i/2), int64(1000-i)))
		}
		s := trees.NewSeries(citytest.Points(citytest.Inner("Heap", kids...)))
		for _, unit := range []trees.Unit{trees.Objects, trees.Bytes} {
			r := Rule{Group: "app.*", Unit: unit}
			keys := r.Keys(s, 0)
			if len(keys) != min(n, 20) {
				t.Errorf("of %d types %d are named", n, len(keys))
			}
			for i := 1; i < len(keys); i++ {
				x, _ := s.Find(keys[i-1])
				y, _ := s.Find(keys[i])
				a, b := s.Objects(0, x), s.Objects(0, y)
				if unit == trees.Bytes {
					a, b = s.Bytes(0, x), s.Bytes(0, y)
				}
				if a < b || a == b && x > y {
					t.Errorf("of %d types %s is before %s", n, keys[i-1], keys[i])
				}
			}
		}
	}
}

// TestBudgetsAtTheirLimits: more than nine tenths of a budget is near, the whole budget is kept, and missing data is unknown.
func TestBudgetsAtTheirLimits(t *testing.T) {
	f, err := ReadRulesFile("rules",
		strings.NewReader("rules:\n  - size of heap at most 1000 bytes\n  - objects of type app.A at most 0\n  - no leak\n"))
	if err != nil {
		t.Fatal(err)
	}
	values := []float64{0, 900, 900.5, 1000, 1000.5, math.NaN()}
	j := JudgedRule{Rule: f.Rules()[0], Values: values}
	for point, want := range map[int]BudgetStatus{-2: BudgetUnknown, -1: BudgetUnknown, 0: BudgetKept, 1: BudgetKept, 2: BudgetNear,
		3: BudgetNear, 4: BudgetBroken, 5: BudgetUnknown, 6: BudgetUnknown, 7: BudgetUnknown} {
		status, value := j.At(point)
		if known := point >= 0 && point < 5; status != want || math.IsNaN(value) == known || known && value != values[point] {
			t.Errorf("point %d: %v, %v; want %v", point, status, value, want)
		}
	}
	if j.Judge(); j.First != 4 {
		t.Errorf("first broken at %d", j.First)
	}
	j.Values = values[:4]
	if j.Judge(); j.First != -1 {
		t.Errorf("never broken, but at %d", j.First)
	}
	none := JudgedRule{Rule: f.Rules()[1], Values: []float64{0, 1}}
	if status, _ := none.At(0); status != BudgetKept {
		t.Errorf("nothing of a budget of nothing is %v", status)
	}
	if status, _ := none.At(1); status != BudgetBroken {
		t.Errorf("something of a budget of nothing is %v", status)
	}
	for status, want := range map[check.Status]BudgetStatus{check.NotKnown: BudgetUnknown, check.Broken: BudgetBroken,
		check.Kept: BudgetKept} {
		if got := (&JudgedRule{Whole: &check.Outcome{Status: status}}).Standing(); got != want {
			t.Errorf("%v over the whole recording stands %v, want %v", status, got, want)
		}
	}
	if got := (&JudgedRule{}).Standing(); got != BudgetUnknown {
		t.Errorf("what is not judged stands %v", got)
	}
	for status, want := range map[BudgetStatus]string{BudgetUnknown: "unknown", BudgetKept: "kept", BudgetNear: "near",
		BudgetBroken: "broken"} {
		if status.String() != want {
			t.Errorf("%v is not %s", status, want)
		}
	}
}

// TestQueriesThatCover: results are shown for another query of the same file and GC points, and are complete unless it requests more rules.
func TestQueriesThatCover(t *testing.T) {
	a, b := NewRulesFile("a"), NewRulesFile("a")
	for _, test := range []struct {
		has, wanted Query
		shown, all  bool
	}{
		{Query{a, 3, false}, Query{a, 3, false}, true, true}, {Query{a, 3, true}, Query{a, 3, false}, true, true},
		{Query{a, 3, false}, Query{a, 3, true}, true, false}, {Query{a, 3, true}, Query{a, 3, true}, true, true},
		{Query{b, 3, true}, Query{a, 3, false}, false, false}, {Query{a, 2, true}, Query{a, 3, false}, false, false},
	} {
		if shown, all := test.has.Covers(test.wanted); shown != test.shown || all != test.all {
			t.Errorf("%+v for %+v: %v, %v", test.has, test.wanted, shown, all)
		}
	}
}

// TestOrderOfStates: worst first; ties are ordered by rule.
func TestOrderOfStates(t *testing.T) {
	for x := range 8 {
		for y := range 8 {
			a, b := BudgetState{Status: BudgetStatus(x % 4), Rule: x / 4}, BudgetState{Status: BudgetStatus(y % 4), Rule: y / 4}
			before := a.Status > b.Status || a.Status == b.Status && a.Rule < b.Rule
			if got := ByStatus(a, b); (got < 0) != before || (got == 0) != (x == y) {
				t.Errorf("%+v and %+v: %d", a, b, got)
			}
		}
	}
}

// TestFilesThatCannotBeChanged: a file without one rule per line does not change, and the error says so.
func TestFilesThatCannotBeChanged(t *testing.T) {
	b := GroupBudget{Key: "Heap#app", By: seq.Of("package", "type"), Limit: 10}
	for _, test := range []struct{ text, want string }{
		{"", ""}, {"rules:\n  - no leak\n", ""}, {"rules:\n  - no leak", ""}, {"rules: [no leak]\n", "not one per line"},
		{"rules: []\n", "not one per line"}, {"# nothing\nrules:\n", "not one per line"}, {"rules:\n  - no leak\nother: 1\n", "f: "},
	} {
		f := NewRulesFile("f")
		if test.text != "" {
			var err error
			if f, err = ReadRulesFile("f", strings.NewReader(test.text)); err != nil {
				continue
			}
		}
		before := len(f.Rules())
		out, err := f.With(b)
		if (err != nil) != (test.want != "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %q", test.text, err, test.want)
		}
		if err == nil && (len(out.Rules()) != before+1 || !strings.HasPrefix(out.Text, strings.TrimSuffix(f.Text, "\n"))) {
			t.Errorf("%q becomes %q", test.text, out.Text)
		}
		if most, ok := out.Limit(b); err == nil && (!ok || most != 10) {
			t.Errorf("%q: a limit of %v, %v", test.text, most, ok)
		}
	}
	if _, ok := (*RulesFile)(nil).Limit(b); ok {
		t.Error("a limit without a file")
	}
	if _, ok := NewRulesFile("f").Limit(b); ok {
		t.Error("a limit of a file without rules")
	}
}
