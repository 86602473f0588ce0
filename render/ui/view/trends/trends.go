package trends

import (
	"slices"
	"strings"
	"time"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/trends"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
	"memcity/words"
)

// View is the trends view with its local state.
type View struct {
	of        *trees.Series       // names of the recording that the other fields refer to
	report    *trends.Report      // last report, shown while the next one is computed
	time      widget.PlotTime     // shared by all charts
	Tables    []*widget.TreeLocal // by level
	series    []shownTrend        // by level
	levels    int                 // number of charts at the last layout
	menu      int                 // level that the open menu refers to
	goTo      string              // id of the table to focus next
	hover     string              // key of the series under the pointer in a chart or a table
	hoverFrom string              // id of that chart or table
	openedAt  time.Duration       // when a press opened a chart and moved the others
	gutter    float32             // width of the value axes, shared so that the charts are aligned
}

// Lengths of the trends view, in dp.
const (
	trendHead   = 30  // height of a chart's head
	trendGap    = 10  // between charts
	trendWide   = 700 // minimum width to show the table beside the chart
	trendLeast  = 216 // height of a chart beside its table
	trendLow    = 150 // height of a chart above its table
	trendFooter = 24
	trendShort  = 240 // minimum height for a footer
)

// Trends updates the local state and returns it.
func (view *View) Trends(c *widget.Canvas) *View {
	m, l := &c.Model, view
	if l.of == nil || l.of.Names != m.Plan.Series.Names {
		*l = View{}
	}
	l.of = m.Plan.Series
	if r := trends.Kind.Result(&m.Results); r != nil {
		l.report = r
	}
	return l
}

// DrawTrends draws how groups grow over the window: a chart with a table for the root, and below it one for each group drilled into.
func (view *View) DrawTrends(c *widget.Canvas, b canvas.Box) {
	l := view.Trends(c)
	head := widget.DrawViewHead(c, &b, "Trends")
	b.CutTop(2)
	state, why := view.trendsState(c)
	if state == trendsReady || state == trendsBusy {
		view.drawTrendTools(c, head)
	}
	if state != trendsReady {
		l.levels = 0
		view.drawTrendsState(c, b, state, why)
		return
	}
	if b.H >= trendShort {
		foot := b.CutBottom(trendFooter)
		c.Hline(foot.X, foot.Y, foot.W, 1, c.Line)
		view.drawTrendsFoot(c, foot)
	} else {
		b.CutBottom(4)
	}
	l.time.FitTimes(l.report.Times)
	b.X, b.W = b.X-4, b.W+4 // the scroll bar is in the margin
	view.drawTrendCharts(c, b)
}

// shownTrend contains the series of a level, with separate series for the groups that must not be among the others.
type shownTrend struct {
	of     *trends.Trend
	keys   []string
	series *trends.Trend
}

// others returns the series of a level of the report. Groups that are selected or drilled into have separate series.
func (l *View) others(level int, s *state.State) *trends.Trend {
	keys := append([]string{s.Selection}, s.More[:min(len(s.More), trends.MaxTop-1)]...)
	if level+1 < l.report.Query.Levels.Len() {
		keys = append(keys, l.report.Query.Levels.At(level+1))
	}
	for len(l.series) <= level {
		l.series = append(l.series, shownTrend{})
	}
	at, of := &l.series[level], l.report.Levels[level]
	if at.of != of || !slices.Equal(at.keys, keys) {
		*at = shownTrend{of, keys, of.With(l.report.Query.Bytes, keys...)}
	}
	return at.series
}

// trendCharts builds the charts of all levels.
func (view *View) trendCharts(c *widget.Canvas) []*trendChart {
	charts := make([]*trendChart, len(view.report.Levels))
	var above *trendChart
	for level := range charts {
		charts[level] = view.trendChart(c, level, above)
		above = charts[level]
	}
	return charts
}

