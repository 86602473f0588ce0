// Package story draws the story card: a sequence of views of the recording with notes.
package story

import (
	"memcity/render/action"
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

// New returns the card, which is above the time bar.
func New() *widget.Panel {
	return &widget.Panel{ID: model.StoryP, Usual: place.Want{W: 1e5, H: 84, MinH: 60}, Draw: draw,
		Opens:  func(k *widget.Core) bool { return k.Model.Story != nil },
		Menus:  map[widget.MenuName]func(*widget.Core) []widget.MenuRow{scenesMenu: sceneRows, moreMenu: moreRows},
		Absent: func(k *widget.Core) { part.Forget(k, prefix) },
		Escape: widget.EscapeBy(prefix, model.Run(action.StoryCard))}
}
