package ui

import "slices"

// helpRows say what keys and mouse do.
var helpRows = [][2]string{
	{"Left click", "select or deselect"},
	{"Ctrl + click", "select several"},
	{"Wheel", "zoom towards the pointer"},
	{"Right drag", "rotate around the pointer"},
	{"Middle or Shift + drag", "pan"},
	{"W A S D, Q E", "move; up and down"},
	{"B", "bird's eye"},
	{"R", "reset the view"},
	{"1 2 3 4", "front, right, back, left"},
	{"F", "fly to the selection"},
	{"I", "isolate the selection"},
	{"Alt+←, Alt+→", "back, forward"},
	{"Wheel over the time", "zoom in; double click: all"},
	{"P or ←, N or →", "previous, next GC point"},
	{"Home, End", "first, last GC point"},
	{"Space", "play or pause"},
	{"Backspace", "the object before, in the group view"},
	{"Esc", "deselect; close"},
	{"Ctrl+O, Ctrl+Q", "open a recording; quit"},
	{"Ctrl+comma, Ctrl+.", "settings, inspector"},
	{"Ctrl+G", "group by another chain"},
	{"Ctrl+Z, Ctrl+Y", "take back, redo settings"},
	{"Ctrl+Shift+S, C", "picture: save, copy"},
	{"Ctrl+plus, minus, 0", "size of panels"},
	{"F11", "full screen"},
	{"Ctrl+1, 2, 3, 4", "city, heap, group, graph"},
	{"Arrows, Shift+F10", "rows of the heap view; menu"},
	{"Tab, Shift+Tab", "next, previous control"},
	{"Return", "press the control"},
	{"Arrows in the map", "look elsewhere"},
	{"Arrows on an edge", "width of a side panel"},
	{"?", "this sheet"},
}

func (m *Model) helpRows() [][2]string {
	if m.CanSearch {
		return append(slices.Clone(helpRows), [2]string{"Ctrl+F", "search for a group"})
	}
	return helpRows
}

func drawHelp(c *canvas, b box) {
	inner := b.inset(24, 0)
	inner.cutTop(16)
	head := inner.cutTop(32)
	if c.iconButton("help/close", head.cutRight(30).centered(30, 30).moved(8, 0), "close", "Close", "Close (Esc)", false) {
		c.emit(ToggleHelp)
	}
	c.text(head, title, left, c.theme.text, "Keys and mouse")
	inner.cutTop(6)
	inner.cutBottom(18)
	c.scroll("help", inner, func(content box) float32 { return helpTable(c, content) })
	rows := float32(len(c.model.helpRows()))
	if b.w >= 560 {
		rows = float32(int(rows+1) / 2)
	}
	c.want(820, 16+32+6+rows*28+18)
}

func helpTable(c *canvas, b box) float32 {
	columns := 1
	if b.w >= 512 {
		columns = 2
	}
	list := c.model.helpRows()
	per := (len(list) + columns - 1) / columns
	w := (b.w - 24*float32(columns-1)) / float32(columns)
	for i, r := range list {
		row := box{b.x + float32(i/per)*(w+24), b.y + float32(i%per)*28, w, 28}
		keys := row.cutLeft(min(row.w*0.5, 190))
		x := keys.x
		cap := box{x, keys.y + 3.5, min(c.width(smallB, r[0])+14, keys.w-6), 21}
		c.fill(cap, 4, c.raised)
		c.text(cap.inset(6, 0), smallB, center, c.theme.text, r[0])
		c.text(row, body, left, c.dim, r[1])
	}
	return float32(per) * 28
}
