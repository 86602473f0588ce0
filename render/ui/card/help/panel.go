package help

import (
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the manual.
func New() *widget.Panel { return (&Card{}).panel() }

func (card *Card) panel() *widget.Panel {
	return &widget.Panel{ID: model.Help, Usual: place.Want{W: HelpWidth, H: HelpHeight, MinH: 80}, Draw: card.DrawHelp,
		Opens: func(k *widget.Core) bool { return k.Model.Help != nil },
		Takes: HelpTakes,
		Key:   card.key,
		Typed: func(_ *widget.Core, text string) bool {
			sign := card.Typed && text == "/"
			card.Typed = false
			return sign
		}}
}

// key queues the navigation keys for the next layout.
func (card *Card) key(k *widget.Core, e model.Key) bool {
	if k.Focused == HelpSearch && e.Name == model.KeyDown && e.Mods == 0 {
		k.FocusNext() // to the search results
		return true
	}
	if widget.Takes(k.FocusKind, e) || !HelpTakes(k.FocusKind, e) {
		return false
	}
	card.Keys = append(card.Keys, e.Name)
	return true
}
