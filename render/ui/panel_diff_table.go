package ui

import (
	"image/color"
	"strconv"
	"strings"

	"memcity/city"
)

// diffColumns are the columns of the diff view, from left to right.
var diffColumns = []struct {
	column      city.DiffColumn
	title, hint string
	width       float32
	rank        int
}{
	{city.DiffBefore, "Before", "At the start of the window.", 88, 4},
	{city.DiffAfter, "After", "At the end of the window.", 88, 5},
	{city.DiffDifference, "Difference", "After less before.", 96, 9},
	{city.DiffDied, "Died", "There at the start of the window, and no more at its end.", 84, 6},
	{city.DiffPermanent, "Permanent", "In the group at both ends of the window: the same objects.", 92, 6},
	{city.DiffBorn, "Born", "There at the end of the window, and not yet at its start.", 84, 7},
	{city.DiffLeft, "Left", "In the group at the start of the window, and in another one at its end.", 72, 2},
	{city.DiffCame, "Came", "In another group at the start of the window, and in this one at its end.", 72, 2},
}

// diffBar is the id of the column of bars.
const diffBar = "parts"

// diffWide is the width of the column of bars in dp.
const diffWide = 150

// diffTree is the table of the diff view as it is told to others than the canvas; it does not change.
type diffTree struct {
	diffShown
	kept, born, gone color.NRGBA
}

// diffTable makes the table.
func (c *canvas) diffTable(report *city.DiffReport) *treeTable {
	s := c.diffListed(report)
	told := diffTree{diffShown: *s}
	told.kept, told.born, told.gone = c.diffColors()
	d := s.asked
	return &treeTable{
		id: diffTable, what: "Groups", local: &c.local.diff.tree,
		name:    treeColumn{id: city.DiffName.String(), title: "Name", hint: "Groups by name."},
		columns: told.columns(), sort: d.SortedBy().String(), upward: d.Upward,
		order: func(column string, upward bool) {
			to := c.model.State.Diffing
			to.Sort, _ = city.ParseDiffColumn(column) // the table has only columns that there are
			to.Upward = upward
			c.do(city.SetDiff{To: to})
		},
		list: func() treeList { return c.diffListed(report).rows },
		cell: told.cell,
		open: func(r *treeRow, open bool) {
			c.do(city.OpenRows{In: city.DiffView, Keys: []string{r.key}, Close: !open})
		},
		groups: true,
		reveal: func(key string) { c.revealDiff(report, key) },
		menu:   diffRowMenu,
		chip:   c.diffChip,
		marks:  []string{s.query},
		hint:   told.hint,
		void:   func() string { return c.diffListed(report).void() },
		fore:   func(r *treeRow) color.NRGBA { return c.diffFore(report, r) },
	}
}

// diffColors are those of what stayed, was born and is gone, as in the city.
func (c *canvas) diffColors() (kept, born, gone color.NRGBA) {
	p := c.model.State.Settings.Palette()
	return solid(p.Kept), solid(p.Born(0.4)), solid(p.Gone)
}

// columns are the columns that say something: not those of objects that nobody followed.
func (t *diffTree) columns() []treeColumn {
	bar := treeColumn{id: diffBar, title: "Died · permanent · born", width: diffWide, rank: 8, fixed: true, words: true,
		hint: "Bars of groups side by side are as long as their objects are many: those that died, that are permanent, and that were born."}
	if !t.report.Followed() {
		bar.title = "Fewer · as many · more"
		bar.hint = "Bars of groups side by side are as long as their numbers are large. Which objects are the same is not known, only how many more or fewer there are."
	}
	columns := []treeColumn{bar}
	for _, col := range diffColumns {
		followed := col.column > city.DiffDifference
		moving := col.column == city.DiffCame || col.column == city.DiffLeft
		if followed && !t.report.Followed() || moving && !t.moved {
			continue
		}
		columns = append(columns, treeColumn{id: col.column.String(), title: col.title, hint: col.hint, width: col.width, rank: col.rank})
	}
	return columns
}

