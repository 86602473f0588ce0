package place

import (
	"image"
	"math"
	"slices"

	"memcity/render/ui/model"
)

// Want is a panel to place, with its preferred size in dp. It may get less space, but not less than MinH in height; below that it is hidden.
type Want struct {
	ID         model.ID
	W, H, MinH float64
	View       bool            // takes the place of the city
	At         image.Rectangle // for Menu, Tooltip and Hint: rectangle they belong to, in framebuffer pixels

	// For Tooltip and Hint: rectangles to leave free, in framebuffer pixels, and the panel that may be covered otherwise.
	Avoid []image.Rectangle
	Owner model.ID
}

// Arrange places panels in a framebuffer of the given size, where scale pixels are one dp. Panels that do not fit are left out. Cards never
// overlap or leave the framebuffer. Help, dialogs and Menu are above them. Tooltip and Hint are placed beside everything they do not belong
// to, or left out.
func Arrange(size image.Point, scale float64, wants []Want) map[model.ID]image.Rectangle {
	a := arranger{size: size, scale: scale, placed: map[model.ID]image.Rectangle{}, gap: GapOf(size, scale)}
	a.view = slices.ContainsFunc(wants, func(w Want) bool { return w.View })
	wants = slices.Clone(wants)
	tall := railIsTall(size, scale)
	slices.SortStableFunc(wants, func(x, y Want) int { return rank(x, tall) - rank(y, tall) })
	a.order = wants
	for _, w := range wants {
		a.place(w)
	}
	return a.placed
}

// GapOf returns the gap between and around cards, in dp. It is smaller in small windows.
func GapOf(size image.Point, scale float64) float64 {
	if float64(size.X) < 480*scale || float64(size.Y) < 360*scale {
		return 6
	}
	return Margin
}

// placeOrder lists panels by importance. Earlier panels get their space first.
var placeOrder = []model.ID{model.Bar, model.TimeBar, model.LiveP, model.RailP, model.StoryP, model.SearchP, model.Problems, model.ProgressP,
	model.SettingsP, model.BudgetsP, model.Start, model.WaitP, model.Caption, model.Inspector, model.GuideP, anyView, model.WhatIfP,
	model.LegendP, model.MinimapP, model.EmptyP, model.InviteP, model.ToastP, model.Help, model.PictureP, model.ChainP, model.RulesP,
	model.OutputP, model.RecordP, model.ClosingP, model.SteerP, model.FilesP, model.Menu, model.Tooltip, model.Hint}

// anyView stands for the panels of views, at most one of which is shown.
const anyView model.ID = ""

// rank returns the position of a panel in the order. A tall rail gets its space before the time bar.
func rank(w Want, tall bool) int {
	switch {
	case w.View:
		return 2 * slices.Index(placeOrder, anyView)
	case w.ID == model.RailP && tall:
		return 2*slices.Index(placeOrder, model.Bar) + 1
	}
	return 2 * slices.Index(placeOrder, w.ID)
}

type arranger struct {
	size   image.Point
	scale  float64
	gap    float64 // between cards, in dp
	placed map[model.ID]image.Rectangle
	order  []Want // by importance
	view   bool   // a view takes the place of the city
}

// IsDialog reports whether a panel is above the others.
func IsDialog(id model.ID) bool {
	switch id {
	case model.Help, model.PictureP, model.ChainP, model.BudgetsP, model.RulesP, model.OutputP, model.RecordP, model.ClosingP, model.SteerP, model.FilesP:
		return true
	}
	return false
}

// LiesOver reports whether a panel may cover others: dialogs, menus, tooltips and messages.
func LiesOver(id model.ID) bool {
	switch id {
	case model.Menu, model.Tooltip, model.Hint, model.ToastP, model.Problems, model.ProgressP, model.InviteP:
		return true
	}
	return IsDialog(id)
}

// IsModal reports whether a panel receives all keys while it is open. Other dialogs receive them only with the focus.
func IsModal(id model.ID) bool { return IsDialog(id) && id != model.BudgetsP && id != model.OutputP }

func (a *arranger) px(dp float64) int { return int(math.Round(dp * a.scale)) }

// room returns the space between the bars.
func (a *arranger) room() image.Rectangle {
	g := a.px(a.gap)
	r := image.Rect(g, g, a.size.X-g, a.size.Y-g)
	if bar, ok := a.placed[model.Bar]; ok {
		r.Min.Y = bar.Max.Y + g
	}
	if live, ok := a.placed[model.LiveP]; ok {
		r.Min.Y = live.Max.Y + g
	}
	for _, id := range []model.ID{model.TimeBar, model.StoryP, model.Caption, model.Problems} {
		if bar, ok := a.placed[id]; ok && (id != model.Problems || a.isLine(bar)) {
			r.Max.Y = min(r.Max.Y, bar.Min.Y-g)
		}
	}
	if rail, ok := a.placed[model.RailP]; ok {
		r.Min.X = rail.Max.X + g
	}
	return r
}

