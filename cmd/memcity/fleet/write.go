package fleet

import (
	"fmt"
	"io"
	"path/filepath"

	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/results"
	"memcity/render/atomic"
	"memcity/words"
)

// checkWrite refuses files of --write whose extension is not a known format.
func (f *fleetFlags) checkWrite() error {
	if len(f.files) > 0 && f.rulesFile == "" {
		return cli.Usagef("write: writes the results of rules; expected --rules FILE as well")
	}
	for _, file := range f.files {
		switch filepath.Ext(file) {
		case ".xml", ".sarif", ".md":
		default:
			return cli.Usagef("write %q: expected a file that ends in .xml (JUnit), .sarif or .md (Markdown)", file)
		}
	}
	return nil
}

// writeRules writes the outcomes of the rules to the files of --write. The extension selects the format.
func (f *fleetFlags) writeRules(p *rulesResult, folder string) error {
	for _, file := range f.files {
		err := atomic.Write(file, atomic.Private, func(w io.Writer) error {
			switch r := p.report(folder); filepath.Ext(file) {
			case ".xml":
				return r.JUnit(words.NewCleaner(w))
			case ".md":
				return r.Markdown(words.NewCleaner(w))
			default:
				return cli.WriteJSON(w, r.SARIF())
			}
		})
		if err != nil {
			return fmt.Errorf("%s: it cannot be written: %w", file, atomic.Cause(err))
		}
	}
	return nil
}

// report returns one result per rule and version, at the place of the rule in its file.
func (p *rulesResult) report(folder string) *results.Report {
	out := &results.Report{Command: "fleet", Recording: folder, Tool: cli.ToolName(), Verdict: p.verdict()}
	for i := range p.Outcomes {
		o := &p.Outcomes[i]
		line := ruleLine{o, []string{o.Service + " " + o.Version}, o.pods(), o.Unknown}
		r := results.Result{Rule: o.Name, About: o.Check, Help: o.Why, Name: o.Name + " (" + line.versions[0] + ")", Severity: o.Severity, Text: line.text(),
			Subject: line.versions[0], Places: []results.Place{{File: p.File, Line: o.line, Column: o.column}}}
		r.Judge(o.Status, o.Fails)
		for _, pod := range o.Pods {
			r.Logical = append(r.Logical, o.Service+"/"+o.Version+"/"+pod)
		}
		out.Results = append(out.Results, r)
	}
	return out
}
