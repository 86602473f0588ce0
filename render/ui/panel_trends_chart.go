package ui

import (
	"image/color"
	"strconv"
	"time"

	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	"memcity/city"
)

// trendChart is one level with all that it is drawn from.
type trendChart struct {
	level   int
	report  *city.TrendsReport
	trend   *city.Trend
	choice  city.TrendChart
	shown   []*city.TrendSeries
	keys    []string      // of those
	colors  []color.NRGBA // likewise
	above   color.NRGBA   // of the group itself, in the chart above
	opened  string        // key of the series whose chart comes next
	stacked bool
	left    int  // groups that are not told apart
	rest    bool // all others are a series of their own
	noTime  bool // a chart below it tells the times
	even    bool // there are no times
}

// trendChart makes the chart of a level of the report.
func (c *canvas) trendChart(level int, above *trendChart) *trendChart {
	l, s := &c.local.trends, &c.model.State
	r := l.report
	t := &trendChart{level: level, report: r, trend: l.telling(level, s), choice: r.Ask.Charts[level],
		stacked: s.Trends.Stacked(r.Measure), even: l.time.even}
	t.left = t.trend.Left
	for i := range t.trend.Trend.Series {
		if s := &t.trend.Trend.Series[i]; s.Average > 0 {
			t.shown, t.keys = append(t.shown, s), append(t.keys, t.trend.Key(s))
		} else { // nothing of it is there at any point
			t.left++
		}
	}
	for i, n := range l.hues.give(t.keys) {
		col := c.seriesHue(n)
		if mark, ok := s.Marks[t.keys[i]]; ok {
			col = solid(mark)
		}
		t.colors = append(t.colors, col)
	}
	if above != nil {
		if row := above.find(r.Ask.Levels[level]); row >= 0 {
			t.above = above.colors[row]
		} else {
			t.above = c.restColor()
		}
	}
	if level+1 < len(r.Levels) {
		t.opened = r.Ask.Levels[level+1]
	}
	t.rest = !s.Trends.NoRest && (t.trend.Left > 0 || t.trend.Others.Average > 0)
	for len(l.tables) <= level {
		l.tables = append(l.tables, &treeLocal{under: -1, shown: level > 0})
	}
	return t
}

func (t *trendChart) id(part string) string { return trendID(t.level, part) }

// trendID is the id of a control of a level.
func trendID(level int, part string) string { return "trends/" + strconv.Itoa(level) + part }

// series returns the series of a row: those of the chart, then all others, then the group itself.
func (t *trendChart) series(row int) *city.TrendSeries {
	switch n := len(t.shown); row {
	case n:
		return &t.trend.Others
	case n + 1:
		return &t.trend.Total
	}
	return t.shown[row]
}

// find returns the row of a group; -1 if it has none.
func (t *trendChart) find(key string) int {
	for i, k := range t.keys {
		if k == key {
			return i
		}
	}
	return -1
}

// least is the least height of the chart with its head and its table.
func (t *trendChart) least(wide bool) float32 {
	if wide {
		return trendLeast
	}
	return trendHead + trendLow + t.tableHeight()
}

// tableHeight is the height of the whole table.
func (t *trendChart) tableHeight() float32 {
	rows := len(t.keys) + 1
	if t.rest {
		rows++
	}
	return treeHeader + treeStep*float32(rows) + 6
}

// Shares of the width that charts and tables get where they stand beside each other.
const (
	trendTableShare = 0.44
	trendTableLeast = 400 // in dp
	trendTableMost  = 690
	trendBeside     = 16 // between chart and table, in dp
)

// draw draws the head, the chart and the table of the level.
func (t *trendChart) draw(c *canvas, b box, wide bool) {
	drawTrendHead(c, b.cutTop(trendHead), t)
	var table box
	if wide {
		table = b.cutRight(min(max(b.w*trendTableShare, trendTableLeast), trendTableMost))
		b.cutRight(trendBeside)
	} else {
		table = b.cutBottom(min(t.tableHeight(), max(b.h-trendLow, 0)))
	}
	b.cutBottom(6)
	t.drawChart(c, b)
	t.drawTable(c, table)
}

