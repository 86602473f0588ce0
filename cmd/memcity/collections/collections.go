package collections

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"memcity/analysis/staleness"
	"memcity/city/resolve/history"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/hirth"
	"memcity/trace/usage"
)

// flags contains the options of collections.
type flags struct {
	window, filter, format string
	threshold              float64
	top, maxSize           int
	collection, maxGets    int
}

// printCollections prints how the program used the elements of its collections.
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
	c.SourceFlag(set)
	set.StringVar(&f.format, "format", "table", "")
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if err := f.check(set.Changed("max-size")); err != nil {
		return err
	}
	in, err := load(c, paths)
	if err != nil {
		return err
	}
	out, err := f.build(c.Ctx, in)
	if err != nil {
		return err
	}
	c.Report(in.warnings())
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
	return cli.CheckTable(f.format)
}

// input contains the events of a program's collections.
type input struct {
	name   string
	log    *usage.Log
	faults []trace.Warning // of the files in the format of the thesis
	// shares returns the share of the heap that each collection keeps alive; nil if there are no heap states.
	shares func(*staleness.View) ([]float64, error)
}

// warnings returns the faults and doubts in the log, without the warnings of the recording.
func (in *input) warnings() []trace.Warning {
	all := slices.Clip(in.faults)
	for _, text := range in.log.Troubles {
		all = append(all, trace.Warning{Source: in.name, Text: text})
	}
	return all
}

// load opens a trace, or the two files in the format of the thesis. Damage becomes a warning.
func load(c *cli.Call, paths []string) (*input, error) {
	log, files, faults, err := hirth.Load(c.Ctx, paths, c.Progress())
	if err != nil {
		return nil, err
	}
	if log == nil {
		return readTrace(c, paths)
	}
	return &input{name: files.Trace.Base(), log: log, faults: faults}, nil
}

func readTrace(c *cli.Call, paths []string) (*input, error) {
	o, err := c.Open(paths)
	if err != nil {
		return nil, err
	}
	log, err := o.Usage(c.Ctx)
	if err != nil {
		return nil, err
	}
	if log == nil {
		return nil, cli.Usagef("collections: %s does not contain the use of collections; record it with --collections own",
			o.Recording.Name)
	}
	return &input{name: o.Recording.Name, log: log, shares: func(v *staleness.View) ([]float64, error) {
		shares, err := history.CollectionShares(c.Ctx, o, v, c.Progress())
		if err != nil {
			return nil, err
		}
		return shares.Of, nil
	}}, nil
}

// view returns the log in the requested window.
func (f *flags) view(log *usage.Log) (*staleness.View, error) {
	if f.window == "" {
		return staleness.Whole(log)
	}
	a, b, ok := strings.Cut(f.window, "..")
	from, okFrom := parseTime(a, log)
	to, okTo := parseTime(b, log)
	if !ok || !okFrom || !okTo {
		return nil, cli.Usagef("window %q: expected two times as A..B; each is start, end, milliseconds, or a time such as 12.5s", f.window)
	}
	v, err := staleness.New(log, from, to)
	if err != nil {
		return nil, cli.Usagef("window %q: %w", f.window, err)
	}
	return v, nil
}

// parseTime parses start, end, a number of milliseconds, or a duration.
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
