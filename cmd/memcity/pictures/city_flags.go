package pictures

import (
	"github.com/spf13/pflag"

	"memcity/analysis/guide/findings"
	"memcity/city/budget"
	"memcity/city/recording"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
)

// cityFlags contains the options that determine a city.
type cityFlags struct {
	set              *pflag.FlagSet
	settings         scene.Settings
	grouping         cli.Grouping
	typed            []*typedSetting
	at               string
	window, selected string
	diff             string
	without          []string
	ages             bool // storeys by age
	staleness        bool // colors by staleness
	base             cli.Baseline
	rules            string // path of a rules file
	routes           int
}

func (f *cityFlags) register(c *cli.Call, set *pflag.FlagSet) {
	f.set, f.settings = set, scene.DefaultSettings()
	f.grouping.Register(c, set)
	f.registerSettings(set, false)
	set.StringVar(&f.window, "window", "", "")
	set.StringVar(&f.at, "at", "", "")
	set.StringVar(&f.selected, "select", "", "")
	f.registerShown(set)
}

// registerShown adds the options for the parts of buildings, budgets and routes.
func (f *cityFlags) registerShown(set *pflag.FlagSet) {
	set.StringVar(&f.diff, "diff", "", "")
	set.BoolVar(&f.ages, "ages", false, "")
	set.BoolVar(&f.staleness, "staleness", false, "")
	set.StringArrayVar(&f.without, "without", nil, "")
	f.base.Register(set, "base-scale")
	set.StringVar(&f.rules, "rules", "", "")
	set.IntVar(&f.routes, "routes", 0, "")
}

// typedSetting is an option for a setting, with its text as typed.
type typedSetting struct {
	row  scene.Setting
	text string
}

// registerSettings adds an option for each setting that has one: only those of pictures, or only the others.
func (f *cityFlags) registerSettings(set *pflag.FlagSet, pictures bool) {
	for _, row := range scene.Table() {
		if row.Flag == "" || row.Pictures != pictures {
			continue
		}
		if on, toggle := row.Value.At(&f.settings).(*bool); toggle {
			set.BoolVar(on, row.Flag, *on, "")
			continue
		}
		t := &typedSetting{row: row}
		set.StringVar(&t.text, row.Flag, row.Value.(scene.Typed).Text(&f.settings), "")
		f.typed = append(f.typed, t)
	}
}

// apply validates the options and stores them in the settings. A value for solid or opacity also makes the other buildings transparent.
func (f *cityFlags) apply() error {
	for _, t := range f.typed {
		if f.set.Changed(t.row.Flag) && (t.row.Flag == "solid" || t.row.Flag == "opacity") {
			f.settings.Fade = true
		}
		err := t.row.Value.(scene.Typed).Parse(&f.settings, t.text)
		if _, named := t.row.Value.At(&f.settings).(scene.Index); named && err != nil {
			return cli.UsageError{Err: err}
		} else if err != nil {
			return cli.Usagef("%s %q: %v", t.row.Flag, t.text, err)
		}
	}
	if f.routes < 0 || f.routes > scene.MaxRoutes {
		return cli.Usagef("routes %d: expected 0 to %d", f.routes, scene.MaxRoutes)
	}
	if f.routes > 0 {
		f.settings.Routes.On, f.settings.Routes.Max = true, f.routes
	}
	return nil
}

// cityPlan is a recording with the plan that the flags request.
type cityPlan struct {
	flags    *cityFlags
	opened   *recording.Recording
	plan     *scene.Plan
	at       int             // the requested GC point
	since    int             // the earlier GC point of --diff
	budgets  *budget.Budgets // nil without rules
	settings scene.Settings
	selected scene.Target
	found    *findings.Report // findings of the city last made; nil if its colors show none
	look     *scene.Look      // camera side with a free view of the shown finding; nil until it is needed
}

// plan opens the paths and builds the plan.
func (f *cityFlags) plan(c *cli.Call, paths []string) (*cityPlan, error) {
	opened, err := f.open(c, paths)
	if err != nil {
		return nil, err
	}
	return f.planOf(c, opened)
}

// open checks the options and opens the recording.
func (f *cityFlags) open(c *cli.Call, paths []string) (*recording.Recording, error) {
	if err := f.apply(); err != nil {
		return nil, err
	}
	if err := f.checkParts(c); err != nil {
		return nil, err
	}
	return c.Open(paths)
}

// planOf plans the city of an open recording.
func (f *cityFlags) planOf(c *cli.Call, opened *recording.Recording) (*cityPlan, error) {
	by, err := f.grouping.Find(c, opened, f.settings.SizeKind)
	if err != nil {
		return nil, err
	}
	f.settings.By, f.settings.Filters, f.settings.SizeKind = by.By, by.Filters, by.SizeKind
	series, err := opened.Series(c.Ctx, by, c.Progress(), nil)
	if err != nil {
		return nil, err
	}
	window := trees.Window{From: 0, To: series.Len() - 1}
	if f.window != "" {
		if window, err = cli.ParseWindow(f.window, cli.PointsOf(opened, series)); err != nil {
			return nil, err
		}
	}
	at := series.Initial(opened.Recording)
	if f.at != "" {
		if at, err = cli.ParseAt(f.at, cli.PointsOf(opened, series)); err != nil {
			return nil, err
		}
	}
	p := &cityPlan{flags: f, opened: opened, at: at, settings: f.settings}
	if err := p.build(c, series, window); err != nil {
		return nil, err
	}
	if err := p.begin(c, window); err != nil {
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
			return nil, cli.Usagef("select %q: this group is empty at every GC point of the window", f.selected)
		}
	}
	return p, nil
}
