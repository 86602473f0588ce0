// Package files draws the file browser, for systems without a file dialog.
package files

import (
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

const prefix = "files/"

// New returns the file browser.
func New() *widget.Panel {
	return &widget.Panel{ID: model.FilesP, Usual: place.Want{W: 760, H: usualHeight, MinH: 120}, Draw: draw,
		Takes: takes, Key: takeKey, TakesText: takesText, Typed: takeText, Escape: escape,
		Opens: func(k *widget.Core) bool { return k.Model.Files != nil },
		Absent: func(k *widget.Core) {
			part.Forget(k, prefix)
			*widget.Keep[browser](k) = browser{}
		}}
}
