package place

import (
	"image"
	"math"

	"memcity/city/state"
	"memcity/city/view"
	"memcity/city/view/inspect"
	"memcity/city/view/table"
	"memcity/render/ui/model"
)

// Widths in dp.
const (
	DrawerWidth = 296 // the usual one, in wide windows
	DrawerLeast = 240 // what the contents need
	DrawerMost  = 640
	CityLeast   = 280 // what drawers leave for the city
)

// The guide has more words than the others: how wide it usually is, in dp, and over the usual width of a drawer.
const (
	GuideWidth = 340
	guideShare = GuideWidth / float64(DrawerWidth)
)

// drawerShare is the usual width of a drawer over that of a narrow window.
const drawerShare = 0.38

// Sides is where the open drawers are: how wide each is, in dp, 0 if it is not next to the city, and which one lies over
// everything between the bars, if any does. The guide may be in the place of the inspector.
type Sides struct {
	Settings, Inspector float64
	Guide               bool // what is as wide as Inspector
	Over                model.ID
}

// Shows reports whether a drawer can be seen.
func (s Sides) Shows(id model.ID) bool {
	if s.Over != "" {
		return s.Over == id
	}
	return id == model.SettingsP && s.Settings > 0 || s.Inspector > 0 && (id == model.Inspector && !s.Guide || id == model.GuideP && s.Guide)
}

// Place returns where the drawers that are open go in a framebuffer, scale pixels of which make one dp.
func Place(d model.Drawers, size image.Point, scale float64, settings, inspector bool) Sides {
	gap := GapOf(size, scale)
	spare := float64(size.X)/scale - 2*gap - CityLeast
	if HasRail(size, scale) {
		spare -= railWidth + gap
	}
	at, atRight := model.Inspector, inspector || d.Guide
	if d.Guide && !(inspector && d.Front == model.Inspector) {
		at = model.GuideP
	}
	if settings && atRight && spare-2*gap < 2*DrawerLeast {
		settings, atRight = d.Front != at, d.Front == at
	}
	if (settings || atRight) && spare-gap < DrawerLeast {
		if settings {
			at = model.SettingsP
		}
		return Sides{Over: at}
	}
	var s Sides
	if !settings && !atRight {
		return s
	}
	usual := min(max(drawerShare*float64(size.X)/scale, DrawerLeast), DrawerWidth)
	if settings {
		s.Settings, spare = widthOr(d.SettingsWidth, usual), spare-gap
	}
	if atRight {
		s.Inspector, s.Guide, spare = widthOr(d.InspectorWidth, usual), at == model.GuideP, spare-gap
		if s.Guide {
			s.Inspector = widthOr(d.GuideWidth, min(usual*guideShare, GuideWidth))
		}
	}
	if over := s.Settings + s.Inspector - spare; over > 0 {
		left, right := max(s.Settings-DrawerLeast, 0), max(s.Inspector-DrawerLeast, 0)
		share := left / max(left+right, 1)
		s.Settings, s.Inspector = s.Settings-over*share, s.Inspector-over*(1-share)
	}
	return s
}

// widthOr returns a width within the limits; 0 and what is no number give the usual one.
func widthOr(w, usual float64) float64 {
	if !(w > 0) {
		return usual
	}
	return min(max(w, DrawerLeast), DrawerMost)
}

// between returns the room that drawers next to the city leave of the room between the bars.
func (s Sides) between(room image.Rectangle, scale, gap float64) image.Rectangle {
	px := func(dp float64) int { return int(math.Round(dp * scale)) }
	if s.Settings > 0 {
		room.Min.X += px(s.Settings + gap)
	}
	if s.Inspector > 0 {
		room.Max.X -= px(s.Inspector + gap)
	}
	return room
}

// LegendIsTight reports whether the unfolded legend would take the place of the city: in narrow windows, and next to
// drawers that leave no room for both.
func LegendIsTight(size image.Point, scale float64, sides Sides) bool {
	gap := GapOf(size, scale)
	free := float64(size.X)/scale - 2*gap
	if HasRail(size, scale) {
		free -= railWidth + gap
	}
	least := 600.0
	if sides.Settings > 0 {
		free, least = free-sides.Settings-gap, 1180
	}
	if sides.Inspector > 0 {
		free -= sides.Inspector + gap
	}
	return float64(size.X) < 800*scale || free < least
}

// HasInspector reports whether what is selected can stand next to a view in a framebuffer, scale pixels of which make one
// dp. The group view shows all of it itself, and the heap view is not covered where there is no room next to it.
func HasInspector(v state.View, size image.Point, scale float64) bool {
	switch v {
	case inspect.View.ID:
		return false
	case table.View.ID:
		return Place(model.Drawers{}, size, scale, false, true).Over == ""
	}
	return true
}

// The rail is the column of views at the left edge. Lengths in dp.
const (
	railWidth    = 74
	RailStep     = 48 // from one view to the next
	railTight    = 40 // the same where the window is low
	railMinWidth = 900
)

// HasRail reports whether the views stand at the left edge; in smaller windows a menu takes their place.
func HasRail(size image.Point, scale float64) bool {
	return float64(size.X) >= railMinWidth*scale && float64(size.Y) >= railMinHeight()*scale
}

// railMinHeight is the height in which all views that the program declares have room.
func railMinHeight() float64 {
	return float64(len(view.All())*railTight + topBarHeight + timeBarUsual + 4*Margin + 12)
}
