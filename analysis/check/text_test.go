package check_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"memcity/analysis/check"
	"memcity/analysis/sentence"
)

// TestNumbersInSentences checks how a number of each measure is written, in the unit of its limit.
func TestNumbersInSentences(t *testing.T) {
	for _, test := range []struct {
		sentence string
		number   check.Number
		want     string
	}{
		{"size of heap at most 1 B", check.Number{Value: 999}, "size of heap is 999 bytes, expected at most 1 byte"},
		{"size of heap below 1 kB", check.Number{Value: 1000}, "size of heap is 1 kB, expected below 1 kB"},
		{"size of heap below 2 KiB", check.Number{Value: 999_999}, "size of heap is 1000.00 kB, expected below 2.05 kB"},
		{"size of heap below 2 MiB", check.Number{Value: 1e6}, "size of heap is 1 MB, expected below 2.10 MB"},
		{"size of heap below 1 GiB", check.Number{Value: 1e9}, "size of heap is 1 GB, expected below 1.07 GB"},
		{"growth of heap below 1 MB", check.Number{Value: -1000}, "growth of heap is -1 kB, expected below 1 MB"},
		{"growth of heap below 1 MB", check.Number{Value: -999}, "growth of heap is -999 bytes, expected below 1 MB"},
		{"growth of heap below 10 % per GC", check.Number{Value: 40, Whole: 100, Steps: 4},
			"growth of heap is 10 % per GC point, expected below 10 % per GC point"},
		{"growth of heap below 10 % per GC", check.Number{Value: 5, Whole: 100, Steps: 0},
			"growth of heap is 5 % per GC point, expected below 10 % per GC point"},
		{"growth of heap below 10 %", check.Number{Value: 1, Whole: 8}, "growth of heap is 12.50 %, expected below 10 %"},
		{"growth of heap below 10 %", check.Number{}, "growth of heap is 0 %, expected below 10 %"},
		{"growth of heap below 10 %", check.Number{Value: 3},
			"growth of heap is infinite (it was 0 before), expected below 10 %"},
		{"objects of heap at most 1", check.Number{Value: 138104}, "objects of heap are 138,104, expected at most 1"},
		{"growth of heap below 1 MB", check.Number{Value: 1}, "growth of heap is 1 byte, expected below 1 MB"},
		{"gc overhead below 0.0001 %", check.Number{Value: 0.00123}, "gc overhead is 0.0012 %, expected below 0.0001 %"},
		{"gc overhead below 12.125 %", check.Number{Value: 12.127}, "gc overhead is 12.13 %, expected below 12.125 %"},
		{"longest gc pause below 0.0001 ms", check.Number{Value: 0.004}, "longest gc pause is 0.0040 ms, expected below 0.0001 ms"},
		{"gc overhead below 10 %", check.Number{Value: 7, Whole: 50}, "gc overhead is 7 %, expected below 10 %"},
		{"longest gc pause below 1 s", check.Number{Value: 12.25}, "longest gc pause is 12.25 ms, expected below 1000 ms"},
		{"churn below 1 MB/s", check.Number{Value: 2500}, "churn is 2.50 kB/s, expected below 1 MB/s"},
		{"objects of type A below 1,000", check.Number{Value: 12}, "objects of type A are 12, expected below 1,000"},
		{"objects of type A below 2k", check.Number{Value: 12}, "objects of type A are 12, expected below 2,000"},
	} {
		r, err := check.Parse(test.sentence)
		if err != nil {
			t.Fatal(err)
		}
		source := fixed{numbers: map[string]check.Number{strings.TrimSpace(r.Quantity.String() + " " + r.Subject.String()): test.number}}
		outcomes, err := check.Run(context.Background(), []*check.Rule{r}, source, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := outcomes[0].Text; got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
		if more := strings.Contains(test.want, "infinite"); more != (outcomes[0].Value == nil) {
			t.Errorf("%s: the value is %v", test.sentence, outcomes[0].Value)
		}
	}
}

// TestUnits checks every unit in upper and lower case, with and without a space.
func TestUnits(t *testing.T) {
	for _, test := range []struct {
		of    string
		unit  string
		value float64
		want  check.Unit
	}{
		{"size of heap", "B", 1, check.ByteUnit}, {"size of heap", "bytes", 1, check.ByteUnit}, {"size of heap", "byte", 1, check.ByteUnit},
		{"size of heap", "kB", 1000, check.ByteUnit}, {"size of heap", "MB", 1e6, check.ByteUnit}, {"size of heap", "GB", 1e9, check.ByteUnit},
		{"size of heap", "KiB", 1024, check.ByteUnit}, {"size of heap", "MiB", 1048576, check.ByteUnit},
		{"size of heap", "GiB", 1073741824, check.ByteUnit},
		{"churn", "kB/s", 1000, check.BytesPerSecond}, {"churn", "MB/s", 1e6, check.BytesPerSecond}, {"churn", "GB/s", 1e9, check.BytesPerSecond},
		{"longest gc pause", "ms", 1, check.Millis}, {"longest gc pause", "s", 1000, check.Millis},
		{"objects of type A", "", 1, check.Count}, {"objects of type A", "objects", 1, check.Count},
		{"objects of type A", "object", 1, check.Count},
		{"objects of type A", "k", 1000, check.Count}, {"gc overhead", "%", 1, check.Percent},
	} {
		for _, written := range []string{"2.5" + test.unit, "2.5 " + strings.ToUpper(test.unit)} {
			r, err := check.Parse(test.of + " below " + written)
			if err != nil || r.Limit.Value != 2.5*test.value || r.Limit.Unit != test.want {
				t.Errorf("%s: %+v, %v", written, r, err)
			}
		}
	}
}

// TestParseFaults checks each kind of fault, with the character where it occurs.
func TestParseFaults(t *testing.T) {
	for _, test := range []struct {
		sentence string
		at       int
		want     string
	}{
		{"no path", 8, `expected "from", found the end`},
		{"no path from A to B", 14, `expected "static field" or "type"`},
		{"no path from type", 18, "expected a name"},
		{"no path from type A for type B", 21, `expected "to", found "for"`},
		{"no path from type A to type", 28, "expected a name"},
		{"no leak at all", 9, `the rule ends before "at"`},
		{`no leak "at all"`, 9, `the rule ends before "at all"`},
		{"weight of heap below 5 B", 1, "expected"},
		{"bytes heap below 5 B", 7, `expected "of"`},
		{"size heap below 5 B", 6, `expected "of"`},
		{"size of heap about 5 B", 14, `expected "at most", "below", "at least" or "above", found "about"`},
		{"size of heap below five", 20, "expected a number"},
		{"size of heap below 1.2.3 B", 20, "expected a number"},
		{"size of heap below 5 %", 20, "size: expected a limit in bytes"},
		{"size of heap below 5 MB/s", 20, "size: expected a limit in bytes"},
		{"churn below 5 MB", 13, "churn: expected a limit in bytes per second"},
		{"gc overhead below 5 ms", 19, "gc overhead: expected a limit in percent or bytes"},
		{"longest gc pause below 5 %", 24, "longest gc pause: expected a limit in ms or s"},
		{"objects of type A below 5 %", 25, "objects: expected a limit in objects, without a unit"},
		{"growth of heap below 5", 22, "growth: expected a limit in percent or bytes"},
		{"size of heap below 5x", 20, `unknown unit "x"`},
	} {
		_, err := check.Parse(test.sentence)
		var fault *sentence.Fault
		if !errors.As(err, &fault) || fault.At != test.at || !strings.Contains(fault.Text, test.want) {
			t.Errorf("%s: got %v, want character %d: %s", test.sentence, err, test.at, test.want)
		}
	}
}

// TestPackages checks that a package covers its own types and those of packages below. A longer name that merely starts alike is not
// covered.
func TestPackages(t *testing.T) {
	s := check.Subject{Kind: check.Package, Name: "app.store"}
	for name, want := range map[string]bool{
		"app.store.Order": true, "app.store.db.Row": true, "app.storey.Order": false, "app.Order": false, "Order": false, ".Order": false,
		"app.store": false,
	} {
		if s.HasType(name) != want {
			t.Errorf("type %s: %v", name, !want)
		}
	}
	for name, want := range map[string]bool{"app.store": true, "app.store.db": true, "app": false, "app.storey": false} {
		if s.HasPackage(name) != want {
			t.Errorf("package %s: %v", name, !want)
		}
	}
	star := check.Subject{Kind: check.Package, Name: "*"}
	if !star.HasType("a.B") || star.HasType(".B") {
		t.Error("a type without a package is in one, or one with a package in none")
	}
	if typ := (check.Subject{Kind: check.Type, Name: "app.*"}); !typ.HasType("app.A") || typ.HasType("application.A") {
		t.Error("the pattern of a type fits the wrong types")
	}
}

// TestManyRules checks that the number of rules in a file is bounded, and that the last allowed rule is read.
func TestManyRules(t *testing.T) {
	rules := func(n int) string {
		var text strings.Builder
		text.WriteString("rules:\n")
		for i := range n {
			text.WriteString("  - objects of type A at most " + strconv.Itoa(i) + "\n")
		}
		return text.String()
	}
	if f, err := check.Load("f", strings.NewReader(rules(1000))); err != nil || len(f.Rules) != 1000 {
		t.Errorf("1000 rules: %v", err)
	}
	if _, err := check.Load("f", strings.NewReader(rules(1001))); err == nil {
		t.Error("1001 rules are read")
	}
	full := "rules:\n  - no leak\n#"
	if _, err := check.Load("f", strings.NewReader(full+strings.Repeat("x", 1<<20-len(full)))); err != nil {
		t.Errorf("a file of a megabyte: %.200v", err)
	}
	if _, err := check.Load("f", strings.NewReader(full+strings.Repeat("x", 1<<20-len(full)+1))); err == nil {
		t.Error("a larger file is read")
	}
}

func TestSeverities(t *testing.T) {
	for text, want := range map[string]string{"error": "broken, fails", "warning": "broken", "note": "broken"} {
		f := load(t, "rules:\n  - check: no leak\n    severity: "+text+"\n")
		outcomes, err := check.Run(context.Background(), f.Rules, fixed{found: map[string][]string{"leak": {"a", "b"}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		o := outcomes[0]
		got := o.Status.String()
		if o.Fails() {
			got += ", fails"
		}
		if got != want || o.Rule.Severity.String() != text || o.Text != "a" || len(o.Where) != 2 {
			t.Errorf("%s: %s, %+v", text, got, o)
		}
	}
	f := load(t, "rules:\n  - check: size of heap below 5 B\n    optional: true\n")
	outcomes, err := check.Run(context.Background(), f.Rules, fixed{}, nil)
	if err != nil || outcomes[0].Fails() || outcomes[0].Status != check.NotKnown || outcomes[0].Text != "not reported" {
		t.Errorf("an optional rule of what is not known: %+v, %v", outcomes, err)
	}
}
