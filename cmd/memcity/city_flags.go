package main

import (
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"memcity/city"
	"memcity/city/session"
	"memcity/trace"
)

// cityFlags are the options that shape a city.
type cityFlags struct {
	settings         city.Settings
	grouping         groupingFlags
	measure          string
	metric, area     string
	children, at     string
	window, selected string
	diff             string
	without          []string
	ages             bool // storeys by age
	base             baseFlags
	rules            string // a rules file
	opacity          string
	routes           int
	bundling         string
}

func (f *cityFlags) register(c *call, set *pflag.FlagSet) {
	f.settings = city.DefaultSettings()
	s := &f.settings
	f.grouping.register(c, set)
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
	f.base.register(set, "base-scale")
	set.StringVar(&f.rules, "rules", "", "")
	set.IntVar(&f.routes, "routes", 0, "")
	set.StringVar(&f.bundling, "bundling", strconv.FormatFloat(f.settings.Routes.Strength, 'f', -1, 64), "")
}

// apply checks the values and puts them into the settings.
func (f *cityFlags) apply() error {
	var err error
	s := &f.settings
	if s.Measure, err = city.ParseMeasure(f.measure); err != nil {
		return usageError{err}
	}
	if s.Metric, err = city.ParseMetric(f.metric); err != nil {
		return usageError{err}
	}
	if s.Area, err = city.ParseArea(f.area); err != nil {
		return usageError{err}
	}
	if s.Children, err = parseChildren(f.children); err != nil {
		return err
	}
	if s.Solid < 0 {
		return usagef("solid %d: expected 0 or more", s.Solid)
	}
	var ok bool
	if s.Opacity, ok = parseShare(f.opacity); !ok {
		return usagef("opacity %q: expected 0 to 1, or percent such as 40%%", f.opacity)
	}
	return f.applyRoutes()
}

// applyRoutes checks the options of routes.
func (f *cityFlags) applyRoutes() error {
	if f.routes < 0 || f.routes > city.MaxRoutes {
		return usagef("routes %d: expected 0 to %d", f.routes, city.MaxRoutes)
	}
	r := &f.settings.Routes
	var ok bool
	if r.Strength, ok = parseShare(f.bundling); !ok {
		return usagef("bundling %q: expected 0 to 1, or percent such as 85%%", f.bundling)
	}
	if f.routes > 0 {
		r.On, r.Most = true, f.routes
	}
	return nil
}

// parseShare reads a part of a whole, 0 to 1, or in percent with the sign: "0.9", "90%", "90 %".
func parseShare(text string) (share float64, ok bool) {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		share /= 100
	}
	return share, err == nil && share >= 0 && share <= 1 // NaN is neither
}

func parseChildren(text string) (int, error) {
	if text == "all" {
		return city.AllChildren, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, usagef("children %q: expected a number from 1, or all", text)
	}
	return n, nil
}

// planned is a recording with the plan that the flags ask for.
type planned struct {
	flags    *cityFlags
	opened   *session.Opened
	plan     *city.Plan
	at       int           // the GC point that is asked for
	since    int           // of --diff, the earlier GC point
	budgets  *city.Budgets // nil without rules
	settings city.Settings
	selected city.Target
}

// plan opens the paths and makes the plan.
func (f *cityFlags) plan(c *call, paths []string) (*planned, error) {
	if err := f.apply(); err != nil {
		return nil, err
	}
	if err := f.checkParts(c); err != nil {
		return nil, err
	}
	opened, err := c.open(paths)
	if err != nil {
		return nil, err
	}
	by, err := f.grouping.find(c, opened, f.settings.Measure)
	if err != nil {
		return nil, err
	}
	f.settings.By, f.settings.Filters, f.settings.Measure = by.By, by.Filters, by.Measure
	series, err := opened.Series(c.ctx, by, c.progress(), nil)
	if err != nil {
		return nil, err
	}
	window := city.Window{From: 0, To: series.Len() - 1}
	if f.window != "" {
		if window, err = parseWindow(f.window, series.Times); err != nil {
			return nil, err
		}
	}
	at, err := parseAt(f.at, series.Times)
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
			return nil, usagef("select %q: no group has this key", f.selected)
		}
		if p.selected = p.plan.Target(node); p.selected.Kind == city.Nothing {
			return nil, usagef("select %q: this group is too small to be shown; try --children all", f.selected)
		}
	}
	return p, nil
}

// parseAt reads a GC point: first, last, a number from 1, or a time such as 12.5s, which means the last point not
// after it.
func parseAt(text string, times []trace.Millis) (int, error) {
	switch text {
	case "first":
		return 0, nil
	case "last":
		return len(times) - 1, nil
	}
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(times) {
			return 0, usagef("GC point %d: expected 1 to %d", n, len(times))
		}
		return n - 1, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, usagef("GC point %q: expected first, last, a number from 1, or a time such as 12.5s", text)
	}
	point := 0
	for i, t := range times {
		if int64(t) <= d.Milliseconds() {
			point = i
		}
	}
	return point, nil
}

func parseWindow(text string, times []trace.Millis) (city.Window, error) {
	from, to, ok := strings.Cut(text, "..")
	if !ok {
		return city.Window{}, usagef("window %q: expected two GC points as A..B", text)
	}
	a, err := parseAt(from, times)
	if err != nil {
		return city.Window{}, err
	}
	b, err := parseAt(to, times)
	if err == nil && b < a {
		err = usagef("window %q: ends before it starts", text)
	}
	return city.Window{From: a, To: b}, err
}
