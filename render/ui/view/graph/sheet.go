package graph

import (
	"image"
	"math"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/graphs"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// RenderGraph paints the whole heap graph with the strongest path in words. It uses twice the normal size, unless that is too large for the
// graphics.
func RenderGraph(p *graphs.Picture, theme scene.Theme) (*image.RGBA, error) {
	k, err := widget.NewCore(widget.Options{})
	if err != nil {
		return nil, err
	}
	defer k.Release()
	m := model.Model{State: state.NewState(1, scene.DefaultSettings())}
	m.State.Settings.Theme = theme
	forms, _ := graphStory(p)
	words := forms[0]
	w := max(float32(p.W), widget.SheetWords) + 2*widget.SheetMargin
	k.Show(&widget.Shown{Model: m, Size: image.Point{}, Scale: widget.SheetScale})
	k.Faces.Heavy = theme == scene.Light
	lines := len(k.Faces.Wrap(words, canvas.Body.Size*k.DpPx, canvas.Body.Weight, (w-2*widget.SheetMargin)*k.DpPx*0.98))
	above := widget.SheetMargin + float32(lines)*canvas.LineHeight(canvas.Body) + widget.SheetMargin
	h := above + float32(p.H) + 2*widget.SheetMargin + 30
	shrink := min(1, widget.MaxSheet/(w*k.DpPx), widget.MaxSheet/(h*k.DpPx),
		float32(math.Sqrt(float64(widget.MaxSheetPx/(w*h*k.DpPx*k.DpPx)))))
	k.DpPx *= shrink
	size := image.Pt(int(w*k.DpPx), int(h*k.DpPx))
	k.Rects = map[model.ID]image.Rectangle{"graph": {Max: size}}
	k.LayoutPanel("graph", k.Rects["graph"], func(c *widget.Canvas, b canvas.Box) { drawGraphSheet(c, b, p, words, above) })
	return k.PaintPanel("graph"), nil
}

// drawGraphSheet draws the words, the whole picture, and the key.
func drawGraphSheet(c *widget.Canvas, b canvas.Box, p *graphs.Picture, words string, above float32) {
	view := &View{}
	inner := b.Inset(widget.SheetMargin, 0)
	c.Paragraph(inner.CutTop(above).Inset(0, widget.SheetMargin), canvas.Body, c.Theme.Text, words)
	foot := inner.CutBottom(30 + widget.SheetMargin/2)
	view.drawGraphKey(c, &foot)
	v := &view.view
	v.area, v.zoom = b, 1
	v.x, v.y = -float32(p.W)/2, above-b.H/2
	g := view.graphPainter(c, p)
	g.sheet = true
	g.draw()
}
