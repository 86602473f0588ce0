package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"memcity/assets"
	"memcity/city"
	"memcity/city/session"
	"memcity/render"
	"memcity/trace"
)

// call is one execution of a command.
type call struct {
	ctx            context.Context
	name           string
	args           []string
	stdin          io.Reader
	stdout, stderr io.Writer
	classifiers    []string // definition files named by --classifiers
	files          *written // see [call.written]
}

// flags returns an empty set of flags for the command.
func (c *call) flags() *pflag.FlagSet {
	set := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.SortFlags = false
	return set
}

// parse reads the flags and returns the paths. "-h" prints the command's part of the manual; done is true then.
func (c *call) parse(set *pflag.FlagSet) (paths []string, done bool, err error) {
	switch err := set.Parse(c.args); {
	case errors.Is(err, pflag.ErrHelp):
		return nil, true, c.printHelp(c.name)
	case err != nil:
		return nil, false, c.explainFlag(err)
	}
	return set.Args(), false, nil
}

// standardInput is what - is called in messages.
const standardInput = "standard input"

// checkPaths finds what no recording can be, before anything is opened.
func (c *call) checkPaths(paths []string) error {
	if len(paths) == 0 {
		return usagef("%s: expected the path of a recording; demos are demo:%s", c.name, demoNames()[0])
	}
	for _, path := range paths {
		switch {
		case path == "":
			return usagef("path %q: expected a file, a folder or -", path)
		case strings.HasPrefix(path, demoPrefix) && len(paths) > 1:
			return usagef("%s: a demo cannot be opened together with other paths", path)
		}
	}
	return nil
}

// explainFlag says in plain words what is wrong with a flag.
func (c *call) explainFlag(err error) error {
	help := strings.TrimSpace("memcity help " + c.name)
	var unknown *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && len(unknown.GetSpecifiedShortnames()) > 0:
		return usagef("-%s: there is no such option; see %s", unknown.GetSpecifiedName(), help)
	case errors.As(err, &unknown):
		return usagef("--%s: there is no such option; see %s", unknown.GetSpecifiedName(), help)
	case errors.As(err, &empty):
		return usagef("--%s: expected a value; see %s", empty.GetFlag().Name, help)
	case errors.As(err, &invalid):
		return usagef("%s %q: expected %s", invalid.GetFlag().Name, invalid.GetValue(), kindOfFlag(invalid.GetFlag()))
	}
	return usageError{err}
}

func kindOfFlag(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int":
		return "a whole number"
	case "float64":
		return "a number"
	case "bool":
		return "true or false"
	case "uintSlice":
		return "a whole number from 0, or several joined by commas"
	}
	return "another value"
}

// one is parse for commands that need a recording.
func (c *call) one(set *pflag.FlagSet) (paths []string, done bool, err error) {
	paths, done, err = c.parse(set)
	if err == nil && !done {
		err = c.checkPaths(paths)
	}
	return paths, done, err
}

// demoPrefix makes a path mean a bundled recording.
const demoPrefix = render.DemoPrefix

// opener returns what opens the paths.
func opener(paths []string) session.Opener {
	return func(ctx context.Context, progress trace.Progress) (*trace.Recording, error) {
		if name, ok := strings.CutPrefix(paths[0], demoPrefix); ok && len(paths) == 1 {
			return openDemo(ctx, name, progress)
		}
		return trace.Open(ctx, paths, progress)
	}
}

func openDemo(ctx context.Context, name string, progress trace.Progress) (*trace.Recording, error) {
	for _, d := range assets.Demos() {
		if d.Name == name {
			r, err := trace.OpenFiles(ctx, d.Name, []trace.File{trace.MemoryFile(d.Name, d.Data())}, progress)
			if err == nil {
				r.Name = d.Name
			}
			return r, err
		}
	}
	return nil, usagef("demo %q: expected one of %s", name, strings.Join(demoNames(), ", "))
}

func demoNames() []string {
	var names []string
	for _, d := range assets.Demos() {
		names = append(names, d.Name)
	}
	return names
}

// open opens the paths with progress on a terminal.
func (c *call) open(paths []string) (*session.Opened, error) {
	written, err := c.written()
	if err != nil {
		return nil, err
	}
	r, err := opener(paths)(c.ctx, c.progress())
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			return nil, &trace.InputError{Source: path.Path, Offset: -1, Text: path.Err.Error()}
		}
		return nil, err
	}
	if !slices.Contains(withoutStates, c.name) {
		if err := r.NoStates(); err != nil {
			return nil, err
		}
	}
	return session.Wrap(r, written.options()), nil
}

// withoutStates are the commands that work with what tells of GCs and has no heap states.
var withoutStates = []string{"info", "windows", "churn", "analyze", "check"}

// warn prints what was wrong with the input.
func (c *call) warn(o *session.Opened) { c.tell(o.Warnings()) }

func (c *call) tell(warnings []trace.Warning) {
	for _, w := range warnings {
		fmt.Fprintln(c.stderr, "memcity: warning: "+w.String())
	}
}

// progress reports to standard error if that is a terminal.
func (c *call) progress() trace.Progress {
	f, ok := c.stderr.(*os.File)
	if !ok {
		return nil
	}
	if info, err := f.Stat(); err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		return nil
	}
	last := time.Now()
	return func(done, total int64, what string) {
		if now := time.Now(); now.Sub(last) > 100*time.Millisecond && total > 0 {
			last = now
			fmt.Fprintf(f, "\r\x1b[K%s %d %%", what, done*100/total)
			if done >= total {
				fmt.Fprint(f, "\r\x1b[K")
			}
		}
	}
}

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
}

// registerRoutes adds the options of commands that can show references as routes.
func (f *cityFlags) registerRoutes(set *pflag.FlagSet) {
	set.IntVar(&f.routes, "routes", 0, "")
	set.StringVar(&f.bundling, "bundling", strconv.FormatFloat(f.settings.Routes.Strength, 'f', -1, 64), "")
}

// registerDiff adds the option of commands that can show buildings in parts.
func (f *cityFlags) registerDiff(set *pflag.FlagSet) { set.StringVar(&f.diff, "diff", "", "") }

// registerBase adds the options of commands that can show another recording in the same city.
func (f *cityFlags) registerBase(set *pflag.FlagSet) { f.base.register(set, "base-scale") }

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
	if f.routes == 0 && f.bundling == "" { // the command has none
		return nil
	}
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
	opened   *session.Opened
	plan     *city.Plan
	city     *city.City
	settings city.Settings
	selected city.Target
}

// plan opens the paths and makes the city.
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
	p := &planned{opened: opened, settings: f.settings}
	if err := f.build(c, p, series, window, at); err != nil {
		return nil, err
	}
	if err := f.hold(c, p); err != nil {
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
