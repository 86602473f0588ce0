package trends

import (
	"fmt"
	"strings"
	"time"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/trends"
	"memcity/render/ui/canvas"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// title returns the title of the chart: the parent group and the grouping of its series.
func (t *trendChart) title() string {
	name := words.OneLine(t.trend.Total.Name)
	if by := t.role(); by != "Group" {
		name += " by " + strings.ToLower(by[:1]) + by[1:]
	}
	return name
}

// role returns the grouping of the series.
func (t *trendChart) role() string {
	if s := t.trend.Trend.Series; len(s) > 0 {
		if role := words.OneLine(t.trend.Series.Role(s[0].Node)); role != "" {
			return role
		}
	}
	return "Group"
}

// label returns the name of a series for the user.
func (t *trendChart) label(s *trends.Series) string {
	switch {
	case s == &t.trend.Total && t.level == 0:
		return "All"
	case s == &t.trend.Total:
		return "All of " + words.OneLine(s.Name)
	case s != &t.trend.Others:
		return words.OneLine(s.Name)
	case t.left == 0:
		return "Itself"
	case !t.trend.Additive:
		return "Other, sum of " + words.Plural(int64(t.left), "group", "groups")
	}
	return "Other, " + words.Plural(int64(t.left), "group", "groups")
}

// drawTrendHead draws the title of the chart, the choice of series, and the close button.
func (view *View) drawTrendHead(c *widget.Canvas, b canvas.Box, t *trendChart) {
	const side = 28
	if t.level > 0 {
		if c.IconButton(t.id("/close"), b.CutRight(side).Centered(side, side), "close", "Close "+words.OneLine(t.trend.Total.Name),
			"Close this chart and the charts below it (Backspace)", "") {
			c.Do(state.CloseTrend{Level: t.level})
		}
		b.CutRight(2)
	}
	save := b.CutRight(side).Centered(side, side)
	if c.IconButton(t.id("/save"), save, "drop", "Save or copy "+words.OneLine(t.trend.Total.Name),
		"Save the chart as PNG or SVG, save its values as CSV, or copy them", "") {
		view.openTrendMenu(c, saveMenu, t.level, t.id("/save"), save)
	}
	b.CutRight(6)
	words := t.choiceWords()
	w := c.Width(canvas.Strong, words) + 42
	cell := b.CutRight(min(w, b.W*0.5)).Middle(26)
	if part.DropButton(c, t.id("/series"), cell, words, "Choose series and their order") {
		view.openTrendMenu(c, seriesMenu, t.level, t.id("/series"), cell)
	}
	b.CutRight(10)
	if t.level > 0 {
		part.SeriesChip(c, b.CutLeft(widget.TreeChip).Middle(widget.TreeChip), t.above)
		b.CutLeft(7)
	}
	name := t.title()
	used := c.Name(b, canvas.Heading, canvas.Left, c.Theme.Text, name)
	b.CutLeft(used + 12)
	t.drawFacts(c, b)
}

// drawFacts draws the growth of the whole group, and a note if areas do not add up.
func (t *trendChart) drawFacts(c *widget.Canvas, b canvas.Box) {
	s, unit := &t.trend.Total, t.report.Query.Unit()
	facts := []string{words.ShortAmount(unit, s.Start) + " → " + words.ShortAmount(unit, s.End) + unitOf(t.report.SizeKind, unit)}
	if !t.trend.Additive && len(t.keys) > 0 {
		text := "groups share objects"
		if t.stacked {
			text += ", so areas add up to more than the total"
		}
		facts = append(facts, text)
	}
	for i, fact := range facts {
		if i > 0 {
			fact = "  ·  " + fact
		}
		if w := c.Width(canvas.Body, fact); w > b.W {
			return
		}
		b.CutLeft(c.Text(b, canvas.Body, canvas.Left, c.Dim, fact))
	}
}

// unitOf returns the part of an amount's description that its unit does not include.
func unitOf(m trees.SizeKind, unit trees.Unit) string {
	switch {
	case unit == trees.Objects:
		return " " + m.Of(unit)
	case m == trees.Shallow:
		return ""
	}
	return ", " + strings.TrimSuffix(m.Of(unit), "bytes") + "size"
}

// trendOrderWords are the names of the orders of series.
var trendOrderWords = map[trends.Order]string{trends.GrowthOrder: "growth", trends.RelativeOrder: "relative growth",
	trends.StartOrder: "start",
	trends.EndOrder:   "end", trends.AverageOrder: "average"}

func (t *trendChart) choiceWords() string {
	return fmt.Sprintf("Top %d by %s", t.choice.Top, trendOrderWords[t.choice.Order])
}

// drawTrendTools draws the options of all charts: the style and the choice of GC points.
func (view *View) drawTrendTools(c *widget.Canvas, head canvas.Box) {
	s := &c.Model.State
	stacked := trends.View.Of(s.Views).Stacked(c.Model.SizeKind)
	words := pointsWords(trends.View.Of(s.Views).Choice)
	const styles, rest, gap, side = 150, 92, 12, 32
	points := c.Width(canvas.Strong, words) + 42
	whole := head.W >= rest+styles+points+2*gap
	if whole {
		cell := head.CutRight(points).Middle(28)
		if part.DropButton(c, "trends/points", cell, words, "Choose which GC points of the window to use; the first and last are always included") {
			view.openTrendMenu(c, pointsMenu, 0, "trends/points", cell)
		}
	} else {
		cell := head.CutRight(side).Middle(28)
		if c.IconButton("trends/options", cell, "settings", "Options", "Choose how to draw trends and which GC points to use", "") {
			view.openTrendMenu(c, optionsMenu, 0, "trends/options", cell)
		}
	}
	head.CutRight(gap)
	if head.W < styles {
		return
	}
	current := 1
	if stacked {
		current = 0
	}
	choices := []widget.Choice{{Text: "Areas", Hint: "Stack areas to show the total"},
		{Text: "Lines", Hint: "Draw one line per series. Lines are easier to compare. Deep and retained sizes need lines because they do not add up"}}
	if i := c.Segments("trends/style", head.CutRight(styles).Middle(26), "Style", choices, current, ""); i >= 0 {
		to := trends.View.Of(s.Views)
		to.Style = trends.StackedAreas + trends.Style(i)
		c.Do(state.SetTrends{Trends: to})
	}
	head.CutRight(gap)
	if whole && c.Toggle("trends/other", head.CutRight(rest).Middle(24), "Other", "Show all other groups as one series",
		!trends.View.Of(s.Views).NoRest, "") {
		view.toggleRest(c)
	}
}

func (view *View) toggleRest(c *widget.Canvas) {
	to := trends.View.Of(c.Model.State.Views)
	to.NoRest = !to.NoRest
	c.Do(state.SetTrends{Trends: to})
}

// trendChoices are the choices of GC points.
var trendChoices = []trends.Choice{{}, {Every: 2}, {Every: 5}, {Every: 10}, {Every: 50}, {Apart: time.Second}, {Apart: 10 * time.Second},
	{Apart: time.Minute}, {Apart: 10 * time.Minute}}

// pointsWords returns the name of a choice of GC points.
func pointsWords(choice trends.Choice) string {
	switch {
	case choice.Apart > 0:
		return "At least " + words.Time(trees.Millis(choice.Apart.Milliseconds())) + " apart"
	case choice.Every > 3:
		return "Every " + words.Count(int64(choice.Every)) + "th GC point"
	case choice.Every == 3:
		return "Every 3rd GC point"
	case choice.Every == 2:
		return "Every 2nd GC point"
	}
	return "All GC points"
}
