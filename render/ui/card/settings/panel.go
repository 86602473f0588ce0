package settings

import (
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the settings.
func New() *widget.Panel {
	return &widget.Panel{ID: model.SettingsP, Usual: place.Want{W: place.DrawerWidth, H: 640, MinH: 120}, Draw: DrawSettings,
		Size:  widget.SizeDrawer,
		Opens: func(k *widget.Core) bool { return k.DrawerOpen(model.SettingsP) }}
}
