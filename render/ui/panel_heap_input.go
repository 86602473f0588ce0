package ui

import (
	"slices"

	"gioui.org/io/key"

	"memcity/city"
)

// maxRange bounds the groups that one range selects, as each of them is described in the inspector.
const maxRange = 200

// heapKey does what a key does in the table, as in other trees of files.
func (c *canvas) heapKey(t *heapRows, b box, k key.Name, mods key.Modifiers) {
	if len(t.Rows) == 0 {
		return
	}
	row := max(t.rowOf(c.local.heap.cursor), 0)
	r := &t.Rows[row]
	page := max(int(b.h/heapRow)-1, 1)
	to := row
	switch k {
	case key.NameUpArrow:
		to--
	case key.NameDownArrow:
		to++
	case key.NamePageUp:
		to -= page
	case key.NamePageDown:
		to += page
	case key.NameHome:
		to = 0
	case key.NameEnd:
		to = len(t.Rows) - 1
	case key.NameLeftArrow:
		if r.Open {
			c.openRow(t, row, false)
			return
		}
		if up := t.plan.Series.Nodes[r.Node].Parent; up >= 0 {
			to = int(t.place[up])
		}
	case key.NameRightArrow:
		if r.Children && !r.Open {
			c.openRow(t, row, true)
			return
		}
		if r.Open {
			to++
		}
	default:
		c.showRow(b, row)
		c.openRowMenu(t.key(row), heapRowBox(c, b, row).withHeight(heapRow-4))
		return
	}
	c.walkRows(t, b, min(max(to, 0), len(t.Rows)-1), mods.Contain(key.ModShift))
}

// walkRows moves the selection to a row, or its end if it is to be a range.
func (c *canvas) walkRows(t *heapRows, b box, row int, extend bool) {
	h := &c.local.heap
	selected := c.model.State.Selection
	if to := t.key(row); extend && selected != "" {
		c.selectRange(t, row)
	} else if to != selected || len(c.model.State.More) > 0 {
		h.anchor = to
		c.do(city.SelectRows{Keys: []string{to}, Walk: true})
	}
	h.cursor = t.key(row)
	h.revealed = c.model.State.Selection
	c.showRow(b, row)
}

// selectRange selects the rows from the anchor to one, which becomes the selection; only the nearest of very many.
func (c *canvas) selectRange(t *heapRows, row int) {
	from := t.rowOf(c.local.heap.anchor)
	if from < 0 {
		from = max(t.rowOf(c.model.State.Selection), 0)
		c.local.heap.anchor = t.key(from)
	}
	step := 1
	if from > row {
		step = -1
	}
	if (row-from)*step >= maxRange {
		from = row - step*(maxRange-1)
	}
	var keys []string
	for i := from; i != row+step; i += step {
		keys = append(keys, t.key(i))
	}
	c.do(city.SelectRows{Keys: keys, Walk: true})
}

// openRow opens or closes the group of a row.
func (c *canvas) openRow(t *heapRows, row int, open bool) {
	c.do(city.OpenRow{Key: t.key(row), Close: !open})
}

// heapPointer does what the mouse does in the table, and returns the row under it, or -1.
func (c *canvas) heapPointer(t *heapRows, b box, g *heapGrid, ctl *control) int {
	if !ctl.hover && !ctl.fresh && !ctl.asked {
		return -1
	}
	row := int((float64(ctl.at.y-b.y) + c.local.heap.offset) / heapRow)
	if ctl.at.y < b.y || row < 0 || row >= len(t.Rows) {
		row = -1
	}
	if !ctl.fresh && !ctl.asked {
		return row
	}
	c.source.Execute(key.FocusCmd{Tag: ctl})
	c.again = true
	if row < 0 {
		return row
	}
	cell := heapRowBox(c, b, row)
	name := g.nameParts(t, cell, row)
	rowKey := t.key(row)
	switch x := ctl.at.x; {
	case ctl.asked:
		if !c.model.State.IsSelected(rowKey) {
			c.selectRow(t, row, 0)
		}
		c.openRowMenu(rowKey, box{ctl.at.x, ctl.at.y, 0, 0})
	case t.Rows[row].Children && x < name.opener.right():
		c.openRow(t, row, !t.Rows[row].Open)
	case x >= name.more.x && x < name.more.right():
		c.openRowMenu(rowKey, name.more)
	case ctl.double && t.Rows[row].Children:
		c.openRow(t, row, !t.Rows[row].Open)
	default:
		c.selectRow(t, row, ctl.mods)
	}
	return row
}

// selectRow selects a row: alone, with Ctrl beside what is selected, with Shift as the end of a range.
func (c *canvas) selectRow(t *heapRows, row int, mods key.Modifiers) {
	h, s := &c.local.heap, &c.model.State
	rowKey := t.key(row)
	switch {
	case mods.Contain(key.ModShift) && s.Selection != "":
		c.selectRange(t, row)
	case mods.Contain(key.ModShortcut):
		h.anchor = rowKey
		c.do(city.Select{Key: rowKey, Add: true})
	case s.Selection != rowKey || len(s.More) > 0:
		h.anchor = rowKey
		c.do(city.SelectRows{Keys: []string{rowKey}})
	}
	h.cursor, h.revealed = rowKey, c.model.State.Selection
}

// openRowMenu opens the menu of a group at a place.
func (c *canvas) openRowMenu(group string, at box) {
	c.local.heap.menuKey, c.local.heap.cursor = group, group
	c.local.menu = menu{name: rowMenu, from: heapList, at: c.visible(at), fresh: true}
	delete(c.wants, Menu)
	c.again = true
}

// chosenGroups are the groups that a row menu acts on: all that are selected if its own is among them.
func (k *core) chosenGroups() []string {
	group := k.local.heap.menuKey
	if selected := k.model.State.Selected(); slices.Contains(selected, group) {
		return selected
	}
	return []string{group}
}
