package main

import (
	"cmp"
	"math"
	"slices"

	"memcity/city"
	"memcity/city/session"
)

// compareFlags are the options of compare.
type compareFlags struct {
	grouping                              groupingFlags
	base                                  baseFlags
	at, measure, metricName, sort, format string
	top                                   int

	metric   city.Metric
	measured city.Measure
}

// printedComparison tells how a recording differs from another one, the base.
type printedComparison struct {
	Base      *city.DumpBase     `json:"base"`
	Recording city.DumpRecording `json:"recording"`
	Settings  compareSettings    `json:"settings"`
	Verdict   comparedGroup      `json:"verdict"` // of the whole heap
	Districts []comparedGroup    `json:"districts"`
	Groups    []comparedGroup    `json:"groups"` // without further groups inside
	Hidden    compareHidden      `json:"hidden"` // what --top left out
}

type compareSettings struct {
	By      []string `json:"by"`
	Filter  []string `json:"filter,omitempty"`
	Measure string   `json:"measure"`
	Metric  string   `json:"metric"`
	Sort    string   `json:"sort"`
	Top     int      `json:"top"` // 0 means all
}

type compareHidden struct {
	Districts int `json:"districts"`
	Groups    int `json:"groups"`
}

// comparedGroup is a group in both recordings.
type comparedGroup struct {
	Key        string   `json:"key"`
	Path       []string `json:"path"`
	Name       string   `json:"name"`
	Role       string   `json:"role"`
	Before     amount   `json:"before"` // scaled if shares of the heap are compared
	After      amount   `json:"after"`
	Difference amount   `json:"difference"`
	Ratio      *float64 `json:"ratio,omitempty"` // after over before, in the metric; none if the base does not have the group
	Verdict    string   `json:"verdict"`         // none, same, more, less, new or gone, in the metric

	told city.Verdict
}

// compareSorts are what groups may be ordered by, the greatest first. Ratios count either way: half is as much as double.
var compareSorts = map[string]func(v city.Verdict) float64{
	"difference": func(v city.Verdict) float64 { return math.Abs(float64(v.Difference())) },
	"more":       func(v city.Verdict) float64 { return float64(v.Difference()) },
	"less":       func(v city.Verdict) float64 { return float64(-v.Difference()) },
	"ratio":      func(v city.Verdict) float64 { return math.Abs(math.Log2(float64(v.After) / float64(v.Before))) },
	"before":     func(v city.Verdict) float64 { return float64(v.Before) },
	"after":      func(v city.Verdict) float64 { return float64(v.After) },
}

// compare prints how a recording differs from another one.
func compare(c *call) error {
	set := c.flags()
	var f compareFlags
	f.grouping.register(c, set)
	set.StringVar(&f.measure, "measure", city.Shallow.String(), "")
	set.StringVar(&f.metricName, "metric", city.Bytes.String(), "")
	set.StringVar(&f.at, "at", "last", "")
	set.StringVar(&f.base.at, "base-at", "last", "")
	set.StringVar(&f.base.scale, "scale", scales[0], "")
	set.StringVar(&f.sort, "sort", "difference", "")
	set.IntVar(&f.top, "top", 20, "")
	set.StringVar(&f.format, "format", "table", "")
	paths, done, err := c.parse(set)
	if err != nil || done {
		return err
	}
	if len(paths) != 2 || paths[0] == "" {
		return usagef("compare: expected two recordings, BASE and PATH; got %d", len(paths))
	}
	if err := f.check(c, paths); err != nil {
		return err
	}
	return answer(c, paths[1:], f.format, f.find)
}

func (f *compareFlags) check(c *call, paths []string) (err error) {
	f.base.paths = paths[:1]
	if err := f.base.check(c); err != nil {
		return err
	}
	if err := c.checkPaths(paths[1:]); err != nil {
		return err
	}
	if f.measured, err = city.ParseMeasure(f.measure); err != nil {
		return usageError{err}
	}
	if f.metric, err = city.ParseMetric(f.metricName); err != nil {
		return usageError{err}
	}
	if f.top < 0 {
		return usagef("top %d: expected 0 for all, or more", f.top)
	}
	if compareSorts[f.sort] == nil {
		return usagef("sort %q: expected difference, more, less, ratio, before or after", f.sort)
	}
	return checkFormat(f.format, "table", "json", "csv")
}

func (f *compareFlags) find(c *call, o *session.Opened) (*printedComparison, error) {
	at, err := pointOf(o, f.at)
	if err != nil {
		return nil, err
	}
	by, err := f.grouping.find(c, o, f.measured)
	if err != nil {
		return nil, err
	}
	t, err := o.Tree(c.ctx, by, at, c.progress())
	if err != nil {
		return nil, err
	}
	base, err := f.base.tree(c, o, by)
	if err != nil {
		return nil, err
	}
	k := city.AgainstBase(city.NewSeries([]city.PointTree{t}).WithBase(base), 0)
	out := &printedComparison{Base: k.DumpBase(f.metric), Recording: dumpRecording(o, at), Districts: []comparedGroup{}, Groups: []comparedGroup{},
		Settings: compareSettings{by.By, by.Filters, by.Measure.String(), f.metric.String(), f.sort, f.top}}
	for i := range k.Series.Nodes {
		switch g := f.group(k, int32(i)); {
		case i == 0:
			out.Verdict = g
		case g.told.Kind == city.VerdictNone:
		case k.Series.IsLeaf(int32(i)):
			out.Groups = append(out.Groups, g)
		default:
			out.Districts = append(out.Districts, g)
		}
	}
	out.Districts, out.Hidden.Districts = f.first(out.Districts)
	out.Groups, out.Hidden.Groups = f.first(out.Groups)
	return out, nil
}

// group tells how a node compares.
func (f *compareFlags) group(k *city.Comparison, node int32) comparedGroup {
	s, fate, v := k.Series, k.Fate(node), k.Verdict(node, f.metric)
	g := comparedGroup{Key: s.Key(node), Path: s.Path(node), Name: s.Name(node), Role: s.Role(node),
		Before: amount(fate.Before), After: amount(fate.After), Verdict: v.Kind.String(), told: v,
		Difference: amount{fate.After.Objects - fate.Before.Objects, fate.After.Bytes - fate.Before.Bytes}}
	if ratio, ok := v.Ratio(); ok {
		g.Ratio = &ratio
	}
	return g
}

// first orders groups and keeps the first ones.
func (f *compareFlags) first(list []comparedGroup) (kept []comparedGroup, hidden int) {
	by := compareSorts[f.sort]
	slices.SortStableFunc(list, func(a, b comparedGroup) int {
		return cmp.Or(cmp.Compare(by(b.told), by(a.told)), cmp.Compare(b.told.After, a.told.After), cmp.Compare(a.Key, b.Key))
	})
	if f.top > 0 && len(list) > f.top {
		return list[:f.top], len(list) - f.top
	}
	return list, 0
}
