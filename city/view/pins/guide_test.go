package pins_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/view/pins"
)

// TestPinsOfTheGuide: in the reports that the guide's own tests expect, every finding that names a type has a pin. Only findings about time
// or the whole heap have none.
func TestPinsOfTheGuide(t *testing.T) {
	files, err := filepath.Glob("../../../analysis/guide/testdata/*.golden")
	if err != nil || len(files) == 0 {
		t.Fatalf("no reports: %v", err)
	}
	var seen []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var r findings.Report
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		list := pins.Of(&r)
		for i := range r.Findings {
			f := &r.Findings[i]
			seen = append(seen, f.Rule)
			pinned := slices.ContainsFunc(list, func(p pins.Pin) bool { return p.Finding == i })
			ofAll := f.Rule == findings.RuleFull || f.Rule == findings.RuleOverhead || f.Growth == nil && (f.Rule == findings.RuleLeak || f.Rule == findings.RuleGrowth) ||
				f.Rule == findings.RuleChurn && f.Churn == nil
			if pinned == ofAll {
				t.Errorf("%s: %q has a pin: %v", filepath.Base(file), f.Title, pinned)
			}
		}
	}
	for _, rule := range []string{findings.RuleLeak, findings.RuleGrowth, findings.RuleReleased, findings.RuleUnused, findings.RuleChurn, findings.RuleOverhead,
		findings.RuleHolder, findings.RuleThreadLocal, findings.RuleLoader, findings.RuleOffHeap, findings.RuleDuplicates, findings.RuleCollections, findings.RuleSparse} {
		if !slices.Contains(seen, rule) {
			t.Errorf("no report has a finding of %s", rule)
		}
	}
}
