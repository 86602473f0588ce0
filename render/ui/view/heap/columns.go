package heap

import (
	"slices"

	"memcity/city/trees"
	"memcity/city/view/table"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// heapColumn describes a column.
type heapColumn struct {
	column      table.Column
	title, hint string
	width       float32 // in dp
	rank        int     // columns with the lowest rank are dropped first if there is no space
}

const barHint = " The bar is the share of the group above in the table."

// usualColumns are the columns for shallow sizes, from left to right.
var usualColumns = []heapColumn{
	{table.ColumnObjects, "Objects", "How many objects are in the group at this GC point." + barHint, 96, 5},
	{table.ColumnBytes, "Bytes", "Shallow size: the bytes of the objects themselves, without what they refer to." + barHint, 88, 6},
	{table.ColumnShare, "Share", "Share of the whole heap, in the current unit, also shown as a bar.", 92, 3},
	{table.ColumnGrowth, "Growth", "Now minus at the start of the window, in the current unit.", 96, 4},
	{table.ColumnAverage, "Average", "Shallow bytes for each object, on average.", 80, 0},
	{table.ColumnDeepObjects, "Deep objects", "The objects of the group and all that can be reached from them." + barHint, 112, 1},
	{table.ColumnDeepBytes, "Deep bytes", "Deep size: the bytes of the group and of all that can be reached from it." + barHint, 100, 2},
	{table.ColumnRetainedObjects, "Retained objects", "The objects that would be freed if the whole group were." + barHint, 132, 1},
	{table.ColumnRetainedBytes, "Retained bytes", "Retained size: the bytes that would be freed if the whole group were." + barHint, 120, 7},
}

// heapColumns returns the columns for the current measure.
func heapColumns(m *model.Model) []heapColumn {
	if m.Measure == trees.Shallow {
		return usualColumns
	}
	columns := slices.Clone(usualColumns)
	for i := range columns {
		if col := &columns[i]; col.column == table.ColumnObjects || col.column == table.ColumnBytes {
			col.title += " (" + m.Measure.String() + ")"
			col.hint = "In " + m.Measure.String() + " size, which was chosen for all numbers where groups are chosen (Ctrl+G)." + barHint
			col.width += 52
		}
	}
	return columns
}

// columnTitle returns the title of a column.
func columnTitle(m *model.Model, col table.Column) string {
	columns := heapColumns(m)
	return columns[slices.IndexFunc(columns, func(h heapColumn) bool { return h.column == col })].title
}

// heapShown returns the chosen columns. If there is no space, columns of unavailable sizes are dropped first.
func (view *View) heapShown(c *widget.Canvas) []widget.TreeColumn {
	shown := table.View.Of(c.Model.State.Views).Shown()
	waiting, why := view.sizesState(c.Core)
	var columns []widget.TreeColumn
	for _, col := range heapColumns(&c.Model) {
		if !slices.Contains(shown, col.column) {
			continue
		}
		if col.column.NeedsSizes() && !waiting && why != "" {
			col.rank -= 10
		}
		columns = append(columns, widget.TreeColumn{Id: col.column.String(), Title: col.title, Hint: view.heapHint(c, &col), Width: col.width,
			Rank: col.rank})
	}
	return columns
}

// heapHint explains the numbers of a column, and why they are missing.
func (view *View) heapHint(c *widget.Canvas, col *heapColumn) string {
	text := col.hint
	if col.column == table.ColumnGrowth && len(c.Model.Points) < 2 {
		text += " It takes at least two GC points."
	}
	if col.column.NeedsSizes() {
		if waiting, why := view.sizesState(c.Core); waiting {
			text += " They are being computed."
		} else if why != "" {
			text += " Here: " + why + "."
		}
	}
	return text
}
