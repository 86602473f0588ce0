package minimap

import (
	"image/color"

	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// side is a button around the map that selects a view of the city.
type side struct {
	x, y float32 // -1 to 1, relative to the map
	view action.ID
}

// sides are the buttons around the map. Views without a side are in the corners.
var sides = []side{
	{0, -1, action.CameraBack},
	{1, -1, action.CameraBirdsEye},
	{-1, 0, action.CameraLeft},
	{1, 0, action.CameraRight},
	{0, 1, action.CameraFront},
	{1, 1, action.CameraHome},
}

// sideSize is the size of a side button, in dp.
const sideSize = 18

// drawSide draws an arrow in the direction of view, a roof for the view from above, or a compass for the whole city.
func drawSide(c *widget.Canvas, cell canvas.Box, s side, col color.NRGBA) {
	switch {
	case s.view == action.CameraBirdsEye:
		c.Frame(cell.Centered(10, 10), 2, 2, col)
	case s.view == action.CameraHome:
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
		of := c.Action(s.view)
		ctl := c.Control("minimap/"+of.Title, cell, widget.Pressable, model.Item{Kind: "button", Text: of.Title, Hint: of.Tip("")})
		col := c.Dim
		if ctl.Hover {
			c.Fill(cell, 4, c.Theme.Hover)
			col = c.Accent
		}
		drawSide(c, cell, s, col)
		c.Ring(ctl, cell, 4)
		if ctl.Clicked {
			c.Run(s.view)
		}
	}
}
