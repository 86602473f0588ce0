package heap

import (
	"strings"

	"memcity/city/state"
	"memcity/city/view/table"
	"memcity/render/ui/canvas"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// heapTree returns the table of the heap view.
func (view *View) heapTree(c *widget.Canvas) *widget.TreeTable {
	s := &c.Model.State
	t := &widget.TreeTable{
		Id: heapTable, What: "Groups", Local: &view.Tree,
		Name:    widget.TreeColumn{Id: table.ColumnName.String(), Title: "Name", Hint: "Names of the groups. Districts include their subgroups."},
		Columns: view.heapShown(c), Sort: table.View.Of(s.Views).SortedBy(s.Settings.Unit).String(), Upward: table.View.Of(s.Views).Upward,
		Order: func(column string, upward bool) {
			t := table.View.Of(c.Model.State.Views)
			t.Sort, _ = table.ParseColumn(column) // never fails: the table has only existing columns
			t.Upward = upward
			c.Do(state.SetView(table.View, t))
		},
		List: func() widget.TreeList { return view.heapRows(c.Core) },
		Cell: func(column string, r *widget.TreeRow) widget.TreeCell {
			col, _ := table.ParseColumn(column)
			return view.heapCell(c, col, r.Node)
		},
		Open: func(r *widget.TreeRow, open bool) {
			c.Do(state.OpenRows{In: table.View.ID, Keys: []string{r.Key}, Close: !open})
		},
		Groups: true,
		Reveal: func(key string) { view.revealGroup(c, view.heapRows(c.Core), key) },
		Menu:   rowMenu,
		Chip:   func(b canvas.Box, r *widget.TreeRow) { part.GroupChip(c, b, r.Node, r.Key) },
		Marks:  view.heapMarks(c),
		Hint:   func(r *widget.TreeRow) string { return view.rowHint(c, r) },
		Void:   func() string { return view.heapRows(c.Core).void() },
	}
	if series := c.Model.Plan.Series; len(c.Model.Points) > 1 && series.Len() == len(c.Model.Points) {
		t.History = func(r *widget.TreeRow) func(int) int64 {
			return func(point int) int64 { return series.Amount(point, r.Node).Of(c.Model.State.Settings.Unit) }
		}
	}
	return t
}

// heapTable is the id of the table.
const heapTable = "heap"

// heapMarks returns the queries of the active filters that do not hide groups.
func (view *View) heapMarks(c *widget.Canvas) []string {
	t := view.heapRows(c.Core)
	queries := []string{t.live}
	for i := range t.table.Chips {
		if chip := &t.table.Chips[i]; !chip.Hide {
			queries = append(queries, chip.Query)
		}
	}
	return queries
}

// heapCell returns the cell of a group in a column.
func (view *View) heapCell(c *widget.Canvas, column table.Column, node int32) widget.TreeCell {
	values, unit := view.heapValues(c.Core), c.Model.State.Settings.Unit
	v, ok := values.Of(column, node)
	if column == table.ColumnGrowth && len(c.Model.Points) < 2 {
		ok = false
	}
	if !ok {
		text := "–"
		if waiting, _ := view.sizesState(c.Core); waiting && column.NeedsSizes() {
			text = "…"
		}
		return widget.TreeCell{Text: text}
	}
	cell := widget.TreeCell{Text: widget.CellText(quantityOf(column), unit, v), Short: widget.ShortCell(quantityOf(column), unit, v), Raw: widget.RawText(v),
		Faint: v == 0}
	switch column {
	case table.ColumnShare:
		cell.Share, cell.Tint = v, true
	case table.ColumnGrowth:
		cell.Mark, cell.Color = c.GrowthMark(v)
	case table.ColumnAverage:
	default:
		above := v
		if up := values.Plan.Series.Nodes[node].Parent; up >= 0 {
			above, _ = values.Of(column, up)
		}
		cell.Share, cell.Tint = v/max(above, 1), above > 0
	}
	return cell
}

// rowHint returns the full path of a row and its exact numbers.
func (view *View) rowHint(c *widget.Canvas, r *widget.TreeRow) string {
	v := view.heapValues(c.Core)
	objects, _ := v.Of(table.ColumnObjects, r.Node)
	bytes, _ := v.Of(table.ColumnBytes, r.Node)
	return words.OneLine(strings.Join(c.Model.Plan.Series.Path(r.Node), " → ")) + "\n" +
		words.Plural(int64(objects), "object", "objects") + ", " +
		words.Plural(int64(bytes), "byte", "bytes")
}

// quantityOf returns how the numbers of a column are formatted.
func quantityOf(c table.Column) widget.Quantity {
	switch c {
	case table.ColumnBytes, table.ColumnDeepBytes, table.ColumnRetainedBytes:
		return widget.Bytes
	case table.ColumnShare:
		return widget.Fraction
	case table.ColumnGrowth:
		return widget.Growth
	case table.ColumnAverage:
		return widget.Average
	}
	return widget.Count
}
