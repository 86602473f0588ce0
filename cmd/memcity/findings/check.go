package findings

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"memcity/analysis/check"
	"memcity/analysis/guide/findings"
	"memcity/city/budget"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/results"
	"memcity/words"
)

// checkFlags contains the options of check.
type checkFlags struct {
	outputs
	rules   string
	base    []string
	repeats bool
	level   float64
}

// Check is the outcome of evaluating rules.
type Check struct {
	Recording string           `json:"recording"`
	Base      string           `json:"base,omitempty"`
	Rules     string           `json:"rules"` // the file
	Kept      int              `json:"kept"`
	Broken    int              `json:"broken"`
	Unknown   int              `json:"unknown"` // rules that lack data in the input
	Failed    bool             `json:"failed"`
	Outcomes  []printedOutcome `json:"outcomes"`

	// Repeats and BaseRepeats are the numbers of recordings of the same test that were judged together; 0 without repeats.
	Repeats     int `json:"repeats,omitempty"`
	BaseRepeats int `json:"base_repeats,omitempty"`

	start   int64 // start of the recording, in ms since 1970; 0 if unknown
	picture *results.Picture
	heap    []int64
}

// printedOutcome is the outcome of one rule.
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
	// The next fields are for repeats.
	Values []*float64 `json:"values,omitempty"` // one per repeat, in the unit of the rule; for a rule that compares, the values themselves
	Breaks *int       `json:"breaks,omitempty"` // number of repeats that break the rule
	P      *float64   `json:"p,omitempty"`      // p-value of the result
	Noise  bool       `json:"noise,omitempty"`  // true if the result may be due to chance, so that it does not fail
}

// checkRules evaluates rules on a recording.
func checkRules(c *cli.Call, painter func() cli.Painter) error {
	set := c.Flags()
	var f checkFlags
	set.StringVar(&f.rules, "rules", "", "")
	set.StringArrayVar(&f.base, "base", nil, "")
	set.BoolVar(&f.repeats, "repeats", false, "")
	set.Float64Var(&f.level, "level", check.DefaultLevel, "")
	f.register(set, painter)
	c.ClassifierFlag(set)
	paths, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if f.rules == "" {
		return cli.Usagef("check: expected --rules FILE")
	}
	if err := f.check(c, set.Changed("level")); err != nil {
		return err
	}
	if err := c.CheckPaths(paths); err != nil {
		return err
	}
	if f.rules == "-" && slices.Contains(slices.Concat(paths, f.base), "-") {
		return cli.Usagef("check: only the rules or the recording can come from standard input")
	}
	rules, err := c.OpenRulesFile(f.rules)
	if err != nil {
		return err
	}
	out, err := f.run(c, rules, paths)
	if err != nil {
		return err
	}
	if err := f.write(c, out); err != nil {
		return err
	}
	if out.Failed {
		return cli.ErrQuiet
	}
	return nil
}

func (f *checkFlags) check(c *cli.Call, leveled bool) error {
	switch {
	case leveled && !f.repeats:
		return cli.Usagef("level: only with --repeats")
	case !(f.level > 0 && f.level < 0.5):
		return cli.Usagef("level %v: expected a number above 0 and below 0.5", f.level)
	}
	return f.outputs.check(c)
}

