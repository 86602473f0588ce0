package widget

import (
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
)

// drawHeader draws the column heads, which sort.
func (t *TreeTable) drawHeader(c *Canvas, row canvas.Box, g *TreeGrid) {
	t.drawHead(c, g.Name.Of(row), &t.Name, canvas.Left)
	for i := range g.Columns {
		al := canvas.Right
		if g.Columns[i].Words {
			al = canvas.Left
		}
		t.drawHead(c, g.Spans[i].Of(row), &g.Columns[i], al)
	}
	if g.History.W > 0 {
		t.drawHead(c, g.History.Of(row), &historyColumn, canvas.Left)
	}
}

// historyColumn is the head of the curves over time.
var historyColumn = TreeColumn{Id: "history", Title: "Over time", Words: true, Fixed: true,
	Hint: "The group's size at every GC point in the selected unit, each row on its own scale. The line marks the selected GC point."}

// drawHead draws the head of a column. Pressing it sorts by that column; pressing it again reverses the order.
func (t *TreeTable) drawHead(c *Canvas, b canvas.Box, col *TreeColumn, al canvas.Align) {
	inner := b.Inset(8, 0)
	if col.Fixed {
		c.DrawText(inner, canvas.SmallB, al, c.Dim, col.Title, inner.W)
		c.Explain(t.Id+"/head/"+col.Id, b, col.Title, "", col.Hint)
		return
	}
	sorted := t.Sort == col.Id
	down := t.Upward == (col.Id == t.Name.Id) // descending: large numbers first, or names from Z to A
	value, arrow := "", "up"
	if sorted {
		value = t.orderWords(col.Id)
		if down {
			arrow = "down"
		}
	}
	ctl := c.Control(t.Id+"/head/"+col.Id, b, Pressable, model.Item{Kind: "button", Text: col.Title, Value: value, Hint: t.headHint(col)})
	fore := c.Dim
	if ctl.Hover {
		c.Fill(b, 4, c.Theme.Hover)
		fore = c.Theme.Text
	}
	if sorted {
		fore = c.Theme.Text
		w := min(c.Width(canvas.SmallB, col.Title), inner.W-14)
		at := canvas.Rect(inner.Right()-w-15, inner.Y, 13, inner.H)
		if al == canvas.Left {
			at.X = inner.X + w + 3
		}
		c.Icon(at.Middle(13), arrow, c.Link)
	}
	c.DrawText(inner, canvas.SmallB, al, fore, col.Title, inner.W)
	c.Ring(ctl, b.Inset(2, 2), 4)
	if !ctl.Clicked {
		return
	}
	t.Local.revealed = ""
	if !c.ByKey {
		t.focus(c) // keys work there after a click
	}
	t.Order(col.Id, sorted && !t.Upward && !t.OneWay)
}

// orderWords describes the order of the rows.
func (t *TreeTable) orderWords(column string) string {
	switch {
	case column == t.Name.Id && t.Upward:
		return "Z to A"
	case column == t.Name.Id:
		return "A to Z"
	case t.Upward:
		return "smallest first"
	}
	return "largest first"
}

func (t *TreeTable) headHint(col *TreeColumn) string {
	if t.Sort == col.Id && t.OneWay {
		return col.Hint + " Sorted: " + t.orderWords(col.Id) + "."
	}
	if t.Sort == col.Id {
		return col.Hint + " Sorted: " + t.orderWords(col.Id) + ". Click to reverse."
	}
	return col.Hint + " Click to sort."
}