func (t *diffTree) cell(column string, r *treeRow) treeCell {
	if column == diffBar {
		return t.bar(r.node)
	}
	col, _ := city.ParseDiffColumn(column)
	v, ok := t.report.Of(col, t.metric, r.node)
	if !ok {
		return treeCell{text: "–"}
	}
	cell := treeCell{text: Count(v), short: ShortCount(v), raw: strconv.FormatInt(v, 10), faint: v == 0}
	switch {
	case col == city.DiffDifference:
		cell.text, cell.short = Growth(t.metric, v), shortCell(city.ColumnGrowth, t.metric, float64(v))
		if v != 0 {
			cell.mark, cell.color = "rose", t.born
		}
		if v < 0 {
			cell.mark, cell.color = "fell", t.gone
		}
	case t.metric == city.Bytes:
		cell.text = Size(v)
	}
	return cell
}

// bar is the bar of a group in three parts.
func (t *diffTree) bar(node int32) treeCell {
	parts := t.report.Parts(t.metric, node)
	cell := treeCell{text: "–"}
	longest := parts[0] + parts[1] + parts[2]
	if up := t.report.Tree.Nodes[node].Parent; up >= 0 {
		longest = t.longest[up]
	}
	whole := float64(max(longest, 1))
	var raw []string
	for i, col := range []color.NRGBA{t.gone, t.kept, t.born} {
		cell.parts = append(cell.parts, treePart{share: float64(parts[i]) / whole, color: col})
		raw = append(raw, strconv.FormatInt(parts[i], 10))
	}
	cell.raw = strings.Join(raw, "/")
	return cell
}

// hint tells the whole path of a row and its exact numbers.
func (t *diffTree) hint(r *treeRow) string {
	n := &t.report.Tree.Nodes[r.node]
	lines := []string{oneLine(strings.Join(t.report.Tree.Path(r.node), " → ")),
		"before " + exactly(n.Before.Objects, n.Before.Bytes), "after " + exactly(n.After.Objects, n.After.Bytes)}
	if ch := n.Change; ch != nil {
		lines = append(lines, "died "+exactly(ch.Died.Objects, ch.Died.Bytes), "permanent "+exactly(ch.Permanent.Objects, ch.Permanent.Bytes),
			"born "+exactly(ch.Born.Objects, ch.Born.Bytes))
		if ch.Left.Objects > 0 {
			lines = append(lines, "left for other groups "+exactly(ch.Left.Objects, ch.Left.Bytes))
		}
		if ch.Came.Objects > 0 {
			lines = append(lines, "came from other groups "+exactly(ch.Came.Objects, ch.Came.Bytes))
		}
	}
	return strings.Join(lines, "\n")
}

func exactly(objects, bytes int64) string {
	return plural(objects, "object", "objects") + ", " + plural(bytes, "byte", "bytes")
}

// void tells why there is nothing to list.
func (s *diffShown) void() string {
	switch {
	case len(s.rows.Rows) == 0 || s.rows.Groups == 0:
		return "The heap is empty at both GC points."
	case len(s.rows.Rows) == 1 && s.rows.Left > 0 && s.query != "":
		return "No group fits the filter."
	case len(s.rows.Rows) == 1 && s.rows.Left > 0:
		return "No group has vanished."
	}
	return ""
}

// diffChip draws the colour of a group in the city.
func (c *canvas) diffChip(b box, r *treeRow) {
	if node, ok := c.model.Plan.Series.Find(r.key); ok {
		c.groupChip(b, node, r.key)
	}
}

// diffFore tells groups that are no more from the others.
func (c *canvas) diffFore(report *city.DiffReport, r *treeRow) color.NRGBA {
	if report.Tree.Nodes[r.node].After.Objects == 0 {
		return c.dim
	}
	return c.theme.text
}

// revealDiff opens what is above a group.
func (c *canvas) revealDiff(report *city.DiffReport, group string) {
	if node := report.Find(group); node >= 0 {
		listed := c.diffListed(report).rows
		c.openAbove(diffGroups(report), node, listed.Rows, listed.place)
	}
}
