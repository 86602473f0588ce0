package ui

import (
	"math"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
)

// drawRows draws the rows that can be seen, and bar, which scrolls them.
func (t *treeTable) drawRows(c *canvas, b, bar box, g *treeGrid) treeList {
	list := t.list()
	t.scroll(c, b, list.Len())
	c.inside(b, func() {
		event.Op(c.ops, t.local)
		ctl := c.control(t.id+treeRows, b, browsable, Item{Kind: "table", Text: t.what, Value: plural(int64(list.Len()), "row", "rows")})
		if !t.local.shown {
			c.source.Execute(key.FocusCmd{Tag: ctl})
			c.again = true
		}
		for _, k := range ctl.keys {
			t.key(c, list, b, k, ctl.mods)
		}
		under := t.pointer(c, list, b, g, ctl)
		list = t.list()
		t.revealSelection(c, list, b)
		list = t.list()
		t.scrollTo(b, list.Len(), t.local.offset)
		first := int(t.local.offset / treeStep)
		for row := first; row < list.Len(); row++ {
			cell := t.rowBox(b, row)
			if cell.y >= b.bottom() {
				break
			}
			t.drawRow(c, list, g, cell, row, treeRowState{hover: row == under && ctl.hover, keys: ctl.focus && c.byKey})
		}
		t.hintRow(c, list, b, g, ctl, under)
	})
	t.drawVoid(c, b, list.Len())
	t.scrollBar(c, bar, b, list.Len())
	return list
}

// hintRow offers the words of the row under the pointer once that rests there.
func (t *treeTable) hintRow(c *canvas, list treeList, b box, g *treeGrid, ctl *control, under int) {
	if under != t.local.under {
		t.local.under, ctl.since = under, c.now
	}
	if under < 0 || under >= list.Len() || !ctl.hover || t.hint == nil {
		return
	}
	cell, row := t.rowBox(b, under), list.Row(under)
	words := t.nameParts(g, list, cell, &row).words
	c.proposeHint(t.id+treeRows+row.key, ctl, t.hint(&row), c.visible(box{words.x, cell.y, min(words.w, 200), cell.h}))
}

// rowBox is where a row lies.
func (t *treeTable) rowBox(b box, row int) box {
	return box{b.x, b.y + float32(float64(row)*treeStep-t.local.offset), b.w, treeStep}
}

// scroll takes the turns of the wheel.
func (t *treeTable) scroll(c *canvas, b box, rows int) {
	l := t.local
	limit := max(float64(rows)*treeStep-float64(b.h), 0)
	l.offset = min(max(l.offset, 0), limit)
	for {
		e, ok := c.source.Event(pointer.Filter{Target: l, Kinds: pointer.Scroll, ScrollY: pointer.ScrollRange{
			Min: -int(math.Ceil(l.offset * float64(c.scale))), Max: int(math.Ceil((limit - l.offset) * float64(c.scale)))}})
		if !ok {
			return
		}
		if e, ok := e.(pointer.Event); ok {
			l.offset = min(max(l.offset+float64(e.Scroll.Y/c.scale), 0), limit)
		}
	}
}

// scrollTo scrolls the rows by a distance in dp from their start, as far as there are rows.
func (t *treeTable) scrollTo(b box, rows int, offset float64) {
	limit := max(float64(rows)*treeStep-float64(b.h), 0)
	t.local.offset = min(max(offset, 0), limit)
}

// showRow scrolls so that a row can be seen.
func (t *treeTable) showRow(b box, row int) {
	top := float64(row) * treeStep
	t.local.offset = max(min(t.local.offset, top), top+treeStep-float64(b.h))
}

// scrollBar draws how much of the rows can be seen, and lets it be dragged. A press beside the thumb jumps there.
func (t *treeTable) scrollBar(c *canvas, bar, b box, rows int) {
	l := t.local
	content := float64(rows) * treeStep
	limit := content - float64(b.h)
	if limit <= 0 || bar.h < 8 {
		return
	}
	high := min(max(bar.h*float32(float64(b.h)/content), 28), bar.h*0.8)
	ctl := c.control(t.id+"/scroll", bar, pointable, Item{Kind: "slider", Text: "Scroll", Value: PercentOf(l.offset / limit)})
	thumb := box{bar.x + 4, bar.y + (bar.h-high)*float32(l.offset/limit), 6, high}
	if ctl.fresh {
		if l.grip = ctl.at.y - thumb.y; l.grip < 0 || l.grip > high {
			l.grip = high / 2
		}
	}
	if ctl.dragged {
		if to := float64((ctl.at.y-l.grip-bar.y)/(bar.h-high)) * limit; math.Abs(to-l.offset) > 1e-6 {
			t.scrollTo(b, rows, to)
			c.again = true
		}
	}
	col := c.edge
	if ctl.hover || ctl.pressed {
		col = c.dim
	}
	c.fill(thumb, 3, col)
}

// revealSelection opens what is above a newly selected row and scrolls to it.
func (t *treeTable) revealSelection(c *canvas, list treeList, b box) {
	l := t.local
	selected := t.selection(c)
	if selected == l.revealed {
		return
	}
	l.revealed = selected
	if selected == "" {
		return
	}
	row := list.Find(selected)
	if row < 0 && t.reveal != nil {
		t.reveal(selected)
		row = t.list().Find(selected)
	}
	if row < 0 {
		return
	}
	l.cursor = selected
	if top := float64(row) * treeStep; top < l.offset || top+treeStep > l.offset+float64(b.h) {
		l.offset = top + treeStep/2 - float64(b.h)/2
	}
}

// drawVoid tells why there is nothing to list.
func (t *treeTable) drawVoid(c *canvas, b box, rows int) {
	if t.void == nil {
		return
	}
	text := t.void()
	b.cutTop(treeStep * float32(rows))
	if text == "" || b.h < 30 {
		return
	}
	c.text(b.withHeight(min(b.h, 72)), body, center, c.dim, text)
}
