package minimap

import (
	"image/color"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// side is a button around the map that selects a view of the city.
type side struct {
	name, hint string
	x, y       float32 // -1 to 1, relative to the map
	view       model.Command
}

// sides are the buttons around the map. Views without a side are in the corners.
var sides = []side{
	{"From the back", "Look from the back (3)", 0, -1, model.ViewBack},
	{"Bird's eye", "Look from straight above (B)", 1, -1, model.ViewBird},
	{"From the left", "Look from the left (4)", -1, 0, model.ViewLeft},
	{"From the right", "Look from the right (2)", 1, 0, model.ViewRight},
	{"From the front", "Look from the front (1)", 0, 1, model.ViewFront},
	{"Whole city", "Look at the whole city from the corner (R)", 1, 1, model.ViewHome},
}

// sideSize is the size of a side button, in dp.
const sideSize = 18

// drawSide draws an arrow in the direction of view, a roof for the view from above, or a compass for the whole city.
func drawSide(c *widget.Canvas, cell canvas.Box, s side, col color.NRGBA) {
	switch {
	case s.view == model.ViewBird:
		c.Frame(cell.Centered(10, 10), 2, 2, col)
	case s.view == model.ViewHome:
		c.Icon(cell.Centered(15, 15), "compass", col)
	default:
		const long, wide = 4, 5
		x, y := cell.MidX(), cell.MidY()
		c.Polygon([]canvas.Point{{X: x - s.x*long, Y: y - s.y*long}, {X: x + s.x*long + s.y*wide, Y: y + s.y*long + s.x*wide},
			{X: x + s.x*long - s.y*wide, Y: y + s.y*long - s.x*wide}}, col)
	}
}

// drawSides draws the buttons around the map.
func drawSides(c *widget.Canvas, area canvas.Box) {
	const away = sideSize/2 + 2
	for _, s := range sides {
		x, y := area.MidX()+s.x*(area.W/2+away), area.MidY()+s.y*(area.H/2+away)
		cell := canvas.Rect(x-sideSize/2, y-sideSize/2, sideSize, sideSize)
		ctl := c.Control("minimap/"+s.name, cell, widget.Pressable, model.Item{Kind: "button", Text: s.name, Hint: s.hint})
		col := c.Dim
		if ctl.Hover {
			c.Fill(cell, 4, c.Theme.Hover)
			col = c.Accent
		}
		drawSide(c, cell, s, col)
		c.Ring(ctl, cell, 4)
		if ctl.Clicked {
			c.Emit(s.view)
		}
	}
}
