package findings

import (
	"context"
	"slices"

	"memcity/analysis/guide"
	"memcity/analysis/guide/findings"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/view/summaries"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/results"
)

// analyzeFlags contains the options of analyze.
type analyzeFlags struct {
	outputs
	sources
	test   leakTest
	failOn []string
	texts  bool
	window string
}

// printedGuide is the report of the guide, with the paths filled into its commands.
type printedGuide struct {
	*findings.Report
	// Summary summarizes a recording with one GC point; nil for others.
	Summary *summaries.Summary `json:"summary,omitempty"`

	// Places contains the source places of each finding; nil without source folders.
	Places [][]cli.SourcePlace `json:"places,omitempty"`

	failOn  []string
	paths   []string          // of the recording, as given
	start   int64             // start of the recording, in ms since 1970; 0 if unknown
	lacking map[string]string // by rule: the data that the recording lacks for it; nil if no format needs it
	picture *results.Picture
	heap    []int64
}

// analyze runs the guide on a recording and prints its findings.
func analyze(c *cli.Call, painter func() cli.Painter) error {
	set := c.Flags()
	var f analyzeFlags
	set.StringSliceVar(&f.failOn, "fail-on", nil, "")
	f.outputs.register(set, painter)
	f.sources.register(set)
	f.test.register(set)
	set.BoolVar(&f.texts, "texts", false, "")
	set.StringVar(&f.window, "window", "", "")
	c.ClassifierFlag(set)
	c.RemediesFlag(set)
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if err := f.check(c); err != nil {
		return err
	}
	o, err := c.Open(paths)
	if err != nil {
		return err
	}
	options := guide.Options{Texts: f.texts}
	if options.Window, err = f.windowOf(c.Ctx, o); err != nil {
		return err
	}
	g, err := guided.ExploreWith(c.Ctx, o, options, c.Progress())
	if err != nil {
		return err
	}
	if f.test.folder == printsTest {
		return f.test.write(c, g, o.Recording.Runtime)
	}
	found := &printedGuide{Report: g, failOn: f.failOn, paths: paths, start: o.Recording.StartUnix}
	if found.Summary, err = summaryOf(c, o); err != nil {
		return err
	}
	found.fill(paths)
	for i := range g.Findings {
		if f.Known() {
			found.Places = append(found.Places, f.places(&g.Findings[i]))
		}
	}
	if f.reports() {
		found.lacking = guided.Lacking(c.Ctx, o, g, findings.FindingRules(), c.Progress())
	}
	if f.picture != "" || f.wants("markdown") {
		h, finding := found.highlight()
		if found.picture, found.heap, err = f.illustrate(c, o, options.Window, h, finding); err != nil {
			return err
		}
	}
	if err := f.write(c, found); err != nil {
		return err
	}
	if err := f.test.write(c, g, o.Recording.Runtime); err != nil {
		return err
	}
	if err := f.show(c, found.Places); err != nil {
		return err
	}
	if slices.ContainsFunc(found.Findings, found.fails) {
		return cli.ErrQuiet
	}
	return nil
}

// windowOf returns the 1-based GC points of --window; zero, for all, without the option.
func (f *analyzeFlags) windowOf(ctx context.Context, o *recording.Recording) (findings.Window, error) {
	if f.window == "" {
		return findings.Window{}, nil
	}
	w, err := cli.WindowOf(ctx, o, f.window)
	if err == nil && len(o.Recording.Points) == 0 {
		err = cli.Usagef("window %q: the input has no GC points", f.window)
	}
	return findings.Window{From: w.From + 1, To: w.To + 1}, err
}

// failOnAny makes every finding a failure. olderSharedRule is the former name of a rule that is now part of [findings.RuleHolder].
const (
	failOnAny       = "any"
	olderSharedRule = "shared-ownership"
)

func (f *analyzeFlags) check(c *cli.Call) error {
	for i, rule := range f.failOn {
		if rule == olderSharedRule {
			rule, f.failOn[i] = findings.RuleHolder, findings.RuleHolder
		}
		if err := cli.CheckName("fail-on", rule, append(findings.FindingRules(), findings.AllCollections, failOnAny)...); err != nil {
			return err
		}
	}
	if err := f.sources.check(c); err != nil {
		return err
	}
	if err := f.test.check(); err != nil {
		return err
	}
	return f.outputs.check(c)
}

// fails reports whether --fail-on fails on a finding.
func (p *printedGuide) fails(f findings.Finding) bool {
	return slices.ContainsFunc(p.failOn, func(name string) bool { return findings.Means(name, f.Rule) || name == failOnAny })
}

// highlight returns the highlight of the picture: the groups of the first finding that has any, else none.
func (p *printedGuide) highlight() (h findings.Highlight, finding int) {
	for i := range p.Findings {
		if h := p.Findings[i].Highlight; len(h.Keys) > 0 {
			return h, i
		}
	}
	return findings.Highlight{}, 0
}

// summaryOf summarizes a recording with one GC point; nil for others.
func summaryOf(c *cli.Call, o *recording.Recording) (*summaries.Summary, error) {
	if r := o.Summed(); r.Points == 1 {
		return summaries.Of(c.Ctx, o, r, c.Progress())
	}
	return nil, nil
}

// fill replaces the placeholders for paths in the commands.
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
