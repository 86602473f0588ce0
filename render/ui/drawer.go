package ui

import (
	"image"
	"math"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"
)

// Drawers are the panels at the sides: the settings at the left, the inspector or the guide at the right. The user chooses
// how wide they are. The guide lies in the place of the inspector unless that is at the front. Where there is no room for
// both beside the city only Front is shown, and where there is none for one it lies over the whole body of the window.
type Drawers struct {
	SettingsWidth, InspectorWidth, GuideWidth float64 // dp; 0 for the usual width
	Guide                                     bool    // it is open
	InspectorHidden                           bool    // though something is selected
	Front                                     ID      // SettingsP or Inspector; "" means SettingsP
}

// Widths in dp.
const (
	drawerWidth = 296 // the usual one, in wide windows
	drawerLeast = 240 // what the contents need
	drawerMost  = 640
	cityLeast   = 280 // what drawers leave for the city
)

// The guide has more words than the others: how wide it usually is, in dp, and over the usual width of a drawer.
const (
	guideWidth = 340
	guideShare = guideWidth / float64(drawerWidth)
)

// drawerShare is the usual width of a drawer over that of a narrow window.
const drawerShare = 0.38

// Sides is where the open drawers are: how wide each is, in dp, 0 if it is not beside the city, and which one lies over
// everything between the bars, if any does. The guide may be in the place of the inspector.
type Sides struct {
	Settings, Inspector float64
	Guide               bool // what is as wide as Inspector
	Over                ID
}

// Shows reports whether a drawer can be seen.
func (s Sides) Shows(id ID) bool {
	if s.Over != "" {
		return s.Over == id
	}
	return id == SettingsP && s.Settings > 0 || s.Inspector > 0 && (id == Inspector && !s.Guide || id == GuideP && s.Guide)
}

// Place tells where the drawers that are open go in a framebuffer, scale pixels of which make one dp.
func (d Drawers) Place(size image.Point, scale float64, settings, inspector bool) Sides {
	gap := gapOf(size, scale)
	spare := float64(size.X)/scale - 2*gap - cityLeast
	if HasRail(size, scale) {
		spare -= railWidth + gap
	}
	at, atRight := Inspector, inspector || d.Guide
	if d.Guide && !(inspector && d.Front == Inspector) {
		at = GuideP
	}
	if settings && atRight && spare-2*gap < 2*drawerLeast {
		settings, atRight = d.Front != at, d.Front == at
	}
	if (settings || atRight) && spare-gap < drawerLeast {
		if settings {
			at = SettingsP
		}
		return Sides{Over: at}
	}
	var s Sides
	if !settings && !atRight {
		return s
	}
	usual := min(max(drawerShare*float64(size.X)/scale, drawerLeast), drawerWidth)
	if settings {
		s.Settings, spare = widthOr(d.SettingsWidth, usual), spare-gap
	}
	if atRight {
		s.Inspector, s.Guide, spare = widthOr(d.InspectorWidth, usual), at == GuideP, spare-gap
		if s.Guide {
			s.Inspector = widthOr(d.GuideWidth, min(usual*guideShare, guideWidth))
		}
	}
	if over := s.Settings + s.Inspector - spare; over > 0 {
		left, right := max(s.Settings-drawerLeast, 0), max(s.Inspector-drawerLeast, 0)
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
	return min(max(w, drawerLeast), drawerMost)
}

// between returns the room that drawers beside the city leave of the room between the bars.
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

// LegendIsTight reports whether the unfolded legend would take the place of the city: in narrow windows, and beside
// drawers that leave no room for both.
func LegendIsTight(size image.Point, scale float64, sides Sides) bool {
	gap := gapOf(size, scale)
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

// sides tells where the drawers of the model go.
func (k *core) sides() Sides {
	m := &k.model
	return m.Drawers.Place(k.size, float64(k.dpPx), k.wantsDrawer(SettingsP), k.wantsDrawer(Inspector))
}

// edgeStep is how far a key moves the edge of a drawer, in dp.
const edgeStep = 16

// drawEdge draws the inner edge of a drawer, which can be dragged and moved by keys. One that lies over the whole body has
// none.
func drawEdge(c *canvas, b box, name string) {
	sides := c.sides()
	if sides.Over != "" {
		return
	}
	width, other := sides.Settings, sides.Inspector
	edge := box{b.right() - 7, b.y, 7, b.h}
	if c.panel != SettingsP {
		width, other, edge = other, width, box{b.x, b.y, 7, b.h}
	}
	id := string(c.panel) + "/edge"
	ctl := c.control(id, edge, edgy, Item{Kind: "slider", Text: "Width of " + name, Value: Count(int64(math.Round(width))),
		Hint: "Drag to make it wider or narrower; double click: as usual"})
	stack := clip.Rect(c.rect(edge)).Push(c.ops)
	pointer.CursorColResize.Add(c.ops)
	stack.Pop()
	if ctl.hover || ctl.pressed || ctl.focus && c.byKey {
		line := edge.middle(min(b.h-2*cardRadius, 60)).inset(2, 0)
		if ctl.focus && c.byKey {
			line = edge.inset(2, cardRadius)
		}
		c.fill(line, 1.5, c.accent)
	}
	gap := gapOf(c.size, float64(c.scale))
	most := float64(c.size.X)/float64(c.scale) - 2*gap - cityLeast - gap
	if other > 0 {
		most -= other + gap
	}
	c.moveEdge(ctl, width, min(most, drawerMost))
}

// moveEdge handles what the edge of a drawer was told.
func (c *canvas) moveEdge(ctl *control, width, most float64) {
	wanted := width
	outward := 1.0 // to the right
	r := c.rects[c.panel]
	inside := float64(c.pointerAt.X - r.Min.X)
	if c.panel != SettingsP {
		outward, inside = -1, float64(r.Max.X-c.pointerAt.X)
	}
	switch {
	case ctl.double:
		ctl.pressed = false
		c.widen(0)
		return
	case ctl.fresh:
		c.local.edgeGrip = width - inside/float64(c.scale)
	case ctl.dragged:
		wanted = inside/float64(c.scale) + c.local.edgeGrip
	}
	for _, k := range ctl.keys {
		switch k {
		case key.NameLeftArrow:
			wanted -= outward * edgeStep
		case key.NameRightArrow:
			wanted += outward * edgeStep
		case key.NameHome:
			wanted = drawerLeast
		case key.NameEnd:
			wanted = most
		default:
			c.widen(0)
			return
		}
	}
	if wanted = math.Round(min(max(wanted, drawerLeast), most)); math.Abs(wanted-width) >= 1 {
		c.widen(wanted)
	}
}

// widen gives the panel another width, 0 for the usual one.
func (c *canvas) widen(width float64) {
	to := &c.model.Drawers.SettingsWidth
	switch c.panel {
	case Inspector:
		to = &c.model.Drawers.InspectorWidth
	case GuideP:
		to = &c.model.Drawers.GuideWidth
	}
	if *to != width {
		*to = width
		c.emit(Widen{c.panel, width})
		c.again = true
	}
}
