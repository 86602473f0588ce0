package findings_test

import (
	"slices"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
)

func stageNames(stages []findings.Stage) string {
	var names []string
	for _, s := range stages {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

// leak returns a finding with all facts that an input can report.
func leak() findings.Finding {
	return findings.Finding{
		Rule: findings.RuleLeak, Explain: []string{"It grows.", "A lot."},
		Highlight: findings.Highlight{View: "heap", By: []string{"type"}, Keys: []string{"Heap#app.A", "Heap#app.B"}, At: 3, From: 2, To: 7},
		Growth: &findings.Pile{
			Path: []findings.PathStep{{Field: "list"}}, Words: "A list holds them", Sites: []findings.Site{{Amount: findings.Amount{Name: "app.A.make", Objects: 5}}},
			Groups: []findings.Group{{Type: "app.A", GrowthObjects: 4, GrowthBytes: 40}},
		},
		References: []findings.Reference{{Text: "the first"}, {Text: "the second", Recommended: true}},
	}
}

// TestLeakStages checks the view of each stage if all facts are available.
func TestLeakStages(t *testing.T) {
	f := leak()
	stages := f.Stages()
	if got := stageNames(stages); got != "When it grows, Strongest types, Where they are allocated, Who holds them, Reference to clear, The city without it" {
		t.Fatalf("the stages are %s", got)
	}
	for i, want := range []struct {
		view     string
		keys, at int
		from, to int
		text     string
	}{
		{"overview", 0, 3, 2, 7, "It grows."}, {"trends", 1, 7, 2, 7, ""}, {"heap", 1, 7, 0, 0, ""}, {"graph", 1, 7, 0, 0, "A list holds them."},
		{"group", 1, 7, 0, 0, "Change the program so that these references are cleared: the second."},
		{"city", 1, 7, 0, 0, "The transparent buildings would be freed without the second. Ctrl+Z puts it back."},
	} {
		s := stages[i].Show
		if s.View != want.view || len(s.Keys) != want.keys || s.At != want.at || s.From != want.from || s.To != want.to {
			t.Errorf("%s shows %+v", stages[i].Name, s)
		}
		if got := strings.Join(stages[i].Text, " "); got != want.text {
			t.Errorf("%s says %q", stages[i].Name, got)
		}
	}
	if out := stages[5].Out; out != 2 || stages[4].Out != 0 {
		t.Errorf("cut %d is removed", out)
	}
	if a := stages[1].Amounts; len(a) != 1 || a[0].Name != "app.A" || a[0].Objects != 4 || a[0].Bytes != 40 || !stages[1].Growth {
		t.Errorf("the types are %+v", a)
	}
	if by := stages[2].Show.By; !slices.Equal(by, []string{"type", "site"}) {
		t.Errorf("sites are grouped by %v", by)
	}
}

// TestLeakStagesWithoutKnowledge checks that stages explain missing facts and have no view.
func TestLeakStagesWithoutKnowledge(t *testing.T) {
	f := findings.Finding{Rule: findings.RuleGrowth, Highlight: findings.Highlight{View: "heap"}}
	stages := f.Stages()
	if len(stages) != 5 {
		t.Fatalf("the stages are %s", stageNames(stages))
	}
	for _, s := range stages[1:] {
		if len(s.Text) != 1 || !strings.HasPrefix(s.Text[0], "This input does not show") || s.Show.View != "" {
			t.Errorf("%s says %q and shows %+v", s.Name, s.Text, s.Show)
		}
	}
	if len(stages[0].Text) != 0 || stages[0].Show.View != "overview" {
		t.Errorf("%+v", stages[0])
	}
	none := leak()
	none.References[1].Recommended = false
	if got := none.Stages(); len(got) != 5 || len(got[4].Text) != 0 || got[4].Show.View != "group" {
		t.Errorf("without a recommended cut: %+v", got[4])
	}
}

func TestChurnStages(t *testing.T) {
	f := findings.Finding{
		Rule: findings.RuleChurn, Explain: []string{"Much dies.", "Soon."}, Highlight: findings.Highlight{View: "churn", From: 2, To: 4},
		Churn: &findings.ChurnFinding{Objects: 10, YoungObjects: 1, Types: []findings.Amount{{Name: "app.A"}},
			Sites: []findings.Amount{{Name: "app.A.make"}}, Advice: "Reuse it."},
	}
	stages := f.Stages()
	if got := stageNames(stages); got != "When it churns, Objects that survived no GC, Strongest types, Where they are allocated, How to avoid it" {
		t.Fatalf("the stages are %s", got)
	}
	for i, want := range []string{"Much dies.", "", "", "", "Reuse it."} {
		if got := strings.Join(stages[i].Text, " "); got != want {
			t.Errorf("%s says %q", stages[i].Name, got)
		}
		if view := map[int]string{0: "overview", 4: ""}; stages[i].Show.View != "churn" && stages[i].Show.View != view[i] {
			t.Errorf("%s shows %+v", stages[i].Name, stages[i].Show)
		}
	}
	if a := stages[1].Amounts; len(a) != 2 || a[0].Objects != 1 || a[1].Objects != 10 {
		t.Errorf("of those that died young: %+v", a)
	}
	f.Churn = nil
	for _, s := range f.Stages()[1:] {
		if len(s.Text) != 1 || !strings.Contains(s.Text[0], "This input does not show") || s.Show.View != "" || len(s.Amounts) > 0 {
			t.Errorf("%s says %q and shows %+v", s.Name, s.Text, s.Show)
		}
	}
}

// TestOtherStages checks that other findings have a stage for each next step, or else for their highlight.
func TestOtherStages(t *testing.T) {
	f := findings.Finding{Rule: findings.RuleGrowth + "?", Highlight: findings.Highlight{View: "heap"},
		Next: []findings.Step{{Text: "Look", Show: findings.Highlight{View: "group"}},
			{Text: "Look again", Show: findings.Highlight{View: "graph"}}}}
	if s := f.Stages(); stageNames(s) != "Look, Look again" || s[1].Show.View != "graph" {
		t.Errorf("%+v", s)
	}
	f.Next = nil
	if s := f.Stages(); stageNames(s) != "See it" || s[0].Show.View != "heap" {
		t.Errorf("%+v", s)
	}
	f.Highlight = findings.Highlight{}
	if s := f.Stages(); len(s) != 0 {
		t.Errorf("%+v", s)
	}
}

// TestStagesWithoutReferences checks that stages about missing facts have no view.
func TestStagesWithoutReferences(t *testing.T) {
	for _, known := range []bool{false, true} {
		f := findings.Finding{Rule: findings.RuleLeak, Highlight: findings.Highlight{Keys: []string{"Heap#app.A"}}, Growth: &findings.Pile{}}
		if known {
			f.References, f.Growth.Path = make([]findings.Reference, 1), make([]findings.PathStep, 1)
		}
		for _, s := range f.Stages() {
			if s.Name != "Reference to clear" && s.Name != "Who holds them" {
				continue
			}
			if shown := s.Show.View != ""; shown != known {
				t.Errorf("%s, known: %v: shows %+v", s.Name, known, s.Show)
			}
		}
	}
}
