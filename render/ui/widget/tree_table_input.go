package widget

import (
	"slices"

	"gioui.org/io/key"

	"memcity/city/state"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
)

// maxRange is the maximum number of groups in a range selection, as the inspector describes each of them.
const maxRange = 200

// key handles a key in the table, as in file trees.
func (t *TreeTable) key(c *Canvas, list TreeList, b canvas.Box, k key.Name, mods key.Modifiers) {
	rows := list.Len()
	if rows == 0 {
		return
	}
	row := max(list.Find(t.Local.Cursor), 0)
	r := list.Row(row)
	page := max(int(b.H/TreeStep)-1, 1)
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
		if r.Open {
			t.Open(&r, false)
			return
		}
		to = above(list, row)
	case key.NameRightArrow:
		if r.Children && !r.Open {
			t.Open(&r, true)
			return
		}
		if r.Open {
			to++
		}
	default:
		t.showRow(b, row)
		if enter := k == key.NameReturn || k == key.NameEnter; enter && t.Act != nil {
			t.Act(&r)
		} else {
			t.openMenu(c, r.Key, t.rowBox(b, row).WithHeight(TreeStep-4))
		}
		return
	}
	t.walk(c, list, b, min(max(to, 0), rows-1), mods.Contain(key.ModShift))
}

// above returns the parent row of a row, or the row itself.
func above(list TreeList, row int) int {
	level := list.Row(row).Level
	for up := row - 1; up >= 0; up-- {
		if list.Row(up).Level < level {
			return up
		}
	}
	return row
}

// walk moves the selection to a row, or extends a range to it.
func (t *TreeTable) walk(c *Canvas, list TreeList, b canvas.Box, row int, extend bool) {
	selected, to := t.selection(c), list.Row(row).Key
	switch {
	case !t.Groups && to != selected:
		t.pick(to)
	case !t.Groups:
	case extend && selected != "":
		t.selectRange(c, list, row)
	case to != selected || len(c.Model.State.More) > 0:
		t.Local.anchor = to
		c.Do(state.SelectRows{Keys: []string{to}, Walk: true})
	}
	t.went(c, to)
	t.showRow(b, row)
}

// pick selects the row with the given key, and lets the rest of this layout use it.
func (t *TreeTable) pick(key string) {
	t.Picked = key
	t.Pick(key)
}

// went sets the current row for keys.
func (t *TreeTable) went(c *Canvas, key string) {
	t.Local.Cursor, t.Local.revealed = key, c.Model.State.Selection
	if !t.Groups {
		t.Local.revealed = key
	}
}

// selectRange selects the rows from the anchor to a row, which becomes the selection. It is limited to the nearest ones.
func (t *TreeTable) selectRange(c *Canvas, list TreeList, row int) {
	from := list.Find(t.Local.anchor)
	if from < 0 {
		from = max(list.Find(c.Model.State.Selection), 0)
		t.Local.anchor = list.Row(from).Key
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
		keys = append(keys, list.Row(i).Key)
	}
	c.Do(state.SelectRows{Keys: keys, Walk: true})
}

// pointer handles the mouse in the table, and returns the row under it, or -1.
func (t *TreeTable) pointer(c *Canvas, list TreeList, b canvas.Box, g *TreeGrid, ctl *Control) int {
	if !ctl.Hover && !ctl.Fresh && !ctl.MenuRequested {
		return -1
	}
	row := int((float64(ctl.At.Y-b.Y) + t.Local.Offset) / TreeStep)
	if ctl.At.Y < b.Y || row < 0 || row >= list.Len() {
		row = -1
	}
	if !ctl.Fresh && !ctl.MenuRequested {
		return row
	}
	c.Source.Execute(key.FocusCmd{Tag: ctl})
	c.Again = true
	if row < 0 {
		return row
	}
	r := list.Row(row)
	name := t.nameParts(g, list, t.rowBox(b, row), &r)
	switch x := ctl.At.X; {
	case ctl.MenuRequested:
		if !t.isSelected(c, r.Key) {
			t.selectRow(c, list, row, 0)
		}
		t.openMenu(c, r.Key, canvas.Rect(ctl.At.X, ctl.At.Y, 0, 0))
	case r.Children && x < name.opener.Right():
		t.Open(&r, !r.Open)
	case t.Menu != "" && x >= name.more.X && x < name.more.Right():
		t.openMenu(c, r.Key, name.more)
	case ctl.Double && t.Act != nil:
		t.Act(&r)
	case ctl.Double && r.Children:
		t.Open(&r, !r.Open)
	default:
		t.selectRow(c, list, row, ctl.Mods)
		if t.Press != nil && ctl.Mods == 0 {
			t.Press(&r)
		}
	}
	return row
}

// selectRow selects a row. Ctrl adds it to the selection, and Shift extends a range to it.
func (t *TreeTable) selectRow(c *Canvas, list TreeList, row int, mods key.Modifiers) {
	s, to := &c.Model.State, list.Row(row).Key
	switch {
	case !t.Groups && to != t.Picked:
		t.pick(to)
	case !t.Groups:
	case mods.Contain(key.ModShift) && s.Selection != "":
		t.selectRange(c, list, row)
	case mods.Contain(key.ModShortcut):
		t.Local.anchor = to
		c.Do(state.Select{Key: to, Add: true})
	case s.Selection != to || len(s.More) > 0:
		t.Local.anchor = to
		c.Do(state.SelectRows{Keys: []string{to}})
	}
	t.went(c, to)
}

// openMenu opens the menu of a row.
func (t *TreeTable) openMenu(c *Canvas, row string, at canvas.Box) {
	if t.Menu == "" {
		return
	}
	t.Local.MenuKey, t.Local.Cursor = row, row
	c.Menu = Menu{Name: t.Menu, From: t.Id + TreeRows, At: c.Visible(at), Fresh: true}
	delete(c.Wants, model.Menu)
	c.Again = true
}

// ChosenRows returns the groups that the menu of a row applies to: the whole selection if it contains the row.
func (k *Core) ChosenRows(l *TreeLocal) []string {
	if selected := k.Model.State.Selected(); slices.Contains(selected, l.MenuKey) {
		return selected
	}
	return []string{l.MenuKey}
}