// drawChart draws the series over time and does what was done there.
func (t *trendChart) drawChart(c *canvas, b box) {
	l := &c.local.trends
	p := t.plot(c, &l.time)
	act := c.plot(b, p)
	switch {
	case act.chosen.any():
		l.time.show(act.chosen.from, act.chosen.to)
		c.again = true
	case act.asked:
		t.askMenu(c, act)
	case act.entered:
		t.enter(c, max(t.find(c.model.State.Selection), 0))
	case act.clicked && c.now-l.openedAt < doubleClick && l.openedAt > 0: // the chart has moved under the pointer since
	case act.clicked && t.find(act.line) >= 0:
		t.press(c, act.line)
	case act.clicked, act.moved:
		c.goToTime(act.at)
	}
	t.hovered(c, "chart", t.under(c, b, p))
}

// hovered notes which series the pointer is over in a chart or a table, so that it stands out in both.
func (t *trendChart) hovered(c *canvas, part, key string) {
	l := &c.local.trends
	from := t.id(part)
	switch {
	case key == "" && l.hoverFrom == from:
		l.hover, l.hoverFrom, c.again = "", "", true
	case key != "" && (l.hover != key || l.hoverFrom != from):
		l.hover, l.hoverFrom, c.again = key, from, true
	}
}

// trendRest is the key of all others; no group has it, as those of groups begin with a name.
const trendRest = "#"

// plot makes the chart.
func (t *trendChart) plot(c *canvas, shown *plotTime) *plot {
	l := &c.local.trends
	metric := t.report.Ask.Metric()
	times := shown.fitTimes(t.report.Times)
	p := &plot{id: t.id("/chart"), name: t.title() + " over time", time: shown, write: amountText(metric), gutter: l.gutter,
		chooses: "Time shown", noTime: t.noTime}
	add := func(key string, s *city.TrendSeries, col color.NRGBA) {
		line := plotLine{key: key, name: t.label(s), color: col, times: times, values: make([]float64, len(s.Values)), dots: !t.stacked && len(times) < 40}
		for i, v := range s.Values {
			line.values[i] = float64(v)
		}
		if strong := t.strong(c); strong != "" && strong != key {
			line.color = mixed(c.card, col, 0.45)
		} else if strong == key {
			line.width = 3
		}
		p.lines = append(p.lines, line)
	}
	if t.rest { // the lowest, so that the series stand in the order of the table
		add(trendRest, &t.trend.Others, c.restColor())
	}
	for i := len(t.keys) - 1; i >= 0; i-- {
		add(t.keys[i], t.shown[i], t.colors[i])
	}
	if t.stacked {
		stack(p.lines)
	}
	p.head, p.headed = t.playhead(c, times)
	p.tell = func(at time.Duration) plotNote { return t.tell(c, times, at) }
	return p
}

// axisWidth is the room that the values beside the chart need, however high it is.
func (t *trendChart) axisWidth(c *canvas) float32 {
	metric, highest := t.report.Ask.Metric(), int64(1)
	for i := range t.report.Times {
		sum := int64(0)
		for row := range t.rows() - 1 {
			if v := t.series(row).Values[i]; t.stacked {
				sum += v
			} else {
				sum = max(sum, v)
			}
		}
		highest = max(highest, sum)
	}
	wide := float32(0)
	for lines := 2; lines <= 7; lines++ {
		for _, v := range marks(highest, lines) {
			wide = max(wide, c.width(small, ShortAmount(metric, v))+8)
		}
	}
	return wide
}

// strong is the key of the series that stands out: the one under the pointer, or the one that is selected or drilled down
// into. It is empty if all look alike, as in files.
func (t *trendChart) strong(c *canvas) string {
	if c.sheet {
		return ""
	}
	if t.find(c.local.trends.hover) >= 0 {
		return c.local.trends.hover
	}
	if s := c.model.State.Selection; t.find(s) >= 0 {
		return s
	}
	if t.find(t.opened) >= 0 {
		return t.opened
	}
	return ""
}

