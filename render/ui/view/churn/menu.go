package churn

import (
	"slices"
	"strings"

	"memcity/city/scene"
	"memcity/city/view/churns"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Menus of the churn view.
const (
	ChurnMenu    widget.MenuName = "churn"
	ChurnRowMenu widget.MenuName = "churn row"
)

// ChurnMenuRows returns the actions on the whole table.
func (view *View) ChurnMenuRows(k *widget.Core) []widget.MenuRow {
	report := view.report
	if report == nil || report.Tree == nil {
		return nil
	}
	rows := []widget.MenuRow{
		{Text: "Expand the largest path", Act: func(c *widget.Canvas) {
			view.goChurn(c, report.Strongest(churns.View.Of(c.Model.State.Views).Unit()))
		}},
		{Text: "Collapse all", Act: func(c *widget.Canvas) { c.OpenBelow(groupsOf(report), 0, false) }},
		{Text: "Copy table as CSV", Act: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: view.churnTable(c, report).Csv()}) }},
	}
	return append(rows, k.ExportRows(view.churnSheet(k, report))...)
}

// churnSheet returns the content of the view for export.
func (view *View) churnSheet(k *widget.Core, report *churns.Report) widget.Sheet {
	tree := churnTree{*view.churnListed(k, report)}
	const wide, most = 1160, 200
	bars := float32(min(len(churns.View.Of(k.Model.State.Views).Path)+1, 4)) * churnBarStep
	table := float32(min(len(tree.rows.Rows), most))*widget.TreeStep + widget.TreeHeader
	suspects := float32(0)
	for range report.Suspects {
		suspects += 120
	}
	return widget.Sheet{Name: "churn", W: wide + 2*widget.SheetMargin,
		H: widget.SheetTitle + 18 + 44 + 24 + max(bars+4+max(table, churnRoom), suspects+40) + 2*widget.SheetMargin,
		Draw: func(c *widget.Canvas, b canvas.Box) {
			view := &View{} // drawn on another goroutine
			view.Tree.Shown = true
			c.SheetHead(&b, "what died, how old it was, and where it was allocated")
			view.drawChurnWords(c, &b, report, false)
			if len(report.Suspects) > 0 {
				view.drawSuspects(c, b.CutRight(churnSide), report)
				b.CutRight(16)
			}
			view.drawChurnBars(c, &b, report)
			t := view.churnTable(c, report)
			t.List = func() widget.TreeList { return tree.rows }
			t.Draw(c, b)
		},
		Rows: func() [][]string { return widget.TableRows(tree.rows, tree.columns(), tree.cell) },
	}
}

// ChurnRowMenuRows returns the actions on the group of the row menu.
func (view *View) ChurnRowMenuRows(k *widget.Core) []widget.MenuRow {
	m, report := &k.Model, view.report
	if report == nil || report.Tree == nil || m.Plan == nil {
		return nil
	}
	node := report.Find(view.Tree.MenuKey)
	if node < 0 {
		return nil
	}
	group, inCity, known := view.churnGroup(k, report, node)
	leaf := report.Tree.IsLeaf(node)
	rows := append(part.GroupRows(k, group, inCity, known), part.SourceMenuRows(k, report.Tree.Name(node))...)
	return append(rows,
		widget.MenuRow{Text: "Expand all below", Why: widget.Why(leaf, widget.NothingBelow), Act: func(c *widget.Canvas) { c.OpenBelow(groupsOf(report), node, true) }},
		widget.MenuRow{Text: "Collapse all below", Why: widget.Why(leaf, widget.NothingBelow), Act: func(c *widget.Canvas) { c.OpenBelow(groupsOf(report), node, false) }},
		widget.MenuRow{Text: "Copy as text", Act: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: view.churnText(c, report, node)}) }},
		widget.MenuRow{Text: "Copy table as CSV", Act: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: view.churnTable(c, report).Csv()}) }})
}

// churnGroup returns the group of live objects with the type of a row.
func (view *View) churnGroup(k *widget.Core, report *churns.Report, node int32) (key string, inCity, known bool) {
	name, ok := report.TypeOf(node)
	if !ok {
		return "", false, false
	}
	s := k.Model.Plan.Series
	group, ok := s.TypeGroups(k.Model.At).Of(name)
	if !ok {
		return "", false, false
	}
	return s.Key(group), k.Model.Plan.Target(group).Kind != scene.Nothing, true
}

// churnText returns the columns of a group as text.
func (view *View) churnText(c *widget.Canvas, report *churns.Report, node int32) string {
	var b strings.Builder
	t := view.churnTable(c, report)
	b.WriteString(words.OneLine(strings.Join(slices.Clip(report.Path(node)), " → ")) + "\n")
	for _, col := range t.Columns {
		b.WriteString("  " + col.Title + ": " + t.Cell(col.Id, &widget.TreeRow{Node: node}).Text + "\n")
	}
	return b.String()
}

// groupsOf returns the tree of a report, for opening and closing its rows.
func groupsOf(r *churns.Report) widget.GroupTree {
	return widget.GroupTree{Tree: r.Tree.Nodes, View: churns.View.ID, Key: r.Key}
}
