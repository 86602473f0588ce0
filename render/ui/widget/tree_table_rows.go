package widget

import (
	"math"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/words"
)

// drawRows draws the visible rows and the scroll bar.
func (t *TreeTable) drawRows(c *Canvas, b, bar canvas.Box, g *TreeGrid) TreeList {
	list := t.List()
	t.scroll(c, b, list.Len())
	c.Inside(b, func() {
		event.Op(c.Ops, t.Local)
		ctl := c.Control(t.Id+TreeRows, b, Browsable,
			model.Item{Kind: "table", Text: t.What, Value: words.Plural(int64(list.Len()), "row", "rows")})
		if !t.Local.Shown {
			c.Source.Execute(key.FocusCmd{Tag: ctl})
			c.Again = true
		}
		for _, k := range ctl.Keys {
			t.key(c, list, b, k, ctl.Mods)
		}
		under := t.pointer(c, list, b, g, ctl)
		list = t.List()
		t.revealSelection(c, list, b)
		list = t.List()
		t.scrollTo(b, list.Len(), t.Local.Offset)
		first := int(t.Local.Offset / TreeStep)
		for row := first; row < list.Len(); row++ {
			cell := t.rowBox(b, row)
			if cell.Y >= b.Bottom() {
				break
			}
			t.drawRow(c, list, g, cell, row, treeRowState{hover: row == under && ctl.Hover, keys: ctl.Focus && c.ByKey})
		}
		t.hintRow(c, list, b, g, ctl, under)
	})
	t.drawVoid(c, b, list.Len())
	t.scrollBar(c, bar, b, list.Len())
	return list
}

// hintRow proposes the hint of the row under the pointer.
func (t *TreeTable) hintRow(c *Canvas, list TreeList, b canvas.Box, g *TreeGrid, ctl *Control, under int) {
	if under != t.Local.Under {
		t.Local.Under, ctl.Since = under, c.Now
	}
	if under < 0 || under >= list.Len() || !ctl.Hover || t.Hint == nil {
		return
	}
	cell, row := t.rowBox(b, under), list.Row(under)
	words := t.nameParts(g, list, cell, &row).words
	c.ProposeHint(t.Id+TreeRows+row.Key, ctl, t.Hint(&row), c.Visible(canvas.Rect(words.X, cell.Y, min(words.W, 200), cell.H)))
}

// rowBox returns the box of a row.
func (t *TreeTable) rowBox(b canvas.Box, row int) canvas.Box {
	return canvas.Rect(b.X, b.Y+float32(float64(row)*TreeStep-t.Local.Offset), b.W, TreeStep)
}

// scroll handles the wheel.
func (t *TreeTable) scroll(c *Canvas, b canvas.Box, rows int) {
	l := t.Local
	limit := max(float64(rows)*TreeStep-float64(b.H), 0)
	l.Offset = min(max(l.Offset, 0), limit)
	for {
		e, ok := c.Source.Event(pointer.Filter{Target: l, Kinds: pointer.Scroll, ScrollY: pointer.ScrollRange{
			Min: -int(math.Ceil(l.Offset * float64(c.Scale))), Max: int(math.Ceil((limit - l.Offset) * float64(c.Scale)))}})
		if !ok {
			return
		}
		if e, ok := e.(pointer.Event); ok {
			l.Offset = min(max(l.Offset+float64(e.Scroll.Y/c.Scale), 0), limit)
		}
	}
}

// scrollTo scrolls to an offset in dp, clamped to the rows.
func (t *TreeTable) scrollTo(b canvas.Box, rows int, offset float64) {
	limit := max(float64(rows)*TreeStep-float64(b.H), 0)
	t.Local.Offset = min(max(offset, 0), limit)
}

// showRow scrolls to a row.
func (t *TreeTable) showRow(b canvas.Box, row int) {
	top := float64(row) * TreeStep
	t.Local.Offset = max(min(t.Local.Offset, top), top+TreeStep-float64(b.H))
}

// scrollBar draws the scroll bar, which can be dragged. A press beside the thumb jumps there.
func (t *TreeTable) scrollBar(c *Canvas, bar, b canvas.Box, rows int) {
	l := t.Local
	content := float64(rows) * TreeStep
	limit := content - float64(b.H)
	if limit <= 0 || bar.H < 8 {
		return
	}
	high := min(max(bar.H*float32(float64(b.H)/content), 28), bar.H*0.8)
	ctl := c.Control(t.Id+"/scroll", bar, Pointable, model.Item{Kind: "slider", Text: "Scroll", Value: words.PercentOf(l.Offset / limit)})
	thumb := canvas.Rect(bar.X+4, bar.Y+(bar.H-high)*float32(l.Offset/limit), 6, high)
	if ctl.Fresh {
		if l.grip = ctl.At.Y - thumb.Y; l.grip < 0 || l.grip > high {
			l.grip = high / 2
		}
	}
	if ctl.Dragged {
		if to := float64((ctl.At.Y-l.grip-bar.Y)/(bar.H-high)) * limit; math.Abs(to-l.Offset) > 1e-6 {
			t.scrollTo(b, rows, to)
			c.Again = true
		}
	}
	col := c.Edge
	if ctl.Hover || ctl.Pressed {
		col = c.Dim
	}
	c.Fill(thumb, 3, col)
}

// revealSelection opens the groups that contain a newly selected row and scrolls to it.
func (t *TreeTable) revealSelection(c *Canvas, list TreeList, b canvas.Box) {
	l := t.Local
	selected := t.selection(c)
	if selected == l.revealed {
		return
	}
	l.revealed = selected
	if selected == "" {
		return
	}
	row := list.Find(selected)
	if row < 0 && t.Reveal != nil {
		t.Reveal(selected)
		row = t.List().Find(selected)
	}
	if row < 0 {
		return
	}
	l.Cursor = selected
	if top := float64(row) * TreeStep; top < l.Offset || top+TreeStep > l.Offset+float64(b.H) {
		l.Offset = top + TreeStep/2 - float64(b.H)/2
	}
}

// drawVoid draws the message about missing rows.
func (t *TreeTable) drawVoid(c *Canvas, b canvas.Box, rows int) {
	if t.Void == nil {
		return
	}
	text := t.Void()
	b.CutTop(TreeStep * float32(rows))
	if text == "" || b.H < 30 {
		return
	}
	c.Text(b.WithHeight(min(b.H, 72)), canvas.Body, canvas.Center, c.Dim, text)
}
