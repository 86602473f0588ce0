package city

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"memcity/analysis/trend"
)

// TrendOrder is what the series of a chart are ordered by, the largest first. The names of the orders are those of package
// trend.
type TrendOrder = trend.Order

// Orders of series.
const (
	GrowthOrder   = trend.ByGrowth
	RelativeOrder = trend.ByRelative
	StartOrder    = trend.ByStart
	EndOrder      = trend.ByEnd
	AverageOrder  = trend.ByAverage
)

// TrendSeries is one group over time, or all others of its level.
type TrendSeries = trend.Series

// TrendChoice says which GC points of the window are looked at. The zero TrendChoice is all of them.
type TrendChoice = trend.Choice

// Trends is what the trends view shows: a chart of the groups below the root, and one below it for each group drilled down
// into.
type Trends struct {
	Levels []string     // keys of the groups drilled down into, one below the other; the root comes before them. Never written to
	Charts []TrendChart // by level, the root's first; those missing are usual ones. Never written to
	Choice TrendChoice
	Style  TrendStyle
	NoRest bool // leaves out the series of all others
}

// Same reports whether t and o show the same.
func (t Trends) Same(o Trends) bool {
	return t.Choice == o.Choice && t.Style == o.Style && t.NoRest == o.NoRest && slices.Equal(t.Levels, o.Levels) && slices.Equal(t.Charts, o.Charts)
}

// TrendStyle is how series are drawn.
type TrendStyle uint8

// Styles. Usual are areas for shallow sizes, and lines for others, which do not add up.
const (
	UsualStyle TrendStyle = iota
	StackedAreas
	SingleLines
)

var styleNames = []string{"usual", "areas", "lines"}

// String returns "usual", "areas" or "lines".
func (s TrendStyle) String() string { return styleNames[s] }

// ParseTrendStyle reads "usual", "areas" or "lines".
func ParseTrendStyle(text string) (TrendStyle, error) {
	return parseName[TrendStyle]("style", styleNames, text)
}

// Stacked reports whether the series are areas that stand on one another.
func (t *Trends) Stacked(m Measure) bool {
	return t.Style == StackedAreas || t.Style == UsualStyle && m == Shallow
}

// TrendChart is how one level is shown.
type TrendChart struct {
	Order TrendOrder
	Top   int // series told apart; 0 for the usual number
}

// UsualTop is how many series a chart tells apart unless the user chose, MaxTop how many it can.
const (
	UsualTop = trend.DefaultTop
	MaxTop   = 20
)

// maxTrendLevels bounds how deep one can drill down.
const maxTrendLevels = 64

// Chart returns how a level is shown, 0 being the root's.
func (t *Trends) Chart(level int) TrendChart {
	c := TrendChart{}
	if level < len(t.Charts) {
		c = t.Charts[level]
	}
	c.Top = min(max(cmp.Or(c.Top, UsualTop), 1), MaxTop)
	return c
}

// With returns t with another chart at a level.
func (t Trends) With(level int, c TrendChart) Trends {
	charts := slices.Clone(t.Charts)
	for len(charts) <= level {
		charts = append(charts, TrendChart{})
	}
	charts[level] = c
	t.Charts = charts
	return t
}

// Opened returns the key of the group whose chart comes below that of a level; empty if none does.
func (t *Trends) Opened(level int) string {
	if level < len(t.Levels) {
		return t.Levels[level]
	}
	return ""
}

// Ask returns what the trends view asks for, over the GC points from one to another.
func (t *Trends) Ask(bytes bool, from, to int) *AskTrends {
	ask := &AskTrends{Levels: append([]string{""}, t.Levels...), Bytes: bytes, From: from, To: to, Choice: t.Choice}
	for level := range ask.Levels {
		ask.Charts = append(ask.Charts, t.Chart(level))
	}
	return ask
}

// AskTrends asks for the series of some levels.
type AskTrends struct {
	Levels   []string     // keys of groups; the root is "", and comes first
	Charts   []TrendChart // by level
	Bytes    bool
	From, To int // GC points of the recording
	Choice   TrendChoice
}