// isLine reports whether the card with warnings is a line above the time bar. It is a card over other panels otherwise.
func (a *arranger) isLine(problems image.Rectangle) bool { return problems.Dy() <= a.px(LineHeight) }

func (a *arranger) place(w Want) {
	switch w.ID {
	case model.Menu:
		a.placeMenu(w)
		return
	case model.Tooltip, model.Hint:
		a.placeNote(w)
		return
	}
	if a.givesWay(w.ID) {
		return
	}
	room := a.room()
	if IsModal(w.ID) {
		room = a.roomOver(w, room)
	}
	if room.Dx() < a.px(60) || room.Dy() < a.px(w.MinH) || room.Dy() <= 0 {
		return
	}
	r, ok := a.usual(w, room)
	if !ok {
		return
	}
	if w.ID == model.LegendP {
		r = a.avoid(r)
	}
	switch {
	case w.View, IsDialog(w.ID):
	case w.ID == model.ToastP:
		usual := r
		if r = a.stack(usual, room); r.Empty() {
			r = a.stack(a.between(usual, room), room)
		}
	case w.ID == model.ProgressP:
		low := r.Add(image.Pt(0, room.Max.Y-r.Max.Y))
		if r = a.clear(w, r); r.Empty() && a.view {
			r = a.stack(low, room)
		}
	default:
		r = a.clear(w, r)
	}
	if !r.Empty() {
		a.placed[w.ID] = r
	}
}

// usual returns the position of a panel without obstacles; ok is false if it does not fit.
func (a *arranger) usual(w Want, room image.Rectangle) (r image.Rectangle, ok bool) {
	width, height := min(a.px(w.W), room.Dx()), min(a.px(w.H), room.Dy())
	r = image.Rectangle{Max: image.Pt(width, height)}
	right, middle := room.Max.X-width, room.Min.X+(room.Dx()-width)/2
	if w.View {
		room = a.avoidDrawers(room)
		if progress, ok := a.placed[model.ProgressP]; ok { // never cover a table
			room.Max.Y = min(room.Max.Y, progress.Min.Y-a.px(a.gap))
		}
		return room, true
	}
	switch w.ID {
	case model.Bar, model.LiveP:
		r = image.Rect(room.Min.X, room.Min.Y, room.Max.X, room.Min.Y+height)
	case model.TimeBar:
		r = image.Rect(room.Min.X, room.Max.Y-height, room.Max.X, room.Max.Y)
		if r.Min.Y-room.Min.Y < 0 {
			return r, false
		}
	case model.RailP, model.SettingsP, model.SearchP, model.BudgetsP:
		r = r.Add(room.Min)
	case model.Start:
		r = a.avoidStart(room, r)
	case model.Inspector, model.GuideP:
		r = r.Add(image.Pt(right, room.Min.Y))
	case model.WhatIfP:
		free := a.avoidBudgets(a.avoidDrawers(room))
		if r.Max.X = min(r.Max.X, free.Dx()); r.Max.X < a.px(whatIfLeast) {
			return r, false
		}
		r = r.Add(free.Min)
	case model.LegendP, model.Caption, model.StoryP:
		r = r.Add(image.Pt(room.Min.X, room.Max.Y-height))
	case model.MinimapP:
		r = a.leftOf(model.GuideP, a.leftOf(model.Inspector, r.Add(image.Pt(right, room.Max.Y-height))))
	case model.ToastP:
		x := middle
		if legend, ok := a.placed[model.LegendP]; ok { // beside the legend, clear of the city's front corner
			x = min(legend.Max.X+a.px(a.gap), right)
		}
		r = r.Add(image.Pt(x, room.Max.Y-height))
	case model.Problems:
		if w.H <= LineHeight {
			width, middle = room.Dx(), room.Min.X
			r.Max.X = width
		}
		r = r.Add(image.Pt(middle, room.Max.Y-height))
	case model.ProgressP, model.InviteP:
		r = r.Add(image.Pt(middle, room.Min.Y))
		if w.ID == model.ProgressP && a.view { // keep the head of the view clear
			r = r.Add(image.Pt(0, room.Dy()-height))
		}
	case model.RecordP: // keep its top in place while the list of programs changes
		top := room.Min.Y + max(room.Dy()-a.px(recordUsual), 0)/2
		r = r.Add(image.Pt(middle, min(top, room.Max.Y-height)))
	default:
		r = r.Add(image.Pt(middle, room.Min.Y+(room.Dy()-height)/2))
	}
	return r, true
}

// recordUsual is the height of the recording dialog with a few programs, in dp.
const recordUsual = 420

// avoidStart centers the start screen in the space beside the settings.
func (a *arranger) avoidStart(room, r image.Rectangle) image.Rectangle {
	room = a.avoidDrawers(room)
	r.Max.X = min(r.Max.X, room.Dx())
	return r.Add(room.Min.Add(room.Size().Sub(r.Size()).Div(2)))
}

