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
	{"C", "compare: born, died, permanent"},
	{"Alt+←, Alt+→", "back, forward"},
	{"Wheel over the time", "zoom in; double click: all"},
	{"Drag in a chart", "choose a window; with Shift move in time"},
	{"Arrows in a chart", "GC by GC, with Shift the window; ↑ ↓ 0 zoom, all"},
	{"P or ←, N or →", "previous, next GC point"},
	{"Home, End", "first, last GC point of the window, then of all; End follows what is live"},
	{"Space", "play or pause"},
	{"Backspace", "object before; a level up in trends and trees"},
	{"Esc", "deselect; close"},
	{"Ctrl+O, Ctrl+Q", "open a recording; quit"},
	{"Ctrl+R, Ctrl+L", "record a program; rules"},
	{"Ctrl+, and Ctrl+.", "settings, inspector"},
	{"Ctrl+G", "group by another chain"},
	{"Ctrl+D", "guide: what is wrong here"},
	{"Ctrl+Z, Ctrl+Y", "take back a change, make it again"},
	{"Ctrl+Shift+S, C", "picture: save, copy"},
	{"Ctrl+plus, minus, 0", "size of panels"},
	{"F11", "full screen"},
	{"Ctrl+1 to 9, Ctrl+T", "the views at the left edge, from city to churn; tree"},
	{"Arrows, Shift+F10", "rows of tables; menu"},
	{"Shift+↑ ↓, R, U, 0", "graph: add, roots, undo, fit"},
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
	c.want(820, 16+32+6+c.helpHeight(b.w-48)+18)
}

// Measures of the sheet, in dp.
const (
	helpRow     = 28
	helpKeys    = 190 // the widest column of keys
	helpGap     = 24
	helpColumns = 640 // from this width on there are two
)

// helpLayout tells how many columns there are, how wide each is, and how wide its keys are.
func helpLayout(width float32) (columns int, w, keys float32) {
	columns = 1
	if width >= helpColumns {
		columns = 2
	}
	w = (width - helpGap*float32(columns-1)) / float32(columns)
	return columns, w, min(w*0.5, helpKeys)
}

// helpHeight is the height of the table in a width.
func (c *canvas) helpHeight(width float32) float32 {
	columns, w, keys := helpLayout(width)
	list := c.model.helpRows()
	per := (len(list) + columns - 1) / columns
	highest, h := float32(0), float32(0)
	for i, r := range list {
		if i%per == 0 {
			h = 0
		}
		h += c.helpRowHeight(w-keys, r[1])
		highest = max(highest, h)
	}
	return highest
}

func (c *canvas) helpRowHeight(width float32, words string) float32 {
	return max(c.paragraphHeight(width, body, words)+helpRow-lineHeight(body), helpRow)
}

func helpTable(c *canvas, b box) float32 {
	columns, w, keysWidth := helpLayout(b.w)
	list := c.model.helpRows()
	per := (len(list) + columns - 1) / columns
	y := b.y
	for i, r := range list {
		if i%per == 0 {
			y = b.y
		}
		row := box{b.x + float32(i/per)*(w+helpGap), y, w, c.helpRowHeight(w-keysWidth, r[1])}
		y += row.h
		keys := row.cutLeft(keysWidth)
		cap := box{keys.x, keys.y + 3.5, min(c.width(smallB, r[0])+14, keys.w-6), 21}
		c.fill(cap, 4, c.raised)
		c.text(cap.inset(6, 0), smallB, center, c.theme.text, r[0])
		row.cutTop((helpRow - lineHeight(body)) / 2)
		c.paragraph(row, body, c.dim, r[1])
	}
	return c.helpHeight(b.w)
}
