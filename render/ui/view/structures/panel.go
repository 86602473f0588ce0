package structures

import (
	"memcity/city/view/structures"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
)

// New returns the structures view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ViewID(structures.View.ID), Usual: widget.Whole, Draw: view.DrawStructures,
		View: &widget.View{View: structures.View.ID, Text: "Structures", Icon: "structures", Key: "Ctrl+8",
			Hint:    "Collections and other data structures, and how they grow",
			Changes: true,
		},
		ShowsProgress: func(k *widget.Core) bool { return k.ViewProgress(structures.View.ID) && !k.Compact() },
		Menus: map[widget.MenuName]func(*widget.Core) []widget.MenuRow{StructuresMenu: view.StructuresMenuRows,
			StructureMenu: view.StructureMenuRows, part.EndMenu: view.ends.Rows},
	}
}
