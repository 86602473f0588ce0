package trends

import (
	"fmt"
	"slices"
	"strings"

	"memcity/city/state"
	viewpkg "memcity/city/view"
	trendspkg "memcity/city/view/trends"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// openTrendMenu opens a menu for one of the charts.
func (view *View) openTrendMenu(c *widget.Canvas, name widget.MenuName, level int, from string, b canvas.Box) {
	view.menu = level
	c.OpenMenu(name, from, b)
}

// trendChartOf returns the chart that the open menu refers to, or nil if it no longer exists.
func (view *View) trendChartOf(k *widget.Core) *trendChart {
	l := view
	if l.report == nil || l.menu >= len(l.report.Levels) {
		return nil
	}
	return view.trendCharts(k.Offscreen())[l.menu]
}

// trendTops are the choices for the number of series shown separately.
var trendTops = []int{3, 5, 8, 10, 15, trendspkg.MaxTop}

// trendSeriesRows returns the choices of series shown separately.
func (view *View) trendSeriesRows(k *widget.Core) (rows []widget.MenuRow) {
	t := view.trendChartOf(k)
	if t == nil {
		return nil
	}
	set := func(chart trendspkg.Chart) model.Event {
		return model.Do{Action: state.SetTrends{Trends: trendspkg.View.Of(k.Model.State.Views).With(t.level, chart)}}
	}
	chart := trendspkg.View.Of(k.Model.State.Views).Chart(t.level)
	for _, order := range []trendspkg.Order{trendspkg.GrowthOrder, trendspkg.RelativeOrder, trendspkg.StartOrder, trendspkg.EndOrder,
		trendspkg.AverageOrder} {
		to := chart
		to.Order = order
		rows = append(rows, widget.MenuRow{Text: "By " + trendOrderWords[order], On: order == chart.Order, Event: set(to)})
	}
	for _, top := range trendTops {
		to := chart
		to.Top = top
		rows = append(rows, widget.MenuRow{Text: fmt.Sprintf("Top %d", top), On: top == chart.Top, Event: set(to)})
	}
	return rows
}

// trendPointsRows returns the choices of GC points.
func (view *View) trendPointsRows(k *widget.Core) (rows []widget.MenuRow) {
	trends := trendspkg.View.Of(k.Model.State.Views)
	for _, choice := range trendChoices {
		to := trends
		to.Choice = choice
		rows = append(rows, widget.MenuRow{Text: pointsWords(choice), On: choice == trends.Choice,
			Event: model.Do{Action: state.SetTrends{Trends: to}}})
	}
	return rows
}

// trendOptionsRows returns all options, for heads with space for a single button.
func (view *View) trendOptionsRows(k *widget.Core) []widget.MenuRow {
	trends := trendspkg.View.Of(k.Model.State.Views)
	stacked := trends.Stacked(k.Model.SizeKind)
	styled := func(style trendspkg.Style) model.Event {
		to := trends
		to.Style = style
		return model.Do{Action: state.SetTrends{Trends: to}}
	}
	rows := []widget.MenuRow{
		{Text: "Areas", On: stacked, Event: styled(trendspkg.StackedAreas)}, {Text: "Lines", On: !stacked, Event: styled(trendspkg.SingleLines)},
		{Text: "Other", On: !trends.NoRest, Act: view.toggleRest},
	}
	return append(rows, view.trendPointsRows(k)...)
}

// trendRowRows returns the commands for a series.
func (view *View) trendRowRows(k *widget.Core) []widget.MenuRow {
	t := view.trendChartOf(k)
	if t == nil {
		return nil
	}
	l := view.Tables[t.level]
	row := t.find(l.MenuKey)
	if row < 0 {
		return nil
	}
	key, s := t.keys[row], t.shown[row]
	words := "Show its groups"
	if key == t.opened {
		words = "Hide its groups"
	}
	visit := func(v state.View) model.Event { return model.Do{Action: state.Visit{View: v, Key: key}} }
	return []widget.MenuRow{
		{Text: words, Key: "Enter", Why: widget.Why(s.Leaf, widget.NothingBelow), Act: func(c *widget.Canvas) { t.toggle(c, row) }},
		{Text: "Show in city", Key: k.KeyOf(action.View(state.CityView)), Act: func(c *widget.Canvas) {
			c.Do(state.Visit{View: state.CityView, Key: key})
			c.Run(action.CameraFocus)
		}},
		{Text: "Show in heap at the end", Key: k.KeyOf(action.View(viewpkg.That(viewpkg.GroupTable))), Act: func(c *widget.Canvas) {
			if at := c.Model.Plan.Series.PointOf(t.report.Sources[len(t.report.Sources)-1]); at >= 0 {
				c.Do(state.GoTo{Point: at})
			}
			c.Do(state.Visit{View: viewpkg.That(viewpkg.GroupTable), Key: key})
		}},
		{Text: "Inspect as group", Key: k.KeyOf(action.View(viewpkg.That(viewpkg.GroupContents))), Event: visit(viewpkg.That(viewpkg.GroupContents))},
		{Text: "Paths to GC roots", Key: k.KeyOf(action.View(viewpkg.That(viewpkg.RootPaths))), Event: visit(viewpkg.That(viewpkg.RootPaths))},
		{Text: "Copy as text", Act: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: t.text(c.ChosenRows(l))}) }},
	}
}

