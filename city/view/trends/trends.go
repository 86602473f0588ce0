package trends

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"memcity/analysis/trend"
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
)

// Order is what the series of a chart are ordered by, the largest first. The names of the orders are those of package
// trend.
type Order = trend.Order

// Orders of series.
const (
	GrowthOrder   = trend.ByGrowth
	RelativeOrder = trend.ByRelative
	StartOrder    = trend.ByStart
	EndOrder      = trend.ByEnd
	AverageOrder  = trend.ByAverage
)

// Series is one group over time, or all others of its level.
type Series = trend.Series

// Choice says which GC points of the window are looked at. The zero TrendChoice is all of them.
type Choice = trend.Choice

// State is what the trends view shows: a chart of the groups below the root, and one below it for each group drilled down
// into.
type State struct {
	Levels []string // keys of the groups drilled down into, one below the other; the root comes before them. Never written to
	Charts []Chart  // by level, the root's first; those missing are usual ones. Never written to
	Choice Choice
	Style  Style
	NoRest bool // leaves out the series of all others
}

// Style is how series are drawn.
type Style uint8

// Styles. Usual are areas for shallow sizes, and lines for others, which do not add up.
const (
	UsualStyle Style = iota
	StackedAreas
	SingleLines
)

var styleNames = []string{"usual", "areas", "lines"}

// String returns "usual", "areas" or "lines".
func (s Style) String() string { return styleNames[s] }

// ParseStyle reads "usual", "areas" or "lines".
func ParseStyle(text string) (Style, error) {
	return trees.ParseName[Style]("style", styleNames, text)
}

// Stacked reports whether the series are areas that stand on one another.
func (t State) Stacked(m trees.Measure) bool {
	return t.Style == StackedAreas || t.Style == UsualStyle && m == trees.Shallow
}

// Chart is how one level is shown.
type Chart struct {
	Order Order
	Top   int // series shown separately; 0 for the usual number
}

// UsualTop is how many series a chart shows separately unless the user chose, MaxTop how many it can.
const (
	UsualTop = trend.DefaultTop
	MaxTop   = 20
)

// MaxTrendLevels bounds how deep one can drill down.
const MaxTrendLevels = 64

// Chart returns how a level is shown, 0 being the root's.
func (t State) Chart(level int) Chart {
	c := Chart{}
	if level < len(t.Charts) {
		c = t.Charts[level]
	}
	c.Top = min(max(cmp.Or(c.Top, UsualTop), 1), MaxTop)
	return c
}

// With returns t with another chart at a level.
func (t State) With(level int, c Chart) State {
	charts := slices.Clone(t.Charts)
	for len(charts) <= level {
		charts = append(charts, Chart{})
	}
	charts[level] = c
	t.Charts = charts
	return t
}

// Opened returns the key of the group whose chart comes below that of a level; empty if none does.
func (t State) Opened(level int) string {
	if level < len(t.Levels) {
		return t.Levels[level]
	}
	return ""
}

// Query returns what the trends view requests, over the GC points from one to another.
func (t State) Query(by trees.Grouping, bytes bool, from, to int) Query {
	levels := append([]string{""}, t.Levels...)
	charts := make([]Chart, len(levels))
	for level := range charts {
		charts[level] = t.Chart(level)
	}
	return Query{By: by, Levels: seq.Of(levels...), Charts: seq.Of(charts...), Bytes: bytes, From: from, To: to, Choice: t.Choice}
}

// Kind links queries for trends with their results.
var Kind = query.NewKind[Query, *Report]("trends")

// Query requests the series of some levels.
type Query struct {
	By       trees.Grouping
	Levels   seq.Seq[string] // keys of groups; the root is "", and comes first
	Charts   seq.Seq[Chart]  // by level
	Bytes    bool
	From, To int // GC points of the recording
	Choice   Choice
}

// Metric returns what the series count.
func (a *Query) Metric() trees.Metric {
	if a.Bytes {
		return trees.Bytes
	}
	return trees.Objects
}

// Report is the series of some levels over common GC points.
type Report struct {
	Query   Query
	Measure trees.Measure   // of the values
	Times   []time.Duration // of the GC points looked at
	Sources []int           // which GC points of the recording they are, ascending
	Points  int             // GC points of the recording in the window
	Levels  []*Trend        // by those of Query; shorter if a group is not there
}

// Report resolves a from the GC points looked at, out of a number of GC points in the window. Levels whose group is not there,
// as with another grouping, are left out with those below. It takes time in proportion to GC points times groups of the levels.
func (a *Query) Report(looked *trees.Series, points int) *Report {
	m := a.By.Measure
	r := &Report{Query: *a, Measure: m, Points: points}
	for i, at := range looked.Times {
		r.Times, r.Sources = append(r.Times, time.Duration(at)*time.Millisecond), append(r.Sources, looked.Source(i))
	}
	for level, key := range a.Levels.All() {
		t, ok := Of(looked, key, trend.Options{Bytes: a.Bytes, Order: a.Charts.At(level).Order, Top: a.Charts.At(level).Top,
			Overlap: m != trees.Shallow})
		if !ok {
			break
		}
		r.Levels = append(r.Levels, t)
	}
	return r
}

// Of makes the series of the groups below the one with a key; the root has the empty key, too. It finds the Node of the
// options. ok is false if there is no such group.
func Of(s *trees.Series, key string, o trend.Options) (t *Trend, ok bool) {
	if len(s.Nodes) == 0 {
		return nil, false
	}
	if o.Node = 0; key != "" {
		if o.Node, ok = s.Find(key); !ok {
			return nil, false
		}
	}
	return &Trend{Trend: trend.New(levels{s}, o), Series: s}, true
}

// levels are the levels of a series of memory trees.
type levels struct{ *trees.Series }

func (l levels) Children(node int32) iter.Seq[int32] {
	if int(node) >= len(l.Nodes) {
		return func(func(int32) bool) {}
	}
	return l.Nodes.Children(node)
}

// At returns t with other levels.
func (t State) At(levels []string) State {
	t.Levels = levels
	return t
}
