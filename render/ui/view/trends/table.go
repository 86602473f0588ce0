package trends

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/trends"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// trendColumns are the columns of a series, each with its order.
var trendColumns = []struct {
	order       trends.Order
	title, hint string
	width       float32
	rank        int
}{
	{trends.StartOrder, "Start", "At the first GC point used.", 84, 2},
	{trends.EndOrder, "End", "At the last GC point used.", 84, 4},
	{trends.GrowthOrder, "Growth", "End minus start.", 96, 5},
	{trends.RelativeOrder, "Relative", "Growth relative to the start. Groups that are empty at the start are new.", 78, 3},
	{trends.AverageOrder, "Average", "Average over all GC points used.", 84, 1},
}

// trendRows lists the series of a level as rows.
type trendRows struct{ *trendChart }

func (t trendRows) Len() int            { return len(t.keys) }
func (t trendRows) Deepest() int        { return 0 }
func (t trendRows) Find(key string) int { return t.find(key) }
func (t trendRows) Row(i int) widget.TreeRow {
	s := t.shown[i]
	return widget.TreeRow{Key: t.keys[i], Name: s.Name, Children: !s.Leaf, Open: t.keys[i] == t.opened, Node: int32(i)}
}

// table builds the table beside the chart.
func (t *trendChart) table(c *widget.Canvas) *widget.TreeTable {
	l := t.of
	out := &widget.TreeTable{Id: t.id("/table"), What: "Series of " + words.OneLine(t.trend.Total.Name), Local: l.Tables[t.level],
		Name: widget.TreeColumn{Id: "name", Title: t.role(),
			Hint: "The groups in " + words.OneLine(t.trend.Total.Name) + ". Click a row to see its subgroups.", Fixed: true},
		Sort: t.choice.Order.String(), OneWay: true, List: func() widget.TreeList { return trendRows{t} }, Groups: true, Menu: trendMenu}
	for _, col := range trendColumns {
		out.Columns = append(out.Columns, widget.TreeColumn{Id: col.order.String(), Title: col.title, Width: col.width, Rank: col.rank,
			Hint: col.hint + " Shows the series with the largest values."})
	}
	out.Order = func(column string, _ bool) {
		for _, col := range trendColumns {
			if col.order.String() == column {
				chart := t.choice
				chart.Order = col.order
				c.Do(state.SetTrends{Trends: trends.View.Of(c.Model.State.Views).With(t.level, chart)})
			}
		}
	}
	out.Open = func(r *widget.TreeRow, _ bool) { t.toggle(c, int(r.Node)) }
	out.Act = func(r *widget.TreeRow) { t.enter(c, int(r.Node)) }
	out.Press = func(r *widget.TreeRow) { t.press(c, r.Key) }
	out.Chip = func(b canvas.Box, r *widget.TreeRow) { part.SeriesChip(c, b, t.colors[r.Node]) }
	out.Cell = func(column string, r *widget.TreeRow) widget.TreeCell { return t.cell(c, column, int(r.Node)) }
	out.Hint = func(r *widget.TreeRow) string { return t.rowHint(int(r.Node)) }
	out.Void = func() string {
		if len(t.keys) > 0 {
			return ""
		}
		return "No groups."
	}
	return out
}

// drawTable draws the table. If they fit, all others and the sum are at its bottom; the head of the chart shows the sum as well.
func (t *trendChart) drawTable(c *widget.Canvas, b canvas.Box) {
	l := t.of
	table := t.table(c)
	if l.goTo == table.Id {
		l.goTo, table.Local.Shown = "", false
	}
	if t.find(table.Local.Cursor) < 0 && len(t.keys) > 0 {
		table.Local.Cursor = t.keys[0]
	}
	sums := []int{len(t.keys) + 1}
	if t.rest {
		sums = []int{len(t.keys), len(t.keys) + 1}
	}
	whole := t.tableHeight()
	for len(sums) > 0 && b.H < whole && (len(sums) > 1 || b.H < widget.TreeHeader+3*widget.TreeStep) {
		sums, whole = sums[:len(sums)-1], whole-widget.TreeStep
	}
	b = b.WithHeight(min(whole, b.H))
	foot := b.CutBottom(widget.TreeStep*float32(len(sums)) + 1)
	table.Draw(c, b)
	t.hovered(c, "table", t.rowUnder(c, table))
	if len(sums) == 0 {
		return
	}
	c.Hline(foot.X, foot.Y, foot.W, 1, c.Line)
	foot.CutTop(1)
	foot.CutRight(widget.TreeBar)
	grid := table.Grid(foot.X, foot.W)
	for _, row := range sums {
		col := color.NRGBA{}
		if row == len(t.keys) {
			col = c.RestColor()
		}
		t.drawSum(c, table, grid, foot.CutTop(widget.TreeStep), row, col)
	}
}

