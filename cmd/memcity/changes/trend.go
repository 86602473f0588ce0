package changes

import (
	"errors"
	"math"
	"time"

	"memcity/analysis/group"
	"memcity/analysis/trend"
	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/city/trees"
	"memcity/city/view/trends"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
)

// trendFlags contains the options of trend.
type trendFlags struct {
	grouping                         cli.Grouping
	sizeKindName, unitName, sort     string
	group, window, apartText, format string
	top, every                       int
	other                            bool
	sizeKind                         trees.SizeKind
	unit                             trees.Unit
	order                            trend.Order
	apart                            time.Duration
}

// Trend contains the series of the groups in one group.
type Trend struct {
	Recording trendRecording  `json:"recording"`
	Settings  trendSettings   `json:"settings"`
	Points    []trendPoint    `json:"points"` // selected points
	Group     printedSeries   `json:"group"`  // parent group of the series
	Series    []printedSeries `json:"series"`
	Other     *printedSeries  `json:"other,omitempty"`

	unreachable bool // true if the sums include unreachable objects
	garbage     bool // true if the sums count objects by type, with garbage
	Hidden      int  `json:"left_out"` // number of series that are part of other, or left out
	// Additive reports whether series and other add up to the group at every point. If not, groups share objects.
	Additive bool `json:"additive"`
}

type trendRecording struct {
	Name   string `json:"name"`
	Points int    `json:"points"`
}

type trendSettings struct {
	By       []string `json:"by"`
	Filter   []string `json:"filter,omitempty"`
	SizeKind string   `json:"measure"`
	Unit     string   `json:"metric"`
	Sort     string   `json:"sort"`
	Top      int      `json:"top"` // 0 means all
	Window   string   `json:"window,omitempty"`
	Every    int      `json:"every,omitempty"`
	Apart    int64    `json:"apart_ms,omitempty"`
}

type trendPoint struct {
	At     int    `json:"at"`
	Time   int64  `json:"time_ms"`
	Counts string `json:"counts"` // objects or counts, as in the output of info
}

type printedSeries struct {
	Key      string   `json:"key,omitempty"`
	Name     string   `json:"name"`
	Role     string   `json:"role,omitempty"`
	Start    int64    `json:"start"`
	End      int64    `json:"end"`
	Growth   int64    `json:"growth"`
	Relative *float64 `json:"relative_growth"` // growth divided by start; null if the start is 0
	Average  float64  `json:"average"`
	Leaf     bool     `json:"leaf"` // true without subgroups
	Values   []int64  `json:"values"`

	Estimate *trace.Estimate `json:"estimate,omitempty"` // error of the last value if it comes from samples; nil if exact
}

// printTrend prints groups over time.
func printTrend(c *cli.Call) error {
	set := c.Flags()
	var f trendFlags
	f.grouping.Register(c, set)
	set.StringVar(&f.group, "group", "", "")
	set.StringVar(&f.sizeKindName, "measure", "shallow", "")
	set.StringVar(&f.unitName, "metric", trees.DefaultUnit.String(), "")
	set.StringVar(&f.sort, "sort", trend.ByGrowth.String(), "")
	set.IntVar(&f.top, "top", trend.DefaultTop, "")
	set.BoolVar(&f.other, "other", true, "")
	set.StringVar(&f.window, "window", "", "")
	set.IntVar(&f.every, "every", 1, "")
	set.StringVar(&f.apartText, "apart", "", "")
	c.SourceFlag(set)
	set.StringVar(&f.format, "format", "table", "")
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	return cli.Result(c, paths, f.format, f.build)
}

func (f *trendFlags) check() (err error) {
	if f.sizeKind, err = trees.ParseSizeKind(f.sizeKindName); err != nil {
		return cli.UsageError{Err: err}
	}
	if f.unit, err = trees.ParseUnit(f.unitName); err != nil {
		return cli.UsageError{Err: err}
	}
	if f.order, err = trend.ParseOrder(f.sort); err != nil {
		return cli.Usagef("sort %q: expected growth, relative, start, end or average", f.sort)
	}
	if f.top < 0 {
		return cli.Usagef("top %d: expected 0 for all, or more", f.top)
	}
	if f.every < 1 {
		return cli.Usagef("every %d: expected 1 for all GC points, or more", f.every)
	}
	if f.apartText != "" {
		if f.apart, err = time.ParseDuration(f.apartText); err != nil || f.apart < 0 {
			return cli.Usagef("apart %q: expected a time such as 2s", f.apartText)
		}
	}
	return cli.CheckTable(f.format, "trace")
}

