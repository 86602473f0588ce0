package diff

import (
	"slices"
	"strings"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/diffs"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Menus of the diff view.
const (
	DiffMenu    widget.MenuName = "diff"
	DiffRowMenu widget.MenuName = "diff row"
)

// DiffMenuRows returns the switches, and ways to save the table.
func (view *View) DiffMenuRows(k *widget.Core) []widget.MenuRow {
	var rows []widget.MenuRow
	for _, o := range slices.Backward(view.diffSwitches(k)) {
		rows = append(rows, widget.MenuRow{Text: o.text, On: o.on, Why: o.why, Stays: true, Act: o.flip})
	}
	report := view.report
	if report == nil {
		return rows
	}
	rows = append(rows, widget.MenuRow{Text: "Copy table as CSV",
		Act: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: view.diffTable(c, report).Csv()}) }})
	return append(rows, k.ExportRows(view.diffSheet(k, report))...)
}

// diffSheetRows is the maximum number of rows in a drawing.
const diffSheetRows = 200

// diffSheet returns the content of the view for export.
func (view *View) diffSheet(k *widget.Core, report *diffs.Report) widget.Sheet {
	listed := view.diffListed(k, report)
	tree := diffTree{diffShown: *listed}
	high := min(len(listed.rows.Rows), diffSheetRows)*widget.TreeStep + widget.TreeHeader
	const wide, above = 1160, widget.SheetTitle + 18 + 28 + 20 + 26 + 4
	query := listed.query
	return widget.Sheet{Name: "diff", W: wide + 2*widget.SheetMargin, H: above + float32(high) + 2*widget.SheetMargin,
		Draw: func(c *widget.Canvas, b canvas.Box) {
			view := &View{shown: tree.diffShown} // drawn on another goroutine
			view.Tree.Shown = true
			t := view.diffTable(c, report)
			t.List = func() widget.TreeList { return tree.rows }
			t.Marks = []string{query}
			c.SheetHead(&b, "what died, survived and was born")
			view.drawDiffWhole(c, &b, false)
			words, _ := diffIdentity(report)
			c.Text(b.CutTop(26), canvas.Small, canvas.Left, c.Dim, words)
			b.CutTop(4)
			t.Draw(c, b)
		},
		Rows: func() [][]string { return widget.TableRows(tree.rows, tree.columns(), tree.cell) },
	}
}

// DiffRows returns the actions on the group of the row menu.
func (view *View) DiffRows(k *widget.Core) []widget.MenuRow {
	m, group, report := &k.Model, view.Tree.MenuKey, view.report
	if report == nil || m.Plan == nil {
		return nil
	}
	node := report.Find(group)
	if node < 0 {
		return nil
	}
	shown, known := m.Plan.Series.Find(group)
	n := &report.Tree.Nodes[node]
	leaf := n.End == node+1
	rows := part.GroupRows(k, group, known && m.Plan.Target(shown).Kind != scene.Nothing, known)
	rows = append(rows,
		widget.MenuRow{Text: "Expand all below", Why: widget.Why(leaf, widget.NothingBelow), Act: func(c *widget.Canvas) { c.OpenBelow(groupsOf(report), node, true) }},
		widget.MenuRow{Text: "Collapse all below", Why: widget.Why(leaf, widget.NothingBelow), Act: func(c *widget.Canvas) { c.OpenBelow(groupsOf(report), node, false) }},
		widget.MenuRow{Text: "Copy as text", Act: func(c *widget.Canvas) {
			c.Emit(model.CopyText{Text: view.diffText(c, report, c.ChosenRows(&view.Tree))})
		}},
		widget.MenuRow{Text: "Copy table as CSV", Act: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: view.diffTable(c, report).Csv()}) }})
	if n.After.Objects == 0 && m.At > m.State.Window.From {
		at := m.State.Window.From
		rows = append([]widget.MenuRow{{Text: "Go to the start of the window", Why: widget.Why(!known, "It has no objects at that GC point"), Act: func(c *widget.Canvas) {
			part.SelectGroup(c, group)
			c.Do(state.GoTo{Point: at})
		}}}, rows...)
	}
	return rows
}

// diffText returns the columns of groups as text.
func (view *View) diffText(c *widget.Canvas, report *diffs.Report, groups []string) string {
	var b strings.Builder
	t := view.diffTable(c, report)
	for _, group := range groups {
		node := report.Find(group)
		if node < 0 {
			continue
		}
		b.WriteString(words.OneLine(strings.Join(report.Tree.Path(node), " → ")) + "\n")
		for _, col := range t.Columns {
			if col.Id != diffBar {
				b.WriteString("  " + col.Title + ": " + t.Cell(col.Id, &widget.TreeRow{Node: node}).Text + "\n")
			}
		}
	}
	return b.String()
}

// groupsOf returns the tree of a report, for opening and closing its rows.
func groupsOf(r *diffs.Report) widget.GroupTree {
	return widget.GroupTree{Tree: r.Tree.Nodes, View: diffs.View.ID, Key: r.Key}
}
