package start

import (
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the start screen.
func New() *widget.Panel {
	return &widget.Panel{ID: model.Start, Usual: place.Want{W: 720, H: 480, MinH: 80}, Draw: DrawStart,
		Opens: func(k *widget.Core) bool {
			return !k.Model.IsOpen() && k.Model.Progress == nil && !k.Model.Live.Waits()
		}}
}
