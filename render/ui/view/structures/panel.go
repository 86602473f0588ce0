package structures

import (
	"memcity/city/state"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the structures view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.StructuresP, Usual: widget.Whole, Draw: view.DrawStructures,
		View: &widget.View{View: state.StructuresView, Text: "Structures", Icon: "structures", Key: "Ctrl+8",
			Hint:    "Collections and other data structures, and how they grow (Ctrl+8)",
			Changes: true,
		},
		ShowsProgress: func(k *widget.Core) bool { return k.ViewProgress(state.StructuresView) && !k.Compact() },
		Menus:         map[widget.MenuName]func(*widget.Core) []widget.MenuRow{StructuresMenu: view.StructuresMenuRows, StructureMenu: view.StructureMenuRows},
	}
}