// build computes the series.
func (f *trendFlags) build(c *cli.Call, o *recording.Recording) (*Trend, error) {
	measure := f.sizeKind
	if o.Grouped() {
		measure = trees.Shallow // other size kinds come from the trees themselves
	}
	by, err := f.grouping.Find(c, o, measure)
	if err != nil {
		return nil, err
	}
	by.SizeKind = f.sizeKind
	if o.Grouped() && f.sizeKind != trees.Shallow && f.unit == trees.Objects {
		return nil, cli.Usagef("%s sizes: prebuilt memory trees have them in bytes only", f.sizeKind)
	}
	points, err := f.points(c, o)
	if err != nil {
		return nil, err
	}
	query := history.TrendQuery{By: by, Key: f.group, From: points.From, To: points.To, Choice: trend.Choice{Every: f.every, Apart: f.apart},
		Options: trend.Options{Bytes: f.unit == trees.Bytes, Order: f.order, Top: f.top}}
	found, err := history.Trend(c.Ctx, o, query, c.Progress())
	switch {
	case errors.Is(err, history.ErrNoGroup), errors.Is(err, recording.ErrNoSizes):
		return nil, cli.UsageError{Err: err}
	case err != nil:
		return nil, err
	}
	return f.print(o, by, found), nil
}

// points returns the GC points of the requested window.
func (f *trendFlags) points(c *cli.Call, o *recording.Recording) (trees.Window, error) {
	switch {
	case f.window == "":
		w, isLeak, err := cli.FirstWindow(c, o, false, "--window all for the whole recording")
		if isLeak {
			f.window = "growth"
		}
		return w, err
	case f.window == "all":
		return trees.Window{To: len(o.Recording.Points) - 1}, nil
	case !isFound(f.window):
		return cli.WindowOf(c.Ctx, o, f.window)
	}
	e, w, err := foundWindow(c, o, f.window)
	if err != nil {
		return trees.Window{}, err
	}
	from, to := e.PointsOf(w)
	return trees.Window{From: from, To: to}, nil
}

func (f *trendFlags) print(o *recording.Recording, by trees.Grouping, found *trends.Trend) *Trend {
	out := &Trend{Recording: trendRecording{o.Recording.Name, len(o.Recording.Points)},
		Settings: trendSettings{By: by.By.Slice(), Filter: by.Filters.Slice(), SizeKind: f.sizeKind.String(), Unit: f.unit.String(),
			Sort: f.order.String(),
			Top:  f.top, Window: f.window, Apart: f.apart.Milliseconds()},
		Points: []trendPoint{}, Series: []printedSeries{}, Hidden: found.Rest, Additive: found.Additive}
	if f.every > 1 {
		out.Settings.Every = f.every
	}
	for i, t := range found.Series.Times {
		source := found.Series.Source(i)
		out.Points = append(out.Points, trendPoint{source + 1, int64(t), o.Recording.Counting(source).String()})
		out.garbage = out.garbage || countsGarbage(o.Recording, source)
	}
	for n := range found.Series.Nodes.Children(0) {
		out.unreachable = out.unreachable || found.Series.Role(n) == group.UnreachableRole
	}
	series := func(s *trend.Series) printedSeries {
		p := printedSeries{Name: s.Name, Start: s.Start, End: s.End, Growth: s.Growth, Average: s.Average, Leaf: s.Leaf, Values: s.Values}
		if s.Node >= 0 {
			p.Key, p.Role = found.Key(s), found.Series.Role(s.Node)
			if e, ok := found.Series.Estimate(found.Series.Len()-1, s.Node); ok {
				p.Estimate = &e
			}
		}
		if !math.IsInf(s.Relative, 0) {
			p.Relative = &s.Relative
		}
		return p
	}
	out.Group = series(&found.Total)
	for i := range found.Trend.Series {
		out.Series = append(out.Series, series(&found.Trend.Series[i]))
	}
	if f.other {
		other := series(&found.Others)
		out.Other = &other
	}
	return out
}
