package widget

import (
	"math"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/words"
)

// Sides returns the placement of the model's drawers.
func (k *Core) Sides() place.Sides {
	m := &k.Model
	return place.Place(m.Drawers, k.Size, float64(k.DpPx), k.wantsDrawer(model.SettingsP), k.wantsDrawer(model.Inspector))
}

// edgeStep is how far a key moves the edge of a drawer, in dp.
const edgeStep = 16

// DrawEdge draws the inner edge of a drawer, which can be dragged and moved with keys. A drawer that covers the whole area has no edge.
func DrawEdge(c *Canvas, b canvas.Box, name string) {
	sides := c.Sides()
	if sides.Over != "" {
		return
	}
	width, other := sides.Settings, sides.Inspector
	edge := canvas.Rect(b.Right()-7, b.Y, 7, b.H)
	if c.Panel != model.SettingsP {
		width, other, edge = other, width, canvas.Rect(b.X, b.Y, 7, b.H)
	}
	id := string(c.Panel) + "/edge"
	ctl := c.Control(id, edge, edgy, model.Item{Kind: "slider", Text: "Width of " + name, Value: words.Count(int64(math.Round(width))),
		Hint: "Drag to resize; double-click to restore the default width"})
	stack := clip.Rect(c.Rect(edge)).Push(c.Ops)
	pointer.CursorColResize.Add(c.Ops)
	stack.Pop()
	if ctl.Hover || ctl.Pressed || ctl.Focus && c.ByKey {
		line := edge.Middle(min(b.H-2*place.CardRadius, 60)).Inset(2, 0)
		if ctl.Focus && c.ByKey {
			line = edge.Inset(2, place.CardRadius)
		}
		c.Fill(line, 1.5, c.Accent)
	}
	gap := place.GapOf(c.Size, float64(c.Scale))
	most := float64(c.Size.X)/float64(c.Scale) - 2*gap - place.CityLeast - gap
	if other > 0 {
		most -= other + gap
	}
	c.moveEdge(ctl, width, min(most, place.DrawerMost))
}

// moveEdge handles the events of a drawer's edge.
func (c *Canvas) moveEdge(ctl *Control, width, most float64) {
	wanted := width
	outward := 1.0 // 1 if to the right
	r := c.Rects[c.Panel]
	inside := float64(c.pointerAt.X - r.Min.X)
	if c.Panel != model.SettingsP {
		outward, inside = -1, float64(r.Max.X-c.pointerAt.X)
	}
	switch {
	case ctl.Double:
		ctl.Pressed = false
		c.widen(0)
		return
	case ctl.Fresh:
		c.edgeGrip = width - inside/float64(c.Scale)
	case ctl.Dragged:
		wanted = inside/float64(c.Scale) + c.edgeGrip
	}
	for _, k := range ctl.Keys {
		switch k {
		case key.NameLeftArrow:
			wanted -= outward * edgeStep
		case key.NameRightArrow:
			wanted += outward * edgeStep
		case key.NameHome:
			wanted = place.DrawerLeast
		case key.NameEnd:
			wanted = most
		default:
			c.widen(0)
			return
		}
	}
	if wanted = math.Round(min(max(wanted, place.DrawerLeast), most)); math.Abs(wanted-width) >= 1 {
		c.widen(wanted)
	}
}

// widen sets the width of the panel; 0 for the default.
func (c *Canvas) widen(width float64) {
	to := &c.Model.Drawers.SettingsWidth
	switch c.Panel {
	case model.Inspector:
		to = &c.Model.Drawers.InspectorWidth
	case model.GuideP:
		to = &c.Model.Drawers.GuideWidth
	}
	if *to != width {
		*to = width
		c.Emit(model.Widen{Panel: c.Panel, Width: width})
		c.Again = true
	}
}

// wantsDrawer reports whether a drawer is open, even if it does not fit.
func (k *Core) wantsDrawer(id model.ID) bool {
	m := &k.Model
	if id == model.SettingsP {
		return m.SettingsOpen
	}
	return len(m.Points) > 0 && place.HasInspector(m.State.View, k.Size, float64(k.DpPx)) && !m.Drawers.InspectorHidden &&
		(m.Selection != nil || len(m.Selections) > 1)
}

// DrawerOpen reports whether a drawer is open and visible.
func (k *Core) DrawerOpen(id model.ID) bool { return k.wantsDrawer(id) && k.Sides().Shows(id) }
