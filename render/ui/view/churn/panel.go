package churn

import (
	"memcity/city/state"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the churn view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ChurnP, Usual: widget.Whole, Draw: view.DrawChurn,
		View: &widget.View{View: state.ChurnView, Text: "Churn", Icon: "churn", Key: "Ctrl+9",
			Hint:       "What died in the window, and where it was allocated (Ctrl+9)",
			Changes:    true,
			EventsOnly: true,
		},
		Absent:        func(*widget.Core) { view.Tree.Shown = false },
		ShowsProgress: func(k *widget.Core) bool { return k.ViewProgress(state.ChurnView) },
		Menus:         map[widget.MenuName]func(*widget.Core) []widget.MenuRow{ChurnMenu: view.ChurnMenuRows, ChurnRowMenu: view.ChurnRowMenuRows},
	}
}
