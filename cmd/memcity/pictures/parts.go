package pictures

import (
	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/resolve/history"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/collections"
	"memcity/city/view/diffs"
	"memcity/city/view/guides"
	"memcity/city/view/held"
	"memcity/city/view/pins"
	"memcity/cmd/memcity/cli"
)

// checkParts returns an error if more than one kind of building parts is requested. It also checks the baseline.
func (f *cityFlags) checkParts(c *cli.Call) error {
	kinds := 0
	for _, requested := range []bool{f.diff != "", len(f.base.Paths) > 0, len(f.without) > 0, f.ages, f.staleness} {
		if requested {
			kinds++
		}
	}
	if kinds > 1 {
		return cli.Usagef("--diff, --base, --without, --ages, --staleness: expected one of them, because each divides the buildings")
	}
	return f.base.Check(c)
}

// build builds the plan of a series, with the baseline if there is one.
func (p *cityPlan) build(c *cli.Call, series *trees.Series, window trees.Window) error {
	f := p.flags
	if len(f.base.Paths) > 0 {
		tree, err := f.base.Tree(c, p.opened, f.settings.Grouping())
		if err != nil {
			return err
		}
		series = series.WithBaseline(tree)
	}
	if f.diff != "" {
		points, err := f.diffed(p.opened, series)
		if err != nil {
			return err
		}
		p.since, p.at = points.From, points.To
		if f.window == "" {
			window = points
		}
	}
	p.plan = scene.NewPlan(series, trees.NewMeta(series, window), f.settings)
	return nil
}

// city returns the city at a GC point, with the requested parts.
func (p *cityPlan) city(c *cli.Call, at int) (shown *scene.City, err error) {
	f := p.flags
	switch {
	case len(f.base.Paths) > 0:
		shown = p.plan.AtBaseline(at, f.settings)
	case f.diff != "":
		var k *scene.Comparison
		if k, err = p.between(c, at); err == nil {
			shown = p.plan.Compared(k, f.settings)
		}
	case len(f.without) > 0:
		var k *scene.Comparison
		if k, err = f.whatIf(c, p.opened, p.plan.Series, at); err == nil {
			shown = p.plan.Compared(k, f.settings)
		}
	case f.ages:
		var ages *scene.Ages
		if ages, err = f.aged(c, p.opened, p.plan.Series, at); err == nil {
			shown = p.plan.Aged(ages, f.settings)
		}
	case f.staleness:
		var used *scene.Held
		if used, err = f.used(c, p.opened, p.plan.Series, at); err == nil {
			shown = p.plan.Used(used, f.settings)
		}
	default:
		shown, err = p.whole(c, at)
	}
	if err != nil {
		return nil, err
	}
	shown.Budgets = p.budgets
	return shown, nil
}

// showsFindings reports whether the city of whole buildings shows findings.
func (p *cityPlan) showsFindings() bool {
	return p.settings.Color.Finds() && p.settings.SizeKind == trees.Shallow
}

// begin moves the GC point to that at which findings begin, if the picture shows findings and the flags name no point.
func (p *cityPlan) begin(c *cli.Call, window trees.Window) error {
	f := p.flags
	if f.at != "" || f.diff != "" || len(f.base.Paths) > 0 || len(f.without) > 0 || f.ages || f.staleness || !p.showsFindings() {
		return nil
	}
	found, err := guided.Report(c.Ctx, p.opened, guides.Query{Points: p.plan.Series.Len()}, c.Progress())
	if memory.RefusedBy(err) != nil { // reported with the picture
		return nil
	}
	if err != nil {
		return err
	}
	if at := pins.Initial(found.Report, p.plan.Series, p.opened.Recording); window.From <= at && at <= window.To {
		p.at = at
	}
	return nil
}

// whole returns the city with undivided buildings. It shows findings by default.
func (p *cityPlan) whole(c *cli.Call, at int) (*scene.City, error) {
	requested := p.settings.Color == scene.FindingColors
	if !p.showsFindings() {
		return p.plan.At(at, p.settings), nil
	}
	series := p.plan.Series
	report, err := guided.Pins(c.Ctx, p.opened, pins.Query{Points: series.Len(), Heap: trees.HeapState{By: p.settings.Grouping(), Point: series.Source(at)}},
		c.Progress())
	if memory.RefusedBy(err) != nil && !requested { // the picture without findings fits
		c.Notify("warning: the city shows no findings: " + err.Error())
		return p.plan.At(at, p.settings), nil
	}
	if err != nil {
		return nil, err
	}
	p.found = report.Found
	pinned := scene.NewPins(series, at, report)
	if p.look == nil { // the same at all GC points
		look := p.plan.Opening(pinned, p.settings, func(l scene.Look) scene.Camera { return l.Home(p.plan.Bounds(), 16.0/9, scene.Frame{}) })
		p.look = &look
	}
	return p.plan.WithPins(pinned, p.settings, *p.look), nil
}

// diffed returns the two GC points of --diff.
func (f *cityFlags) diffed(o *recording.Recording, series *trees.Series) (trees.Window, error) {
	points, err := cli.ParseWindow(f.diff, cli.PointsOf(o, series))
	switch {
	case err != nil:
		return points, cli.Usagef("diff %q: expected an earlier and a later GC point as A..B", f.diff)
	case points.From == points.To:
		return points, cli.Usagef("diff %q: GC point %d is not before itself; expected an earlier and a later one", f.diff, points.To+1)
	case f.at != "":
		return points, cli.Usagef("--at and --diff: --diff already selects its later GC point; remove --at")
	}
	return points, nil
}

// between compares the earlier GC point of --diff with the given one, which must not precede it.
func (p *cityPlan) between(c *cli.Call, at int) (*scene.Comparison, error) {
	series := p.plan.Series
	query := diffs.Query{By: p.settings.Grouping(), From: series.Source(p.since), To: series.Source(at)}
	var report *diffs.Report
	if p.settings.SizeKind == trees.Shallow && at > p.since {
		tree, err := history.Diff(c.Ctx, p.opened, query, c.Progress())
		if err != nil {
			return nil, err
		}
		report = &diffs.Report{Query: query, Tree: tree}
	}
	return scene.NewComparison(series, p.since, at, report), nil
}

// aged returns the ages in the city at a GC point.
func (f *cityFlags) aged(c *cli.Call, opened *recording.Recording, series *trees.Series, at int) (*scene.Ages, error) {
	if f.settings.SizeKind != trees.Shallow {
		return nil, cli.Usagef("--ages: not available for %s sizes; --measure must be %s", f.settings.SizeKind, trees.Shallow)
	}
	report, err := opened.Ages(c.Ctx, ages.Query{By: f.settings.Grouping(), Point: series.Source(at)}, c.Progress())
	if err != nil {
		return nil, err
	}
	return scene.NewAges(series, at, report), nil
}

// used returns the staleness in the city at a GC point, measured from the start of the recording.
func (f *cityFlags) used(c *cli.Call, opened *recording.Recording, series *trees.Series, at int) (*scene.Held, error) {
	if f.settings.SizeKind != trees.Shallow {
		return nil, cli.Usagef("--staleness: not available for %s sizes; --measure must be %s", f.settings.SizeKind, trees.Shallow)
	}
	q := held.Query{By: f.settings.Grouping(), Point: series.Source(at), From: -1, Threshold: collections.DefaultThreshold}
	report, err := opened.Held(c.Ctx, q, c.Progress())
	if err != nil {
		return nil, err
	}
	return scene.NewHeld(series, at, report), nil
}
