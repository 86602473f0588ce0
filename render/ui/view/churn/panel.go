package churn

import (
	"memcity/city/view/churns"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
)

// New returns the churn view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ViewID(churns.View.ID), Usual: widget.Whole, Draw: view.DrawChurn,
		View: &widget.View{View: churns.View.ID, Text: "Churn", Icon: "churn", Key: "Ctrl+9",
			Hint:    "What died in the window, and where it was allocated",
			Changes: true,
		},
		Absent:        func(*widget.Core) { view.Tree.Shown = false },
		ShowsProgress: func(k *widget.Core) bool { return k.ViewProgress(churns.View.ID) },
		Menus: map[widget.MenuName]func(*widget.Core) []widget.MenuRow{ChurnMenu: view.ChurnMenuRows,
			ChurnRowMenu: view.ChurnRowMenuRows, part.EndMenu: view.ends.Rows},
	}
}
