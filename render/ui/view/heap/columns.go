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

const barHint = " The bar is the share of the parent group."

// usualColumns are the columns for shallow sizes, from left to right.
var usualColumns = []heapColumn{
	{table.ColumnObjects, "Objects", "Number of objects in the group at this GC point." + barHint, 96, 5},
	{table.ColumnBytes, "Bytes", "Shallow size: the bytes of the objects themselves, without objects they refer to." + barHint, 88, 6},
	{table.ColumnShare, "Share", "Share of the whole heap in the selected unit, also shown as a bar.", 92, 3},
	{table.ColumnGrowth, "Growth", "Change since the start of the window, in the selected unit.", 96, 4},
	{table.ColumnAverage, "Average", "Average shallow bytes per object.", 80, 0},
	{table.ColumnDeepObjects, "Deep objects", "The group's objects and all objects reachable from them." + barHint, 112, 1},
	{table.ColumnDeepBytes, "Deep bytes", "Deep size: the bytes of the group and all objects reachable from it." + barHint, 100, 2},
	{table.ColumnRetainedObjects, "Retained objects", "Objects that would be freed with the whole group." + barHint, 132, 1},
	{table.ColumnRetainedBytes, "Retained bytes", "Retained size: the bytes that would be freed with the whole group." + barHint, 120, 7},
}

// heapColumns returns the columns for the current size kind.
func heapColumns(m *model.Model) []heapColumn {
	if m.SizeKind == trees.Shallow {
		return usualColumns
	}
	columns := slices.Clone(usualColumns)
	for i := range columns {
		if col := &columns[i]; col.column == table.ColumnObjects || col.column == table.ColumnBytes {
			col.title += " (" + m.SizeKind.String() + ")"
			col.hint = "Uses " + m.SizeKind.String() + " size, as chosen for all numbers in the grouping settings (Ctrl+G)." + barHint
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
		text += " It needs at least two GC points."
	}
	if col.column.NeedsSizes() {
		if waiting, why := view.sizesState(c.Core); waiting {
			text += " Computing…"
		} else if why != "" {
			text += " Here: " + why + "."
		}
	}
	return text
}