// Same reports whether a and o ask for the same.
func (a *AskTrends) Same(o *AskTrends) bool {
	if a == nil || o == nil {
		return a == o
	}
	return slices.Equal(a.Levels, o.Levels) && slices.Equal(a.Charts, o.Charts) && a.Bytes == o.Bytes && a.From == o.From &&
		a.To == o.To && a.Choice == o.Choice
}

// Metric returns what the series count.
func (a *AskTrends) Metric() Metric {
	if a.Bytes {
		return Bytes
	}
	return Objects
}

// TrendsReport is the series of some levels over common GC points.
type TrendsReport struct {
	Ask     AskTrends
	Measure Measure         // of the values
	Times   []time.Duration // of the GC points looked at
	Sources []int           // which GC points of the recording they are, ascending
	Points  int             // GC points of the recording in the window
	Levels  []*Trend        // by those of Ask; shorter if a group is not there
}

// Report answers a from the GC points looked at, out of a number of GC points in the window. Levels whose group is not there,
// as with another grouping, are left out with those below. It takes time in proportion to GC points times groups of the levels.
func (a *AskTrends) Report(looked *Series, points int, m Measure) *TrendsReport {
	r := &TrendsReport{Ask: *a, Measure: m, Points: points}
	for i, at := range looked.Times {
		r.Times, r.Sources = append(r.Times, time.Duration(at)*time.Millisecond), append(r.Sources, looked.Source(i))
	}
	for level, key := range a.Levels {
		t, ok := looked.Trend(key, trend.Options{Bytes: a.Bytes, Order: a.Charts[level].Order, Top: a.Charts[level].Top, Overlap: m != Shallow})
		if !ok {
			break
		}
		r.Levels = append(r.Levels, t)
	}
	return r
}

// Trend makes the series of the groups below the one with a key; the root has the empty key, too. It finds the Node of the
// options. ok is false if there is no such group.
func (s *Series) Trend(key string, o trend.Options) (t *Trend, ok bool) {
	if len(s.Nodes) == 0 {
		return nil, false
	}
	if o.Node = 0; key != "" {
		if o.Node, ok = s.Find(key); !ok {
			return nil, false
		}
	}
	return &Trend{Trend: trend.New(trendLevels{s}, o), Series: s}, true
}

// trendLevels are the levels of a series of memory trees.
type trendLevels struct{ *Series }

func (l trendLevels) Children(node int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		if int(node) >= len(l.Nodes) {
			return
		}
		for c := node + 1; c < l.Nodes[node].End; c = l.Nodes[c].End {
			if !yield(c) {
				return
			}
		}
	}
}

// SetTrends changes how trends are shown, but not what is drilled down into. It can be taken back with Undo.
type SetTrends struct{ Trends Trends }

func (a SetTrends) step(s State) State {
	before := s.choices()
	s.Trends = a.Trends.at(s.Trends.Levels)
	return s.chose(before, "")
}

// at returns t with other levels.
func (t Trends) at(levels []string) Trends {
	t.Levels = levels
	return t
}

// OpenTrend shows the groups below a group, which is one of the series of the chart of a level, in a chart below it, in
// place of those that are there; if it is open already, it is closed. The group becomes the selection. One can go back
// from it.
type OpenTrend struct {
	Level int
	Key   string
}

func (a OpenTrend) step(s State) State {
	before := s
	if a.Key == "" || a.Level < 0 || a.Level > len(s.Trends.Levels) || a.Level >= maxTrendLevels {
		return s
	}
	levels := s.Trends.Levels[:a.Level:a.Level]
	if s.Trends.Opened(a.Level) != a.Key {
		levels = append(levels, a.Key)
	}
	s.Trends.Levels = levels
	s.Selection, s.More = a.Key, nil
	return s.came(before)
}

// CloseTrend closes the chart of a level and those below it; that of the root stays. What is selected in them gives way to
// the group whose chart it was. One can go back from it.
type CloseTrend struct{ Level int }

func (a CloseTrend) step(s State) State {
	before := s
	if a.Level < 1 || a.Level > len(s.Trends.Levels) {
		return s
	}
	closed := s.Trends.Levels[a.Level-1]
	s.Trends.Levels = s.Trends.Levels[: a.Level-1 : a.Level-1]
	if strings.HasPrefix(s.Selection, closed+"#") {
		s.Selection, s.More = closed, nil
	}
	return s.came(before)
}
