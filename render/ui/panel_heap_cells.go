package ui

import (
	"strings"

	"memcity/city"
)

// heapTree is the table of the heap view.
func (c *canvas) heapTree() *treeTable {
	s := &c.model.State
	return &treeTable{
		id: heapTable, what: "Groups", local: &c.local.heap.tree,
		name:    treeColumn{id: city.ColumnName.String(), title: "Name", hint: "Groups by name. Districts hold what is below them."},
		columns: c.heapShown(), sort: s.Table.SortedBy(s.Settings.Metric).String(), upward: s.Table.Upward,
		order: func(column string, upward bool) {
			t := c.model.State.Table
			t.Sort, _ = city.ParseColumn(column) // the table has only columns that there are
			t.Upward = upward
			c.do(city.SetTable{Table: t})
		},
		list: func() treeList { return c.heapRows() },
		cell: func(column string, r *treeRow) treeCell {
			col, _ := city.ParseColumn(column)
			return c.heapCell(col, r.node)
		},
		open: func(r *treeRow, open bool) {
			c.do(city.OpenRows{In: city.HeapView, Keys: []string{r.key}, Close: !open})
		},
		groups: true,
		reveal: func(key string) { c.revealGroup(c.heapRows(), key) },
		menu:   rowMenu,
		chip:   func(b box, r *treeRow) { c.groupChip(b, r.node, r.key) },
		marks:  c.heapMarks(),
		hint:   c.rowHint,
		void:   func() string { return c.heapRows().void() },
	}
}

// heapTable is the id of the table.
const heapTable = "heap"

// heapMarks are what the plain filters in force look for.
func (c *canvas) heapMarks() []string {
	t := c.heapRows()
	queries := []string{t.live}
	for i := range t.table.Chips {
		if chip := &t.table.Chips[i]; !chip.Hide {
			queries = append(queries, chip.Query)
		}
	}
	return queries
}

// groupChip draws the colour of a group in the city: a square for a building, a slab for a district, and an empty frame for
// one without a plot.
func (c *canvas) groupChip(b box, node int32, group string) {
	col, building, shown := c.model.Plan.ColorAt(node, c.model.At, c.model.State.Settings)
	if mark, ok := c.model.State.Marks[group]; ok {
		col = mark
	}
	inside, edge := solid(col), mixed(solid(col), c.theme.text, 0.35)
	switch {
	case !shown:
		b, inside, edge = b.inset(1, 1), c.card, c.edge
	case !building:
		b = b.middle(7)
	}
	c.fill(b, 0, edge) // round corners and strokes in every row would make scrolling slow
	c.fill(b.inset(1, 1), 0, inside)
}

// heapCell is a number of a group.
func (c *canvas) heapCell(column city.Column, node int32) treeCell {
	values, metric := c.heapValues(), c.model.State.Settings.Metric
	v, ok := values.Of(column, node)
	if column == city.ColumnGrowth && len(c.model.Points) < 2 {
		ok = false
	}
	if !ok {
		text := "–"
		if waiting, _ := c.sizesState(); waiting && column.NeedsSizes() {
			text = "…"
		}
		return treeCell{text: text}
	}
	cell := treeCell{text: cellText(column, metric, v), short: shortCell(column, metric, v), raw: rawText(v), faint: v == 0}
	switch column {
	case city.ColumnShare:
		cell.share, cell.tint = v, true
	case city.ColumnGrowth:
		cell.mark, cell.color = c.growthMark(v)
	case city.ColumnAverage:
	default:
		above := v
		if up := values.Plan.Series.Nodes[node].Parent; up >= 0 {
			above, _ = values.Of(column, up)
		}
		cell.share, cell.tint = v/max(above, 1), above > 0
	}
	return cell
}

// rowHint tells the whole path of a row and its exact numbers.
func (c *canvas) rowHint(r *treeRow) string {
	v := c.heapValues()
	objects, _ := v.Of(city.ColumnObjects, r.node)
	bytes, _ := v.Of(city.ColumnBytes, r.node)
	return oneLine(strings.Join(c.model.Plan.Series.Path(r.node), " → ")) + "\n" + plural(int64(objects), "object", "objects") + ", " +
		plural(int64(bytes), "byte", "bytes")
}
