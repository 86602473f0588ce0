package place

import (
	"image"

	"memcity/render/ui/model"
)

// dialogLeast is the height in dp up to which a dialog covers the bars instead of being cut.
const dialogLeast = 400

// roomOver returns the space of a dialog: between the bars, extended over the bars if needed, the bottom ones first. A dialog
// receives all keys, so covered bars are not in use.
func (a *arranger) roomOver(w Want, room image.Rectangle) image.Rectangle {
	g := a.px(a.gap)
	missing := min(a.px(w.H), a.px(dialogLeast)) - room.Dy()
	if missing <= 0 {
		return room
	}
	down := max(min(missing, a.size.Y-g-room.Max.Y), 0)
	room.Max.Y += down
	room.Min.Y -= max(min(missing-down, room.Min.Y-g), 0)
	if rail, ok := a.placed[model.RailP]; ok && room.Dx() < a.px(w.W) {
		room.Min.X = min(room.Min.X, rail.Min.X)
	}
	return room
}

// In windows smaller than this, in dp, a view takes the space of the time bar or of the inspector. Keys can still step through time.
const (
	viewLow    = 280
	viewNarrow = 480
)

// givesWay reports whether a panel is left out because a view needs its space.
func (a *arranger) givesWay(id model.ID) bool {
	switch id {
	case model.TimeBar:
		return a.view && a.size.Y < a.px(viewLow)
	case model.Inspector:
		return a.view && a.size.X < a.px(viewNarrow)
	}
	return false
}
