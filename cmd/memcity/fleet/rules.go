package fleet

import (
	"fmt"
	"io"
	"strings"

	"memcity/analysis/check"
	"memcity/cmd/memcity/cli"
	"memcity/fleet/question"
	"memcity/fleet/rule"
	"memcity/words"
)

// rulesResult is the outcome of evaluating rules.
type rulesResult struct {
	File     string        `json:"file"`
	Kept     int           `json:"kept"` // outcomes, each of one rule and one version
	Broken   int           `json:"broken"`
	Unknown  int           `json:"unknown"`
	Failed   bool          `json:"failed"`
	Outcomes []ruleOutcome `json:"outcomes"`
}

// ruleOutcome is the outcome of a rule on the pods of a version.
type ruleOutcome struct {
	Name     string   `json:"name"`
	Check    string   `json:"check"` // the sentence
	Severity string   `json:"severity"`
	Why      string   `json:"why,omitempty"`
	Service  string   `json:"service"`
	Version  string   `json:"version"`
	Kept     int      `json:"kept_pods"`
	Broken   int      `json:"broken_pods"`
	Unknown  int      `json:"unknown_pods"`
	Status   string   `json:"status"` // broken if broken on any pod, else unknown if unknown on any, else kept
	Fails    bool     `json:"fails"`
	Worst    string   `json:"worst_pod,omitempty"`
	Text     string   `json:"text"` // the result on the worst pod
	Pods     []string `json:"pods"` // pods that break the rule

	line, column int // in the rules file
}

// openRules reads the file of --rules.
func (f *fleetFlags) openRules(c *cli.Call) error {
	if f.rulesFile == "" {
		return nil
	}
	file, err := c.OpenRulesFile(f.rulesFile)
	if err != nil {
		return err
	}
	f.rules = file.Rules()
	if len(f.rules) == 0 {
		return cli.Usagef("%s: contains no rules", f.rulesFile)
	}
	return nil
}

// judge evaluates the rules on each pod.
func (f *fleetFlags) judge(c *cli.Call, found *question.Answers) (*rulesResult, error) {
	outcomes, err := rule.Judge(c.Ctx, f.rules, found)
	if err != nil {
		return nil, err
	}
	out := &rulesResult{File: f.rulesFile, Outcomes: []ruleOutcome{}}
	for i := range outcomes {
		o := &outcomes[i]
		row := ruleOutcome{Name: o.Rule.Name, Check: o.Rule.Text, Severity: o.Rule.Severity.String(), Why: o.Rule.Why, Service: o.Service, Version: o.Version,
			Kept: o.Kept, Broken: o.Broken, Unknown: o.Unknown, Fails: o.Fails, Worst: o.Worst, Text: o.Text, Pods: append([]string{}, o.Pods...),
			line: o.Rule.Line, column: o.Rule.Column}
		switch {
		case o.Broken > 0:
			row.Status = check.Broken.String()
			out.Broken++
		case o.Unknown > 0:
			row.Status = check.NotKnown.String()
			out.Unknown++
		default:
			row.Status = check.Kept.String()
			out.Kept++
		}
		out.Failed = out.Failed || o.Fails
		out.Outcomes = append(out.Outcomes, row)
	}
	return out, nil
}

// lines returns the outcomes as lines: broken first, kept last. Consecutive versions with the same outcome share a line, unless it is broken.
func (p *rulesResult) lines() (list []ruleLine) {
	for _, status := range []string{"broken", "unknown", "kept"} {
		for i := range p.Outcomes {
			o := &p.Outcomes[i]
			if o.Status != status {
				continue
			}
			if n := len(list) - 1; n >= 0 && status != "broken" && list[n].first.Status == status && list[n].first.Name == o.Name && list[n].first.Text == o.Text {
				list[n].versions = append(list[n].versions, o.Service+" "+o.Version)
				list[n].pods += o.pods()
				list[n].unknown += o.Unknown
				continue
			}
			list = append(list, ruleLine{o, []string{o.Service + " " + o.Version}, o.pods(), o.Unknown})
		}
	}
	return list
}

// ruleLine is a line about one or more versions.
type ruleLine struct {
	first         *ruleOutcome
	versions      []string
	pods, unknown int
}

func (o *ruleOutcome) pods() int { return o.Kept + o.Broken + o.Unknown }

// text returns the outcome as a sentence.
func (l *ruleLine) text() string {
	o, of := l.first, words.Counted(int64(l.pods), "pod")+" of "+strings.Join(l.versions, ", ")
	switch {
	case o.Broken > 0:
		text := fmt.Sprintf("%s: broken on %d of %s; on %s: %s", o.Name, o.Broken, of, o.Worst, o.Text)
		if o.Unknown > 0 {
			text += fmt.Sprintf("; unknown on %d", o.Unknown)
		}
		return text + "."
	case o.Unknown > 0:
		return fmt.Sprintf("%s: unknown on %d of %s, because: %s.", o.Name, l.unknown, of, o.Text)
	}
	return fmt.Sprintf("%s: kept on %s.", o.Name, of)
}

// word returns the outcome as one word.
func (l *ruleLine) word() string {
	switch {
	case l.first.Status == "broken" && l.first.Severity != check.Error.String():
		return l.first.Severity
	case l.first.Status == "broken":
		return "BROKEN"
	}
	return l.first.Status
}

// verdict counts the outcomes.
func (p *rulesResult) verdict() string {
	return fmt.Sprintf("%s over services and versions: %d kept, %d broken, %d unknown", words.Counted(int64(len(p.Outcomes)), "result"), p.Kept, p.Broken, p.Unknown)
}

// print prints the outcomes for people: broken first, kept last.
func (p *rulesResult) print(out io.Writer) {
	fmt.Fprintf(out, "\nRules of %s on the last recording of each pod\n\n", p.File)
	for _, l := range p.lines() {
		fmt.Fprintf(out, "%-8s%s\n", l.word(), words.Printable(l.text()))
		if l.first.Why != "" && l.first.Status != "kept" {
			fmt.Fprintf(out, "%8s%s\n", "", words.Printable(l.first.Why))
		}
	}
	fmt.Fprintf(out, "\n%s\n", p.verdict())
}
