package minimap

import (
	"image"
	"image/color"
	"math"
	"slices"

	"gioui.org/io/key"

	"memcity/city/scene"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// Sizes of the minimap in dp.
const (
	mapSide   = 184 // longer side
	mapLeast  = 90  // minimum of the shorter side
	mapBorder = 22  // border with the side buttons
)

// state is the state of the minimap between layouts.
type state struct {
	to    model.MapTo // last emitted position
	keyed bool        // moved by key since it got the focus
	plan  plan
}

// plan caches the picture of the ground.
type plan struct {
	ground model.MapRect
	rects  []model.MapRect
	back   color.NRGBA
	size   image.Point
	image  *image.RGBA
}

// mapExtent returns the size of the picture in dp. It has the shape of the ground, but is at least mapLeast on each side.
func mapExtent(g model.MapRect) (w, h float32) {
	if g.W >= g.D {
		return mapSide, max(mapSide*g.D/g.W, mapLeast)
	}
	return max(mapSide*g.W/g.D, mapLeast), mapSide
}

func DrawMinimap(c *widget.Canvas, b canvas.Box) {
	m := c.Model.Minimap
	w, h := mapExtent(m.Ground)
	c.Want(w+2*mapBorder, h+2*mapBorder)
	b = b.Inset(mapBorder, mapBorder)
	scale := min(b.W/m.Ground.W, b.H/m.Ground.D)
	area := b.Centered(m.Ground.W*scale, m.Ground.D*scale)
	ctl := c.Control("minimap", area, widget.Mappable,
		model.Item{Kind: "map", Text: "Map of the city", Hint: "Click, drag or press the arrow keys to look there; Return moves to the selection or the center"})
	drawSides(c, area)
	drawPlan(c, area, m)
	c.Inside(area, func() {
		for _, r := range m.Selected {
			c.Frame(mapBox(area, m.Ground, r).Inset(-1.5, -1.5), 1, 2, c.Accent)
		}
		drawView(c, area, m)
	})
	c.Frame(area, 0, 1, c.Edge)
	if area.W <= 0 || area.H <= 0 {
		return
	}
	at := widget.Keep[state](c.Core)
	if ctl.Dragged {
		to := model.MapTo{X: widget.Share(ctl.At.X, area.X, area.W), Z: widget.Share(ctl.At.Y, area.Y, area.H)}
		if to != at.to || ctl.Fresh {
			at.to = to
			c.Emit(to)
		}
	}
	mapKeys(c, ctl, m)
	if ctl.Focus && c.ByKey {
		spot := canvas.Point{X: area.X + area.W*float32(at.to.X), Y: area.Y + area.H*float32(at.to.Z)}
		c.Inside(area, func() {
			c.Frame(canvas.Rect(spot.X-5, spot.Y-5, 10, 10), 5, 2, c.Theme.Card)
			c.Frame(canvas.Rect(spot.X-6, spot.Y-6, 12, 12), 6, 1.5, c.Theme.Text)
		})
	}
	c.Ring(ctl, area, 0)
}

// mapStep is how far an arrow key moves the camera's target, as a fraction of the ground.
const mapStep = 0.05

// mapKeys handles arrow keys, which move the camera's target. The model is only updated when the camera rests, so keys continue from the
// last emitted position.
func mapKeys(c *widget.Canvas, ctl *widget.Control, m *model.Minimap) {
	l := widget.Keep[state](c.Core)
	if !ctl.Pressed && (!ctl.Focus || !l.keyed) {
		l.to = model.MapTo{X: widget.Share(m.At[0], m.Ground.X, m.Ground.W), Z: widget.Share(m.At[1], m.Ground.Z, m.Ground.D)}
	}
	l.keyed = ctl.Focus && (l.keyed || len(ctl.Keys) > 0)
	for _, k := range ctl.Keys {
		to := l.to
		switch k {
		case key.NameLeftArrow:
			to.X -= mapStep
		case key.NameRightArrow:
			to.X += mapStep
		case key.NameUpArrow:
			to.Z -= mapStep
		case key.NameDownArrow:
			to.Z += mapStep
		default:
			if c.Model.State.Selection != "" {
				l.keyed = false
				c.Run(action.CameraFocus)
				continue
			}
			to = model.MapTo{X: 0.5, Z: 0.5}
		}
		l.to = model.MapTo{X: min(max(to.X, 0), 1), Z: min(max(to.Z, 0), 1)}
		c.Emit(l.to)
	}
}

// mapBox returns the box of an area of the ground.
func mapBox(area canvas.Box, ground, r model.MapRect) canvas.Box {
	sx, sz := area.W/ground.W, area.H/ground.D
	return canvas.Rect(area.X+(r.X-ground.X)*sx, area.Y+(r.Z-ground.Z)*sz, r.W*sx, r.D*sz)
}

// drawView outlines the part that the camera sees.
func drawView(c *widget.Canvas, area canvas.Box, m *model.Minimap) {
	var points []canvas.Point
	for i := 0; i+1 < len(m.View) && i < 2*maxViewCorners; i += 2 {
		at := mapBox(area, m.Ground, model.MapRect{X: m.View[i], Z: m.View[i+1]})
		// Corners near the horizon are far away; NaN fails every comparison.
		if !(at.X > -1e5 && at.X < 1e5 && at.Y > -1e5 && at.Y < 1e5) {
			return
		}
		points = append(points, canvas.Pt(at.X, at.Y))
	}
	if len(points) < 3 {
		return
	}
	points = append(points, points[0])
	c.Polyline(points, 4.5, canvas.Faded(canvas.Rgb(0x0b1526), 0.75)) // visible on dark and light slabs, and on buildings of any color
	c.Polyline(points, 2, canvas.Rgb(0xffffff))
}

const maxViewCorners = 16

// drawPlan paints the ground with its rectangles as one picture.
func drawPlan(c *widget.Canvas, area canvas.Box, m *model.Minimap) {
	r := c.Rect(area)
	if r.Empty() {
		return
	}
	p := &widget.Keep[state](c.Core).plan
	back := canvas.Solid(m.Ground.Color)
	if p.image == nil || p.size != r.Size() || p.ground != m.Ground || p.back != back || !slices.Equal(p.rects, m.Rects) {
		*p = plan{ground: m.Ground, rects: m.Rects, back: back, size: r.Size()}
		p.image = paintPlan(m, r.Size())
	}
	c.Pixels(r.Min, p.image)
}

// paintPlan fills rectangles in order. Each covers at least a pixel, so that small groups are visible.
func paintPlan(m *model.Minimap, size image.Point) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: size})
	fillRect(img, img.Rect, m.Ground.Color)
	sx, sz := float64(size.X)/float64(m.Ground.W), float64(size.Y)/float64(m.Ground.D)
	for _, r := range m.Rects {
		x0, x1, okX := pixels(float64(r.X-m.Ground.X)*sx, float64(r.W)*sx, size.X)
		y0, y1, okY := pixels(float64(r.Z-m.Ground.Z)*sz, float64(r.D)*sz, size.Y)
		if okX && okY {
			fillRect(img, image.Rect(x0, y0, x1, y1), r.Color)
		}
	}
	return img
}

// pixels rounds a range to whole pixels within 0 … limit; ok is false if it is outside.
func pixels(from, length float64, limit int) (a, b int, ok bool) {
	if !(length >= 0 && from < float64(limit) && from+length >= 0) {
		return 0, 0, false
	}
	a = int(math.Round(max(from, 0)))
	b = max(int(math.Round(min(from+length, float64(limit)))), a+1)
	return a, min(b, limit), a < limit
}

func fillRect(img *image.RGBA, r image.Rectangle, col scene.RGB) {
	r = r.Intersect(img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := img.Pix[img.PixOffset(r.Min.X, y):img.PixOffset(r.Max.X, y)]
		for i := 0; i+3 < len(row); i += 4 {
			row[i], row[i+1], row[i+2], row[i+3] = col.R, col.G, col.B, 0xff
		}
	}
}
