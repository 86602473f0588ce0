package widget

import (
	"image"
	"slices"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// arrange places the open panels, except tooltips and hints, and returns their wants.
func (k *Core) arrange() (wants []place.Want) {
	for _, p := range k.list {
		if !isNote(p.ID) && k.opens(p) {
			wants = append(wants, k.want(p))
		}
	}
	k.Rects = place.Arrange(k.Size, float64(k.DpPx), wants)
	return wants
}

// arrangeNotes places tooltips and hints beside the panels, which stay in place.
func (k *Core) arrangeNotes(wants []place.Want) {
	panels := len(wants)
	for _, p := range k.list {
		if isNote(p.ID) && k.opens(p) {
			wants = append(wants, k.want(p))
		}
	}
	if len(wants) > panels {
		k.Rects = place.Arrange(k.Size, float64(k.DpPx), wants)
	}
}

// isNote reports whether a panel is placed beside its target, after the other panels.
func isNote(id model.ID) bool { return id == model.Tooltip || id == model.Hint }

// want returns the request of an open panel to the arrangement.
func (k *Core) want(p *Panel) place.Want {
	w := p.Usual
	if w.H == 0 {
		w = place.BarSize(p.ID)
	}
	w.ID = p.ID
	if have, ok := k.Wants[p.ID]; ok {
		w.H = float64(have.h)
		if have.w > 0 {
			w.W = float64(have.w)
		}
	}
	if p.Size != nil {
		p.Size(k, &w)
	}
	w.MinH = min(w.MinH, w.H)
	return w
}

// SizeDrawer sets the width of a drawer beside the city, or the whole area.
func SizeDrawer(k *Core, w *place.Want) {
	sides := k.Sides()
	switch {
	case sides.Over == w.ID:
		w.W, w.H = 1e5, 1e5
	case w.ID == model.SettingsP:
		w.W = sides.Settings
	default:
		w.W = sides.Inspector
	}
}

// SizeHint places a hint near its control, without covering other controls.
func SizeHint(k *Core, w *place.Want) {
	w.W, w.H = hintSize(k.Offscreen(), k.ShownHint.Text)
	w.At, w.Owner = k.ShownHint.at, k.ShownHint.panel
	w.Avoid = k.others(w.At, w.Owner)
	w.MinH = w.H
}

// hintSize returns the size of a hint in dp, which depends only on its text.
func hintSize(c *Canvas, text string) (w, h float64) {
	const wide = 260
	width := min(c.Width(canvas.Small, text), wide)
	return float64(width + 19), float64(c.ParagraphHeight(width+1, canvas.Small, text) + 12)
}

// coverable lists the kinds of controls that hints may cover, as they are close together.
var coverable = []string{"table", "row", "opener", "graph", "node", "edge"}

// others returns the rectangles of a panel's controls, except the one at the given rectangle.
func (k *Core) others(at image.Rectangle, panel model.ID) []image.Rectangle {
	var list []image.Rectangle
	for i := range k.listed {
		it := &k.listed[i]
		itself := it.Rect == at || slices.Contains(coverable, it.Kind) || it.Kind == "list" && at.In(it.Rect)
		if it.Panel == panel && it.IsControl() && !itself && !it.Rect.Empty() {
			list = append(list, it.Rect)
		}
	}
	return list
}
