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

// Order selects the order of a chart's series, largest first. Package trend defines the names.
type Order = trend.Order

// Orders of series.
const (
	GrowthOrder   = trend.ByGrowth
	RelativeOrder = trend.ByRelative
	StartOrder    = trend.ByStart
	EndOrder      = trend.ByEnd
	AverageOrder  = trend.ByAverage
)

// Series is one group over time, or the sum of all others of its level.
type Series = trend.Series

// Choice selects GC points of the window. The zero Choice selects all.
type Choice = trend.Choice

// State is the state of the trends view: a chart of the groups below the root, and one for each group of the drill-down.
type State struct {
	Levels []string // keys of the drill-down, from the outermost, without the root; read-only
	Charts []Chart  // by level, the root's first; defaults for missing ones; read-only
	Choice Choice
	Style  Style
	NoRest bool // true to omit the series of all others
}

// Style selects how series are drawn.
type Style uint8

// Styles. DefaultStyle selects areas for shallow sizes, and lines for other sizes, which do not add up.
const (
	DefaultStyle Style = iota
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

// Stacked reports whether the series are stacked areas.
func (t State) Stacked(m trees.SizeKind) bool {
	return t.Style == StackedAreas || t.Style == DefaultStyle && m == trees.Shallow
}

// Chart configures one level.
type Chart struct {
	Order Order
	Top   int // number of series shown separately; 0 for the default
}

// DefaultTop is the default number of series shown separately, and MaxTop the maximum.
const (
	DefaultTop = trend.DefaultTop
	MaxTop     = 20
)

// MaxTrendLevels is the maximum depth of the drill-down.
const MaxTrendLevels = 64

// Chart returns the chart of a level, 0 for the root.
func (t State) Chart(level int) Chart {
	c := Chart{}
	if level < len(t.Charts) {
		c = t.Charts[level]
	}
	c.Top = min(max(cmp.Or(c.Top, DefaultTop), 1), MaxTop)
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

// Opened returns the key of the group whose chart is below that of a level; empty for none.
func (t State) Opened(level int) string {
	if level < len(t.Levels) {
		return t.Levels[level]
	}
	return ""
}

// Query returns the query of the trends view, for the GC points from one to another.
func (t State) Query(by trees.Grouping, bytes bool, from, to int) Query {
	levels := append([]string{""}, t.Levels...)
	charts := make([]Chart, len(levels))
	for level := range charts {
		charts[level] = t.Chart(level)
	}
	return Query{By: by, Levels: seq.Of(levels...), Charts: seq.Of(charts...), Bytes: bytes, From: from, To: to, Choice: t.Choice}
}

// Kind links queries for trends to their reports.
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

// Unit returns the unit of all numbers.
func (a *Query) Unit() trees.Unit {
	if a.Bytes {
		return trees.Bytes
	}
	return trees.Objects
}

// Report contains the series of some levels over common GC points.
type Report struct {
	Query    Query
	SizeKind trees.SizeKind  // of the values
	Times    []time.Duration // of the GC points in use
	Sources  []int           // numbers of these GC points in the recording, ascending
	Points   int             // GC points of the recording in the window
	Levels   []*Trend        // by level of Query; shorter if a group is missing
}

// Report resolves a from a series of GC points, out of the given number of GC points in the window. If the group of a level is missing,
// such as in another grouping, it omits that level and those below. The cost is GC points times groups of the levels.
func (a *Query) Report(looked *trees.Series, points int) *Report {
	m := a.By.SizeKind
	r := &Report{Query: *a, SizeKind: m, Points: points}
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

// Of returns the series of the groups below the one with the given key; the key of the root may be empty. It sets the Node of the options.
// ok is false if there is no such group.
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

// levels contains the levels of a series of memory trees.
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
