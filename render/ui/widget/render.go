package widget

import (
	"image"

	"memcity/render/ui/model"
	"memcity/render/ui/place"
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

// Frames lists the images of the open panels from the bottom to the top.
func (k *Core) Frames() []model.Frame {
	var frames []model.Frame
	for _, p := range k.list {
		rect, open := k.Rects[p.ID]
		if !open || k.images[p.ID] == nil || k.images[p.ID].image == nil {
			continue
		}
		radius, shadow := cardOf(p.ID)
		frames = append(frames, model.Frame{ID: p.ID, Version: k.images[p.ID].version, Image: k.images[p.ID].image, At: rect.Min,
			Radius: float64(radius * k.DpPx), Shadow: float64(shadow * k.DpPx)})
	}
	return frames
}

// cardOf is the radius of a card's corners and the height of its shadow, in dp.
func cardOf(id model.ID) (radius, shadow float32) {
	switch {
	case id == model.Tooltip || id == model.Hint || id == model.ToastP || id == model.Menu:
		return 6, 8
	case place.IsDialog(id):
		return 10, 14
	}
	return place.CardRadius, place.CardShadow
}