// playhead returns where the GC point shown is; ok is false if it is not in the window.
func (t *trendChart) playhead(c *canvas, times []time.Duration) (at time.Duration, ok bool) {
	s := c.model.Plan.Series
	point := c.model.State.Point
	if point < 0 || point >= s.Len() || len(times) == 0 {
		return 0, false
	}
	if t.even {
		for i, source := range t.report.Sources {
			if source == s.Source(point) {
				return times[i], true
			}
		}
		return 0, false
	}
	at = time.Duration(s.Times[point]) * time.Millisecond
	return at, at >= times[0] && at <= times[len(times)-1]
}

// goToTime shows the GC point next to a time of the charts.
func (c *canvas) goToTime(at time.Duration) {
	l, s := &c.local.trends, c.model.Plan.Series
	if l.time.even {
		i := nearestTime(l.time.fitTimes(l.report.Times), at)
		if i >= 0 && i < len(l.report.Sources) {
			if point := s.PointOf(l.report.Sources[i]); point >= 0 {
				c.do(city.GoTo{Point: point})
			}
		}
		return
	}
	times := make([]time.Duration, s.Len())
	for i := range times {
		times[i] = time.Duration(s.Times[i]) * time.Millisecond
	}
	if i := nearestTime(times, at); i >= 0 && i != c.model.State.Point {
		c.do(city.GoTo{Point: i})
	}
}

// press selects a series and opens the chart of what is in it.
func (t *trendChart) press(c *canvas, key string) {
	row := t.find(key)
	switch {
	case row < 0:
	case !t.shown[row].Leaf && c.model.State.Trends.Opened(t.level) != key:
		c.local.trends.openedAt = c.now
		c.do(city.OpenTrend{Level: t.level, Key: key})
	case c.model.State.Selection != key:
		c.do(city.SelectRows{Keys: []string{key}})
	}
}

// toggle opens the chart of what is in a series, or closes it. The keys go on in the table of the chart that is opened.
func (t *trendChart) toggle(c *canvas, row int) {
	if row >= len(t.keys) || t.shown[row].Leaf {
		return
	}
	c.do(city.OpenTrend{Level: t.level, Key: t.keys[row]})
}

// enter opens the chart of what is in a series by key, and goes there.
func (t *trendChart) enter(c *canvas, row int) {
	if row >= len(t.keys) || t.shown[row].Leaf {
		return
	}
	if key := t.keys[row]; c.model.State.Trends.Opened(t.level) != key {
		c.do(city.OpenTrend{Level: t.level, Key: key})
	}
	c.local.trends.goTo, c.again = trendID(t.level+1, "/table"), true
}

// tell is what the pointer is told of a time: all series at the GC point next to it, in the order of the table.
func (t *trendChart) tell(c *canvas, times []time.Duration, at time.Duration) plotNote {
	i := nearestTime(times, at)
	if i < 0 || i >= len(t.report.Sources) {
		return plotNote{}
	}
	metric := t.report.Ask.Metric()
	note := plotNote{head: "GC point " + Count(int64(t.report.Sources[i]+1))}
	if !t.even {
		note.head += ", " + Time(city.Millis(t.report.Times[i].Milliseconds()))
	}
	fact := func(s *city.TrendSeries, col color.NRGBA) {
		note.facts = append(note.facts, plotFact{col, t.label(s), Amount(metric, s.Values[i])})
	}
	for k := range t.keys {
		fact(t.shown[k], t.colors[k])
	}
	if t.rest {
		fact(&t.trend.Others, c.restColor())
	}
	fact(&t.trend.Total, color.NRGBA{})
	return note
}

// under returns the key of the series under the pointer.
func (t *trendChart) under(c *canvas, b box, p *plot) string {
	ctl := c.controls[p.id]
	if ctl == nil || !ctl.hover || ctl.pressed || b.w < 60 || b.h < 30 {
		return ""
	}
	r := p.room(c, b, p.axis(c, b))
	key := p.lineAt(r, p.time.at(r.chart, ctl.at.x), ctl.at.y)
	if row := t.find(key); row >= 0 && !t.shown[row].Leaf {
		area := clip.Rect(c.rect(r.chart)).Push(c.ops)
		pointer.CursorPointer.Add(c.ops)
		area.Pop()
	}
	return key
}
