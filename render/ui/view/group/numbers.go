package group

import (
	"fmt"
	"image/color"

	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// sizeRow is a size of a group.
type sizeRow struct {
	name, text string
	amount     trees.Amount
	col        color.NRGBA
	known      bool
}

func (view *View) groupSizes(c *widget.Canvas, r *inspect.Report) []sizeRow {
	m := &c.Model
	rows := []sizeRow{{"Shallow", shallowText(m, r), r.Shallow, c.Accent, true}}
	retained := sizeRow{"Retained", "", r.Retained, canvas.Mixed(c.Card, c.Accent, 0.62), r.HasClosures && !r.NoRoots}
	deep := sizeRow{"Deep", "", r.Deep, canvas.Mixed(c.Card, c.Accent, 0.3), r.HasClosures}
	switch {
	case r.NoReferences:
		retained.text = missingText(r)
	case !r.HasClosures:
	case r.NoRoots:
		retained.text, deep.text = missingText(r), deepText(r)
	default:
		retained.text, deep.text = retainedText(m, r), deepText(r)
	}
	return append(rows, retained, deep)
}

// missingText returns why the owners of objects cannot be computed.
func missingText(r *inspect.Report) string {
	what := "GC roots"
	if r.NoReferences {
		what = "references between objects"
	}
	return "Unavailable: this recording has no " + what + ". Open a heap dump or heap snapshot instead."
}

// drawGroupNumbers draws the sizes of the group with their explanations.
func (view *View) drawGroupNumbers(c *widget.Canvas, r *inspect.Report, head, b *canvas.Box) {
	c.Explain("group/heap", *head, "Whole heap", bothAmounts(r.Heap), "All live objects at this GC point. Percentages are of this total.")
	w := c.Text(*head, canvas.Small, canvas.Right, c.Dim, "heap: "+bothAmounts(r.Heap))
	head.CutRight(w + 8)
	rows := view.groupSizes(c, r)
	b.CutTop(4)
	view.drawSizeBar(c, b, rows, r.Heap)
	for i := range rows {
		view.drawSizeRow(c, b, &rows[i], r.Heap)
	}
	if !r.HasClosures && !r.NoReferences {
		view.waiting(c, b, "Computing what the group keeps alive…")
	}
	view.drawOrigins(c, r, b)
	view.drawGroupOwn(c, b)
}

// drawOrigins draws the allocation sites of the group's objects.
func (view *View) drawOrigins(c *widget.Canvas, r *inspect.Report, b *canvas.Box) {
	if r.Estimate != nil {
		b.CutTop(6)
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, estimateText(r)))
		return
	}
	if len(r.Origins) == 0 { // the copied text gives the reason
		return
	}
	b.CutTop(8)
	c.Text(b.CutTop(20), canvas.SmallB, canvas.Left, c.Theme.Text, "Allocated at")
	for i := range r.Origins {
		o := &r.Origins[i]
		row := b.CutTop(18)
		ink := part.SourceRow(c, fmt.Sprintf("group/origin/%d", i), row, originSource(o),
			model.Item{Text: o.Name, Value: originAmount(o), Hint: originText(o)}, c.Dim)
		w := c.Text(row, canvas.Small, canvas.Right, c.Theme.Text, originAmount(o))
		row.CutRight(w + 8)
		c.Name(row, canvas.Small, canvas.Left, ink, o.Name)
	}
}

// originSource returns the text that names the source line of an allocation site.
func originSource(o *inspect.Origin) string {
	if len(o.Frames) > 0 {
		return o.Frames[0]
	}
	return o.Name
}

func (view *View) drawSizeRow(c *widget.Canvas, b *canvas.Box, s *sizeRow, heap trees.Amount) {
	if !s.known && s.text == "" {
		return
	}
	b.CutTop(6)
	row := b.CutTop(20)
	c.Fill(row.CutLeft(10).Middle(10), 2, s.col)
	row.CutLeft(8)
	if s.known {
		c.Text(row.CutRight(58), canvas.Small, canvas.Right, c.Dim, words.ShareText(s.amount.Bytes, heap.Bytes))
		c.Text(row.CutRight(72), canvas.Strong, canvas.Right, c.Theme.Text, words.Size(s.amount.Bytes))
		objects := words.Count(s.amount.Objects)
		if row.W > 200 {
			objects = words.Plural(s.amount.Objects, "object", "objects")
		}
		c.Text(row.CutRight(min(max(row.W-70, 0), 130)), canvas.Body, canvas.Right, c.Theme.Text, objects)
	}
	c.Text(row, canvas.Heading, canvas.Left, c.Theme.Text, s.name)
	text := *b
	text.CutLeft(18)
	b.CutTop(c.Paragraph(text, canvas.Small, c.Dim, s.text))
}

// barZoom is the share of the heap below which the bar of sizes is drawn again, scaled to the largest size.
const barZoom = 0.25

// drawSizeBar draws the sizes nested in each other.
func (view *View) drawSizeBar(c *widget.Canvas, b *canvas.Box, rows []sizeRow, heap trees.Amount) {
	largest := int64(0)
	for _, s := range rows {
		if s.known {
			largest = max(largest, s.amount.Bytes)
		}
	}
	draw := func(bar canvas.Box, whole int64) {
		c.Fill(bar, 4, c.Line)
		for i := len(rows) - 1; i >= 0; i-- {
			if s := &rows[i]; s.known && s.amount.Bytes > 0 && whole > 0 {
				part := bar
				part.W = max(bar.W*float32(min(float64(s.amount.Bytes)/float64(whole), 1)), 2)
				c.Fill(part, 4, s.col)
			}
		}
		c.Frame(bar, 4, 1, c.Edge)
	}
	bar := b.CutTop(16)
	draw(bar, heap.Bytes)
	c.ListText(bar, "bar: "+sizeBarText(rows, heap))
	if largest <= 0 || heap.Bytes <= 0 || float64(largest) >= barZoom*float64(heap.Bytes) {
		return
	}
	edge := bar.X + max(bar.W*float32(float64(largest)/float64(heap.Bytes)), 2)
	gap := b.CutTop(12)
	c.Polygon([]canvas.Point{canvas.Pt(bar.X, gap.Y), canvas.Pt(edge, gap.Y), canvas.Pt(bar.Right(), gap.Bottom()),
		canvas.Pt(bar.X, gap.Bottom())}, canvas.Mixed(c.Card, c.Line, 0.7))
	draw(b.CutTop(16), largest)
}

// sizeBarText describes the bar of sizes in words.
func sizeBarText(rows []sizeRow, heap trees.Amount) string {
	text := ""
	for _, s := range rows {
		if s.known {
			text += s.name + " " + words.ShareText(s.amount.Bytes, heap.Bytes) + ", "
		}
	}
	return text + "heap 100 %"
}

// drawGroupOwn draws the user's note and the history of a single selected group.
func (view *View) drawGroupOwn(c *widget.Canvas, b *canvas.Box) {
	g := c.Model.Selection
	if g == nil || len(c.Model.Selections) > 1 {
		return
	}
	b.CutTop(10)
	part.DrawNote(c, b, g)
	if len(g.History) > 1 && len(g.History) == len(c.Model.Points) {
		b.CutTop(10)
		part.DrawHistory(c, b.CutTop(64), g)
	}
	if g.Building {
		b.CutTop(8)
		part.DrawMarks(c, b.CutTop(26), g)
	}
}
