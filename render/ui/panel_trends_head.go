package ui

import (
	"fmt"
	"strings"
	"time"

	"memcity/city"
)

// title names the chart: whose groups it shows, and what they are grouped by.
func (t *trendChart) title() string {
	name := oneLine(t.trend.Total.Name)
	if by := t.role(); by != "Group" {
		name += " by " + strings.ToLower(by[:1]) + by[1:]
	}
	return name
}

// role is what the series of the chart are grouped by.
func (t *trendChart) role() string {
	if s := t.trend.Trend.Series; len(s) > 0 {
		if role := oneLine(t.trend.Series.Role(s[0].Node)); role != "" {
			return role
		}
	}
	return "Group"
}

// label names a series for people.
func (t *trendChart) label(s *city.TrendSeries) string {
	switch {
	case s == &t.trend.Total && t.level == 0:
		return "All"
	case s == &t.trend.Total:
		return "All of " + oneLine(s.Name)
	case s != &t.trend.Others:
		return oneLine(s.Name)
	case t.left == 0:
		return "Itself"
	case !t.trend.Additive:
		return "Other, " + plural(int64(t.left), "group", "groups") + " added up"
	}
	return "Other, " + plural(int64(t.left), "group", "groups")
}

// drawTrendHead draws what the chart shows, which series it tells apart, and closes it.
func drawTrendHead(c *canvas, b box, t *trendChart) {
	const side = 28
	if t.level > 0 {
		if c.iconButton(t.id("/close"), b.cutRight(side).centered(side, side), "close", "Close "+oneLine(t.trend.Total.Name), "Close this chart and those below it (Backspace)", false) {
			c.do(city.CloseTrend{Level: t.level})
		}
		b.cutRight(2)
	}
	save := b.cutRight(side).centered(side, side)
	if c.iconButton(t.id("/save"), save, "drop", "Save or copy "+oneLine(t.trend.Total.Name), "Save the chart as PNG or SVG, and its values as CSV, or copy them", false) {
		c.openTrendMenu(trendSaveMenu, t.level, t.id("/save"), save)
	}
	b.cutRight(6)
	words := t.choiceWords()
	w := c.width(strong, words) + 42
	cell := b.cutRight(min(w, b.w*0.5)).middle(26)
	if c.dropButton(t.id("/series"), cell, words, "Which series are told apart, and in which order") {
		c.openTrendMenu(trendSeriesMenu, t.level, t.id("/series"), cell)
	}
	b.cutRight(10)
	if t.level > 0 {
		c.seriesChip(b.cutLeft(treeChip).middle(treeChip), t.above)
		b.cutLeft(7)
	}
	name := t.title()
	used := c.name(b, heading, left, c.theme.text, name)
	b.cutLeft(used + 12)
	t.drawFacts(c, b)
}

// dropButton is a button that opens a menu.
func (c *canvas) dropButton(id string, b box, words, hint string) bool {
	ctl := c.control(id, b, pressable, Item{Kind: "button", Text: words, Hint: hint})
	if c.hidden(b) {
		return ctl.clicked
	}
	back, fore := c.buttonColors(ctl, buttonOptions{look: ground})
	c.fill(b, ctlRadius, back)
	inner := b.inset(9, 0)
	c.icon(inner.cutRight(14).middle(14), "down", c.dim)
	inner.cutRight(4)
	c.draw(inner, strong, left, fore, c.types.fit(words, strong.size*c.scale, strong.weight, inner.w*c.scale, false))
	c.ring(ctl, b, ctlRadius)
	return ctl.clicked
}

// drawFacts tells how the whole group grew, and what has to be known of areas that do not add up.
func (t *trendChart) drawFacts(c *canvas, b box) {
	s, metric := &t.trend.Total, t.report.Ask.Metric()
	facts := []string{ShortAmount(metric, s.Start) + " → " + ShortAmount(metric, s.End) + unitOf(t.report.Measure, metric)}
	if !t.trend.Additive && len(t.keys) > 0 {
		text := "groups share objects"
		if t.stacked {
			text += ", so areas add up to more"
		}
		facts = append(facts, text)
	}
	for i, fact := range facts {
		if i > 0 {
			fact = "  ·  " + fact
		}
		if w := c.width(body, fact); w > b.w {
			return
		}
		b.cutLeft(c.text(b, body, left, c.dim, fact))
	}
}

