package check_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"memcity/analysis/check"
	"memcity/analysis/userfile"
)

func load(t *testing.T, text string) *check.File {
	t.Helper()
	f, err := check.Load("rules.yaml", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// fixed is a source that knows a few numbers.
type fixed struct {
	numbers map[string]check.Number // by measure and subject
	paths   map[string]string       // by both ends
	found   map[string][]string
}

func (f fixed) Number(_ context.Context, m check.Quantity, s check.Subject) (check.Number, error) {
	n, ok := f.numbers[strings.TrimSpace(m.String()+" "+s.String())]
	if !ok {
		return n, &check.Unknown{Text: "not reported"}
	}
	return n, nil
}

func (f fixed) Path(_ context.Context, from, to check.Subject) (string, error) {
	return f.paths[from.String()+" "+to.String()], nil
}

func (f fixed) Found(_ context.Context, finding string) ([]string, error) {
	return f.found[finding], nil
}

func TestRules(t *testing.T) {
	source := fixed{
		numbers: map[string]check.Number{
			"objects type app.A":         {Value: 100},
			"retained size type app.*":   {Value: 60e6},
			"growth package app":         {Value: 30, Whole: 100, Steps: 10},
			"growth heap":                {Value: 5e6, Whole: 0, Steps: 4},
			"gc overhead":                {Value: 7},
			"longest gc pause":           {Value: 250},
			"churn":                      {Value: 90e6},
			"waste of duplicate strings": {Value: 5e6, Whole: 100e6},
			"waste of empty collections": {Value: 6e6, Whole: 100e6},
			"waste of boxed collections": {Value: 2e6, Whole: 100e6},
			"waste of collections":       {Value: 9e6, Whole: 100e6},
			"size structure java.*Map":   {Value: 3 << 20, Where: "a map"},
			"size heap":                  {Value: 220},
		},
		paths: map[string]string{"static field app.R.* type app.D": "app.R.list → app.D"},
		found: map[string][]string{"leak": {"Leak: app.A"}, "collections": {"Small collections"}, "finding": {"Leak: app.A", "Churn"}},
	}
	base := fixed{numbers: map[string]check.Number{"size heap": {Value: 200}, "objects type app.A": {}}}
	for _, test := range []struct {
		sentence string
		want     check.Status
	}{
		{"objects of type app.A at most 100", check.Kept},
		{"objects of type app.A below 100", check.Broken},
		{"Objects Of Type app.A at least 1k", check.Broken},
		{"objects of type app.A above 99", check.Kept},
		{"retained size of type app.* at most 50 MB", check.Broken},
		{"retained size of type app.* at most 60MB", check.Kept},
		{"growth of package app below 1 % per GC", check.Broken},
		{"growth of package app below 3.1% per GC point", check.Kept},
		{"growth of package app at most 30 %", check.Kept},
		{"growth of heap below 1000 %", check.Broken}, // relative to nothing
		{"growth of heap at most 5 MB", check.Kept},
		{"gc overhead below 10 %", check.Kept},
		{"longest gc pause at most 0.2 s", check.Broken},
		{"churn below 100 MB/s", check.Kept},
		{"waste of empty collections at most 5 %", check.Broken},
		{"waste of boxed collections at most 2 %", check.Kept},
		{"waste of collections below 9 MB", check.Broken},
		{"waste of collections at most 9 %", check.Kept},
		{"waste of small collections at most 9 %", check.NotKnown},
		{"no collections", check.Broken},
		{"no fixed-size-collections", check.Kept},
		{"waste of duplicate strings at most 5 %", check.Kept},
		{"waste of duplicate strings at most 4 MB", check.Broken},
		{"size of structure java.*Map at most 3 MiB", check.Kept},
		{"size of heap at most 110 % of base", check.Kept},
		{"size of heap at most 109 % of base", check.Broken},
		{"objects of type app.A at most 200 % of base", check.Broken}, // there were none
		{"no path from static field app.R.* to app.D", check.Broken},
		{"no path from static field app.R.* to type app.E", check.Kept},
		{"no leak", check.Broken},
		{"no finding", check.Broken},
		{"no churn", check.Kept},
		{"deep size of type app.Z at most 1 MB", check.NotKnown},
	} {
		f := load(t, "rules:\n  - "+test.sentence+"\n")
		outcomes, err := check.Run(context.Background(), f.Rules, source, base)
		if err != nil {
			t.Fatal(err)
		}
		if o := outcomes[0]; o.Status != test.want || o.Text == "" || o.Fails() != (o.Status != check.Kept) {
			t.Errorf("%s: %s, %s", test.sentence, o.Status, o.Text)
		}
	}
}

func TestOutcomeTexts(t *testing.T) {
	source := fixed{numbers: map[string]check.Number{"size structure app.M": {Value: 12.5e6, Where: "held by app.X.y"}}}
	f := load(t, "rules:\n  - check: size of structure app.M at most 10 MB\n    name: maps\n    why: too much\n    severity: warning\n  - size of heap at most 5 % of base\n")
	outcomes, err := check.Run(context.Background(), f.Rules, source, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := outcomes[0]
	if want := "size of structure app.M is 12.50 MB, expected at most 10 MB: held by app.X.y"; o.Text != want || o.Fails() ||
		o.Status != check.Broken ||
		o.Rule.Name != "maps" || o.Rule.Line != 2 || *o.Value != 12.5e6 {
		t.Errorf("%+v %+v", o, o.Rule)
	}
	if o := outcomes[1]; o.Status != check.NotKnown || !o.Fails() {
		t.Errorf("without a base: %+v", o)
	}
}

func TestFaults(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "rules.yaml:1:1: the file is empty: expected rules:"},
		{"rules: []\n", "rules.yaml:1:1: expected rules: with a list of rules"},
		{"rule:\n  - no leak\n", "rules.yaml:1:1: the file has no key \"rule\""},
		{"rules:\n  - no leek\n", "rules.yaml:2:8: expected \"path\", or a finding"},
		{"rules:\n  - check: \"objects of type A at mst 5\"\n", "rules.yaml:2:31: expected \"at most\""},
		{"rules:\n  - objects of type A at most 5 MB\n", "rules.yaml:2:31: objects: expected a limit in objects"},
		{"rules:\n  - objects of type A at most 5 parsecs\n", "rules.yaml:2:33: the rule ends before \"parsecs\""},
		{"rules:\n  - objects of type A at most\n", "rules.yaml:2:30: expected a number"},
		{"rules:\n  - size of planet at most 5 MB\n", "rules.yaml:2:13: expected \"heap\""},
		{"rules:\n  - retained size of heap at most 5 MB\n", "rules.yaml:2:22: the heap has a size"},
		{"rules:\n  - size of heap at most 5 MB of base\n", "rules.yaml:2:26: a limit relative to the base recording must be a percentage"},
		{"rules:\n  - size of heap at most 5 MB per GC\n", "rules.yaml:2:26: only growth can be limited per GC point"},
		{"rules:\n  - name: x\n", "rules.yaml:2:5: the rule has no check"},
		{"rules:\n  - check: no leak\n    severity: bad\n", "rules.yaml:3:15: severity \"bad\""},
		{"rules:\n  - check: no leak\n    optional: maybe\n", "rules.yaml:3:15: optional \"maybe\""},
		{"rules:\n  - no leak\n  - no leak\n", "rules.yaml:3:5: the rule \"no leak\" appears twice"},
		{"rules:\n  - [no, leak]\n", "rules.yaml:2:5: a rule: expected keys and values"},
		{"rules:\n\t- no leak\n", "rules.yaml:2:"},
		{"rules:\n  - &a [*a]\n", "rules.yaml:2:"},
		{"rules:\n  - \xff\n", "it is not valid UTF-8"},
		{strings.Repeat("#", 2<<20), "it is larger than"},
	} {
		_, err := check.Load("rules.yaml", strings.NewReader(test.text))
		var faults userfile.Faults
		if !errors.As(err, &faults) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60q: %v, expected %s", test.text, err, test.want)
		}
	}
}

