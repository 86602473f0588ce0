package inspector

import (
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"strings"
)

// New returns the inspector.
func New() *widget.Panel {
	return &widget.Panel{ID: model.Inspector, Usual: place.Want{W: place.DrawerWidth, H: 420, MinH: 120}, Draw: DrawInspector,
		Size:    widget.SizeDrawer,
		Menus:   map[widget.MenuName]func(*widget.Core) []widget.MenuRow{menu: menuRows, widget.CityMenu: cityRows},
		Opens:   func(k *widget.Core) bool { return k.DrawerOpen(model.Inspector) },
		Absent:  part.LeaveLinks,
		Prepare: part.SettleNote,
		Escape: func(_ *widget.Core, control string) widget.Escaped {
			if strings.HasPrefix(control, part.NotePrefix) { // the note is saved
				return widget.Left
			}
			return widget.NotEscaped
		}}
}
