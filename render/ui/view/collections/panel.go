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
			Up:      leaveCollection, Leave: leaveCollection,
		},
		ShowsProgress: func(k *widget.Core) bool { return k.ViewProgress(collections.View.ID) },
		Menus:         map[widget.MenuName]func(*widget.Core) []widget.MenuRow{Menu: view.menuRows, RowMenu: view.rowMenuRows},
		Escape: func(k *widget.Core, control string) widget.Escaped {
			if k.Model.State.View != collections.View.ID || !strings.HasPrefix(control, table) {
				return widget.NotEscaped
			}
			leave := leaveCollection(&k.Model)
			if leave == nil {
				return widget.NotEscaped
			}
			k.Do(leave)
			return widget.Left
		},
	}
}

// leaveCollection goes from one collection to the list.
func leaveCollection(m *model.Model) state.Action {
	s := collections.View.Of(m.State.Views)
	if s.Opened == 0 {
		return nil
	}
	s.Opened = 0
	return state.SetView(collections.View, s)
}
