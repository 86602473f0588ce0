package ui

import (
	"image"
	"image/color"
	"math"
	"slices"

	"gioui.org/io/key"
	"gioui.org/op/paint"

	"memcity/city"
)

// Lengths of the minimap in dp.
const (
	mapSide   = 184 // of the longer side
	mapLeast  = 90  // of the shorter side
	mapBorder = 8
)

// The minimap is shown in windows of at least this size, in dp.
const mapMinWidth, mapMinHeight = 900, 560

// plan is the picture of the ground, kept as long as what it shows stays the same.
type plan struct {
	ground MapRect
	rects  []MapRect
	back   color.NRGBA
	size   image.Point
	image  *image.RGBA
	op     paint.ImageOp
	serial uint64 // changes whenever image does
}

// usable reports whether there is a ground to show.
func (m *Minimap) usable() bool {
	w, d := float64(m.Ground.W), float64(m.Ground.D)
	return w > 0 && d > 0 && !math.IsInf(w, 1) && !math.IsInf(d, 1)
}

// mapExtent is the size of the picture in dp: as the ground is shaped, but not narrower than mapLeast.
func mapExtent(g MapRect) (w, h float32) {
	if g.W >= g.D {
		return mapSide, max(mapSide*g.D/g.W, mapLeast)
	}
	return max(mapSide*g.W/g.D, mapLeast), mapSide
}

func drawMinimap(c *canvas, b box) {
	m := c.model.Minimap
	w, h := mapExtent(m.Ground)
	c.want(w+2*mapBorder, h+2*mapBorder)
	b = b.inset(mapBorder, mapBorder)
	scale := min(b.w/m.Ground.W, b.h/m.Ground.D)
	area := b.centered(m.Ground.W*scale, m.Ground.D*scale)
	ctl := c.control("minimap", area, mappable, Item{Kind: "map", Text: "Map of the city", Hint: "Click, drag or press arrows to look there; Return: the selection, or the middle"})
	c.drawPlan(area, m)
	c.inside(area, func() {
		for _, r := range m.Selected {
			c.frame(mapBox(area, m.Ground, r).inset(-1.5, -1.5), 1, 2, c.accent)
		}
		drawView(c, area, m)
	})
	c.frame(area, 0, 1, c.edge)
	if area.w <= 0 || area.h <= 0 {
		return
	}
	if ctl.dragged {
		to := MapTo{X: share(ctl.at.x, area.x, area.w), Z: share(ctl.at.y, area.y, area.h)}
		if to != c.local.mapTo || ctl.fresh {
			c.local.mapTo = to
			c.emit(to)
		}
	}
	c.mapKeys(ctl, m)
	if ctl.focus && c.byKey {
		at := point{area.x + area.w*float32(c.local.mapTo.X), area.y + area.h*float32(c.local.mapTo.Z)}
		c.inside(area, func() {
			c.frame(box{at.x - 5, at.y - 5, 10, 10}, 5, 2, c.theme.card)
			c.frame(box{at.x - 6, at.y - 6, 12, 12}, 6, 1.5, c.theme.text)
		})
	}
	c.ring(ctl, area, 0)
}

// mapStep is how far an arrow moves the place looked at, as a share of the ground.
const mapStep = 0.05

// mapKeys lets arrows move the place that the camera looks at. As the map learns of the camera only when that rests, keys
// go on from the place told last.
func (c *canvas) mapKeys(ctl *control, m *Minimap) {
	l := &c.local
	if !ctl.pressed && (!ctl.focus || !l.mapKeyed) {
		l.mapTo = MapTo{share(m.At[0], m.Ground.X, m.Ground.W), share(m.At[1], m.Ground.Z, m.Ground.D)}
	}
	l.mapKeyed = ctl.focus && (l.mapKeyed || len(ctl.keys) > 0)
	for _, k := range ctl.keys {
		to := l.mapTo
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
			if c.model.State.Selection != "" {
				l.mapKeyed = false
				c.emit(FocusSelection)
				continue
			}
			to = MapTo{0.5, 0.5}
		}
		l.mapTo = MapTo{min(max(to.X, 0), 1), min(max(to.Z, 0), 1)}
		c.emit(l.mapTo)
	}
}

// share returns where v lies between from and from+length, 0 … 1.
func share(v, from, length float32) float64 {
	return min(max(float64((v-from)/length), 0), 1)
}

// mapBox returns where an area of the ground is shown.
func mapBox(area box, ground, r MapRect) box {
	sx, sz := area.w/ground.W, area.h/ground.D
	return box{area.x + (r.X-ground.X)*sx, area.y + (r.Z-ground.Z)*sz, r.W * sx, r.D * sz}
}

// drawView outlines what the camera sees.
func drawView(c *canvas, area box, m *Minimap) {
	var points []point
	for i := 0; i+1 < len(m.View) && i < 2*maxViewCorners; i += 2 {
		at := mapBox(area, m.Ground, MapRect{X: m.View[i], Z: m.View[i+1]})
		// Corners near the horizon are far away; NaN fails every comparison.
		if !(at.x > -1e5 && at.x < 1e5 && at.y > -1e5 && at.y < 1e5) {
			return
		}
		points = append(points, point{at.x, at.y})
	}
	if len(points) < 3 {
		return
	}
	points = append(points, points[0])
	c.polyline(points, 4.5, faded(rgb(0x0b1526), 0.75)) // slabs are dark and light, buildings of any colour
	c.polyline(points, 2, rgb(0xffffff))
}

const maxViewCorners = 16

// drawPlan paints the ground with its rectangles, as one picture.
func (c *canvas) drawPlan(area box, m *Minimap) {
	r := c.rect(area)
	if r.Empty() {
		return
	}
	p := &c.plan
	back := solid(m.Ground.Color)
	if p.image == nil || p.size != r.Size() || p.ground != m.Ground || p.back != back || !slices.Equal(p.rects, m.Rects) {
		*p = plan{ground: m.Ground, rects: m.Rects, back: back, size: r.Size(), serial: p.serial + 1}
		p.image = paintPlan(m, r.Size())
		p.op = paint.NewImageOp(p.image)
		p.op.Filter = paint.FilterNearest
	}
	c.mixBox(11, r, color.NRGBA{}, p.serial)
	c.picture(r, p.op, p.size)
}

// paintPlan fills rectangles in order. Every one covers at least a pixel, so that small groups can be seen.
func paintPlan(m *Minimap, size image.Point) *image.RGBA {
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

// pixels rounds a stretch to whole pixels within 0 … limit; ok is false if nothing of it is there.
func pixels(from, length float64, limit int) (a, b int, ok bool) {
	if !(length >= 0 && from < float64(limit) && from+length >= 0) {
		return 0, 0, false
	}
	a = int(math.Round(max(from, 0)))
	b = max(int(math.Round(min(from+length, float64(limit)))), a+1)
	return a, min(b, limit), a < limit
}

func fillRect(img *image.RGBA, r image.Rectangle, col city.RGB) {
	r = r.Intersect(img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := img.Pix[img.PixOffset(r.Min.X, y):img.PixOffset(r.Max.X, y)]
		for i := 0; i+3 < len(row); i += 4 {
			row[i], row[i+1], row[i+2], row[i+3] = col.R, col.G, col.B, 0xff
		}
	}
}