// avoidDrawers returns the space beside the drawers.
func (a *arranger) avoidDrawers(room image.Rectangle) image.Rectangle {
	g := a.px(a.gap)
	if settings, ok := a.placed[model.SettingsP]; ok {
		room.Min.X = max(room.Min.X, settings.Max.X+g)
	}
	for _, id := range []model.ID{model.Inspector, model.GuideP} {
		if r, ok := a.placed[id]; ok {
			room.Max.X = min(room.Max.X, r.Min.X-g)
		}
	}
	return room
}

// avoidBudgets returns the space beside the list of rules. If that is too small for a card, it returns all of room.
func (a *arranger) avoidBudgets(room image.Rectangle) image.Rectangle {
	if list, ok := a.placed[model.BudgetsP]; ok && room.Max.X-list.Max.X-a.px(a.gap) >= a.px(whatIfLeast) {
		room.Min.X = max(room.Min.X, list.Max.X+a.px(a.gap))
	}
	return room
}

// between moves r to the middle of the space between drawers and the list of rules, and makes it narrower if need be.
func (a *arranger) between(r, room image.Rectangle) image.Rectangle {
	room = a.avoidBudgets(a.avoidDrawers(room))
	width := min(r.Dx(), room.Dx())
	r.Min.X = room.Min.X + (room.Dx()-width)/2
	r.Max.X = r.Min.X + width
	return r
}

// stack moves r up until it overlaps no placed panel. It is hidden if it leaves the room.
func (a *arranger) stack(r, room image.Rectangle) image.Rectangle {
	g, lowest := a.px(a.gap), r
	for moved := true; moved; {
		moved = false
		for _, o := range a.order {
			if other, ok := a.placed[o.ID]; ok && !IsDialog(o.ID) && r.Overlaps(other) {
				r = r.Add(image.Pt(0, other.Min.Y-g-r.Max.Y))
				moved = true
			}
		}
	}
	if r.Min.Y >= room.Min.Y {
		return r
	}
	if _, starting := a.placed[model.Start]; starting { // the start screen fills the window, so the message covers its bottom
		return lowest
	}
	return image.Rectangle{}
}

// mapLeftMin is the minimum left edge of a map beside another card, in dp.
const mapLeftMin = 1100

// leftOf moves r to the left of a card that it overlaps or touches. It is hidden if it does not fit.
func (a *arranger) leftOf(id model.ID, r image.Rectangle) image.Rectangle {
	g := a.px(a.gap)
	if other, ok := a.placed[id]; ok && r.Overlaps(other.Inset(-g+1)) {
		r = r.Add(image.Pt(other.Min.X-g-r.Max.X, 0))
		if float64(r.Min.X) < mapLeftMin*a.scale { // it would cover the city
			return image.Rectangle{}
		}
	}
	return r
}

// avoid moves the legend to the right of the settings and the list of rules if it does not fit below them.
func (a *arranger) avoid(r image.Rectangle) image.Rectangle {
	g := a.px(a.gap)
	for _, id := range []model.ID{model.SettingsP, model.BudgetsP} {
		other, ok := a.placed[id]
		if !ok || other.Max.Y+g+r.Dy() <= r.Max.Y || other.Max.X+g <= r.Min.X {
			continue
		}
		if moved := r.Add(image.Pt(other.Max.X+g-r.Min.X, 0)); moved.Max.X <= a.room().Max.X {
			r = moved
		}
	}
	return r
}

// clear shrinks r until it overlaps no placed panel. It is hidden if it becomes too low.
func (a *arranger) clear(w Want, r image.Rectangle) image.Rectangle {
	g := a.px(a.gap)
	for _, o := range a.order {
		other, ok := a.placed[o.ID]
		if !ok || IsDialog(o.ID) || !r.Overlaps(other.Inset(-g+1)) {
			continue
		}
		above, below := r, r
		above.Max.Y = min(r.Max.Y, other.Min.Y-g)
		below.Min.Y = max(r.Min.Y, other.Max.Y+g)
		if r = above; below.Dy() > above.Dy() {
			r = below
		}
		if r.Dy() < a.px(w.MinH) || r.Dy() <= 0 {
			return image.Rectangle{}
		}
	}
	return r
}

// placeMenu places a menu below or above the rectangle that it belongs to, inside the framebuffer.
func (a *arranger) placeMenu(w Want) {
	g := a.px(4)
	width, height := min(a.px(w.W), a.size.X-2*g), min(a.px(w.H), a.size.Y-2*g)
	if width <= 0 || height <= 0 {
		return
	}
	away := a.px(8)
	x, y := w.At.Min.X+(w.At.Dx()-width)/2, w.At.Max.Y+away
	if y+height > a.size.Y-g {
		y = w.At.Min.Y - away - height
	}
	if w.At.Empty() { // at the pointer
		x, y = w.At.Min.X+1, w.At.Min.Y+1
	}
	x = min(max(x, g), a.size.X-g-width)
	y = min(max(y, g), a.size.Y-g-height)
	a.placed[w.ID] = image.Rect(x, y, x+width, y+height)
}
