package diff

import (
	"memcity/city/view/diffs"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
)

// New returns the diff view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ViewID(diffs.View.ID), Usual: widget.Whole, Draw: view.DrawDiff,
		View: &widget.View{View: diffs.View.ID, Text: "Diff", Icon: "diff", Key: "Ctrl+7",
			Hint:    "What was born, died and survived in the window",
			Changes: true,
		},
		Absent:        func(*widget.Core) { view.Tree.Shown = false },
		ShowsProgress: func(k *widget.Core) bool { return k.ViewProgress(diffs.View.ID) },
		Menus: map[widget.MenuName]func(*widget.Core) []widget.MenuRow{DiffMenu: view.DiffMenuRows, DiffRowMenu: view.DiffRows,
			part.EndMenu: view.ends.Rows},
	}
}
