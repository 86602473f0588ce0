package trends

import (
	"image/color"
	"strconv"
	"time"

	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/trends"
	"memcity/render/ui/canvas"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// trendChart is the chart of one level with all its inputs.
type trendChart struct {
	of      *View
	level   int
	report  *trends.Report
	trend   *trends.Trend
	choice  trends.Chart
	shown   []*trends.Series
	keys    []string      // keys of shown
	colors  []color.NRGBA // colors of shown
	above   color.NRGBA   // color of the parent group in the chart above
	opened  string        // key of the series expanded in the next chart
	stacked bool
	left    int  // number of groups not shown separately
	rest    bool // all other groups have a series of their own
	noTime  bool // a chart below shows the times
	even    bool // no times available
}

// trendChart builds the chart of a level of the report.
func (view *View) trendChart(c *widget.Canvas, level int, above *trendChart) *trendChart {
	l, s := view, &c.Model.State
	r := l.report
	t := &trendChart{of: view, level: level, report: r, trend: l.others(level, s), choice: r.Query.Charts.At(level),
		stacked: trends.View.Of(s.Views).Stacked(r.SizeKind), even: l.time.Even}
	t.left = t.trend.Rest
	for i := range t.trend.Trend.Series {
		if s := &t.trend.Trend.Series[i]; s.Average > 0 {
			t.shown, t.keys = append(t.shown, s), append(t.keys, t.trend.Key(s))
		} else { // zero at every point
			t.left++
		}
	}
	for i, n := range part.Hues(c).Give(t.keys) {
		col := part.SeriesHue(c, n)
		if mark, ok := s.Marks[t.keys[i]]; ok {
			col = canvas.Solid(mark)
		}
		t.colors = append(t.colors, col)
	}
	if above != nil {
		if row := above.find(r.Query.Levels.At(level)); row >= 0 {
			t.above = above.colors[row]
		} else {
			t.above = c.RestColor()
		}
	}
	if level+1 < len(r.Levels) {
		t.opened = r.Query.Levels.At(level + 1)
	}
	t.rest = !trends.View.Of(s.Views).NoRest && (t.trend.Rest > 0 || t.trend.Others.Average > 0)
	for len(l.Tables) <= level {
		l.Tables = append(l.Tables, &widget.TreeLocal{Under: -1, Shown: level > 0})
	}
	return t
}

func (t *trendChart) id(part string) string { return trendID(t.level, part) }

// trendID returns the id of a control of a level.
func trendID(level int, part string) string { return "trends/" + strconv.Itoa(level) + part }

// series returns the series of a row: first the shown ones, then all others, then the group itself.
func (t *trendChart) series(row int) *trends.Series {
	switch n := len(t.shown); row {
	case n:
		return &t.trend.Others
	case n + 1:
		return &t.trend.Total
	}
	return t.shown[row]
}

// find returns the row of a group, or -1 if it has none.
func (t *trendChart) find(key string) int {
	for i, k := range t.keys {
		if k == key {
			return i
		}
	}
	return -1
}

// least returns the minimum height of the chart with its head and its table.
func (t *trendChart) least(wide bool) float32 {
	if wide {
		return trendLeast
	}
	return trendHead + trendLow + t.tableHeight()
}

// tableHeight returns the full height of the table.
func (t *trendChart) tableHeight() float32 {
	rows := len(t.keys) + 1
	if t.rest {
		rows++
	}
	return widget.TreeHeader + widget.TreeStep*float32(rows) + 6
}

// Widths of charts and tables that are side by side.
const (
	trendTableShare = 0.44
	trendTableLeast = 400 // in dp
	trendTableMost  = 690
	trendNext       = 16 // gap between chart and table, in dp
)

// draw draws the head, the chart and the table of the level.
func (t *trendChart) draw(c *widget.Canvas, b canvas.Box, wide bool) {
	t.of.drawTrendHead(c, b.CutTop(trendHead), t)
	var table canvas.Box
	if wide {
		table = b.CutRight(min(max(b.W*trendTableShare, trendTableLeast), trendTableMost))
		b.CutRight(trendNext)
	} else {
		table = b.CutBottom(min(t.tableHeight(), max(b.H-trendLow, 0)))
	}
	b.CutBottom(6)
	t.drawChart(c, b)
	t.drawTable(c, table)
}

// drawChart draws the series over time and handles input.
func (t *trendChart) drawChart(c *widget.Canvas, b canvas.Box) {
	l := t.of
	p := t.plot(c, &l.time)
	act := c.Plot(b, p)
	switch {
	case act.Chosen.Any():
		l.time.Show(act.Chosen.From, act.Chosen.To)
		c.Again = true
	case act.MenuRequested:
		t.openMenu(c, act)
	case act.Entered:
		t.enter(c, max(t.find(c.Model.State.Selection), 0))
	case act.Clicked && c.Now-l.openedAt < widget.DoubleClick && l.openedAt > 0: // ignored: the chart has moved under the pointer
	case act.Clicked && t.find(act.Line) >= 0:
		t.press(c, act.Line)
	case act.Clicked, act.Moved:
		t.of.goToTime(c, act.At)
	}
	t.hovered(c, "chart", t.under(c, b, p))
}

// hovered stores the series under the pointer in a chart or a table, so that both highlight it.
func (t *trendChart) hovered(c *widget.Canvas, part, key string) {
	l := t.of
	from := t.id(part)
	switch {
	case key == "" && l.hoverFrom == from:
		l.hover, l.hoverFrom, c.Again = "", "", true
	case key != "" && (l.hover != key || l.hoverFrom != from):
		l.hover, l.hoverFrom, c.Again = key, from, true
	}
}

// trendRest is the key of the series of all other groups. No group has this key, because keys of groups start with a name.
const trendRest = "#"

// plot builds the chart.
func (t *trendChart) plot(c *widget.Canvas, shown *widget.PlotTime) *widget.Plot {
	l := t.of
	unit := t.report.Query.Unit()
	times := shown.FitTimes(t.report.Times)
	p := &widget.Plot{Id: t.id("/chart"), Name: t.title() + " over time", Time: shown, Write: widget.AmountText(unit), Gutter: l.gutter,
		Chooses: "Visible time range", NoTime: t.noTime}
	add := func(key string, s *trends.Series, col color.NRGBA) {
		line := widget.PlotLine{Key: key, Name: t.label(s), Color: col, Times: times, Values: make([]float64, len(s.Values)),
			Dots: !t.stacked && len(times) < 40}
		for i, v := range s.Values {
			line.Values[i] = float64(v)
		}
		if strong := t.strong(c); strong != "" && strong != key {
			line.Color = canvas.Mixed(c.Card, col, 0.45)
		} else if strong == key {
			line.Width = 3
		}
		p.Lines = append(p.Lines, line)
	}
	if t.rest { // at the bottom, so that the series are in the order of the table
		add(trendRest, &t.trend.Others, c.RestColor())
	}
	for i := len(t.keys) - 1; i >= 0; i-- {
		add(t.keys[i], t.shown[i], t.colors[i])
	}
	if t.stacked {
		widget.Stack(p.Lines)
	}
	p.Head, p.Headed = t.playhead(c, times)
	p.Note = func(at time.Duration) widget.PlotNote { return t.note(c, times, at) }
	return p
}

// axisWidth returns the width of the values beside the chart. It does not depend on the chart's height.
func (t *trendChart) axisWidth(c *widget.Canvas) float32 {
	unit, highest := t.report.Query.Unit(), int64(1)
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
		for _, v := range widget.Marks(highest, lines) {
			wide = max(wide, c.Width(canvas.Small, words.ShortAmount(unit, v))+8)
		}
	}
	return wide
}

