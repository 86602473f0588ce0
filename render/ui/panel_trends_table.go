package ui

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"memcity/city"
)

// trendColumns are the numbers of a series, by the order that each of them makes.
var trendColumns = []struct {
	order       city.TrendOrder
	title, hint string
	width       float32
	rank        int
}{
	{city.StartOrder, "Start", "At the first GC point looked at.", 84, 2},
	{city.EndOrder, "End", "At the last GC point looked at.", 84, 4},
	{city.GrowthOrder, "Growth", "End less start.", 96, 5},
	{city.RelativeOrder, "Relative", "Growth as a part of the start. What was not there at the start is new.", 78, 3},
	{city.AverageOrder, "Average", "Over all GC points looked at.", 84, 1},
}

// trendRows are the series of a level as rows.
type trendRows struct{ *trendChart }

func (t trendRows) Len() int            { return len(t.keys) }
func (t trendRows) Deepest() int        { return 0 }
func (t trendRows) Find(key string) int { return t.find(key) }
func (t trendRows) Row(i int) treeRow {
	s := t.shown[i]
	return treeRow{key: t.keys[i], name: s.Name, children: !s.Leaf, open: t.keys[i] == t.opened, node: int32(i)}
}

// table makes the table beside the chart.
func (t *trendChart) table(c *canvas) *treeTable {
	l := &c.local.trends
	out := &treeTable{id: t.id("/table"), what: "Series of " + oneLine(t.trend.Total.Name), local: l.tables[t.level],
		name: treeColumn{id: "name", title: t.role(), hint: "What the series are: the groups below " + oneLine(t.trend.Total.Name) + ". Press a row to see what is in it.", fixed: true},
		sort: t.choice.Order.String(), oneWay: true, list: func() treeList { return trendRows{t} }, groups: true, menu: trendMenu}
	for _, col := range trendColumns {
		out.columns = append(out.columns, treeColumn{id: col.order.String(), title: col.title, width: col.width, rank: col.rank,
			hint: col.hint + " The series with most of it are shown."})
	}
	out.order = func(column string, _ bool) {
		for _, col := range trendColumns {
			if col.order.String() == column {
				chart := t.choice
				chart.Order = col.order
				c.do(city.SetTrends{Trends: c.model.State.Trends.With(t.level, chart)})
			}
		}
	}
	out.open = func(r *treeRow, _ bool) { t.toggle(c, int(r.node)) }
	out.act = func(r *treeRow) { t.enter(c, int(r.node)) }
	out.press = func(r *treeRow) { t.press(c, r.key) }
	out.chip = func(b box, r *treeRow) { c.seriesChip(b, t.colors[r.node]) }
	out.cell = func(column string, r *treeRow) treeCell { return t.cell(c, column, int(r.node)) }
	out.hint = func(r *treeRow) string { return t.rowHint(int(r.node)) }
	out.void = func() string {
		if len(t.keys) > 0 {
			return ""
		}
		return "There are no groups."
	}
	return out
}

// seriesChip is the colour of a series.
func (c *canvas) seriesChip(b box, col color.NRGBA) {
	c.fill(b, 0, mixed(col, c.theme.text, 0.25)) // round corners and strokes in every row would make scrolling slow
	c.fill(b.inset(1, 1), 0, col)
}

// drawTable draws the table, with all others and the sum at its foot as far as there is room: the head of the chart tells of
// the sum as well.
func (t *trendChart) drawTable(c *canvas, b box) {
	l := &c.local.trends
	table := t.table(c)
	if l.goTo == table.id {
		l.goTo, table.local.shown = "", false
	}
	if t.find(table.local.cursor) < 0 && len(t.keys) > 0 {
		table.local.cursor = t.keys[0]
	}
	sums := []int{len(t.keys) + 1}
	if t.rest {
		sums = []int{len(t.keys), len(t.keys) + 1}
	}
	whole := t.tableHeight()
	for len(sums) > 0 && b.h < whole && (len(sums) > 1 || b.h < treeHeader+3*treeStep) {
		sums, whole = sums[:len(sums)-1], whole-treeStep
	}
	b = b.withHeight(min(whole, b.h))
	foot := b.cutBottom(treeStep*float32(len(sums)) + 1)
	table.draw(c, b)
	t.hovered(c, "table", t.rowUnder(c, table))
	if len(sums) == 0 {
		return
	}
	c.hline(foot.x, foot.y, foot.w, 1, c.line)
	foot.cutTop(1)
	foot.cutRight(treeBar)
	grid := table.grid(foot.x, foot.w)
	for _, row := range sums {
		col := color.NRGBA{}
		if row == len(t.keys) {
			col = c.restColor()
		}
		t.drawSum(c, table, grid, foot.cutTop(treeStep), row, col)
	}
}

