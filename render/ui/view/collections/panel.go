package collections

import (
	"strings"

	"memcity/city/state"
	"memcity/city/view/collections"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the collections view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ViewID(collections.View.ID), Usual: widget.Whole, Draw: view.Draw,
		View: &widget.View{View: collections.View.ID, Text: "Collections", Icon: "stale", Key: "Ctrl+K",
			Hint:    "Lists, sets and maps whose elements are not used, and the lines that fill them",
			Changes: true,
		},
		ShowsProgress: func(k *widget.Core) bool { return k.ViewProgress(collections.View.ID) },
		Menus:         map[widget.MenuName]func(*widget.Core) []widget.MenuRow{Menu: view.menuRows, RowMenu: view.rowMenuRows},
		Escape: func(k *widget.Core, control string) widget.Escaped {
			s := collections.View.Of(k.Model.State.Views)
			if k.Model.State.View != collections.View.ID || s.Opened == 0 || !strings.HasPrefix(control, table) {
				return widget.NotEscaped
			}
			s.Opened = 0
			k.Do(state.SetView(collections.View, s))
			return widget.Left
		},
	}
}
