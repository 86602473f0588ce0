package part

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// Marks are the colors for marking buildings. They differ from the growth gradients, from the colors of references and selection, and from
// each other, also for color-blind people.
var Marks = []scene.RGB{{R: 0x5a, G: 0xc1, B: 0xf2}, {R: 0xf4, G: 0xe4, B: 0x2e}, {R: 0xe8, G: 0x5f, B: 0xb4},
	{R: 0x2f, G: 0xc4, B: 0xb2}, {R: 0x7a, G: 0x4a, B: 0x2b}}

var MarkNames = []string{"sky blue", "yellow", "pink", "turquoise", "brown"}

func DrawMarks(c *widget.Canvas, row canvas.Box, g *model.Group) {
	c.Text(row.CutLeft(58), canvas.Body, canvas.Left, c.Dim, "Mark")
	for i, col := range Marks {
		cell := row.CutLeft(28).Centered(22, 22)
		on := g.Mark != nil && *g.Mark == col
		value := ""
		if on {
			value = "on"
		}
		ctl := c.Control("inspector/mark/"+MarkNames[i], cell, widget.Pressable,
			model.Item{Kind: "button", Text: "Mark " + MarkNames[i], Value: value,
				Hint: "Give the building this color"})
		c.Fill(cell.Inset(1, 1), 10, canvas.Solid(col))
		if on {
			c.Frame(cell.Inset(-1, -1), 12, 2, c.Theme.Text)
		} else if ctl.Hover {
			c.Frame(cell.Inset(-1, -1), 12, 1.5, c.Edge)
		}
		c.Ring(ctl, cell, 11)
		if ctl.Clicked {
			m := state.Mark{Key: g.Key, Color: &col}
			if on {
				m.Color = nil
			}
			c.Do(m)
		}
	}
	if c.IconButton("inspector/mark/none", row.CutLeft(28).Centered(24, 24), "unmark", "No mark", "Remove the color", widget.Why(g.Mark == nil, "It has no mark")) {
		c.Do(state.Mark{Key: g.Key})
	}
}
