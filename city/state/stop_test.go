package state

import (
	"testing"

	"memcity/analysis/guide/findings"
)

// leak is a finding with all data that an input can have.
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

// TestStop: stages and findings are 0-based, stops are 1-based, and numbers beyond the ends are invalid.
func TestStop(t *testing.T) {
	g := &findings.Report{Findings: []findings.Finding{{Rule: findings.RuleChurn, Highlight: findings.Highlight{View: "churn"}}, leak()}}
	for _, test := range []struct {
		finding, stage int
		ok             bool
	}{{-1, 0, false}, {0, -1, false}, {0, 0, true}, {0, 4, true}, {0, 5, false}, {1, 5, true}, {1, 6, false}, {2, 0, false}} {
		stop, ok := Stop(g, test.finding, test.stage)
		if ok != test.ok || ok && (stop.Stage != test.stage+1 || stop.Finding != test.finding || stop.Name == "") {
			t.Errorf("%+v: %+v, %v", test, stop, ok)
		}
		if out := len(stop.WhatIf) > 0; out != (test.finding == 1 && test.stage == 5) {
			t.Errorf("%+v removes %+v", test, stop.WhatIf)
		}
	}
	stop, _ := Stop(g, 1, 5)
	if c := stop.WhatIf[0]; c.Finding != 1 || c.Cut != 1 || c.Text != "the second" || stop.Show.At != 7 || len(stop.Show.Keys) != 1 ||
		stop.Show.View != "city" {
		t.Errorf("%+v", stop)
	}
	if first := WhatIfStop(g, 1, 0, 3); first.WhatIf[0].Text != "the first" || first.Stage != 3 {
		t.Errorf("%+v", first)
	}
}
