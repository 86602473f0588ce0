package ui

import (
	"slices"

	"gioui.org/io/key"

	"memcity/city"
)

// maxRange bounds the groups that one range selects, as each of them is described in the inspector.
const maxRange = 200

// key does what a key does in the table, as in other trees of files.
func (t *treeTable) key(c *canvas, list treeList, b box, k key.Name, mods key.Modifiers) {
	rows := list.Len()
	if rows == 0 {
		return
	}
	row := max(list.Find(t.local.cursor), 0)
	r := list.Row(row)
	page := max(int(b.h/treeStep)-1, 1)
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
		to = rows - 1
	case key.NameLeftArrow:
		if r.open {
			t.open(&r, false)
			return
		}
		to = above(list, row)
	case key.NameRightArrow:
		if r.children && !r.open {
			t.open(&r, true)
			return
		}
		if r.open {
			to++
		}
	default:
		t.showRow(b, row)
		if enter := k == key.NameReturn || k == key.NameEnter; enter && t.act != nil {
			t.act(&r)
		} else {
			t.openMenu(c, r.key, t.rowBox(b, row).withHeight(treeStep-4))
		}
		return
	}
	t.walk(c, list, b, min(max(to, 0), rows-1), mods.Contain(key.ModShift))
}

// above returns the row that one is below, or the row itself.
func above(list treeList, row int) int {
	level := list.Row(row).level
	for up := row - 1; up >= 0; up-- {
		if list.Row(up).level < level {
			return up
		}
	}
	return row
}

// walk moves the selection to a row, or its end if it is to be a range.
func (t *treeTable) walk(c *canvas, list treeList, b box, row int, extend bool) {
	selected, to := t.selection(c), list.Row(row).key
	switch {
	case !t.groups && to != selected:
		t.pick(to)
	case !t.groups:
	case extend && selected != "":
		t.selectRange(c, list, row)
	case to != selected || len(c.model.State.More) > 0:
		t.local.anchor = to
		c.do(city.SelectRows{Keys: []string{to}, Walk: true})
	}
	t.went(c, to)
	t.showRow(b, row)
}

// went notes where keys go on from.
func (t *treeTable) went(c *canvas, key string) {
	t.local.cursor, t.local.revealed = key, c.model.State.Selection
	if !t.groups {
		t.local.revealed = key
	}
}

// selectRange selects the rows from the anchor to one, which becomes the selection; only the nearest of very many.
func (t *treeTable) selectRange(c *canvas, list treeList, row int) {
	from := list.Find(t.local.anchor)
	if from < 0 {
		from = max(list.Find(c.model.State.Selection), 0)
		t.local.anchor = list.Row(from).key
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
		keys = append(keys, list.Row(i).key)
	}
	c.do(city.SelectRows{Keys: keys, Walk: true})
}

// pointer does what the mouse does in the table, and returns the row under it, or -1.
func (t *treeTable) pointer(c *canvas, list treeList, b box, g *treeGrid, ctl *control) int {
	if !ctl.hover && !ctl.fresh && !ctl.asked {
		return -1
	}
	row := int((float64(ctl.at.y-b.y) + t.local.offset) / treeStep)
	if ctl.at.y < b.y || row < 0 || row >= list.Len() {
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
	r := list.Row(row)
	name := t.nameParts(g, list, t.rowBox(b, row), &r)
	switch x := ctl.at.x; {
	case ctl.asked:
		if !t.isSelected(c, r.key) {
			t.selectRow(c, list, row, 0)
		}
		t.openMenu(c, r.key, box{ctl.at.x, ctl.at.y, 0, 0})
	case r.children && x < name.opener.right():
		t.open(&r, !r.open)
	case t.menu != "" && x >= name.more.x && x < name.more.right():
		t.openMenu(c, r.key, name.more)
	case ctl.double && t.act != nil:
		t.act(&r)
	case ctl.double && r.children:
		t.open(&r, !r.open)
	default:
		t.selectRow(c, list, row, ctl.mods)
		if t.press != nil && ctl.mods == 0 {
			t.press(&r)
		}
	}
	return row
}

// selectRow selects a row: alone, with Ctrl beside what is selected, with Shift as the end of a range.
func (t *treeTable) selectRow(c *canvas, list treeList, row int, mods key.Modifiers) {
	s, to := &c.model.State, list.Row(row).key
	switch {
	case !t.groups && to != t.picked:
		t.pick(to)
	case !t.groups:
	case mods.Contain(key.ModShift) && s.Selection != "":
		t.selectRange(c, list, row)
	case mods.Contain(key.ModShortcut):
		t.local.anchor = to
		c.do(city.Select{Key: to, Add: true})
	case s.Selection != to || len(s.More) > 0:
		t.local.anchor = to
		c.do(city.SelectRows{Keys: []string{to}})
	}
	t.went(c, to)
}

// openMenu opens the menu of a row at a place.
func (t *treeTable) openMenu(c *canvas, row string, at box) {
	if t.menu == "" {
		return
	}
	t.local.menuKey, t.local.cursor = row, row
	c.local.menu = menu{name: t.menu, from: t.id + treeRows, at: c.visible(at), fresh: true}
	delete(c.wants, Menu)
	c.again = true
}

// chosenRows are the groups that the menu of a row acts on: all that are selected if its own is among them.
func (k *core) chosenRows(l *treeLocal) []string {
	if selected := k.model.State.Selected(); slices.Contains(selected, l.menuKey) {
		return selected
	}
	return []string{l.menuKey}
}
