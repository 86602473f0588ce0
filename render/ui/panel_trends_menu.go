package ui

import (
	"fmt"
	"slices"
	"strings"

	"memcity/city"
)

// openTrendMenu opens a menu that is about one of the charts.
func (c *canvas) openTrendMenu(name menuName, level int, from string, b box) {
	c.local.trends.menu = level
	c.openMenu(name, from, b)
}

// trendChartOf returns the chart that the open menu is about; nil if it is gone.
func (k *core) trendChartOf() *trendChart {
	l := &k.local.trends
	if l.report == nil || l.menu >= len(l.report.Levels) {
		return nil
	}
	return k.offscreen().trendCharts()[l.menu]
}

// trendTops are how many series can be told apart.
var trendTops = []int{3, 5, 8, 10, 15, city.MaxTop}

// trendSeriesRows offer which series are told apart.
func (k *core) trendSeriesRows() (rows []menuRow) {
	t := k.trendChartOf()
	if t == nil {
		return nil
	}
	set := func(chart city.TrendChart) Event {
		return Do{city.SetTrends{Trends: k.model.State.Trends.With(t.level, chart)}}
	}
	chart := k.model.State.Trends.Chart(t.level)
	for _, order := range []city.TrendOrder{city.GrowthOrder, city.RelativeOrder, city.StartOrder, city.EndOrder, city.AverageOrder} {
		to := chart
		to.Order = order
		rows = append(rows, menuRow{text: "By " + trendOrderWords[order], on: order == chart.Order, event: set(to)})
	}
	for _, top := range trendTops {
		to := chart
		to.Top = top
		rows = append(rows, menuRow{text: fmt.Sprintf("Top %d", top), on: top == chart.Top, event: set(to)})
	}
	return rows
}

// trendPointsRows offer which GC points are looked at.
func (k *core) trendPointsRows() (rows []menuRow) {
	trends := k.model.State.Trends
	for _, choice := range trendChoices {
		to := trends
		to.Choice = choice
		rows = append(rows, menuRow{text: pointsWords(choice), on: choice == trends.Choice, event: Do{city.SetTrends{Trends: to}}})
	}
	return rows
}

// trendOptionsRows offer everything where there is no room for more than one button.
func (k *core) trendOptionsRows() []menuRow {
	trends := k.model.State.Trends
	stacked := trends.Stacked(k.model.Measure)
	styled := func(style city.TrendStyle) Event {
		to := trends
		to.Style = style
		return Do{city.SetTrends{Trends: to}}
	}
	rows := []menuRow{
		{text: "Areas", on: stacked, event: styled(city.StackedAreas)}, {text: "Lines", on: !stacked, event: styled(city.SingleLines)},
		{text: "Other", on: !trends.NoRest, act: (*canvas).toggleRest},
	}
	return append(rows, k.trendPointsRows()...)
}

// trendRowRows are what can be done with a series.
func (k *core) trendRowRows() []menuRow {
	t := k.trendChartOf()
	if t == nil {
		return nil
	}
	l := k.local.trends.tables[t.level]
	row := t.find(l.menuKey)
	if row < 0 {
		return nil
	}
	key, s := t.keys[row], t.shown[row]
	words := "Show what is in it"
	if key == t.opened {
		words = "Close what is in it"
	}
	visit := func(v city.View) Event { return Do{city.Visit{View: v, Key: key}} }
	return []menuRow{
		{text: words, key: "Enter", off: s.Leaf, act: func(c *canvas) { t.toggle(c, row) }},
		{text: "Show in city", key: "Ctrl+1", act: func(c *canvas) {
			c.do(city.Visit{View: city.CityView, Key: key})
			c.emit(FocusSelection)
		}},
		{text: "Show in heap at the end", key: "Ctrl+2", act: func(c *canvas) {
			if at := c.model.Plan.Series.PointOf(t.report.Sources[len(t.report.Sources)-1]); at >= 0 {
				c.do(city.GoTo{Point: at})
			}
			c.do(city.Visit{View: city.HeapView, Key: key})
		}},
		{text: "Inspect as group", key: "Ctrl+3", event: visit(city.GroupView)},
		{text: "Paths to GC roots", key: "Ctrl+4", event: visit(city.GraphView)},
		{text: "Copy as text", act: func(c *canvas) { c.emit(CopyText{t.text(c.chosenRows(l))}) }},
	}
}

// text tells of some series, for people.
func (t *trendChart) text(keys []string) string {
	var b strings.Builder
	metric := t.report.Ask.Metric()
	for i, key := range t.keys {
		if !slices.Contains(keys, key) {
			continue
		}
		s := t.shown[i]
		fmt.Fprintf(&b, "%s\n", oneLine(strings.Join(t.trend.Series.Path(s.Node), " → ")))
		fmt.Fprintf(&b, "  start: %s\n  end: %s\n  growth: %s (%s)\n  average: %s\n", Amount(metric, s.Start), Amount(metric, s.End),
			Growth(metric, s.Growth), relativeCell(s).text, Amount(metric, int64(s.Average+0.5)))
	}
	return b.String()
}

// askMenu opens the menu of the series at a place of the chart.
func (t *trendChart) askMenu(c *canvas, act plotAct) {
	key := act.line
	if t.find(key) < 0 {
		if key = c.model.State.Selection; t.find(key) < 0 {
			return
		}
	}
	if !c.model.State.IsSelected(key) {
		c.do(city.SelectRows{Keys: []string{key}})
	}
	l := c.local.trends.tables[t.level]
	l.menuKey = key
	c.local.trends.menu = t.level
	c.local.menu = menu{name: trendMenu, from: t.id("/chart"), at: c.visible(act.place), fresh: true}
	delete(c.wants, Menu)
	c.again = true
}

// trendMenuRows are the rows of the open menu of the trends view.
func (k *core) trendMenuRows() []menuRow {
	switch k.local.menu.name {
	case trendSeriesMenu:
		return k.trendSeriesRows()
	case trendPointsMenu:
		return k.trendPointsRows()
	case trendOptionsMenu:
		return k.trendOptionsRows()
	case trendSaveMenu:
		return k.trendSaveRows()
	}
	return k.trendRowRows()
}

// trendSaveRows are what can be saved and copied of a chart.
func (k *core) trendSaveRows() []menuRow {
	t := k.trendChartOf()
	if t == nil {
		return nil
	}
	rows := k.exportRows(t.sheet(k.local.trends.time))
	return append(rows, menuRow{text: "Copy values as CSV", act: func(c *canvas) { c.emit(CopyText{csvText(t.values())}) }},
		menuRow{text: "Copy table as CSV", act: func(c *canvas) { c.emit(CopyText{t.table(c).csv()}) }})
}
