package bar

import (
	"memcity/render/actions"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the bar along the top.
func New() *widget.Panel {
	rows := func(menu actions.Menu) func(*widget.Core) []widget.MenuRow {
		return func(k *widget.Core) []widget.MenuRow { return k.ActionRows(menu) }
	}
	return &widget.Panel{ID: model.Bar, Draw: DrawBar, Opens: func(*widget.Core) bool { return true },
		Menus: map[widget.MenuName]func(*widget.Core) []widget.MenuRow{widget.CameraMenu: rows(actions.CameraMenu), widget.OpenMenu: rows(actions.OpenMenu)}}
}
