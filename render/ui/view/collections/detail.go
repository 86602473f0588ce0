package collections

import (
	"image/color"
	"math"

	"memcity/city/view/collections"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Lengths of the details of a collection, in dp.
const (
	detailWide = 820 // minimum width for lines beside the chart
	detailHigh = 380 // a lower panel has no chart if it is narrow
	maxGets    = 50  // maximum number of GETs to count elements by
	lineHigh   = 22
	maxLines   = 25 // maximum lines of a list; the copied table has all
)

// drawOpened draws the details of one collection, or of all together.
func (view *View) drawOpened(c *widget.Canvas, b, head canvas.Box, s collections.State) {
	const side = 30
	more := head.CutRight(side).Centered(side, side)
	if c.IconButton("collections/more", more, "drop", "Save and more", "Save, copy, and more", "") {
		c.OpenMenu(Menu, "collections/more", more)
	}
	head.CutRight(6)
	if c.Button("collections/back", head.CutLeft(min(head.W, 150)).Middle(28), widget.ButtonOptions{Icon: "back", Text: "All collections",
		Look: widget.Ground, Hint: "Back to the list (Backspace, Esc)"}) {
		view.set(c, func(s *collections.State) { s.Opened = 0 })
	}
	b.CutTop(4)
	d := view.details
	if d == nil || d.Query.Collection != s.Opened {
		c.EmptyView(b, icon, "Counting operations…", "Counting the operations on this collection by line of code.")
		widget.DrawProgress(c, b.CutBottom(widget.ViewFooter), table, c.Model.Results.Progress.What)
		return
	}
	head.CutLeft(12)
	if used := widget.DrawProgress(c, head, table, c.Model.Results.Progress.What); used > 0 {
		head.CutRight(used + 12)
	}
	view.drawDetails(c, b, d)
}

// drawDetails draws the sentence, the counts, the chart and the lists.
func (view *View) drawDetails(c *widget.Canvas, b canvas.Box, d *collections.DetailsReport) {
	b.CutBottom(8)
	title := canvas.Style{Size: 14, Weight: canvas.Title.Weight}
	name := words.OneLine(d.Details.Label)
	if c.Width(title, name) > b.W {
		name = words.ShortCollection(name)
	}
	c.Put(b.CutTop(canvas.LineHeight(title)), title, canvas.Left, c.Theme.Text, d.Details.Label,
		c.Types.Fit(name, title.Size*c.Scale, title.Weight, b.W*c.Scale, false))
	for _, line := range c.Types.Wrap(d.Details.Story(), canvas.Body.Size*c.Scale, canvas.Body.Weight, b.W*c.Scale) {
		c.Text(b.CutTop(canvas.LineHeight(canvas.Body)), canvas.Body, canvas.Left, c.Theme.Text, line)
	}
	facts := "Window from " + words.ExactSeconds(float64(d.Start)) + " to " + words.ExactSeconds(float64(d.End))
	view.drawFacts(c, b.CutTop(18), facts, d.Notes)
	b.CutTop(4)
	view.drawCounts(c, b.CutTop(44), &d.Details)
	b.CutTop(8)
	if b.W >= detailWide {
		left := b.CutLeft(b.W * 0.42)
		b.CutLeft(20)
		c.Vline(b.X-10, b.Y, b.H, 1, c.Line)
		view.drawChart(c, left.CutTop(min(chartHigh, left.H*0.45)), "collections/one", d.Timeline, d.Start, d.End)
		left.CutTop(6)
		view.drawGets(c, &left, &d.Details, true)
		view.scrolledLines(c, b, &d.Details, nil)
		return
	}
	if b.H >= detailHigh {
		view.drawChart(c, b.CutTop(chartLow), "collections/one", d.Timeline, d.Start, d.End)
		b.CutTop(6)
	}
	view.scrolledLines(c, b, &d.Details, func(content *canvas.Box) { view.drawGets(c, content, &d.Details, false) })
}

// drawCounts draws the numbers of operations with their names below.
func (view *View) drawCounts(c *widget.Canvas, b canvas.Box, d *collections.Details) {
	facts := []widget.Fact{
		{Name: "ADD", Value: words.Count(d.Adds), Hint: "Number of times elements were added in the window"},
		{Name: "GET", Value: words.Count(d.Gets), Hint: "Number of times elements were read in the window"},
		{Name: "REMOVE", Value: words.Count(d.Removes), Hint: "Number of times elements were removed in the window"},
		{Name: "never read", Value: words.Count(d.NeverRead), Hint: "Elements that were not read in the window"},
		{Name: "never removed", Value: words.Count(d.NeverRemoved), Hint: "Elements in the collection at the end of the window"},
		{Name: "staleness", Value: words.Ratio(d.Staleness),
			Hint: "Share of the window since elements were last read or added: the mean, from 0 to 1"},
	}
	if d.Duplicates > 0 {
		facts = append(facts, widget.Fact{Name: "copies", Value: words.Count(d.Duplicates), Hint: "Elements that were added although the collection already contained them"})
	}
	w := min(b.W/float32(len(facts)), 130)
	for _, f := range facts {
		cell := b.CutLeft(w)
		c.Explain("collections/count/"+f.Name, cell, f.Name, f.Value, f.Hint)
		c.Draw(cell.CutTop(24), canvas.Title, canvas.Left, c.Theme.Text, f.Value)
		c.DrawText(cell.CutTop(16), canvas.Small, canvas.Left, c.Dim, f.Name, cell.W-4)
	}
}

// drawGets draws bars with the number of elements by their GETs. If scrolled is set, the bars scroll within b.
func (view *View) drawGets(c *widget.Canvas, b *canvas.Box, d *collections.Details, scrolled bool) {
	s := collections.View.Of(c.Model.State.Views)
	row := b.CutTop(24)
	title := "Elements by number of GETs"
	c.Text(row, canvas.Heading, canvas.Left, c.Theme.Text, title)
	row.CutLeft(c.Width(canvas.Heading, title) + 14)
	if gets := s.GetsOr(); !c.Sheet && row.W > 110 {
		up := "up to " + words.Count(int64(gets))
		w := c.Width(canvas.Small, "up to 50") + 8
		label := row.CutRight(w)
		c.Text(label, canvas.Small, canvas.Right, c.Dim, up)
		if at, ok := c.Slider("collections/gets", row.CutRight(min(row.W, 110)).Middle(20), "Most GETs",
			"Count elements with more GETs than this together", up, float64(gets-1)/(maxGets-1), maxGets-1, ""); ok {
			view.set(c, func(s *collections.State) { s.Gets = 1 + int(math.Round(at*(maxGets-1))) })
		}
	}
	type bar struct {
		name  string
		count int64
	}
	var bars []bar
	most := d.Others.Elements
	for n, count := range d.ByGets {
		if count > 0 || n == 0 {
			bars, most = append(bars, bar{words.Count(int64(n)), count}), max(most, count)
		}
	}
	if d.Others.Elements > 0 {
		bars = append(bars, bar{"more", d.Others.Elements})
	}
	cold, hot := view.colors(c)
	draw := func(content *canvas.Box) {
		for i, one := range bars {
			row := content.CutTop(lineHigh)
			col := cold
			if i == 0 {
				col = hot
			}
			view.drawLine(c, row, line{id: "gets/" + one.name, name: one.name,
				whole: words.Counted(one.count, "element") + " with " + one.name + " GETs",
				count: one.count, most: most, color: col, narrow: true})
		}
	}
	if !scrolled || c.Sheet {
		draw(b)
		b.CutTop(10)
		return
	}
	area := *b
	area.W -= 8
	c.Scroll("collections/bygets", area, func(content canvas.Box) float32 {
		top := content.Y
		view.scrollKeys(c, "collections/bygets", area, title, "")
		content.H = 1e5
		draw(&content)
		return content.Y - top
	})
}

// lists contains the headings of the lists of lines, and the messages of empty lists.
var lists = map[string]struct{ title, none string }{
	"add":      {"Added at", "Nothing was added in the recording."},
	"get":      {"GETs at", "Nothing was read in the window."},
	"remove":   {"REMOVEs at", "Nothing was removed in the window."},
	"last_get": {"Last read at", ""},
	"type":     {"Types of elements", ""},
}

// scrolledLines draws the lists of program lines after the content drawn by before.
func (view *View) scrolledLines(c *widget.Canvas, b canvas.Box, d *collections.Details, before func(content *canvas.Box)) {
	if c.Sheet {
		view.drawLines(c, &b, d)
		return
	}
	c.Scroll("collections/lines", b, func(content canvas.Box) float32 {
		top := content.Y
		view.scrollKeys(c, "collections/lines", b, "Lines", d.Label)
		content.W -= 8
		content.H = 1e5
		if before != nil {
			before(&content)
		}
		view.drawLines(c, &content, d)
		return content.Y - top
	})
}

func (view *View) drawLines(c *widget.Canvas, b *canvas.Box, d *collections.Details) {
	for _, list := range d.Lists() {
		of := lists[list.Kind]
		if of.none == "" && (len(list.Rows) == 0 || len(list.Rows) == 1 && list.Rows[0].Location == "") {
			continue
		}
		head := b.CutTop(24)
		c.Text(head, canvas.Heading, canvas.Left, c.Theme.Text, of.title)
		if len(list.Rows) == 0 {
			c.Text(b.CutTop(lineHigh), canvas.Small, canvas.Left, c.Dim, of.none)
		} else if list.Rows[0].Staleness != nil && head.W > 260 {
			c.Draw(head, canvas.Small, canvas.Right, c.Dim, "elements, staleness")
		}
		for i := range list.Rows[:min(len(list.Rows), maxLines)] {
			view.drawLocation(c, b.CutTop(lineHigh), &list, i)
		}
		if more := len(list.Rows) - maxLines; more > 0 {
			c.Text(b.CutTop(lineHigh), canvas.Small, canvas.Left, c.Dim, "and "+words.Count(int64(more))+" more in the saved table")
		}
		b.CutTop(8)
	}
}

// drawLocation draws a program line or a type with its count.
func (view *View) drawLocation(c *widget.Canvas, b canvas.Box, list *collections.Lines, i int) {
	r := &list.Rows[i]
	name := r.Location
	switch {
	case name == "":
		name = "(unknown)"
	case list.Kind == "type":
		name = words.Unqualified(name)
	default:
		name = words.ShortSite(name)
	}
	l := line{id: list.Kind + "/" + r.Location, name: words.OneLine(name),
		whole: words.OneLine(r.Location) + "\n" + words.Count(r.Count) + " " + list.Title,
		count: r.Count, most: list.Rows[0].Count, color: canvas.Mixed(c.Dim, c.Card, 0.3)}
	if r.Staleness != nil {
		l.color, l.after = view.staleColor(c, *r.Staleness), words.Ratio(*r.Staleness)
		l.whole += ", mean staleness " + l.after
	}
	view.drawLine(c, b, l)
}

// line is a name with a bar and a count.
type line struct {
	id, name, whole string
	count, most     int64
	color           color.NRGBA
	after           string // follows the count
	narrow          bool   // the name is short
}

func (view *View) drawLine(c *widget.Canvas, b canvas.Box, l line) {
	if c.Hidden(b) {
		b.H = 0
		return
	}
	value := words.Count(l.count)
	if l.after != "" {
		value += ", " + l.after
	}
	c.Explain("collections/line/"+l.id, b, l.name, value, l.whole)
	if after := b.CutRight(40); l.narrow {
		b.W += 40
	} else {
		c.Draw(after, canvas.Small, canvas.Right, c.Dim, l.after)
	}
	c.Draw(b.CutRight(70), canvas.Small, canvas.Right, c.Theme.Text, words.Count(l.count))
	b.CutRight(8)
	wide := min(b.W*0.5, 260)
	if l.narrow {
		wide = 40
	}
	c.DrawText(b.CutLeft(wide), canvas.Small, canvas.Left, c.Theme.Text, l.name, wide-6)
	if l.count > 0 && b.W > 8 {
		c.Fill(b.Middle(12).WithWidth(max(b.W*float32(float64(l.count)/float64(max(l.most, 1))), 2)), 2, l.color)
	}
}
