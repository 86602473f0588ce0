// Package story draws the card of the story: views of the recording with notes, that are shown one after the other.
package story

import (
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

const (
	prefix = "story/"

	scenesMenu widget.MenuName = "story"
	moreMenu   widget.MenuName = "story more"
)

// New returns the card, which lies above the time bar.
func New() *widget.Panel {
	return &widget.Panel{ID: model.StoryP, Usual: place.Want{W: 1e5, H: 84, MinH: 60}, Draw: draw,
		Opens:  func(k *widget.Core) bool { return k.Model.Story != nil },
		Menus:  map[widget.MenuName]func(*widget.Core) []widget.MenuRow{scenesMenu: sceneRows, moreMenu: moreRows},
		Absent: func(k *widget.Core) { part.Forget(k, prefix) },
		Escape: widget.EscapeBy(prefix, model.ToggleStory)}
}
