package collections

import (
	"encoding/csv"
	"strings"

	"memcity/city/view/collections"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Menus of the collections view.
const (
	Menu    widget.MenuName = "collections"
	RowMenu widget.MenuName = "collections row"
)

// opened returns the details of the open collection; nil while the list is shown.
func (view *View) opened(k *widget.Core) *collections.DetailsReport {
	s := collections.View.Of(k.Model.State.Views)
	if d := view.details; s.Opened != 0 && d != nil && d.Query.Collection == s.Opened {
		return d
	}
	return nil
}

// menuRows returns the actions on the current page.
func (view *View) menuRows(k *widget.Core) []widget.MenuRow {
	r := view.report
	if r == nil {
		return nil
	}
	if d := view.opened(k); d != nil {
		return append([]widget.MenuRow{
			{Text: "Copy as text", Event: model.CopyText{Text: detailsText(d)}},
			{Text: "Copy table as CSV", Event: model.CopyText{Text: csvOf(d.Details.Table())}},
		}, k.ExportRows(view.detailsSheet(d))...)
	}
	s := collections.View.Of(k.Model.State.Views)
	rows := []widget.MenuRow{{Text: "Copy as text", Event: model.CopyText{Text: listText(r)}}}
	if s.Page == collections.Patterns {
		rows[0].Event = model.CopyText{Text: patternsText(r)}
	}
	rows = append(rows, widget.MenuRow{Text: "Copy table as CSV", Event: model.CopyText{Text: csvOf(tableOf(r, s))}})
	return append(rows, k.ExportRows(view.listSheet(r, s))...)
}

// tableOf returns the current page as rows of text.
func tableOf(r *collections.Report, s collections.State) [][]string {
	if s.Page == collections.Patterns {
		return collections.PatternTable(r.Patterns)
	}
	return collections.Table(r.Collections)
}

// openRowMenu opens the menu of a collection.
func (view *View) openRowMenu(c *widget.Canvas, number int, at canvas.Box) {
	view.row = number
	c.OpenMenu(RowMenu, table+widget.TreeRows, at)
}

// rowMenuRows returns the actions on the current collection.
func (view *View) rowMenuRows(*widget.Core) []widget.MenuRow {
	if view.report == nil {
		return nil
	}
	r := view.report.Find(view.row)
	if r == nil {
		return nil
	}
	rows := []widget.MenuRow{
		{Text: "Show its lines", Act: func(c *widget.Canvas) { view.open(c, r.Number) }},
		{Text: "Copy as text", Event: model.CopyText{Text: words.OneLine(r.Label) + ": " + r.Text() + "\n"}},
	}
	if r.Site != "" {
		rows = append(rows, widget.MenuRow{Text: "Copy line", Event: model.CopyText{Text: r.Site}})
	}
	return rows
}

// csvOf formats rows of text as comma-separated values.
func csvOf(rows [][]string) string {
	var b strings.Builder
	_ = csv.NewWriter(&b).WriteAll(rows) // writing to memory cannot fail
	return b.String()
}

func listText(r *collections.Report) string {
	var b strings.Builder
	b.WriteString(r.Headline() + "\n" + r.Window.Facts() + "\n" + strings.Join(r.Notes, "\n") + "\n")
	for i := range r.Collections {
		b.WriteString(words.OneLine(r.Collections[i].Label) + ": " + r.Collections[i].Text() + "\n")
	}
	return b.String()
}

func patternsText(r *collections.Report) string {
	var b strings.Builder
	for i := range r.Patterns {
		p := &r.Patterns[i]
		b.WriteString(p.Text() + ": " + words.OneLine(p.Label) + "\n  " + p.Fix + "\n")
	}
	return b.String()
}

func detailsText(d *collections.DetailsReport) string {
	var b strings.Builder
	b.WriteString(words.OneLine(d.Details.Label) + "\n" + d.Details.Story() + "\n")
	for _, list := range d.Details.Lists() {
		for _, r := range list.Rows {
			b.WriteString(words.Count(r.Count) + " " + list.Title + ": " + words.OneLine(r.Location) + "\n")
		}
	}
	return b.String()
}

// sheetWide is the width of drawings for export, in dp.
const sheetWide = 980

// listSheet returns the list for export.
func (view *View) listSheet(r *collections.Report, s collections.State) widget.Sheet {
	name := "collections"
	sheet := widget.Sheet{Name: name, W: sheetWide + 2*widget.SheetMargin,
		H:    widget.SheetTitle + 44 + 22 + chartHigh + 8 + headHigh + rowHigh*float32(max(len(r.Collections), 1)) + 2*widget.SheetMargin,
		Rows: func() [][]string { return tableOf(r, s) }}
	sheet.Draw = func(c *widget.Canvas, b canvas.Box) {
		view := &View{} // drawn on another goroutine
		c.SheetHead(&b, "collections whose elements are not used")
		view.drawHeadline(c, &b, r, s.Page, false)
		view.drawChart(c, b.CutTop(chartHigh), "collections/sheet", r.Timeline, r.Window.Start, r.Window.End)
		b.CutTop(8)
		view.drawList(c, b, r, s)
	}
	if s.Page == collections.Patterns {
		sheet.Name, sheet.Draw = "patterns", nil
	}
	return sheet
}

// detailsSheet returns the details of a collection for export.
func (view *View) detailsSheet(d *collections.DetailsReport) widget.Sheet {
	lines := 0
	for _, list := range d.Details.Lists() {
		lines += min(len(list.Rows), maxLines) + 3
	}
	return widget.Sheet{Name: "collection", W: sheetWide + 2*widget.SheetMargin,
		H: widget.SheetTitle + 150 + 2*widget.SheetMargin +
			max(float32(lines)*lineHigh, chartHigh+24+lineHigh*float32(len(d.Details.ByGets)+2)),
		Rows: func() [][]string { return d.Details.Table() },
		Draw: func(c *widget.Canvas, b canvas.Box) {
			view := &View{} // drawn on another goroutine
			c.SheetHead(&b, "what was done with a collection")
			view.drawDetails(c, b, d)
		}}
}
