package group

import (
	"memcity/city/view/inspect"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the group view.
func New() *widget.Panel { return newView().panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ViewID(inspect.View.ID), Usual: widget.Whole, Draw: view.DrawGroup,
		View: &widget.View{View: inspect.View.ID, Text: "Group", Icon: "panel", Key: "Ctrl+3",
			Hint: "What the selection is made of and who keeps it alive",
			Up:   walkBack, Leave: leaveWalk,
		},
		Menus: map[widget.MenuName]func(*widget.Core) []widget.MenuRow{GroupByMenu: func(k *widget.Core) []widget.MenuRow { return GroupByRows(&k.Model) }},
	}
}
