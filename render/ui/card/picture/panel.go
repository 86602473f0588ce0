package picture

import (
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the picture dialog.
func New() *widget.Panel {
	return &widget.Panel{ID: model.PictureP, Usual: place.Want{W: 300, H: 320, MinH: 80}, Draw: DrawPicture,
		Opens: func(k *widget.Core) bool { return k.Model.IsOpen() && k.Model.Picture.Usable() },
		Absent: func(k *widget.Core) {
			if k.Model.Picture == nil {
				widget.Keep[state](k).open = false
			}
		},
		Escape: widget.EscapeBy(PicturePrefix, model.Run(action.PictureDialog))}
}
