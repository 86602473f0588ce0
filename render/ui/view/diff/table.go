package diff

import (
	"image/color"
	"strconv"
	"strings"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/render/ui/canvas"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// diffColumns are the columns from left to right.
var diffColumns = []struct {
	column      diffs.Column
	title, hint string
	width       float32
	rank        int
}{
	{diffs.Before, "Before", "At the start of the window.", 88, 4},
	{diffs.After, "After", "At the end of the window.", 88, 5},
	{diffs.Difference, "Difference", "After minus before.", 96, 9},
	{diffs.Died, "Died", "There at the start of the window, but not at its end.", 84, 6},
	{diffs.Permanent, "Survived", "In the group at both ends of the window: the same objects.", 92, 6},
	{diffs.Born, "Born", "There at the end of the window, but not at its start.", 84, 7},
	{diffs.Indistinct, "Not told apart", "Equal objects at both ends of the window. Heap dumps cannot show whether they are the same objects.", 104, 6},
	{diffs.Turnover, "Turnover", "Objects that died and were replaced by new ones: the smaller of the two numbers.", 84, 3},
	{diffs.Left, "Moved out", "In this group at the start of the window, and in another group at its end.", 72, 2},
	{diffs.Came, "Moved in", "In another group at the start of the window, and in this group at its end.", 72, 2},
}

// diffBar is the ID of the column of bars.
const diffBar = "parts"

// diffWide is the width of the column of bars in dp.
const diffWide = 150

// diffTree provides the table's content without a canvas. It is read-only.
type diffTree struct {
	diffShown
	kept, born, gone, unclear color.NRGBA
}

// diffTable returns the table.
func (view *View) diffTable(c *widget.Canvas, report *diffs.Report) *widget.TreeTable {
	s := view.diffListed(c.Core, report)
	tree := diffTree{diffShown: *s}
	tree.kept, tree.born, tree.gone = view.diffColors(c)
	tree.unclear = c.Dim
	d := s.state
	return &widget.TreeTable{
		Id: diffTable, What: "Groups", Local: &view.Tree,
		Name:    widget.TreeColumn{Id: diffs.Name.String(), Title: "Name", Hint: "Names of the groups."},
		Columns: tree.columns(), Sort: d.SortedBy().String(), Upward: d.Upward,
		Order: func(column string, upward bool) {
			to := diffs.View.Of(c.Model.State.Views)
			to.Sort, _ = diffs.ParseColumn(column) // cannot fail: the table only has known columns
			to.Upward = upward
			c.Do(state.SetView(diffs.View, to))
		},
		List: func() widget.TreeList { return view.diffListed(c.Core, report).rows },
		Cell: tree.cell,
		Open: func(r *widget.TreeRow, open bool) {
			c.Do(state.OpenRows{In: diffs.View.ID, Keys: []string{r.Key}, Close: !open})
		},
		Groups: true,
		Reveal: func(key string) { view.revealDiff(c, report, key) },
		Menu:   DiffRowMenu,
		Chip:   func(b canvas.Box, r *widget.TreeRow) { view.diffChip(c, b, r) },
		Marks:  []string{s.query},
		Hint:   tree.hint,
		Void:   func() string { return view.diffListed(c.Core, report).void() },
		Fore:   func(r *widget.TreeRow) color.NRGBA { return view.diffFore(c, report, r) },
	}
}

// diffColors returns the city's colors of surviving, born and dead objects.
func (view *View) diffColors(c *widget.Canvas) (kept, born, gone color.NRGBA) {
	p := c.Model.State.Settings.Palette()
	return canvas.Solid(p.Kept), canvas.Solid(p.Born(0.4)), canvas.Solid(p.Gone)
}

// columns returns the columns with data: without followed objects, some are left out.
func (t *diffTree) columns() []widget.TreeColumn {
	bar := widget.TreeColumn{Id: diffBar, Title: "Died · survived · born", Width: diffWide, Rank: 8, Fixed: true, Words: true,
		Hint: "Bars show the objects of each group that died, survived and were born."}
	if t.indistinct {
		bar.Hint += " Objects that cannot be told apart are gray."
	}
	if !t.report.Followed() {
		bar.Title = "Fewer · unchanged · more"
		bar.Hint = "Bars show the counts of each group. Objects are not matched, so only increases and decreases are shown."
	}
	columns := []widget.TreeColumn{bar}
	for _, col := range diffColumns {
		followed := col.column > diffs.Difference
		moving := col.column == diffs.Came || col.column == diffs.Left
		if followed && !t.report.Followed() || moving && !t.moved || col.column == diffs.Indistinct && !t.indistinct {
			continue
		}
		columns = append(columns, widget.TreeColumn{Id: col.column.String(), Title: col.title, Hint: col.hint, Width: col.width, Rank: col.rank})
	}
	return columns
}

func (t *diffTree) cell(column string, r *widget.TreeRow) widget.TreeCell {
	if column == diffBar {
		return t.bar(r.Node)
	}
	col, _ := diffs.ParseColumn(column)
	v, ok := t.report.Of(col, t.unit, r.Node)
	if !ok {
		return widget.TreeCell{Text: "–"}
	}
	cell := widget.TreeCell{Text: words.Count(v), Short: words.ShortCount(v), Raw: strconv.FormatInt(v, 10), Faint: v == 0}
	switch {
	case col == diffs.Difference:
		cell.Text, cell.Short = words.Growth(t.unit, v), widget.ShortCell(widget.Growth, t.unit, float64(v))
		if v != 0 {
			cell.Mark, cell.Color = "rose", t.born
		}
		if v < 0 {
			cell.Mark, cell.Color = "fell", t.gone
		}
	case t.unit == trees.Bytes:
		cell.Text = words.Size(v)
	}
	return cell
}

// bar returns the cell with the three-part bar of a group.
func (t *diffTree) bar(node int32) widget.TreeCell {
	parts := t.report.Parts(t.unit, node)
	cell := widget.TreeCell{Text: "–"}
	longest := parts[0] + parts[1] + parts[2] + parts[3]
	if up := t.report.Tree.Nodes[node].Parent; up >= 0 {
		longest = t.longest[up]
	}
	whole := float64(max(longest, 1))
	var raw []string
	for i, col := range []color.NRGBA{t.gone, t.kept, t.unclear, t.born} {
		cell.Parts = append(cell.Parts, widget.TreePart{Share: float64(parts[i]) / whole, Color: col})
		if i != 2 { // has a column of its own
			raw = append(raw, strconv.FormatInt(parts[i], 10))
		}
	}
	cell.Raw = strings.Join(raw, "/")
	return cell
}

// hint returns the full path of a row and its exact numbers.
func (t *diffTree) hint(r *widget.TreeRow) string {
	n := &t.report.Tree.Nodes[r.Node]
	lines := []string{words.OneLine(strings.Join(t.report.Tree.Path(r.Node), " → ")),
		"before " + words.Exactly(n.Before.Objects, n.Before.Bytes), "after " + words.Exactly(n.After.Objects, n.After.Bytes)}
	if ch := n.Change; ch != nil {
		lines = append(lines, "died "+words.Exactly(ch.Died.Objects, ch.Died.Bytes),
			"survived "+words.Exactly(ch.Survived.Objects, ch.Survived.Bytes),
			"born "+words.Exactly(ch.Born.Objects, ch.Born.Bytes))
		if t.indistinct {
			lines = append(lines, "not told apart "+words.Exactly(ch.IndistinctBefore.Objects, ch.IndistinctBefore.Bytes)+" before, "+
				words.Exactly(ch.IndistinctAfter.Objects, ch.IndistinctAfter.Bytes)+" after")
		}
		if ch.MovedOut.Objects > 0 {
			lines = append(lines, "moved out to other groups "+words.Exactly(ch.MovedOut.Objects, ch.MovedOut.Bytes))
		}
		if ch.MovedIn.Objects > 0 {
			lines = append(lines, "moved in from other groups "+words.Exactly(ch.MovedIn.Objects, ch.MovedIn.Bytes))
		}
	}
	return strings.Join(lines, "\n")
}

// void explains why there is nothing to list.
func (s *diffShown) void() string {
	switch {
	case len(s.rows.Rows) == 0 || s.rows.Groups == 0:
		return "The heap is empty at both GC points."
	case len(s.rows.Rows) == 1 && s.rows.Left > 0 && s.query != "":
		return "No group matches the filter."
	case len(s.rows.Rows) == 1 && s.rows.Left > 0:
		return "No group has vanished."
	}
	return ""
}

// diffChip draws the color of a group in the city.
func (view *View) diffChip(c *widget.Canvas, b canvas.Box, r *widget.TreeRow) {
	if node, ok := c.Model.Plan.Series.Find(r.Key); ok {
		part.GroupChip(c, b, node, r.Key)
	}
}

// diffFore returns the text color of a group, which is dim if it has no objects left.
func (view *View) diffFore(c *widget.Canvas, report *diffs.Report, r *widget.TreeRow) color.NRGBA {
	if report.Tree.Nodes[r.Node].After.Objects == 0 {
		return c.Dim
	}
	return c.Theme.Text
}

// revealDiff opens the groups that contain a group.
func (view *View) revealDiff(c *widget.Canvas, report *diffs.Report, group string) {
	if node := report.Find(group); node >= 0 {
		listed := view.diffListed(c.Core, report).rows
		c.OpenAbove(groupsOf(report), node, listed.Rows, listed.Place)
	}
}
