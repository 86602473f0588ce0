package uitest

import (
	"fmt"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/view/summaries"
	"memcity/render/ui/model"
)

// SummaryModel shows the summary with a report.
func SummaryModel(r *summaries.Report) model.Model {
	m := GroupModel(nil, nil)
	m.State = state.Step(m.State, state.Show{View: summaries.View.ID})
	m.Paths = []string{"my dump.hprof"}
	m.Results = summaries.Kind.With(query.Results{}, r.Query, r)
	return m
}

// Summary returns a report with all parts and with long names.
func Summary() *summaries.Report {
	s := &summaries.Summary{Point: 1 << 20, Heap: summaries.Amount{Objects: 1000, Bytes: 100_000}, Unreachable: &summaries.Amount{Objects: 7, Bytes: 700}, Own: summaries.Amount{Objects: 500, Bytes: 50_000},
		OwnTypes: 3, OwnBy: "Own are the types in app.", Retains: true, Lacks: []string{"What is lacking: it is not there."},
		Next: []summaries.Next{{Text: "Take a second heap dump.", Commands: [][]string{{"jcmd", "PID", "GC.heap_dump", "second.hprof"},
			{"memcity", findings.Path, "second.hprof"}}}}}
	f := &findings.Report{Reachable: 100_000, Verdict: findings.Verdict{Text: "One heap dump cannot show growth."}}
	for i := range 3 {
		name := fmt.Sprint("app.", strings.Repeat("very.", 6*i), []string{"Product", "Node", "Missing"}[i])
		s.Types = append(s.Types, summaries.Type{Name: name, Amount: summaries.Amount{Objects: 10, Bytes: 1000}, Retained: &summaries.Amount{Objects: 20, Bytes: 9000}})
		s.Others = append(s.Others, summaries.Type{Name: "java.util." + name, Amount: summaries.Amount{Objects: 5, Bytes: 500}})
		a := findings.Amount{Name: name + " in the field app.Main.all", Objects: 10, Bytes: 9000}
		f.Largest = append(f.Largest, findings.Holder{Amount: a, Type: name, Path: []findings.PathStep{{Type: "static field app.Main.all"}, {Type: name, Objects: 10}}})
		f.Waste = append(f.Waste, findings.Waste{Amount: findings.Amount{Name: fmt.Sprint("Waste ", i), Objects: 1, Bytes: 100}, Type: name, Text: "It is " + name + ".", Fix: "Fix it."})
	}
	return &summaries.Report{Found: f, Summary: s}
}
