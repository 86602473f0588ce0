package place

import (
	"image"

	"memcity/render/ui/model"
)

// dialogLeast is the height, in dp, up to which a dialog lies over the bars rather than being cut.
const dialogLeast = 400

// roomOver is the room of a dialog: that between the bars, and as much of what they take as it needs, the lower ones first. A dialog
// keeps all keys, so what it covers is not in use.
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

// Where a window is smaller than this, in dp, a view has the room of the bar of time, which keys step through as well, or of the
// inspector.
const (
	viewLow    = 280
	viewNarrow = 480
)

// givesWay reports whether a panel is left out for a view, which would have no room next to it.
func (a *arranger) givesWay(id model.ID) bool {
	switch id {
	case model.TimeBar:
		return a.view && a.size.Y < a.px(viewLow)
	case model.Inspector:
		return a.view && a.size.X < a.px(viewNarrow)
	}
	return false
}
