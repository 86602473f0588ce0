package main

import (
	"memcity/city"
	"memcity/city/session"
)

// checkParts checks that one kind of parts of the buildings is asked for at most, and the other recording.
func (f *cityFlags) checkParts(c *call) error {
	kinds := 0
	for _, asked := range []bool{f.diff != "", len(f.base.paths) > 0, len(f.without) > 0, f.ages} {
		if asked {
			kinds++
		}
	}
	if kinds > 1 {
		return usagef("--diff, --base, --without, --ages: expected one of them, as buildings have one kind of parts")
	}
	return f.base.check(c)
}

// build makes the plan and the city at a GC point of a series.
func (f *cityFlags) build(c *call, p *planned, series *city.Series, window city.Window, at int) error {
	series, compared, err := f.compared(c, p.opened, series, at)
	if err != nil {
		return err
	}
	if f.diff != "" && f.window == "" {
		window = city.Window{From: compared.From, To: compared.To}
	}
	if cut, err := f.cut(c, p.opened, series, at); cut != nil || err != nil {
		if compared = cut; err != nil {
			return err
		}
	}
	p.plan = city.NewPlan(series, city.NewMeta(series, window), f.settings)
	aged, err := f.aged(c, p.opened, series, at)
	switch {
	case err != nil:
		return err
	case aged != nil:
		p.city = p.plan.Aged(aged, f.settings)
	case compared != nil:
		p.city = p.plan.Compared(compared, f.settings)
	default:
		p.city = p.plan.At(at, f.settings)
	}
	return nil
}

// compared returns what the city compares, nil for nothing, and the series with the other recording, if there is one.
func (f *cityFlags) compared(c *call, opened *session.Opened, series *city.Series, at int) (*city.Series, *city.Comparison, error) {
	switch {
	case len(f.base.paths) > 0:
		tree, err := f.base.tree(c, opened, f.settings.Grouping())
		if err != nil {
			return nil, nil, err
		}
		series = series.WithBase(tree)
		return series, city.AgainstBase(series, at), nil
	case f.diff == "":
		return series, nil, nil
	}
	k, err := f.between(c, opened, series)
	return series, k, err
}

// between compares the two GC points of --diff.
func (f *cityFlags) between(c *call, opened *session.Opened, series *city.Series) (*city.Comparison, error) {
	points, err := parseWindow(f.diff, series.Times)
	if err != nil {
		return nil, usagef("diff %q: expected an earlier and a later GC point as A..B", f.diff)
	}
	if points.From == points.To {
		return nil, usagef("diff %q: GC point %d is not before itself; expected an earlier and a later one", f.diff, points.To+1)
	}
	if f.at != "last" {
		return nil, usagef("--at and --diff: the city is that of the later GC point of --diff, so --at has no meaning")
	}
	ask := city.AskDiff{From: series.Source(points.From), To: series.Source(points.To)}
	var report *city.DiffReport
	if f.settings.Measure == city.Shallow {
		tree, err := opened.Diff(c.ctx, f.settings.Grouping(), session.DiffAsk{From: ask.From, To: ask.To}, c.progress())
		if err != nil {
			return nil, err
		}
		report = &city.DiffReport{Ask: ask, Tree: tree}
	}
	return city.NewComparison(series, points.From, points.To, report), nil
}
