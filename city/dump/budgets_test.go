package dump

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"memcity/city/budget"
	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/whatif"
)

// writeBoth writes a dump as text, and as JSON.
func writeBoth(t *testing.T, out *bytes.Buffer, d City) {
	t.Helper()
	if err := d.WriteText(out); err != nil {
		t.Fatal(err)
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(d); err != nil {
		t.Fatal(err)
	}
}

// TestDumpBudgetsGolden: budgets of objects, bytes and growth, unknown budgets, and budgets of groups that the city lacks.
func TestDumpBudgetsGolden(t *testing.T) {
	f, err := budget.ReadRulesFile("rules.yaml", strings.NewReader(`rules:
  - objects of type app.Person at most 100
  - name: the cache is small
    check: size of type app.Cache at most 37 kB
  - growth of package java.util below 1 % per GC
  - size of type none.None at most 1 MB
  - size of type app.Main at most 1 kB
  - no leak
`))
	if err != nil {
		t.Fatal(err)
	}
	report := &budget.BudgetReport{Query: budget.Query{Rules: f}, Done: true}
	for i, rule := range f.Rules() {
		j := budget.JudgedRule{Rule: rule, First: -1}
		if rule.IsBudget() {
			j.Values = [][]float64{{100, 4000}, {36_000, 36_000}, {math.NaN(), 2.5}, {0, 0}, {math.NaN(), math.NaN()}}[i]
			j.Judge()
		}
		report.Rules = append(report.Rules, j)
	}
	settings := scenetest.Settings(trees.Objects, scene.Sqrt, 3)
	p := scenetest.Plan(citytest.SmallRecording()[:2], settings)
	var out bytes.Buffer
	for point := range 2 {
		c := p.At(point, settings)
		c.Budgets = report.Over(p.Series, trees.DefaultChain())
		writeBoth(t, &out, Of(c, "small", settings, scene.Target{}))
	}
	compareGolden(t, "small-budgets.txt", out.Bytes())
}

// TestDumpRemovalsGolden: amounts that removals free together and alone, for the city and for each group.
func TestDumpRemovalsGolden(t *testing.T) {
	settings := scenetest.Settings(trees.Objects, scene.Sqrt, 3)
	p := scenetest.Plan(citytest.SmallRecording()[:2], settings)
	by := trees.By("package", "type")
	w := &whatif.Result{Query: whatif.Query{Removals: seq.Of(whatif.GroupRemoval(by, "Heap#app#Person"), whatif.RootRemoval("static field a.B.c"))},
		Heap: trees.Amount{Objects: 9000, Bytes: 300_000}, Freed: trees.Amount{Objects: 4005, Bytes: 96_100},
		Each: []whatif.RemovalResult{{Text: "Person", Amount: trees.Amount{Objects: 4000, Bytes: 96_000}},
			{Text: "a.B.c", Missing: "there is no such root"}},
		Series: p.Series, Groups: make([]trees.Amount, len(p.Series.Nodes))}
	for key, freed := range map[string]trees.Amount{"Heap": {Objects: 4005, Bytes: 96_100}, "Heap#app": {Objects: 4001, Bytes: 96_020},
		"Heap#app#Person": {Objects: 4000, Bytes: 96_000}, "Heap#app#Main": {Objects: 1, Bytes: 20}} {
		node, ok := p.Series.Find(key)
		if !ok {
			t.Fatal(key)
		}
		w.Groups[node] = freed
	}
	var out bytes.Buffer
	writeBoth(t, &out, Of(p.Compared(scene.NewCutComparison(p.Series, 1, w), settings), "small", settings, scene.Target{}))
	compareGolden(t, "small-removals.txt", out.Bytes())
	if OfWhatIf(nil) != nil {
		t.Error("nothing is removed, and printed")
	}
}
