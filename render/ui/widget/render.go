package widget

import (
	"image"
	"memcity/render/ui/model"
)

// Render paints once those of the panels that are named, for pictures, and returns them from the bottom to the top. Those that have nothing
// to show are left out.
func Render(m model.Model, size image.Point, scale float64, panels []*Panel, ids ...model.ID) ([]model.Frame, error) {
	k, err := NewCore(Options{}, panels...)
	if err != nil {
		return nil, err
	}
	defer k.Release()
	k.Only = ids
	k.Show(&Shown{Model: m, Size: size, Scale: scale})
	k.Layout()
	k.Layout() // now that the panels have said how high they want to be
	k.Paint()
	return k.Frames(), nil
}
