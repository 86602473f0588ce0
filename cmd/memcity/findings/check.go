package findings

import (
	"fmt"
	"io"
	"slices"

	"memcity/analysis/check"
	"memcity/city/budget"
	"memcity/cmd/memcity/cli"
	"memcity/words"
)

// checkFlags are the options of check.
type checkFlags struct {
	rules, format string
	base          []string
}

// Check is what became of rules.
type Check struct {
	Recording string           `json:"recording"`
	Base      string           `json:"base,omitempty"`
	Rules     string           `json:"rules"` // the file
	Kept      int              `json:"kept"`
	Broken    int              `json:"broken"`
	Unknown   int              `json:"unknown"` // the input does not report
	Failed    bool             `json:"failed"`
	Outcomes  []printedOutcome `json:"outcomes"`

	start int64 // of the recording, in ms since 1970; 0 if not known
}

// printedOutcome is what became of one rule.
type printedOutcome struct {
	Name     string   `json:"name"`
	Check    string   `json:"check"` // the sentence
	Line     int      `json:"line"`
	Column   int      `json:"column"`
	Severity string   `json:"severity"`
	Why      string   `json:"why,omitempty"`
	Status   string   `json:"status"` // kept, broken or unknown
	Fails    bool     `json:"fails"`
	Text     string   `json:"text"`
	Value    *float64 `json:"value,omitempty"` // in the unit of the rule
	Where    []string `json:"where,omitempty"`
}

// checkRules holds rules against a recording.
func checkRules(c *cli.Call) error {
	set := c.Flags()
	var f checkFlags
	set.StringVar(&f.rules, "rules", "", "")
	set.StringArrayVar(&f.base, "base", nil, "")
	set.StringVar(&f.format, "format", "text", "")
	c.ClassifierFlag(set)
	paths, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if f.rules == "" {
		return cli.Usagef("check: expected --rules FILE")
	}
	if err := cli.CheckFormat(f.format, "text", "json", "junit", "sarif"); err != nil {
		return err
	}
	if err := c.CheckPaths(paths); err != nil {
		return err
	}
	if f.rules == "-" && slices.Contains(slices.Concat(paths, f.base), "-") {
		return cli.Usagef("check: the rules and a recording cannot both come from standard input")
	}
	rules, err := c.OpenRulesFile(f.rules)
	if err != nil {
		return err
	}
	out, err := f.run(c, rules, paths)
	if err != nil {
		return err
	}
	if err := out.print(c, f.format); err != nil {
		return err
	}
	if out.Failed {
		return cli.ErrQuiet
	}
	return nil
}

// run opens the recordings and judges the rules.
func (f *checkFlags) run(c *cli.Call, rules *budget.RulesFile, paths []string) (*Check, error) {
	opened, err := c.Open(paths)
	if err != nil {
		return nil, err
	}
	out := &Check{Recording: opened.Recording.Name, Rules: rules.Path, Outcomes: []printedOutcome{}, start: opened.Recording.StartUnix}
	var base check.Source
	if len(f.base) > 0 {
		older, err := c.OpenBase(f.base)
		if err != nil {
			return nil, err
		}
		base, out.Base = older.Checks(c.Progress()), older.Recording.Name
	}
	outcomes, err := check.Run(c.Ctx, rules.Rules(), opened.Checks(c.Progress()), base)
	if err != nil {
		return nil, err
	}
	out.fill(outcomes)
	return out, nil
}

func (p *Check) fill(outcomes []check.Outcome) {
	for i := range outcomes {
		o := &outcomes[i]
		p.Outcomes = append(p.Outcomes, printedOutcome{Name: o.Rule.Name, Check: o.Rule.Text, Line: o.Rule.Line, Column: o.Rule.Column,
			Severity: o.Rule.Severity.String(), Why: o.Rule.Why, Status: o.Status.String(), Fails: o.Fails(), Text: o.Text, Value: o.Value,
			Where: o.Where})
		switch o.Status {
		case check.Kept:
			p.Kept++
		case check.Broken:
			p.Broken++
		default:
			p.Unknown++
		}
		p.Failed = p.Failed || o.Fails()
	}
}

// print writes the outcomes in one of the formats.
func (p *Check) print(c *cli.Call, format string) error {
	switch format {
	case "junit":
		return p.junit(c.Text())
	case "sarif":
		return c.PrintJSON(p.sarif())
	}
	return c.Print(format, p)
}

// Table says what is broken first, and what is kept last.
func (p *Check) Table(out io.Writer) error {
	w := &textWriter{out: out}
	marks := map[string]string{"kept": "kept    ", "broken": "BROKEN  ", "unknown": "unknown "}
	for _, status := range []string{"broken", "unknown", "kept"} {
		for i := range p.Outcomes {
			o := &p.Outcomes[i]
			if o.Status != status {
				continue
			}
			mark := marks[status]
			if status == "broken" && o.Severity != check.Error.String() {
				mark = fmt.Sprintf("%-8s", o.Severity)
			}
			w.line(mark, o.Name)
			for _, text := range []string{o.Check, o.Text, o.Why} {
				if text != "" && text != o.Name && (text != o.Why || status != "kept") {
					w.line("        ", text)
				}
			}
		}
	}
	w.printf("\n%s: %d kept, %d broken, %d unknown\n", words.Counted(int64(len(p.Outcomes)), "rule"), p.Kept, p.Broken, p.Unknown)
	return w.err
}

// location is where a rule stands.
func (o *printedOutcome) location(file string) string {
	return fmt.Sprintf("%s:%d:%d", file, o.Line, o.Column)
}