// unitOf is what an amount is of, as far as its unit does not tell.
func unitOf(m city.Measure, metric city.Metric) string {
	switch {
	case metric == city.Objects:
		return " " + m.Of(metric)
	case m == city.Shallow:
		return ""
	}
	return ", " + strings.TrimSuffix(m.Of(metric), "bytes") + "size"
}

// trendOrderWords say what series are ordered by.
var trendOrderWords = map[city.TrendOrder]string{city.GrowthOrder: "growth", city.RelativeOrder: "relative growth", city.StartOrder: "start",
	city.EndOrder: "end", city.AverageOrder: "average"}

func (t *trendChart) choiceWords() string {
	return fmt.Sprintf("Top %d by %s", t.choice.Top, trendOrderWords[t.choice.Order])
}

// drawTrendTools draws what holds for all charts: how they are drawn, and which GC points are looked at.
func drawTrendTools(c *canvas, head box) {
	s := &c.model.State
	stacked := s.Trends.Stacked(c.model.Measure)
	words := pointsWords(s.Trends.Choice)
	const styles, rest, gap, side = 150, 92, 12, 32
	points := c.width(strong, words) + 42
	whole := head.w >= rest+styles+points+2*gap
	if whole {
		cell := head.cutRight(points).middle(28)
		if c.dropButton("trends/points", cell, words, "Which GC points of the window are looked at; the first and the last always are") {
			c.openTrendMenu(trendPointsMenu, 0, "trends/points", cell)
		}
	} else {
		cell := head.cutRight(side).middle(28)
		if c.iconButton("trends/options", cell, "settings", "Options", "How trends are drawn, and which GC points are looked at", false) {
			c.openTrendMenu(trendOptionsMenu, 0, "trends/options", cell)
		}
	}
	head.cutRight(gap)
	if head.w < styles {
		return
	}
	current := 1
	if stacked {
		current = 0
	}
	choices := []choice{{"Areas", "Areas that stand on one another: what the whole is made of"},
		{"Lines", "A line for each series: easier to compare, and the right thing for deep and retained sizes, which do not add up"}}
	if i := c.segments("trends/style", head.cutRight(styles).middle(26), "Style", choices, current, false); i >= 0 {
		to := s.Trends
		to.Style = city.StackedAreas + city.TrendStyle(i)
		c.do(city.SetTrends{Trends: to})
	}
	head.cutRight(gap)
	if whole && c.toggle("trends/other", head.cutRight(rest).middle(24), "Other", "Shows all groups that are not told apart as a series of their own", !s.Trends.NoRest, false) {
		c.toggleRest()
	}
}

func (c *canvas) toggleRest() {
	to := c.model.State.Trends
	to.NoRest = !to.NoRest
	c.do(city.SetTrends{Trends: to})
}

// trendChoices are the GC points that can be looked at.
var trendChoices = []city.TrendChoice{{}, {Every: 2}, {Every: 5}, {Every: 10}, {Every: 50}, {Apart: time.Second}, {Apart: 10 * time.Second},
	{Apart: time.Minute}, {Apart: 10 * time.Minute}}

// pointsWords says which GC points are looked at.
func pointsWords(choice city.TrendChoice) string {
	switch {
	case choice.Apart > 0:
		return "At least " + Time(city.Millis(choice.Apart.Milliseconds())) + " apart"
	case choice.Every > 3:
		return "Every " + Count(int64(choice.Every)) + "th GC point"
	case choice.Every == 3:
		return "Every 3rd GC point"
	case choice.Every == 2:
		return "Every 2nd GC point"
	}
	return "All GC points"
}
