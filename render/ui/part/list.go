package part

import (
	"memcity/city/state"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// DrawAbsent draws the message that the current GC point lacks the selection's objects, with a button that goes to one that has them.
func DrawAbsent(c *widget.Canvas, b canvas.Box) {
	a, _ := c.Model.Absent()
	var buttons []widget.EmptyButton
	if a.Button != "" {
		buttons = []widget.EmptyButton{{Text: a.Button, Hint: a.Hint, Event: model.Do{Action: a.GoTo}}}
	}
	c.EmptyView(b, "graph", a.Words, a.Text, buttons...)
}

// GroupChip draws the color of a group in the city. Buildings have a square, districts a slab, and groups without a plot an empty frame.
func GroupChip(c *widget.Canvas, b canvas.Box, node int32, group string) {
	col, building, shown := c.Model.Plan.ColorAt(node, c.Model.At, c.Model.State.Settings)
	if mark, ok := c.Model.State.Marks[group]; ok {
		col = mark
	}
	inside, edge := canvas.Solid(col), canvas.Mixed(canvas.Solid(col), c.Theme.Text, 0.35)
	switch {
	case !shown:
		b, inside, edge = b.Inset(1, 1), c.Card, c.Edge
	case !building:
		b = b.Middle(7)
	}
	c.Fill(b, 0, edge) // round corners and strokes in every row would slow scrolling down
	c.Fill(b.Inset(1, 1), 0, inside)
}

// SelectGroup selects a group unless it is already part of the selection.
func SelectGroup(c *widget.Canvas, group string) {
	if !c.Model.State.IsSelected(group) {
		c.Do(state.SelectRows{Keys: []string{group}})
	}
}
