package ui

import (
	"slices"
	"time"

	"memcity/city"
)

// trendsLocal is what the trends view keeps to itself.
type trendsLocal struct {
	of        *city.Series       // names of the recording that the rest belongs to
	report    *city.TrendsReport // the last one, shown while the next is computed
	time      plotTime           // common to all charts
	tables    []*treeLocal       // by level
	hues      hueBook
	told      []toldTrend   // by level
	levels    int           // charts at the last layout
	menu      int           // level that the open menu is about
	goTo      string        // id of the table that is to get the focus
	hover     string        // key of the series under the pointer in a chart or a table
	hoverFrom string        // which of them
	openedAt  time.Duration // when a press opened a chart, which moved the others
	gutter    float32       // of the axes of values, so that the charts stand exactly below one another
}

// Lengths of the trends view, in dp.
const (
	trendHead   = 30  // of a chart
	trendGap    = 10  // between charts
	trendWide   = 700 // from here on the table stands beside the chart
	trendLeast  = 216 // height of a chart beside its table
	trendLow    = 150 // height of a chart above its table
	trendFooter = 24
	trendShort  = 240 // a lower panel has no footer
)

// trends returns what the view keeps, brought up to date.
func (c *canvas) trends() *trendsLocal {
	m, l := &c.model, &c.local.trends
	if l.of == nil || l.of.Names != m.Plan.Series.Names {
		*l = trendsLocal{hues: hueBook{}}
	}
	l.of = m.Plan.Series
	if r := m.Answers.Trends; r != nil {
		l.report = r
	}
	return l
}

// drawTrends draws how groups grow over the window: a chart with its table for the root, and one below it for each group
// drilled down into.
func drawTrends(c *canvas, b box) {
	l := c.trends()
	head := drawViewHead(c, &b, "Trends")
	b.cutTop(2)
	state, why := c.trendsState()
	if state == trendsReady || state == trendsBusy {
		drawTrendTools(c, head)
	}
	if state != trendsReady {
		l.levels = 0
		drawTrendsState(c, b, state, why)
		return
	}
	if b.h >= trendShort {
		foot := b.cutBottom(trendFooter)
		c.hline(foot.x, foot.y, foot.w, 1, c.line)
		drawTrendsFoot(c, foot)
	} else {
		b.cutBottom(4)
	}
	l.time.fitTimes(l.report.Times)
	b.x, b.w = b.x-4, b.w+4 // the bar that scrolls lies in the margin
	drawTrendCharts(c, b)
}

// toldTrend is the series of a level with those of groups that must not be among the others.
type toldTrend struct {
	of   *city.Trend
	keys []string
	told *city.Trend
}

// telling returns the series of a level of the report. A group that is selected or drilled down into has one of its own.
func (l *trendsLocal) telling(level int, s *city.State) *city.Trend {
	keys := append([]string{s.Selection}, s.More[:min(len(s.More), city.MaxTop-1)]...)
	if level+1 < len(l.report.Ask.Levels) {
		keys = append(keys, l.report.Ask.Levels[level+1])
	}
	for len(l.told) <= level {
		l.told = append(l.told, toldTrend{})
	}
	at, of := &l.told[level], l.report.Levels[level]
	if at.of != of || !slices.Equal(at.keys, keys) {
		*at = toldTrend{of, keys, of.With(l.report.Ask.Bytes, keys...)}
	}
	return at.told
}

// trendCharts makes the charts of all levels.
func (c *canvas) trendCharts() []*trendChart {
	charts := make([]*trendChart, len(c.local.trends.report.Levels))
	var above *trendChart
	for level := range charts {
		charts[level] = c.trendChart(level, above)
		above = charts[level]
	}
	return charts
}

// drawTrendCharts draws all charts, one below the other, as high as there is room but never too low to be read.
func drawTrendCharts(c *canvas, b box) {
	l := &c.local.trends
	n := len(l.report.Levels)
	charts := c.trendCharts()
	wide := b.w >= trendWide
	height := float32(0)
	l.gutter = 0
	for _, t := range charts {
		height = max(height, t.least(wide))
		l.gutter = max(l.gutter, t.axisWidth(c))
	}
	height = max(height, (b.h+trendGap)/float32(n)-trendGap)
	c.scroll("trends", b, func(content box) float32 {
		at := content
		at.x, at.w = at.x+4, at.w-4
		for level, t := range charts {
			if level > 0 {
				c.hline(at.x, at.y, at.w, 1, c.line)
				at.y += trendGap
			}
			t.draw(c, at.withHeight(height), wide)
			at.y += height
		}
		return at.y - content.y
	})
	if s := c.scrollers["trends"]; n > l.levels && l.levels > 0 {
		s.offset, c.again = max(s.content-b.h, 0), true
	}
	if n < l.levels && c.focused == "" { // what had the focus was closed
		l.goTo, c.again = trendID(n-1, "/table"), true
	}
	l.levels = n
}

// trendsFacts tells which GC points are shown.
func trendsFacts(r *city.TrendsReport) string {
	text := "all " + Points(r.Points)
	if len(r.Times) < r.Points {
		text = Count(int64(len(r.Times))) + " of " + Points(r.Points)
	}
	if r.Points == 1 {
		text = Points(1)
	}
	if len(r.Sources) > 0 {
		first, last := r.Sources[0]+1, r.Sources[len(r.Sources)-1]+1
		text += ", from " + Count(int64(first)) + " to " + Count(int64(last))
	}
	return upperFirst(text)
}

// drawTrendsFoot tells what is shown, and of work that is under way.
func drawTrendsFoot(c *canvas, b box) {
	l := &c.local.trends
	used := drawAnswerProgress(c, b, "trends", "computing trends")
	words := b
	if used > 0 {
		words.cutRight(used + 12)
	}
	if !l.time.whole() {
		cell := words.cutRight(92)
		if c.button("trends/fit", cell.middle(20), buttonOptions{text: "All of the time", hint: "Show the whole window again (double click in a chart)", look: ground}) {
			l.time.fit()
			c.again = true
		}
		words.cutRight(8)
		cell = words.cutRight(110)
		if c.button("trends/window", cell.middle(20), buttonOptions{text: "Use as window", hint: "Make the time shown the window of all views", look: ground}) {
			c.windowOfTrends()
		}
		words.cutRight(8)
	}
	words.cutLeft(c.text(words, small, left, c.dim, trendsFacts(l.report)) + 24)
	if hint := "Press a series to see what is in it"; used == 0 && len(l.report.Levels) == 1 && c.width(small, hint) < words.w {
		c.text(words, small, right, c.dim, hint)
	}
}

// windowOfTrends makes the time that the charts show the window of all views.
func (c *canvas) windowOfTrends() {
	l := &c.local.trends
	from, to := l.time.shown()
	s := c.model.Plan.Series
	w := c.model.State.Window
	times := l.time.fitTimes(l.report.Times)
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
	l.time.fit()
	c.do(city.SetWindow{Window: w})
}
