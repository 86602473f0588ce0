package collections

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"memcity/analysis/staleness"
	"memcity/assets"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/hirth"
	"memcity/trace/usage"
)

// flags are the options of collections.
type flags struct {
	window, filter, format string
	threshold              float64
	top, maxSize           int
	collection, maxGets    int
}

// printCollections prints how long elements of collections were not used.
func printCollections(c *cli.Call) error {
	set := c.Flags()
	var f flags
	set.StringVar(&f.window, "window", "", "")
	set.Float64Var(&f.threshold, "threshold", 0.5, "")
	set.IntVar(&f.top, "top", 10, "")
	set.IntVar(&f.maxSize, "max-size", -1, "")
	set.StringVar(&f.filter, "filter", "", "")
	set.IntVar(&f.collection, "collection", 0, "")
	set.IntVar(&f.maxGets, "max-gets", staleness.DefaultMostGets, "")
	set.StringVar(&f.format, "format", "table", "")
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if err := f.check(set.Changed("max-size")); err != nil {
		return err
	}
	name, log, warnings, err := load(c, paths)
	if err != nil {
		return err
	}
	out, err := f.build(c.Ctx, name, log)
	if err != nil {
		return err
	}
	c.Report(warnings)
	return c.Print(f.format, out)
}

func (f *flags) check(limited bool) error {
	switch {
	case !(f.threshold >= 0 && f.threshold <= 1):
		return cli.Usagef("threshold %g: expected 0 to 1", f.threshold)
	case f.top < 0:
		return cli.Usagef("top %d: expected 0 for all, or more", f.top)
	case limited && f.maxSize < 0:
		return cli.Usagef("max-size %d: expected 0 for empty collections, or more", f.maxSize)
	case f.collection < 0:
		return cli.Usagef("collection %d: expected a number from 1, as in the first column", f.collection)
	case f.maxGets < 0:
		return cli.Usagef("max-gets %d: expected 0 or more", f.maxGets)
	}
	return cli.CheckFormat(f.format, "table", "json", "csv")
}

// load opens what a program did with its collections: a trace, or the two files of the thesis. What is damaged becomes a warning.
func load(c *cli.Call, paths []string) (name string, log *usage.Log, warnings []trace.Warning, err error) {
	var files hirth.Files
	found := false
	if !slices.ContainsFunc(paths, func(path string) bool { return strings.HasPrefix(path, assets.DemoPrefix) }) {
		files, found, err = hirth.Find(paths...)
	}
	switch {
	case err != nil:
		return "", nil, nil, err
	case found:
		name = files.Trace.Base()
		log, warnings, err = readFiles(c, files)
	default:
		name, log, warnings, err = readTrace(c, paths)
	}
	if err != nil {
		return "", nil, nil, err
	}
	for _, text := range log.Troubles {
		warnings = append(warnings, trace.Warning{Source: name, Text: text})
	}
	return name, log, warnings, nil
}

func readTrace(c *cli.Call, paths []string) (name string, log *usage.Log, warnings []trace.Warning, err error) {
	o, err := c.Open(paths)
	if err != nil {
		return "", nil, nil, err
	}
	log, err = o.Usage(c.Ctx)
	if err == nil && log == nil {
		err = cli.Usagef("collections: %s does not say what the program did with its collections; record it with --collections own", o.Recording.Name)
	}
	return o.Recording.Name, log, o.Warnings(), err
}

func readFiles(c *cli.Call, files hirth.Files) (log *usage.Log, warnings []trace.Warning, err error) {
	log, err = hirth.Read(c.Ctx, files, c.Progress())
	if log == nil || err != nil && len(log.Collections) == 0 {
		return nil, nil, err
	}
	if fault := (*trace.InputError)(nil); errors.As(err, &fault) {
		text := strings.TrimPrefix(fault.Error(), fault.Source+": ") + ", what was read before that is shown"
		warnings = append(warnings, trace.Warning{Source: trace.File{Name: fault.Source}.Base(), Text: text})
	}
	return log, warnings, nil
}

// view returns the log in the window requested.
func (f *flags) view(log *usage.Log) (*staleness.View, error) {
	if f.window == "" {
		return staleness.Whole(log)
	}
	a, b, ok := strings.Cut(f.window, "..")
	from, okFrom := parseTime(a, log)
	to, okTo := parseTime(b, log)
	if !ok || !okFrom || !okTo {
		return nil, cli.Usagef("window %q: expected two times as A..B, each start, end, milliseconds or such as 12.5s", f.window)
	}
	v, err := staleness.New(log, from, to)
	if err != nil {
		return nil, cli.Usagef("window %q: %w", f.window, err)
	}
	return v, nil
}

// parseTime reads start, end, a number of milliseconds, or a duration.
func parseTime(text string, log *usage.Log) (usage.Millis, bool) {
	switch text {
	case "start":
		return log.Start, true
	case "end":
		return log.End, true
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return usage.Millis(n), n >= 0
	}
	d, err := time.ParseDuration(text)
	return usage.Millis(d.Milliseconds()), err == nil && d >= 0
}

func (f *flags) build(ctx context.Context, name string, log *usage.Log) (*Collections, error) {
	v, err := f.view(log)
	if err != nil {
		return nil, err
	}
	if f.collection > len(log.Collections) {
		return nil, cli.Usagef("collection %d: there are %d", f.collection, len(log.Collections))
	}
	r, err := v.Collections(ctx, staleness.Options{Threshold: f.threshold, Top: f.top, Text: f.filter, Most: int64(f.maxSize),
		Limited: f.maxSize >= 0})
	if err != nil {
		return nil, err
	}
	out := f.report(name, v, r)
	of := staleness.AllCollections
	if f.collection > 0 {
		of = usage.CollectionID(f.collection - 1)
		d, err := v.Details(ctx, of, f.maxGets)
		if err != nil {
			return nil, err
		}
		out.Collection = details(v, of, d)
	}
	line, err := v.Timeline(ctx, of, 0)
	if err != nil {
		return nil, err
	}
	for i, t := range line.Times {
		out.Timeline = append(out.Timeline, Point{int64(t), line.Elements[i]})
	}
	patterns, err := v.Patterns(ctx, staleness.PatternOptions{})
	if err != nil {
		return nil, err
	}
	out.addPatterns(log, patterns)
	return out, nil
}