// rowUnder is the key of the row under the pointer.
func (t *trendChart) rowUnder(c *canvas, table *treeTable) string {
	ctl := c.controls[table.id+treeRows]
	if row := table.local.under; ctl != nil && ctl.hover && row >= 0 && row < len(t.keys) {
		return t.keys[row]
	}
	return ""
}

// drawSum draws all others, or the group itself, at the foot of the table.
func (t *trendChart) drawSum(c *canvas, table *treeTable, g *treeGrid, b box, row int, col color.NRGBA) {
	s := t.series(row)
	var told []string
	for j := range g.columns {
		told = append(told, table.drawCell(c, &g.columns[j], g.spans[j].of(b), &treeRow{node: int32(row)}, c.card))
	}
	name := g.name.of(b)
	name.cutLeft(treeOpener)
	if chip := name.cutLeft(treeChip).middle(treeChip); col.A > 0 {
		c.seriesChip(chip, col)
	}
	name.cutLeft(7)
	text := t.label(s)
	c.draw(name, body, left, c.dim, c.types.fit(oneLine(text), body.size*c.scale, body.weight, name.w*c.scale, false))
	c.items = append(c.items, Item{Panel: c.panel, Kind: "row", Text: oneLine(text), Value: strings.Join(told, " "), Rect: c.visible(b)})
}

// cell is a number of a row.
func (t *trendChart) cell(c *canvas, column string, row int) treeCell {
	s, metric := t.series(row), t.report.Ask.Metric()
	value := int64(0)
	switch column {
	case city.RelativeOrder.String():
		return relativeCell(s)
	case city.GrowthOrder.String():
		cell := treeCell{text: Growth(metric, s.Growth), raw: strconv.FormatInt(s.Growth, 10), faint: s.Growth == 0}
		if metric == city.Objects && s.Growth != 0 {
			cell.short = ShortCount(s.Growth)
		}
		if most := t.mostGrowth(); most > 0 && row < len(t.keys) {
			cell.tint, cell.share = s.Growth > 0, float64(s.Growth)/float64(most)
		}
		p := c.model.State.Settings.Palette()
		switch {
		case s.Growth > 0:
			cell.mark, cell.color = "rose", solid(p.Growth(0.7))
		case s.Growth < 0:
			cell.mark, cell.color = "fell", solid(p.Shrunk)
		}
		return cell
	case city.StartOrder.String():
		value = s.Start
	case city.EndOrder.String():
		value = s.End
	default:
		value = int64(math.Round(s.Average))
	}
	cell := treeCell{text: Size(value), raw: strconv.FormatInt(value, 10), faint: value == 0}
	if metric == city.Objects {
		cell.text, cell.short = Count(value), ShortCount(value)
	}
	return cell
}

// mostGrowth is the largest growth of a series of the table.
func (t *trendChart) mostGrowth() int64 {
	most := int64(0)
	for i := range t.keys {
		most = max(most, t.shown[i].Growth)
	}
	return most
}

func relativeCell(s *city.TrendSeries) treeCell {
	switch {
	case math.IsInf(s.Relative, 1):
		return treeCell{text: "new", raw: "new"}
	case s.Relative == 0:
		return treeCell{text: "0 %", raw: "0", faint: true}
	}
	cell := treeCell{text: PercentOf(s.Relative), raw: strconv.FormatFloat(s.Relative, 'g', 6, 64)}
	if s.Relative > 0 {
		cell.text = "+" + cell.text
	}
	if s.Relative >= 100 { // of the start, not in percent
		cell.text = Count(int64(math.Round(min(s.Relative+1, 1e15)))) + " ×"
	}
	return cell
}

// rowHint tells the whole path of a series and what a press does.
func (t *trendChart) rowHint(row int) string {
	s := t.shown[row]
	metric := t.report.Ask.Metric()
	text := oneLine(strings.Join(t.trend.Series.Path(s.Node), " → ")) + "\n" + exactAmount(metric, s.Start) + " at the start, " +
		exactAmount(metric, s.End) + " at the end"
	if !s.Leaf && t.keys[row] != t.opened {
		text += "\nPress to see what is in it"
	}
	return text
}

// exactAmount writes a value with all digits.
func exactAmount(m city.Metric, v int64) string {
	if m == city.Bytes {
		return plural(v, "byte", "bytes")
	}
	return plural(v, "object", "objects")
}
