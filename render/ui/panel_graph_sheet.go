package ui

import (
	"image"
	"math"

	"memcity/city"
)

// Scale of pictures of heap graphs, and the bounds of their sides in pixels and of their area, as far as graphics in use
// go. Larger ones are drawn smaller.
const (
	sheetScale  = 2
	maxSheet    = 8192
	maxSheetPx  = 48 << 20
	sheetMargin = 24
	sheetWords  = 480 // least width of the words, in dp
)

// RenderGraph paints the whole picture of a heap graph with the strongest path in words, twice as large as its lengths
// unless that would be too large for graphics.
func RenderGraph(p *city.GraphPicture, theme city.Theme) (*image.RGBA, error) {
	k, err := newCore(Options{})
	if err != nil {
		return nil, err
	}
	defer k.release()
	m := Model{State: city.NewState(1, city.DefaultSettings())}
	m.State.Settings.Theme = theme
	words, _ := graphStory(p)
	w := max(float32(p.W), sheetWords) + 2*sheetMargin
	k.show(&shown{m, image.Point{}, sheetScale})
	k.faces.heavy = theme == city.Light
	lines := len(k.faces.wrap(words, body.size*k.dpPx, body.weight, (w-2*sheetMargin)*k.dpPx*0.98))
	above := sheetMargin + float32(lines)*lineHeight(body) + sheetMargin
	h := above + float32(p.H) + 2*sheetMargin + 30
	shrink := min(1, maxSheet/(w*k.dpPx), maxSheet/(h*k.dpPx), float32(math.Sqrt(float64(maxSheetPx/(w*h*k.dpPx*k.dpPx)))))
	k.dpPx *= shrink
	size := image.Pt(int(w*k.dpPx), int(h*k.dpPx))
	k.rects = map[ID]image.Rectangle{GraphP: {Max: size}}
	k.layoutPanel(GraphP, k.rects[GraphP], func(c *canvas, b box) { drawGraphSheet(c, b, p, words, above) })
	if err := k.panels[GraphP].paint(); err != nil {
		return nil, err
	}
	return k.panels[GraphP].image, nil
}

// drawGraphSheet draws the words, the whole picture, and what shapes mean.
func drawGraphSheet(c *canvas, b box, p *city.GraphPicture, words string, above float32) {
	inner := b.inset(sheetMargin, 0)
	c.paragraph(inner.cutTop(above).inset(0, sheetMargin), body, c.theme.text, words)
	foot := inner.cutBottom(30 + sheetMargin/2)
	drawGraphKey(c, &foot)
	v := &c.local.graph.view
	v.area, v.zoom = b, 1
	v.x, v.y = -float32(p.W)/2, above-b.h/2
	g := c.graphPainter(p)
	g.sheet = true
	g.draw()
}
