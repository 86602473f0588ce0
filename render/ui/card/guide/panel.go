package guide

import (
	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the guide.
func New() *widget.Panel { return (&Card{}).panel() }

func (card *Card) panel() *widget.Panel {
	return &widget.Panel{ID: model.GuideP, Usual: place.Want{W: place.GuideWidth, H: 640, MinH: 120}, Draw: card.DrawGuide,
		Size:   widget.SizeDrawer,
		Opens:  func(k *widget.Core) bool { return k.Model.IsOpen() && k.Sides().Shows(model.GuideP) },
		Absent: func(*widget.Core) { card.Shown = false },
		Input:  func(*widget.Core) { card.Hold = false },
		Escape: widget.EscapeBy(GuidePrefix, model.Run(action.PanelGuide))}
}

// NewInvitation returns the card that offers the guide.
func NewInvitation() *widget.Panel {
	return &widget.Panel{ID: model.InviteP, Usual: place.Want{W: 250, H: 36, MinH: 36}, Draw: drawInvite,
		Opens: func(k *widget.Core) bool {
			m := &k.Model
			return m.IsOpen() && m.Inviting && m.State.View == state.CityView && m.Progress == nil && m.Search == nil && !k.Compact()
		}}
}