// run opens the recordings, one after the other, and judges the rules.
func (f *checkFlags) run(c *cli.Call, file *budget.RulesFile, paths []string) (*Check, error) {
	rules := file.Rules()
	out := &Check{Rules: file.Path, Outcomes: []printedOutcome{}}
	runs, base, level := [][]string{paths}, [][]string(nil), float64(check.Exactly)
	if len(f.base) > 0 {
		base = [][]string{f.base}
	}
	if f.repeats {
		level, runs, base = f.level, each(paths), each(cli.Globbed(f.base))
		out.Repeats, out.BaseRepeats = len(runs), len(base)
		if len(runs) > check.MaxRepeats || len(base) > check.MaxRepeats {
			return nil, cli.Usagef("repeats: there are %d, and %d of the base; expected at most %d of each", len(runs), len(base), check.MaxRepeats)
		}
	}
	for _, paths := range slices.Concat(runs, base) { // before reading the first one, which may take long
		if err := c.CheckThere(paths); err != nil {
			return nil, err
		}
	}
	observe := func(paths []string, how func(context.Context, []*check.Rule, check.Source) ([]check.Observation, error)) (*recording.Recording,
		[]check.Observation, error) {
		o, err := c.Open(paths)
		if err != nil {
			return nil, nil, err
		}
		seen, err := how(c.Ctx, rules, guided.Checks(o, c.Progress()))
		return o, seen, err
	}
	var seen, before [][]check.Observation
	for i, paths := range runs {
		o, observed, err := observe(paths, check.Observe)
		if err != nil {
			return nil, err
		}
		if seen = append(seen, observed); i > 0 {
			continue
		}
		out.Recording, out.start = o.Recording.Name, o.Recording.StartUnix
		if f.picture != "" || f.wants("markdown") {
			if out.picture, out.heap, err = f.illustrate(c, o, findings.Window{}, findings.Highlight{}, 0); err != nil {
				return nil, err
			}
		}
	}
	for i, paths := range base {
		o, observed, err := observe(paths, check.ObserveBase)
		if err != nil {
			return nil, err
		}
		if before = append(before, observed); i == 0 {
			out.Base = o.Recording.Name
		}
	}
	out.fill(check.Judge(rules, seen, before, level))
	return out, nil
}

// each returns a recording for each path.
func each(paths []string) (all [][]string) {
	for _, path := range paths {
		all = append(all, []string{path})
	}
	return all
}

func (p *Check) fill(outcomes []check.Outcome) {
	for i := range outcomes {
		o := &outcomes[i]
		p.Outcomes = append(p.Outcomes, printedOutcome{Name: o.Rule.Name, Check: o.Rule.Text, Line: o.Rule.Line, Column: o.Rule.Column,
			Severity: o.Rule.Severity.String(), Why: o.Rule.Why, Status: o.Status.String(), Fails: o.Fails(), Text: o.Text, Value: o.Value,
			Where: o.Where})
		p.Outcomes[i].repeats(o.Repeats)
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

// repeats adds the results of several recordings; nothing for nil.
func (o *printedOutcome) repeats(r *check.Repeats) {
	if r == nil {
		return
	}
	for i := range r.Values {
		o.Values = append(o.Values, &r.Values[i])
		if math.IsInf(r.Values[i], 0) {
			o.Values[i] = nil
		}
	}
	o.Breaks, o.P, o.Noise = &r.Broken, &r.P, r.Noise
}

// report returns a result per rule, at the rule's place in its file.
func (p *Check) report() *results.Report {
	out := &results.Report{Command: "check", Recording: p.Recording, Tool: cli.ToolName(), Start: p.start, Verdict: p.verdict(), Picture: p.picture,
		Heap: p.heap}
	for i := range p.Outcomes {
		o := &p.Outcomes[i]
		r := results.Result{Rule: o.Name, About: o.Check, Help: o.Why, Name: o.Name, Severity: o.Severity, Text: o.Text,
			Details: o.details(), Places: []results.Place{{File: shortPath(p.Rules), Line: o.Line, Column: o.Column}}}
		r.Judge(o.Status, o.Fails)
		for _, where := range o.Where {
			if where != o.Text { // a finding is not a place
				r.Logical = append(r.Logical, where)
			}
		}
		out.Results = append(out.Results, r)
	}
	return out
}

// verdict counts the outcomes.
func (p *Check) verdict() string {
	text := fmt.Sprintf("%s: %d kept, %d broken, %d unknown", words.Counted(int64(len(p.Outcomes)), "rule"), p.Kept, p.Broken, p.Unknown)
	if p.Repeats > 0 {
		text += ", of " + words.Counted(int64(p.Repeats), "repeat")
	}
	if p.BaseRepeats > 0 {
		text += fmt.Sprintf(" and %d of the base", p.BaseRepeats)
	}
	return text
}

// Table prints broken rules first and kept ones last.
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
	w.printf("\n%s\n", p.verdict())
	return w.err
}

// details returns the texts of an outcome, one per line, without duplicates.
func (o *printedOutcome) details() (lines []string) {
	for _, text := range append([]string{o.Check, o.Text, o.Why}, o.Where...) {
		if text != "" && text != o.Name && !slices.ContainsFunc(lines, func(l string) bool { return strings.HasSuffix(l, text) }) {
			lines = append(lines, text)
		}
	}
	return lines
}
