package widget

import (
	"image"

	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// Render paints the panels with the given IDs once, for pictures, and returns them from bottom to top. It leaves out panels without content.
func Render(m model.Model, size image.Point, scale float64, panels []*Panel, ids ...model.ID) ([]model.Frame, error) {
	k, err := NewCore(Options{}, panels...)
	if err != nil {
		return nil, err
	}
	defer k.Release()
	k.Only = ids
	k.Show(&Shown{Model: m, Size: size, Scale: scale})
	k.Layout()
	k.Layout() // again, with the measured heights
	k.Paint()
	return k.Frames(), nil
}

// Frames returns the images of the open panels from bottom to top.
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

// cardOf returns the corner radius and the shadow height of a card, in dp.
func cardOf(id model.ID) (radius, shadow float32) {
	switch {
	case id == model.Tooltip || id == model.Hint || id == model.ToastP || id == model.Menu:
		return 6, 8
	case place.IsDialog(id):
		return 10, 14
	}
	return place.CardRadius, place.CardShadow
}