// rowUnder returns the key of the row under the pointer.
func (t *trendChart) rowUnder(c *widget.Canvas, table *widget.TreeTable) string {
	ctl := c.Controls[table.Id+widget.TreeRows]
	if row := table.Local.Under; ctl != nil && ctl.Hover && row >= 0 && row < len(t.keys) {
		return t.keys[row]
	}
	return ""
}

// drawSum draws all others, or the group itself, at the bottom of the table.
func (t *trendChart) drawSum(c *widget.Canvas, table *widget.TreeTable, g *widget.TreeGrid, b canvas.Box, row int, col color.NRGBA) {
	s := t.series(row)
	var series []string
	for j := range g.Columns {
		series = append(series, table.DrawCell(c, &g.Columns[j], g.Spans[j].Of(b), &widget.TreeRow{Node: int32(row)}, c.Card))
	}
	name := g.Name.Of(b)
	name.CutLeft(widget.TreeOpener)
	if chip := name.CutLeft(widget.TreeChip).Middle(widget.TreeChip); col.A > 0 {
		part.SeriesChip(c, chip, col)
	}
	name.CutLeft(7)
	text := t.label(s)
	c.DrawText(name, canvas.Body, canvas.Left, c.Dim, words.OneLine(text), name.W)
	c.Items = append(c.Items, model.Item{Panel: c.Panel, Kind: "row", Text: words.OneLine(text), Value: strings.Join(series, " "),
		Rect: c.Visible(b)})
}

// cell returns a cell of a row.
func (t *trendChart) cell(c *widget.Canvas, column string, row int) widget.TreeCell {
	s, unit := t.series(row), t.report.Query.Unit()
	value := int64(0)
	switch column {
	case trends.RelativeOrder.String():
		return relativeCell(s)
	case trends.GrowthOrder.String():
		cell := widget.TreeCell{Text: words.Growth(unit, s.Growth), Raw: strconv.FormatInt(s.Growth, 10), Faint: s.Growth == 0}
		if unit == trees.Objects && s.Growth != 0 {
			cell.Short = words.ShortCount(s.Growth)
		}
		if most := t.mostGrowth(); most > 0 && row < len(t.keys) {
			cell.Tint, cell.Share = s.Growth > 0, float64(s.Growth)/float64(most)
		}
		p := c.Model.State.Settings.Palette()
		switch {
		case s.Growth > 0:
			cell.Mark, cell.Color = "rose", canvas.Solid(p.Growth(0.7))
		case s.Growth < 0:
			cell.Mark, cell.Color = "fell", canvas.Solid(p.Shrunk)
		}
		return cell
	case trends.StartOrder.String():
		value = s.Start
	case trends.EndOrder.String():
		value = s.End
	default:
		value = int64(math.Round(s.Average))
	}
	cell := widget.TreeCell{Text: words.Size(value), Raw: strconv.FormatInt(value, 10), Faint: value == 0}
	if unit == trees.Objects {
		cell.Text, cell.Short = words.Count(value), words.ShortCount(value)
	}
	return cell
}

// mostGrowth returns the largest growth of a series in the table.
func (t *trendChart) mostGrowth() int64 {
	most := int64(0)
	for i := range t.keys {
		most = max(most, t.shown[i].Growth)
	}
	return most
}

func relativeCell(s *trends.Series) widget.TreeCell {
	switch {
	case math.IsInf(s.Relative, 1):
		return widget.TreeCell{Text: "new", Raw: "new"}
	case s.Relative == 0:
		return widget.TreeCell{Text: "0 %", Raw: "0", Faint: true}
	}
	cell := widget.TreeCell{Text: words.PercentOf(s.Relative), Raw: strconv.FormatFloat(s.Relative, 'g', 6, 64)}
	if s.Relative > 0 {
		cell.Text = "+" + cell.Text
	}
	if s.Relative >= 100 { // a multiple of the start instead of a percentage
		cell.Text = words.Count(int64(math.Round(min(s.Relative+1, 1e15)))) + " ×"
	}
	return cell
}

// rowHint returns the full path of a series and the effect of a press.
func (t *trendChart) rowHint(row int) string {
	s := t.shown[row]
	unit := t.report.Query.Unit()
	text := words.OneLine(strings.Join(t.trend.Series.Path(s.Node), " → ")) + "\n" + exactAmount(unit, s.Start) + " at the start, " +
		exactAmount(unit, s.End) + " at the end"
	if !s.Leaf && t.keys[row] != t.opened {
		text += "\nClick to see its groups"
	}
	return text
}

// exactAmount formats a value with all digits.
func exactAmount(m trees.Unit, v int64) string {
	if m == trees.Bytes {
		return words.Plural(v, "byte", "bytes")
	}
	return words.Plural(v, "object", "objects")
}