// text describes some series for the user.
func (t *trendChart) text(keys []string) string {
	var b strings.Builder
	unit := t.report.Query.Unit()
	for i, key := range t.keys {
		if !slices.Contains(keys, key) {
			continue
		}
		s := t.shown[i]
		fmt.Fprintf(&b, "%s\n", words.OneLine(strings.Join(t.trend.Series.Path(s.Node), " → ")))
		fmt.Fprintf(&b, "  start: %s\n  end: %s\n  growth: %s (%s)\n  average: %s\n", words.Amount(unit, s.Start), words.Amount(unit, s.End),
			words.Growth(unit, s.Growth), relativeCell(s).Text, words.Amount(unit, int64(s.Average+0.5)))
	}
	return b.String()
}

// openMenu opens the menu of the series at a position of the chart.
func (t *trendChart) openMenu(c *widget.Canvas, act widget.PlotAct) {
	key := act.Line
	if t.find(key) < 0 {
		if key = c.Model.State.Selection; t.find(key) < 0 {
			return
		}
	}
	if !c.Model.State.IsSelected(key) {
		c.Do(state.SelectRows{Keys: []string{key}})
	}
	l := t.of.Tables[t.level]
	l.MenuKey = key
	t.of.menu = t.level
	c.Menu = widget.Menu{Name: trendMenu, From: t.id("/chart"), At: c.Visible(act.Place), Fresh: true}
	delete(c.Wants, model.Menu)
	c.Again = true
}

// TrendMenuRows returns the rows of the open menu of the trends view.
func (view *View) TrendMenuRows(k *widget.Core) []widget.MenuRow {
	switch k.Menu.Name {
	case seriesMenu:
		return view.trendSeriesRows(k)
	case pointsMenu:
		return view.trendPointsRows(k)
	case optionsMenu:
		return view.trendOptionsRows(k)
	case saveMenu:
		return view.trendSaveRows(k)
	}
	return view.trendRowRows(k)
}

// trendSaveRows returns the commands that save and copy a chart.
func (view *View) trendSaveRows(k *widget.Core) []widget.MenuRow {
	t := view.trendChartOf(k)
	if t == nil {
		return nil
	}
	rows := k.ExportRows(t.sheet(view.time))
	return append(rows, widget.MenuRow{Text: "Copy values as CSV",
		Act: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: csvText(t.values())}) }},
		widget.MenuRow{Text: "Copy table as CSV", Act: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: t.table(c).Csv()}) }})
}
