package widget

import (
	"strings"

	"gioui.org/io/key"
	"gioui.org/widget"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
)

// FilterText returns the text in the filter field of a table.
func (k *Core) FilterText(table string) string {
	if f := k.Fields[table+treeFilter]; f != nil {
		return strings.TrimSpace(f.Editor.Text())
	}
	return ""
}

// ClearFilter clears the filter field.
func (k *Core) ClearFilter(table string) {
	if f := k.Fields[table+treeFilter]; f != nil && f.Editor.Len() > 0 {
		f.Editor.SetText("")
		k.Again = true
	}
}

// FilterField draws the filter field of a table. Return calls keep, if it is not nil. The down key moves the focus to the rows. Esc also
// clears the field.
func (c *Canvas) FilterField(table string, b canvas.Box, hint string, keep func()) {
	id := table + treeFilter
	f := c.Field(id, widget.Editor{SingleLine: true, Submit: true, MaxLen: 200})
	inner := b.Inset(9, 0)
	inner.CutLeft(22)
	gtx := c.Context(c.Rect(inner).Size())
	for {
		e, ok := f.Editor.Update(gtx)
		if !ok {
			break
		}
		c.Again = true
		if _, ok := e.(widget.SubmitEvent); !ok {
			continue
		}
		if keep != nil {
			keep()
		} else {
			c.FocusRowsOf(table)
		}
	}
	for {
		e, ok := c.Source.Event(key.Filter{Focus: &f.Editor, Name: key.NameDownArrow})
		if !ok {
			break
		}
		if e, ok := e.(key.Event); ok && e.State == key.Press {
			c.FocusRowsOf(table)
		}
	}
	focus := c.Source.Focused(&f.Editor)
	c.DrawField(id, f, b, inner, model.Item{Text: "Filter", Hint: hint}, focus)
	c.Icon(canvas.Rect(b.X+8, b.Y, 15, b.H), "search", c.Dim)
	if f.Editor.Len() == 0 {
		c.Text(inner.Moved(1, 0), canvas.Body, canvas.Left, c.Dim, "Show only …")
	}
}
