package place

import (
	"image"
	"math"

	"memcity/city/state"
	"memcity/city/view"
	"memcity/render/ui/model"
)

// Widths in dp.
const (
	DrawerWidth = 296 // default in wide windows
	DrawerLeast = 240 // minimum for the content
	DrawerMost  = 640
	CityLeast   = 276 // minimum space for the city
)

// Default width of the guide, in dp and relative to that of a drawer. The guide has more text than other drawers.
const (
	GuideWidth = 340
	guideShare = GuideWidth / float64(DrawerWidth)
)

// drawerShare is the default width of a drawer as a fraction of the width of a narrow window.
const drawerShare = 0.38

// Sides is the placement of the open drawers: their widths in dp, 0 if not beside the city, and the drawer that covers everything between
// the bars, if any. The guide may take the place of the inspector.
type Sides struct {
	Settings, Inspector float64
	Guide               bool // the guide has the width Inspector
	Over                model.ID
}

// Shows reports whether a drawer is visible.
func (s Sides) Shows(id model.ID) bool {
	if s.Over != "" {
		return s.Over == id
	}
	return id == model.SettingsP && s.Settings > 0 || s.Inspector > 0 && (id == model.Inspector && !s.Guide || id == model.GuideP && s.Guide)
}

// Place returns the placement of the open drawers in a framebuffer where scale pixels are one dp.
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

// widthOr returns w clamped to the limits, or usual if w is 0 or NaN.
func widthOr(w, usual float64) float64 {
	if !(w > 0) {
		return usual
	}
	return min(max(w, DrawerLeast), DrawerMost)
}

// between returns the space of room not covered by drawers beside the city.
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

// LegendIsTight reports whether the unfolded legend would cover the city: in small windows, and beside drawers that leave too little space.
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
	return IsSmall(size, scale) || free < least
}

// HasInspector reports whether the inspector is shown beside a view in a framebuffer where scale pixels are one dp.
func HasInspector(v state.View, size image.Point, scale float64) bool {
	switch v.Details() {
	case view.Never:
		return false
	case view.IfRoom:
		return Place(model.Drawers{}, size, scale, false, true).Over == ""
	}
	return true
}

// The rail is the column of views at the left edge. Lengths in dp.
const (
	railWidth     = 74
	RailStep      = 48 // distance between views
	RailTight     = 36 // minimum distance; below it the views scroll
	railFrame     = 12 // above, below and between the two groups of views
	railMinWidth  = 640
	railMinHeight = 300
)

// HasRail reports whether the rail is shown. In smaller windows a menu replaces it.
func HasRail(size image.Point, scale float64) bool {
	return float64(size.X) >= railMinWidth*scale && float64(size.Y) >= railMinHeight*scale
}

// railIsTall reports whether the rail reaches down beside the time bar, because not all views fit above it.
func railIsTall(size image.Point, scale float64) bool {
	above := float64(size.Y)/scale - topBarHeight - TimeBarHeight(size, scale) - 4*GapOf(size, scale)
	return above < float64(len(view.All())*RailTight+railFrame)
}
