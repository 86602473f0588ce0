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

// View is what the trends view keeps to itself.
type View struct {
	of        *trees.Series       // names of the recording that the rest belongs to
	report    *trends.Report      // the last one, shown while the next is computed
	time      widget.PlotTime     // common to all charts
	Tables    []*widget.TreeLocal // by level
	series    []shownTrend        // by level
	levels    int                 // charts at the last layout
	menu      int                 // level that the open menu is about
	goTo      string              // id of the table that is to get the focus
	hover     string              // key of the series under the pointer in a chart or a table
	hoverFrom string              // which of them
	openedAt  time.Duration       // when a press opened a chart, which moved the others
	gutter    float32             // of the axes of values, so that the charts stand exactly below one another
}

// Lengths of the trends view, in dp.
const (
	trendHead   = 30  // of a chart
	trendGap    = 10  // between charts
	trendWide   = 700 // from here on the table stands next to the chart
	trendLeast  = 216 // height of a chart next to its table
	trendLow    = 150 // height of a chart above its table
	trendFooter = 24
	trendShort  = 240 // a lower panel has no footer
)

// Trends returns what the view keeps, brought up to date.
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

// DrawTrends draws how groups grow over the window: a chart with its table for the root, and one below it for each group
// drilled down into.
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
	b.X, b.W = b.X-4, b.W+4 // the bar that scrolls lies in the margin
	view.drawTrendCharts(c, b)
}

// shownTrend is the series of a level with those of groups that must not be among the others.
type shownTrend struct {
	of     *trends.Trend
	keys   []string
	series *trends.Trend
}

// others returns the series of a level of the report. A group that is selected or drilled down into has one of its own.
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

// trendCharts makes the charts of all levels.
func (view *View) trendCharts(c *widget.Canvas) []*trendChart {
	charts := make([]*trendChart, len(view.report.Levels))
	var above *trendChart
	for level := range charts {
		charts[level] = view.trendChart(c, level, above)
		above = charts[level]
	}
	return charts
}

// drawTrendCharts draws all charts, one below the other, as high as there is room but never too low to be read.
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
		if focusIn(c, level) { // it was closed
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

// trendsFacts reports which GC points are shown.
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

// drawTrendsFoot shows what is shown, and what work is under way.
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
			widget.ButtonOptions{Text: "All of the time", Hint: "Show the whole window again (double click in a chart)", Look: widget.Ground}) {
			l.time.Fit()
			c.Again = true
		}
		words.CutRight(8)
		cell = words.CutRight(110)
		if c.Button("trends/window", cell.Middle(20),
			widget.ButtonOptions{Text: "Use as window", Hint: "Make the time shown the window of all views", Look: widget.Ground}) {
			view.windowOfTrends(c)
		}
		words.CutRight(8)
	}
	words.CutLeft(c.Text(words, canvas.Small, canvas.Left, c.Dim, trendsFacts(l.report)) + 24)
	if hint := "Press a series to see what is in it"; used == 0 && len(l.report.Levels) == 1 && c.Width(canvas.Small, hint) < words.W {
		c.Text(words, canvas.Small, canvas.Right, c.Dim, hint)
	}
}

// windowOfTrends makes the time that the charts show the window of all views.
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
