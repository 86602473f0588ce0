package ui

import (
	"image"
	"strings"

	"memcity/assets/help"
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
	{city.OverviewView, "Overview", "overview", "The heap over time, GC pauses and suspicious windows (Ctrl+5)"},
	{city.TrendsView, "Trends", "trends", "How groups grow, level by level (Ctrl+6)"},
	{city.DiffView, "Diff", "diff", "What was born, died and stayed in the window (Ctrl+7)"},
	{city.StructuresView, "Structures", "structures", "Collections and other data structures, and how they grow (Ctrl+8)"},
	{city.ChurnView, "Churn", "churn", "What died in the window, and where it was allocated (Ctrl+9)"},
	{city.TreeView, "Tree", "sunburst", "The memory tree as a sunburst or an icicle plot, over time (Ctrl+T)"},
}

// changeViews is the first of the views that tell what changed over time.
const changeViews = 4

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

// The rail is the column of views at the left edge. Lengths in dp.
const (
	railWidth    = 74
	railStep     = 48 // from one view to the next
	railMinWidth = 900
)

// HasRail reports whether the views stand at the left edge; in smaller windows a menu takes their place.
func HasRail(size image.Point, scale float64) bool {
	return float64(size.X) >= railMinWidth*scale && float64(size.Y) >= railMinHeight*scale
}

var railMinHeight = float64(len(views))*railStep + guess[Bar].H + guess[TimeBar].H + 4*margin + 12

// drawRail draws the choices of what fills the window.
func drawRail(c *canvas, b box) {
	b.cutTop(6)
	step := min(railStep, b.h/float32(len(views)))
	for i, v := range views {
		if i == changeViews {
			c.hline(b.x+14, b.y+1, b.w-28, 1, c.line)
			b.cutTop(4)
		}
		cell := b.cutTop(step).inset(5, 2)
		if c.railButton(v.text, cell, v.icon, v.hint, v.view == c.model.State.View) {
			c.do(city.Show{View: v.view})
		}
	}
}

// railButton is an icon above its name.
func (c *canvas) railButton(text string, b box, icon, hint string, on bool) bool {
	value := ""
	if on {
		value = "on"
	}
	ctl := c.control("view/"+strings.ToLower(text), b, pressable, Item{Kind: "button", Text: text, Value: value, Hint: hint})
	if c.hidden(b) {
		return ctl.clicked
	}
	look := plain
	if on {
		look = chosen
	}
	back, fore := c.buttonColors(ctl, buttonOptions{look: look})
	c.fill(b, ctlRadius, back)
	inner := b
	inner.cutTop(4)
	c.icon(inner.cutTop(20).centered(18, 18), icon, fore)
	c.draw(inner.cutTop(16), small, center, fore, c.types.fit(text, small.size*c.scale, small.weight, (inner.w-2)*c.scale, false))
	c.ring(ctl, b, ctlRadius)
	return ctl.clicked
}

// viewRows are the views as rows of a menu, where there is no room for the switch.
func viewRows(s *city.State) []menuRow {
	var rows []menuRow
	for i, v := range views {
		shortcut := "Ctrl+" + string(rune('1'+i))
		if v.view == city.TreeView {
			shortcut = "Ctrl+T"
		}
		rows = append(rows, menuRow{text: v.text, key: shortcut, on: v.view == s.View, event: Do{city.Show{View: v.view}}})
	}
	return rows
}

// drawViewHead draws the title of a view and the button for its page of the manual, and cuts off the head. It returns what is
// left of that at the right.
func drawViewHead(c *canvas, b *box, text string) box {
	*b = b.inset(padding, 0)
	b.cutTop(8)
	head := b.cutTop(30)
	c.text(head, title, left, c.theme.text, text)
	head.cutLeft(c.width(title, text) + 2)
	c.helpMark(head.cutLeft(26), help.View(strings.ToLower(text)))
	head.cutLeft(10)
	return head
}
