package churn

import (
	"strings"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/render/ui/widget"
	"memcity/words"
)

// churnColumns are the columns from left to right.
var churnColumns = []struct {
	column      churns.Column
	title, hint string
	width       float32
	rank        int
}{
	{churns.Objects, "Objects", "Number of objects that died in the window. ~ marks estimates.", 104, 5},
	{churns.Bytes, "Bytes", "The bytes of these objects.", 92, 5},
	{churns.Share, "Share", "Share of everything that died, in the selected unit. The bar shows the same.", 92, 6},
	{churns.Average, "Average", "Average bytes per object.", 80, 1},
	{churns.Rate, "Rate", "Bytes per second of the window.", 92, 3},
}

// churnTree provides the table's content without a canvas. It is read-only.
type churnTree struct{ churnShown }

// churnTable returns the table.
func (view *View) churnTable(c *widget.Canvas, report *churns.Report) *widget.TreeTable {
	s := view.churnListed(c.Core, report)
	tree := churnTree{*s}
	settings := churns.View.Of(c.Model.State.Views)
	return &widget.TreeTable{
		Id: churnTable, What: "What died", Local: &view.Tree,
		Name:    tree.name(),
		Columns: tree.columns(), Sort: s.state.SortedBy().String(), Upward: s.state.Upward,
		Order: func(column string, upward bool) {
			to := churns.View.Of(c.Model.State.Views)
			to.Sort, _ = churns.ParseColumn(column) // cannot fail: the table only has known columns
			to.Upward = upward
			c.Do(state.SetView(churns.View, to))
		},
		List: func() widget.TreeList { return view.churnListed(c.Core, report).rows },
		Cell: tree.cell,
		Open: func(r *widget.TreeRow, open bool) {
			c.Do(state.OpenRows{In: churns.View.ID, Keys: []string{r.Key}, Close: !open})
		},
		Picked: report.Key(report.Below(settings.Path)),
		Pick:   func(key string) { view.goChurn(c, report.Path(max(report.Find(key), 0))[1:]) },
		Reveal: func(key string) { view.revealChurn(c, report, key) },
		Menu:   ChurnRowMenu,
		Marks:  []string{s.query},
		Hint:   tree.hint,
		Void: func() string {
			if s := view.churnListed(c.Core, report); len(s.rows.Rows) == 1 && s.rows.Left > 0 {
				return "No group matches the filter."
			}
			return ""
		},
	}
}

func (t *churnTree) name() widget.TreeColumn {
	if t.report.Basis == churns.Allocated {
		return widget.TreeColumn{Id: churns.Name.String(), Title: "Type → allocation site → call sites",
			Hint: "Allocated objects by type, allocation site, and callers."}
	}
	return widget.TreeColumn{Id: churns.Name.String(), Title: "Age → type → allocation site → call sites",
		Hint: "Dead objects by number of survived GCs, type, allocation site, and callers."}
}

func (t *churnTree) columns() []widget.TreeColumn {
	var columns []widget.TreeColumn
	for _, col := range churnColumns {
		hint := col.hint
		if t.report.Basis == churns.Allocated {
			hint = strings.NewReplacer("died in the window", "were allocated in the window", "everything that died", "everything that was allocated").Replace(hint)
		}
		columns = append(columns, widget.TreeColumn{Id: col.column.String(), Title: col.title, Hint: hint, Width: col.width, Rank: col.rank})
	}
	return columns
}

func (t *churnTree) cell(column string, r *widget.TreeRow) widget.TreeCell {
	col, _ := churns.ParseColumn(column)
	v, ok := t.report.Of(col, t.state.Unit(), r.Node)
	if !ok {
		return widget.TreeCell{Text: "–"}
	}
	mark := estimated(t.report.Estimated[r.Node])
	cell := widget.TreeCell{Raw: widget.RawText(v), Faint: v == 0}
	switch col {
	case churns.Objects:
		cell.Text, cell.Short = mark+words.Count(int64(v)), mark+words.ShortCount(int64(v))
	case churns.Bytes:
		cell.Text = mark + words.Size(int64(v))
	case churns.Share:
		cell.Text, cell.Share, cell.Tint = words.CertainText(v), v, true
	case churns.Average:
		cell.Text = mark + widget.CellText(widget.Average, trees.Bytes, v)
	case churns.Rate:
		cell.Text = mark + words.Size(int64(v)) + "/s"
	}
	return cell
}

// hint returns the full path of a row and its exact numbers.
func (t *churnTree) hint(r *widget.TreeRow) string {
	n := &t.report.Tree.Nodes[r.Node]
	mark := estimated(t.report.Estimated[r.Node])
	text := words.OneLine(strings.Join(t.report.Path(r.Node), " → ")) + "\n" + mark + words.Exactly(n.Objects, n.Bytes)
	if mark != "" {
		text += ", estimated from samples"
	}
	return text
}

// revealChurn opens the groups that contain a group.
func (view *View) revealChurn(c *widget.Canvas, report *churns.Report, key string) {
	if node := report.Find(key); node >= 0 {
		listed := view.churnListed(c.Core, report).rows
		c.OpenAbove(groupsOf(report), node, listed.Rows, listed.Place)
	}
}
