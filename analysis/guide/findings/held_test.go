package findings_test

import (
	"reflect"
	"slices"
	"testing"

	"memcity/analysis/guide/findings"
)

// TestHeldStages checks the stages of a large pile: its types, its holders, and the reference to clear.
func TestHeldStages(t *testing.T) {
	h := findings.Highlight{View: "tree", By: []string{"package"}, Keys: []string{"Heap#a", "Heap#b"}, At: 4, From: 1, To: 9}
	path := []findings.PathStep{{Type: "static field a.B.c"}}
	f := findings.Finding{Explain: []string{"It is large.", "Really."}, Highlight: h,
		Pile:       &findings.Pile{Path: path, Groups: []findings.Group{{Type: "a.A", Objects: 3, Bytes: 30}, {Type: "a.B", Objects: 2, Bytes: 20}}},
		References: []findings.Reference{{Text: "one"}, {Text: "two", Recommended: true}}}
	for _, rule := range []string{findings.RuleHolder, findings.RuleDestroyed, findings.RuleLoader, findings.RuleThreads, findings.RuleOffHeap} {
		f.Rule = rule
		stages := f.Stages()
		if got := stageNames(stages); got != "What stands out, Strongest types, Who holds them, Reference to clear, The city without it" {
			t.Fatalf("%s has the stages %s", rule, got)
		}
		for i, view := range []string{"tree", "heap", "graph", "group", "city"} {
			want := findings.Highlight{View: view, By: []string{"type"}, Keys: []string{"Heap#a"}, At: 4}
			if i == 0 {
				want = h
			}
			if !reflect.DeepEqual(stages[i].Show, want) {
				t.Errorf("stage %d shows %+v, want %+v", i, stages[i].Show, want)
			}
		}
		amounts := []findings.Amount{{Name: "a.A", Objects: 3, Bytes: 30}, {Name: "a.B", Objects: 2, Bytes: 20}}
		if !slices.Equal(stages[0].Text, []string{"It is large."}) || !slices.Equal(stages[1].Amounts, amounts) || stages[1].Growth ||
			!slices.Equal(stages[2].Path, path) || len(stages[3].References) != 2 || stages[4].Out != 2 {
			t.Errorf("%s: %+v", rule, stages)
		}
		if want := "Change the program so that these references are cleared: two."; !slices.Equal(stages[3].Text, []string{want}) {
			t.Errorf("what to clear: %q", stages[3].Text)
		}
	}
	if got := f.ShowWhatIf(); !reflect.DeepEqual(got, findings.Highlight{View: "city", By: h.By, Keys: h.Keys[:1], At: 9}) {
		t.Errorf("without it the city is %+v", got)
	}
	f.Explain, f.References, f.Highlight.Keys = nil, f.References[:1], nil
	if got := f.Stages(); len(got) != 4 || len(got[0].Text) != 0 || len(got[3].Text) != 0 || len(got[3].Show.Keys) != 0 {
		t.Errorf("without a recommendation: %+v", got)
	}
	f.Pile = nil
	if got := stageNames(f.Stages()); got != "See it" {
		t.Errorf("without a pile: %s", got)
	}
}

func TestWordsOfFindings(t *testing.T) {
	for field, want := range map[string]string{"": "", "[]": "as its elements", "<class>": "as its class", "list": "in its field list"} {
		if got := (&findings.PathStep{Field: field}).By(); got != want {
			t.Errorf("by %q: %q, want %q", field, got, want)
		}
	}
	var none *findings.Remedy
	r := findings.Remedy{Cause: "It is never closed.", Text: "Close it."}
	if got := r.Lines(); none.Lines() != nil || !slices.Equal(got, []string{"Known cause: It is never closed.", "Remedy: Close it."}) {
		t.Errorf("the remedy is %q", got)
	}
	r.Cause = ""
	if got := r.Lines(); !slices.Equal(got, []string{"Remedy: Close it."}) {
		t.Errorf("without a known cause the remedy is %q", got)
	}
	r.Cause = "It is never closed."
	r.Link = "https://example.org"
	if got := r.Lines(); len(got) != 3 || got[2] != "Docs: https://example.org" {
		t.Errorf("with a link it is %q", got)
	}
	if got := findings.ReferenceName(0, 2); got != "guide:1.3" {
		t.Errorf("the third reference of the first finding is %q", got)
	}
	rules := findings.FindingRules()
	if len(rules) != 24 || rules[0] != findings.RuleLeak || rules[1] != findings.RuleFull || rules[23] != findings.RuleSlices {
		t.Errorf("the rules are %q", rules)
	}
	if sorted := slices.Compact(slices.Sorted(slices.Values(rules))); len(sorted) != 24 {
		t.Error("a rule is listed twice")
	}
}

// TestMeans checks that a rule is selected by its name, sparse collections also by that of empty ones, and all collection rules by one
// name.
func TestMeans(t *testing.T) {
	for _, test := range []struct {
		name, rule string
		want       bool
	}{
		{"leak", "leak", true}, {"leak", "growth", false}, {"empty-collections", "empty-collections", true},
		{"empty-collections", "sparse-collections", true}, {"empty-collections", "small-collections", false},
		{"sparse-collections", "empty-collections", false}, {"collections", "empty-collections", true},
		{"collections", "boxed-collections", true}, {"collections", "slices", false},
	} {
		if got := findings.Means(test.name, test.rule); got != test.want {
			t.Errorf("%s means %s: %v", test.name, test.rule, got)
		}
	}
}

// TestHolderLine checks that the line includes a share of the reachable heap only if the report contains its size.
func TestHolderLine(t *testing.T) {
	h := findings.Holder{Amount: findings.Amount{Name: "Order in the field app.Main.all", Objects: 1000, Bytes: 500_000}}
	for reachable, want := range map[int64]string{1_000_000: "1,000 Order in the field app.Main.all: 500 kB, 50 % of the reachable heap", 0: "1,000 Order in the field app.Main.all: 500 kB"} {
		if got := (&findings.Report{Reachable: reachable}).HolderLine(&h); got != want {
			t.Errorf("of %d: %q", reachable, got)
		}
	}
}