// strong returns the key of the highlighted series: the one under the pointer, or the one selected or drilled into. It returns "" if none is
// highlighted, as in files.
func (t *trendChart) strong(c *widget.Canvas) string {
	if c.Sheet {
		return ""
	}
	if t.find(t.of.hover) >= 0 {
		return t.of.hover
	}
	if s := c.Model.State.Selection; t.find(s) >= 0 {
		return s
	}
	if t.find(t.opened) >= 0 {
		return t.opened
	}
	return ""
}

// playhead returns the time of the current GC point. ok is false if it is outside the window.
func (t *trendChart) playhead(c *widget.Canvas, times []time.Duration) (at time.Duration, ok bool) {
	s := c.Model.Plan.Series
	point := c.Model.State.Point
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

// goToTime shows the GC point nearest to a time of the charts.
func (view *View) goToTime(c *widget.Canvas, at time.Duration) {
	l, s := view, c.Model.Plan.Series
	if l.time.Even {
		i := widget.NearestTime(l.time.FitTimes(l.report.Times), at)
		if i >= 0 && i < len(l.report.Sources) {
			if point := s.PointOf(l.report.Sources[i]); point >= 0 {
				c.Do(state.GoTo{Point: point})
			}
		}
		return
	}
	times := make([]time.Duration, s.Len())
	for i := range times {
		times[i] = time.Duration(s.Times[i]) * time.Millisecond
	}
	if i := widget.NearestTime(times, at); i >= 0 && i != c.Model.State.Point {
		c.Do(state.GoTo{Point: i})
	}
}

// press selects a series and opens its chart.
func (t *trendChart) press(c *widget.Canvas, key string) {
	row := t.find(key)
	switch {
	case row < 0:
	case !t.shown[row].Leaf && trends.View.Of(c.Model.State.Views).Opened(t.level) != key:
		t.of.openedAt = c.Now
		c.Do(state.OpenTrend{Level: t.level, Key: key})
	case c.Model.State.Selection != key:
		c.Do(state.SelectRows{Keys: []string{key}})
	}
}

// toggle opens or closes the chart of a series. The table of the opened chart gets the keyboard focus.
func (t *trendChart) toggle(c *widget.Canvas, row int) {
	if row >= len(t.keys) || t.shown[row].Leaf {
		return
	}
	c.Do(state.OpenTrend{Level: t.level, Key: t.keys[row]})
}

// enter opens the chart of a series by keyboard and focuses it.
func (t *trendChart) enter(c *widget.Canvas, row int) {
	if row >= len(t.keys) || t.shown[row].Leaf {
		return
	}
	if key := t.keys[row]; trends.View.Of(c.Model.State.Views).Opened(t.level) != key {
		c.Do(state.OpenTrend{Level: t.level, Key: key})
	}
	t.of.goTo, c.Again = trendID(t.level+1, "/table"), true
}

// note returns the tooltip for a time. It lists all series at the nearest GC point, in the order of the table.
func (t *trendChart) note(c *widget.Canvas, times []time.Duration, at time.Duration) widget.PlotNote {
	i := widget.NearestTime(times, at)
	if i < 0 || i >= len(t.report.Sources) {
		return widget.PlotNote{}
	}
	unit := t.report.Query.Unit()
	note := widget.PlotNote{Head: "GC point " + words.Count(int64(t.report.Sources[i]+1))}
	if !t.even {
		note.Head += ", " + c.Model.Moment(trees.Millis(t.report.Times[i].Milliseconds()))
	}
	fact := func(s *trends.Series, col color.NRGBA) {
		note.Facts = append(note.Facts, widget.PlotFact{Color: col, Name: t.label(s), Value: words.Amount(unit, s.Values[i])})
	}
	for k := range t.keys {
		fact(t.shown[k], t.colors[k])
	}
	if t.rest {
		fact(&t.trend.Others, c.RestColor())
	}
	fact(&t.trend.Total, color.NRGBA{})
	return note
}

// under returns the key of the series under the pointer.
func (t *trendChart) under(c *widget.Canvas, b canvas.Box, p *widget.Plot) string {
	ctl := c.Controls[p.Id]
	if ctl == nil || !ctl.Hover || ctl.Pressed || b.W < 60 || b.H < 30 {
		return ""
	}
	r := p.Room(c, b, p.Axis(c, b))
	key := p.LineAt(r, p.Time.At(r.Chart, ctl.At.X), ctl.At.Y)
	if row := t.find(key); row >= 0 && !t.shown[row].Leaf {
		area := clip.Rect(c.Rect(r.Chart)).Push(c.Ops)
		pointer.CursorPointer.Add(c.Ops)
		area.Pop()
	}
	return key
}
