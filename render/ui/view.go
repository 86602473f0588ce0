package ui

import (
	"image"

	"memcity/city"
)

// views are the choices of the view switch.
var views = []struct {
	view             city.View
	text, icon, hint string
}{
	{city.CityView, "City", "city", "Groups as buildings (Ctrl+1)"},
	{city.HeapView, "Heap", "table", "Groups as a table, with deep and retained sizes (Ctrl+2)"},
	{city.GroupView, "Group", "panel", "What the selection is made of and who keeps it alive (Ctrl+3)"},
	{city.GraphView, "Graph", "graph", "The ways from GC roots to the selection (Ctrl+4)"},
}

// HasInspector reports whether what is selected can stand beside a view in a framebuffer, scale pixels of which make one
// dp. The group view tells all of it itself, and the heap view is not covered where there is no room beside it.
func HasInspector(v city.View, size image.Point, scale float64) bool {
	switch v {
	case city.GroupView:
		return false
	case city.HeapView:
		return Drawers{}.Place(size, scale, false, true).Over == ""
	}
	return true
}

// viewSwitchWidth is the width of the view switch in dp.
const viewSwitchWidth = 248

// drawViewSwitch draws the choices of what fills the window.
func drawViewSwitch(c *canvas, b box) {
	choices := make([]choice, len(views))
	current := 0
	for i, v := range views {
		choices[i] = choice{v.text, v.hint}
		if v.view == c.model.State.View {
			current = i
		}
	}
	if pressed := c.segments("bar/view", b, "View", choices, current, len(c.model.Points) == 0); pressed >= 0 {
		c.do(city.Show{View: views[pressed].view})
	}
}

// viewRows are the views as rows of a menu, where there is no room for the switch.
func viewRows(s *city.State) []menuRow {
	var rows []menuRow
	for i, v := range views {
		rows = append(rows, menuRow{text: v.text, key: "Ctrl+" + string(rune('1'+i)), on: v.view == s.View, event: Do{city.Show{View: v.view}}})
	}
	return rows
}

// drawViewHead draws the title of a view and cuts it off.
func drawViewHead(c *canvas, b *box, text string) box {
	*b = b.inset(padding, 0)
	b.cutTop(8)
	head := b.cutTop(30)
	c.text(head, title, left, c.theme.text, text)
	return head
}
