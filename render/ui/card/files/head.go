package files

import (
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// columns returns the boxes of a row's columns. A narrow card has no time, and a very narrow one no date.
func columns(row canvas.Box) (name, size, date canvas.Box) {
	inner := row.Inset(8, 0)
	switch {
	case inner.W > 380:
		date = inner.CutRight(dateWidth)
	case inner.W > 300:
		date = inner.CutRight(dayWidth)
	}
	size = inner.CutRight(sizeWidth)
	inner.CutRight(8)
	return inner, size, date
}

// drawHeads draws the column heads, which sort.
func drawHeads(c *widget.Canvas, row canvas.Box) {
	name, size, date := columns(row)
	name.X, name.W = row.X, name.W+8
	drawHead(c, name, model.FileName, "Name", canvas.Left)
	drawHead(c, size, model.FileSize, "Size", canvas.Right)
	if date.W > 0 {
		date.W += 8
		drawHead(c, date, model.FileDate, "Changed", canvas.Right)
	}
}

// drawHead draws the head of a column. Pressing it sorts by that column; pressing it again reverses the order.
func drawHead(c *widget.Canvas, b canvas.Box, by model.FileColumn, title string, al canvas.Align) {
	order := c.Model.Files.Order
	sorted := order.By == by
	words, hint := "", "Click to sort."
	if sorted {
		words = orderWords(order)
		hint = "Sorted: " + words + ". Click to reverse."
	}
	ctl := c.Control(prefix+"head/"+by.String(), b, widget.Pressable, model.Item{Kind: "button", Text: title, Value: words, Hint: hint})
	inner, ink := b.Inset(8, 0), c.Dim
	if ctl.Hover {
		c.Fill(b, 4, c.Theme.Hover)
		ink = c.Theme.Text
	}
	if sorted {
		ink = c.Theme.Text
		w := c.Width(canvas.SmallB, title)
		at := canvas.Rect(inner.Right()-w-15, inner.Y, 13, inner.H)
		if al == canvas.Left {
			at.X = inner.X + w + 3
		}
		icon := "down"
		if order.Reverse != (by == model.FileName) {
			icon = "up"
		}
		c.Icon(at.Middle(13), icon, c.Link)
	}
	c.Text(inner, canvas.SmallB, al, ink, title)
	c.Ring(ctl, b.Inset(2, 2), 4)
	if ctl.Clicked {
		if !c.ByKey { // keys work in the list after a click
			c.FocusControl(listID)
		}
		c.Emit(model.OrderFiles{Order: model.FileOrder{By: by, Reverse: sorted && !order.Reverse}})
	}
}

// orderWords describes the order of the rows.
func orderWords(o model.FileOrder) string {
	first := [...][2]string{model.FileName: {"A to Z", "Z to A"}, model.FileSize: {"largest first", "smallest first"},
		model.FileDate: {"newest first", "oldest first"}}[o.By]
	if o.Reverse {
		return first[1]
	}
	return first[0]
}

// drawFilter draws the filter field. Text typed in the list is added to it too.
func drawFilter(c *widget.Canvas, b canvas.Box, k *browser) {
	text, changed, submitted := c.LineField(filterID, b, model.Item{Text: "Filter", Hint: "Show only names that contain this text. You can also type in the list."}, k.filter, "Type to filter")
	if changed {
		k.filtered(c.Core, text)
	}
	if submitted && len(k.rows) > 0 {
		open(c, k, k.row)
	}
}