// drawTrendCharts draws all charts below each other. They fill the available height but are never too low to be readable.
func (view *View) drawTrendCharts(c *widget.Canvas, b canvas.Box) {
	l := view
	n := len(l.report.Levels)
	charts := view.trendCharts(c)
	wide := b.W >= trendWide
	height := float32(0)
	l.gutter = 0
	for _, t := range charts {
		height = max(height, t.least(wide))
		l.gutter = max(l.gutter, t.axisWidth(c))
	}
	height = max(height, (b.H+trendGap)/float32(n)-trendGap)
	for level := n; level < l.levels; level++ {
		if focusIn(c, level) { // the focused chart was closed
			l.goTo = trendID(n-1, "/table")
		}
	}
	c.Scroll("trends", b, func(content canvas.Box) float32 {
		at := content
		at.X, at.W = at.X+4, at.W-4
		for level, t := range charts {
			if level > 0 {
				c.Hline(at.X, at.Y, at.W, 1, c.Line)
				at.Y += trendGap
			}
			t.draw(c, at.WithHeight(height), wide)
			at.Y += height
		}
		return at.Y - content.Y
	})
	if s := c.Scrollers["trends"]; n > l.levels && l.levels > 0 {
		s.Offset, c.Again = max(s.Content-b.H, 0), true
	}
	l.levels = n
}

// focusIn reports whether the focus was in a level at the last layout.
func focusIn(c *widget.Canvas, level int) bool {
	prefix := trendID(level, "/")
	for id, ctl := range c.Controls {
		if ctl.Focus && strings.HasPrefix(id, prefix) {
			return true
		}
	}
	return false
}

// trendsFacts describes the GC points of the charts.
func trendsFacts(r *trends.Report) string {
	text := "all " + words.Points(r.Points)
	if len(r.Times) < r.Points {
		text = words.Count(int64(len(r.Times))) + " of " + words.Points(r.Points)
	}
	if r.Points == 1 {
		text = words.Points(1)
	}
	if len(r.Sources) > 0 {
		first, last := r.Sources[0]+1, r.Sources[len(r.Sources)-1]+1
		text += ", from " + words.Count(int64(first)) + " to " + words.Count(int64(last))
	}
	return words.UpperFirst(text)
}

// drawTrendsFoot draws the GC points of the charts and the progress.
func (view *View) drawTrendsFoot(c *widget.Canvas, b canvas.Box) {
	l := view
	used := widget.DrawProgress(c, b, "trends", "computing trends")
	words := b
	if used > 0 {
		words.CutRight(used + 12)
	}
	if !l.time.Whole() {
		cell := words.CutRight(92)
		if c.Button("trends/fit", cell.Middle(20),
			widget.ButtonOptions{Text: "Whole window", Hint: "Show the whole window again (double click in a chart)", Look: widget.Ground}) {
			l.time.Fit()
			c.Again = true
		}
		words.CutRight(8)
		cell = words.CutRight(110)
		if c.Button("trends/window", cell.Middle(20),
			widget.ButtonOptions{Text: "Use as window", Hint: "Use the visible time range as the window in all views", Look: widget.Ground}) {
			view.windowOfTrends(c)
		}
		words.CutRight(8)
	}
	words.CutLeft(c.Text(words, canvas.Small, canvas.Left, c.Dim, trendsFacts(l.report)) + 24)
	if hint := "Click a series to see its groups"; used == 0 && len(l.report.Levels) == 1 && c.Width(canvas.Small, hint) < words.W {
		c.Text(words, canvas.Small, canvas.Right, c.Dim, hint)
	}
}

// windowOfTrends makes the visible time range of the charts the window of all views.
func (view *View) windowOfTrends(c *widget.Canvas) {
	l := view
	from, to := l.time.Shown()
	s := c.Model.Plan.Series
	w := c.Model.State.Window
	times := l.time.FitTimes(l.report.Times)
	first, last := len(times)-1, 0
	for i, t := range times {
		if t <= from {
			last = max(last, i)
			first = i
			continue
		}
		if first = min(first, i); t <= to {
			last = i
		}
	}
	for i, t := range times {
		if t > to && last < i {
			last = i
			break
		}
	}
	if at := s.PointOf(l.report.Sources[first]); at >= 0 {
		w.From = at
	}
	if at := s.PointOf(l.report.Sources[last]); at >= 0 {
		w.To = at
	}
	l.time.Fit()
	c.Do(state.SetWindow{Window: w})
}
