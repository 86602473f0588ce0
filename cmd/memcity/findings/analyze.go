package findings

import (
	"slices"

	"memcity/analysis/guide"
	"memcity/analysis/guide/findings"
	"memcity/city/session"
	"memcity/city/view/summaries"
	"memcity/cmd/memcity/cli"
)

// analyzeFlags are the options of analyze.
type analyzeFlags struct {
	failOn []string
	format string
	texts  bool
}

// printedGuide is what the guided exploration found, with the paths in its commands.
type printedGuide struct {
	*findings.Report
	// Summary is what else there is to know of a recording with one GC point; nil for others.
	Summary *summaries.Summary `json:"summary,omitempty"`
}

// analyze explores a recording and says what was found.
func analyze(c *cli.Call) error {
	set := c.Flags()
	var f analyzeFlags
	set.StringSliceVar(&f.failOn, "fail-on", nil, "")
	set.StringVar(&f.format, "format", "text", "")
	set.BoolVar(&f.texts, "texts", false, "")
	c.ClassifierFlag(set)
	c.RemediesFlag(set)
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	var found *printedGuide
	err = cli.Result(c, paths, f.format, func(c *cli.Call, o *session.Recording) (*printedGuide, error) {
		g, err := o.GuideWith(c.Ctx, guide.Options{Texts: f.texts}, c.Progress())
		if err != nil {
			return nil, err
		}
		found = &printedGuide{Report: g}
		if found.Summary, err = summaryOf(c, o); err != nil {
			return nil, err
		}
		found.fill(paths)
		return found, nil
	})
	if err == nil && found.failed(f.failOn) {
		return cli.ErrQuiet
	}
	return err
}

// failOnAny makes any finding a failure; olderSharedRule was the rule of what two fields hold together, which is now found as
// what is large.
const (
	failOnAny       = "any"
	olderSharedRule = "shared-ownership"
)

func (f *analyzeFlags) check() error {
	for i, rule := range f.failOn {
		if rule == olderSharedRule {
			rule, f.failOn[i] = findings.RuleHolder, findings.RuleHolder
		}
		if err := cli.CheckName("fail-on", rule, append(findings.FindingRules(), findings.AllCollections, failOnAny)...); err != nil {
			return err
		}
	}
	return cli.CheckFormat(f.format, "text", "json")
}

// failed reports whether a finding is among those to fail on.
func (p *printedGuide) failed(on []string) bool {
	return slices.ContainsFunc(p.Findings,
		func(f findings.Finding) bool {
			return slices.ContainsFunc(on, func(name string) bool { return findings.Means(name, f.Rule) || name == failOnAny })
		})
}

// summaryOf sums up a recording with one GC point; nil for others.
func summaryOf(c *cli.Call, o *session.Recording) (*summaries.Summary, error) {
	if r := o.Summed(); r.Points == 1 {
		return summaries.Of(c.Ctx, o, r, c.Progress())
	}
	return nil, nil
}

// fill puts the paths into the commands.
func (p *printedGuide) fill(paths []string) {
	for i := range p.Findings {
		for k := range p.Findings[i].Next {
			step := &p.Findings[i].Next[k]
			step.Command = findings.WithPaths(step.Command, paths)
		}
	}
	if p.Summary != nil {
		p.Summary = p.Summary.WithPaths(paths)
	}
}