// TestSentence checks that a rule of a number is written in a form that can be read again. It also checks that budgets are the rules that
// can be judged at every GC point.
func TestSentence(t *testing.T) {
	for _, test := range []struct {
		text   string
		budget bool
	}{
		{"size of group Heap#java.util at most 50 MB", true},
		{"size of group \"Heap#a b\" by site,type at most 50.5 MB", true},
		{"objects of type app.* below 12345", true},
		{"growth of package app below 1 % per GC point", true},
		{"growth of heap at most 12345.678 kB", true},
		{"size of heap above 1 GB", false},
		{"size of heap at most 110 % of base", false},
		{"retained size of type app.A at most 1 kB", false},
		{"objects of structure app.A at most 5", false},
	} {
		r, err := check.Parse(test.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Sentence(); got != test.text || r.IsBudget() != test.budget {
			t.Errorf("%s: written %s, budget %v", test.text, got, r.IsBudget())
		}
	}
	for text, at := range map[string]string{"size of group": "14", "size of group Heap by at most 5 MB": "26",
		"size of group \"Heap at most 5 MB": "15"} {
		if _, err := check.Parse(text); err == nil || !strings.Contains(err.Error(), "character "+at) {
			t.Errorf("%s: %v, expected character %s", text, err, at)
		}
	}
}

// FuzzLoad checks that no file makes the reader panic, and that valid rules can be judged.
func FuzzLoad(f *testing.F) {
	f.Add("rules:\n  - no leak\n  - check: growth of package app below 1 % per GC\n    why: x\n")
	f.Add("rules:\n  - &x no path from type A to B\n  - *x\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := check.Load("f", strings.NewReader(text))
		if (file == nil) == (err == nil) {
			t.Fatalf("%v, %v", file, err)
		}
		if err != nil {
			return
		}
		if _, err := check.Run(context.Background(), file.Rules, fixed{}, nil); err != nil {
			t.Fatal(err)
		}
	})
}
