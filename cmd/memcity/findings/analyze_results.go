package findings

import (
	"cmp"
	"slices"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/results"
	"memcity/words"
)

// report returns a result per finding, and one per rule without findings. The latter passes if the recording has the data for the rule.
// Findings that --fail-on does not name are only noted.
func (p *printedGuide) report() *results.Report {
	out := &results.Report{Command: "analyze", Recording: p.Recording.Name, Tool: cli.ToolName(), Start: p.start, Verdict: p.Text,
		Picture: p.picture, Heap: p.heap, Notes: slices.Clone(p.Missing)}
	for i := range p.Findings {
		out.Results = append(out.Results, p.result(i))
	}
	for _, rule := range findings.FindingRules() {
		if !slices.ContainsFunc(p.Findings, func(f findings.Finding) bool { return f.Rule == rule }) {
			r := results.Result{Rule: rule, About: aboutRule(rule), Name: rule, Severity: severityOf(""), Word: "not found", Text: "nothing was found"}
			if why := p.lacking[rule]; why != "" {
				r.Status, r.Word, r.Text = results.Open, "unknown", why
			}
			out.Results = append(out.Results, r)
		}
	}
	return out
}

func aboutRule(rule string) string { return "no " + strings.ReplaceAll(rule, "-", " ") }

// severityOf returns the severity for the grade of a finding.
func severityOf(g findings.Grade) string {
	switch g {
	case findings.Leaks:
		return "error"
	case findings.ProbablyLeaks, findings.Grows, findings.Full:
		return "warning"
	}
	return "note"
}

func (p *printedGuide) result(i int) results.Result {
	f := &p.Findings[i]
	r := results.Result{Rule: f.Rule, About: aboutRule(f.Rule), Name: f.Title, Status: results.Noted, Severity: severityOf(f.Grade), Text: f.Title,
		Word: cmp.Or(string(f.Grade), "found")}
	if p.fails(*f) {
		r.Status, r.Severity = results.Failed, "error"
	}
	if i < len(p.Places) {
		for k := range p.Places[i] {
			r.Places = append(r.Places, placeOf(&p.Places[i][k]))
		}
	}
	r.Details = slices.Concat(f.Explain, f.Remedy.Lines())
	if f.Remedy != nil {
		r.Help = f.Remedy.Text
	}
	if pile := cmp.Or(f.Growth, f.Pile); pile != nil {
		r.Logical = slices.DeleteFunc([]string{pile.Owner, pile.Field, pile.Type}, func(name string) bool { return name == "" })
		r.Subject = strings.Join(r.Logical, "\n")
		for i := range pile.Sites[:min(len(pile.Sites), 1)] {
			for _, frame := range pile.Sites[i].Frames {
				r.Details = append(r.Details, "allocated at "+frame)
			}
		}
	}
	for _, step := range f.Next {
		command := slices.Clone(step.Command)
		for k, word := range command {
			if slices.Contains(p.paths, word) { // output is read by others, on other machines
				command[k] = shortPath(word)
			}
		}
		r.Details = append(r.Details, step.Text+": memcity "+words.ShellWords(command))
	}
	return r
}
