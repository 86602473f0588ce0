package ui

import (
	"strings"

	"gioui.org/io/key"
	"gioui.org/widget"
)

// filterText returns what is typed into the field that filters a table.
func (k *core) filterText(table string) string {
	if f := k.fields[table+treeFilter]; f != nil {
		return strings.TrimSpace(f.editor.Text())
	}
	return ""
}

// clearFilter empties the field.
func (k *core) clearFilter(table string) {
	if f := k.fields[table+treeFilter]; f != nil && f.editor.Len() > 0 {
		f.editor.SetText("")
		k.again = true
	}
}

// filterField draws the field that filters a table while it is typed into. Return does what keep does, if it is not nil; the
// down key goes to the rows, and Esc does so with the field emptied.
func (c *canvas) filterField(table string, b box, hint string, keep func()) {
	id := table + treeFilter
	f := c.field(id, widget.Editor{SingleLine: true, Submit: true, MaxLen: 200})
	inner := b.inset(9, 0)
	inner.cutLeft(22)
	gtx := c.context(c.rect(inner).Size())
	for {
		e, ok := f.editor.Update(gtx)
		if !ok {
			break
		}
		c.again = true
		if _, ok := e.(widget.SubmitEvent); !ok {
			continue
		}
		if keep != nil {
			keep()
		} else {
			c.focusRowsOf(table)
		}
	}
	for {
		e, ok := c.source.Event(key.Filter{Focus: &f.editor, Name: key.NameDownArrow})
		if !ok {
			break
		}
		if e, ok := e.(key.Event); ok && e.State == key.Press {
			c.focusRowsOf(table)
		}
	}
	focus := c.source.Focused(&f.editor)
	c.drawField(id, f, b, inner, Item{Text: "Filter", Hint: hint}, focus)
	c.icon(box{b.x + 8, b.y, 15, b.h}, "search", c.dim)
	if f.editor.Len() == 0 {
		c.text(inner.moved(1, 0), body, left, c.dim, "Show only …")
	}
}
