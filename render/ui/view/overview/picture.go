package overview

import (
	"image"

	"memcity/city/view/overview"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// Picture draws the heap and the pauses over time, without controls. The model's plan must not be nil.
func Picture(m model.Model, o *overview.Overview, size image.Point, scale float64) (*image.RGBA, error) {
	k, err := widget.NewCore(widget.Options{})
	if err != nil {
		return nil, err
	}
	k.Show(&widget.Shown{Model: m, Size: size, Scale: scale})
	s := widget.Sheet{Name: "overview", W: float32(size.X) / k.DpPx, H: float32(size.Y) / k.DpPx, Draw: func(c *widget.Canvas, b canvas.Box) {
		view := &View{of: c.Model.Plan.Series.Names, known: o, gc: -1}
		view.prepareOverview(c, o)
		view.drawSheet(c, b, o)
	}}
	return s.Painted(&m, k.DpPx)
}
