package threads

import (
	"memcity/city/state"
	viewpkg "memcity/city/view"
	"memcity/city/view/threads"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// Menus of the threads view.
const (
	rowMenu     widget.MenuName = "threads row"
	optionsMenu widget.MenuName = "threads"
)

// rowMenu returns the actions on the row of the menu.
func (view *View) rowMenu(k *widget.Core) []widget.MenuRow {
	report := view.report
	if report == nil || k.Model.Plan == nil {
		return nil
	}
	i := report.Find(view.tree.MenuKey)
	if i < 0 {
		return nil
	}
	object, has := report.Object(i)
	point := k.Model.Plan.Series.PointOf(report.Query.Point)
	why := widget.Why(!has, "Only threads and variables are objects")
	if point < 0 {
		why = "Not measured at any GC point of the city"
	}
	visit := func(to state.View) func(c *widget.Canvas) {
		return func(c *widget.Canvas) { c.Do(state.VisitObject{View: to, Point: point, Object: object}) }
	}
	thread := threadOf(report, i)
	rows := []widget.MenuRow{
		{Text: "Inspect", Why: why, Act: visit(viewpkg.That(viewpkg.GroupContents))},
		{Text: "Who holds it", Why: why, Act: visit(viewpkg.That(viewpkg.RootPaths))},
		{Text: "Expand all below", Why: widget.Why(report.IsLeaf(i), widget.NothingBelow), Act: func(c *widget.Canvas) { c.OpenBelow(groups(report), i, true) }},
		{Text: "Collapse all below", Why: widget.Why(report.IsLeaf(i), widget.NothingBelow), Act: func(c *widget.Canvas) { c.OpenBelow(groups(report), i, false) }},
	}
	if thread >= 0 {
		rows = append(rows, widget.MenuRow{Text: "Copy stack", Event: model.CopyText{Text: stack(report, thread)}})
	}
	return append(rows, view.copyTable(report))
}

// optionsMenu returns ways to copy and save the table.
func (view *View) optionsMenu(k *widget.Core) []widget.MenuRow {
	if view.report == nil {
		return nil
	}
	return append([]widget.MenuRow{view.copyTable(view.report)}, k.ExportRows(view.sheet(k, view.report))...)
}

func (view *View) copyTable(report *threads.Report) widget.MenuRow {
	return widget.MenuRow{Text: "Copy table as CSV", Act: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: view.table(c, report).Csv()}) }}
}

// sheetRows is the maximum number of rows in a drawing.
const sheetRows = 200

// sheet returns the content of the view for export.
func (view *View) sheet(k *widget.Core, report *threads.Report) widget.Sheet {
	content := *view.list(k, report)
	const wide = 1100
	high := min(len(content.rows.Rows), sheetRows)*widget.TreeStep + widget.TreeHeader
	return widget.Sheet{Name: "threads", W: wide + 2*widget.SheetMargin, H: widget.SheetTitle + 22 + float32(high) + 2*widget.SheetMargin,
		Draw: func(c *widget.Canvas, b canvas.Box) {
			view := &View{shown: content} // drawn on another goroutine
			view.tree.Shown = true
			c.SheetHead(&b, "threads, their stacks, and the memory of each")
			view.drawSummary(c, &b, report)
			b.CutTop(4)
			t := view.table(c, report)
			t.List = func() widget.TreeList { return content.rows }
			t.Draw(c, b)
		},
		Rows: func() [][]string {
			return widget.TableRows(content.rows, columns, func(column string, r *widget.TreeRow) widget.TreeCell { return cell(report, column, r.Node) })
		},
	}
}

// groups returns the tree of a report, for opening and closing its rows.
func groups(r *threads.Report) widget.GroupTree {
	return widget.GroupTree{Tree: r, View: threads.View.ID, Key: r.Key}
}
