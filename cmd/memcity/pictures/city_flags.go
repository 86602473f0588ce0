package pictures

import (
	"strconv"

	"github.com/spf13/pflag"

	"memcity/city/budget"
	"memcity/city/scene"
	"memcity/city/session"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
)

// cityFlags are the options that shape a city.
type cityFlags struct {
	settings         scene.Settings
	grouping         cli.Grouping
	measure          string
	metric, area     string
	children, at     string
	window, selected string
	diff             string
	without          []string
	ages             bool // storeys by age
	base             cli.Baseline
	rules            string // a rules file
	opacity          string
	routes           int
	bundling         string
}

func (f *cityFlags) register(c *cli.Call, set *pflag.FlagSet) {
	f.settings = scene.DefaultSettings()
	s := &f.settings
	f.grouping.Register(c, set)
	set.StringVar(&f.measure, "measure", s.Measure.String(), "")
	set.StringVar(&f.metric, "metric", s.Metric.String(), "")
	set.StringVar(&f.area, "area", s.Area.String(), "")
	set.StringVar(&f.children, "children", strconv.Itoa(s.Children), "")
	set.IntVar(&s.Solid, "solid", s.Solid, "")
	set.StringVar(&f.opacity, "opacity", strconv.FormatFloat(s.Opacity, 'f', -1, 64), "")
	set.BoolVar(&s.GrowthColor, "growth-color", true, "")
	set.BoolVar(&s.OtherHeight, "other-height", false, "")
	set.StringVar(&f.window, "window", "", "")
	set.StringVar(&f.at, "at", "last", "")
	set.StringVar(&f.selected, "select", "", "")
	f.registerShown(set)
}

// registerShown adds the options of what the parts of the buildings are, of budgets and of routes.
func (f *cityFlags) registerShown(set *pflag.FlagSet) {
	set.StringVar(&f.diff, "diff", "", "")
	set.BoolVar(&f.ages, "ages", false, "")
	set.StringArrayVar(&f.without, "without", nil, "")
	f.base.Register(set, "base-scale")
	set.StringVar(&f.rules, "rules", "", "")
	set.IntVar(&f.routes, "routes", 0, "")
	set.StringVar(&f.bundling, "bundling", strconv.FormatFloat(f.settings.Routes.Strength, 'f', -1, 64), "")
}

// apply checks the values and puts them into the settings.
func (f *cityFlags) apply() error {
	var err error
	s := &f.settings
	if s.Measure, err = trees.ParseMeasure(f.measure); err != nil {
		return cli.UsageError{Err: err}
	}
	if s.Metric, err = trees.ParseMetric(f.metric); err != nil {
		return cli.UsageError{Err: err}
	}
	if s.Area, err = scene.ParseArea(f.area); err != nil {
		return cli.UsageError{Err: err}
	}
	if s.Children, err = parseChildren(f.children); err != nil {
		return err
	}
	if s.Solid < 0 {
		return cli.Usagef("solid %d: expected 0 or more", s.Solid)
	}
	var ok bool
	if s.Opacity, ok = cli.ParseShare(f.opacity); !ok {
		return cli.Usagef("opacity %q: expected 0 to 1, or percent such as 40%%", f.opacity)
	}
	return f.applyRoutes()
}

// applyRoutes checks the options of routes.
func (f *cityFlags) applyRoutes() error {
	if f.routes < 0 || f.routes > scene.MaxRoutes {
		return cli.Usagef("routes %d: expected 0 to %d", f.routes, scene.MaxRoutes)
	}
	r := &f.settings.Routes
	var ok bool
	if r.Strength, ok = cli.ParseShare(f.bundling); !ok {
		return cli.Usagef("bundling %q: expected 0 to 1, or percent such as 85%%", f.bundling)
	}
	if f.routes > 0 {
		r.On, r.Most = true, f.routes
	}
	return nil
}

func parseChildren(text string) (int, error) {
	if text == "all" {
		return scene.AllChildren, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, cli.Usagef("children %q: expected a number from 1, or all", text)
	}
	return n, nil
}

// planned is a recording with the plan that the flags ask for.
type planned struct {
	flags    *cityFlags
	opened   *session.Opened
	plan     *scene.Plan
	at       int             // the GC point that is requested
	since    int             // of --diff, the earlier GC point
	budgets  *budget.Budgets // nil without rules
	settings scene.Settings
	selected scene.Target
}

// plan opens the paths and makes the plan.
func (f *cityFlags) plan(c *cli.Call, paths []string) (*planned, error) {
	if err := f.apply(); err != nil {
		return nil, err
	}
	if err := f.checkParts(c); err != nil {
		return nil, err
	}
	opened, err := c.Open(paths)
	if err != nil {
		return nil, err
	}
	by, err := f.grouping.Find(c, opened, f.settings.Measure)
	if err != nil {
		return nil, err
	}
	f.settings.By, f.settings.Filters, f.settings.Measure = by.By, by.Filters, by.Measure
	series, err := opened.Series(c.Ctx, by, c.Progress(), nil)
	if err != nil {
		return nil, err
	}
	window := trees.Window{From: 0, To: series.Len() - 1}
	if f.window != "" {
		if window, err = cli.ParseWindow(f.window, series.Times); err != nil {
			return nil, err
		}
	}
	at, err := cli.ParseAt(f.at, series.Times)
	if err != nil {
		return nil, err
	}
	p := &planned{flags: f, opened: opened, at: at, settings: f.settings}
	if err := p.build(c, series, window); err != nil {
		return nil, err
	}
	if err := p.hold(c); err != nil {
		return nil, err
	}
	if f.selected != "" {
		node, ok := p.plan.Series.Find(f.selected)
		if !ok {
			return nil, cli.Usagef("select %q: no group has this key", f.selected)
		}
		if p.selected = p.plan.Target(node); p.selected.Kind == scene.Nothing {
			return nil, cli.Usagef("select %q: this group is too small to be shown; try --children all", f.selected)
		}
	}
	return p, nil
}
