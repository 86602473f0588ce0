package threads

import (
	"memcity/city/view/threads"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the threads view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ViewID(threads.View.ID), Usual: widget.Whole, Draw: view.Draw,
		View: &widget.View{View: threads.View.ID, Text: "Threads", Icon: "thread", Key: "Ctrl+Shift+T",
			Hint: "The threads of a GC point, their stacks, and the memory that each of them holds",
		},
		Absent:        func(*widget.Core) { view.tree.Shown = false },
		ShowsProgress: func(k *widget.Core) bool { return k.ViewProgress(threads.View.ID) },
		Menus:         map[widget.MenuName]func(*widget.Core) []widget.MenuRow{rowMenu: view.rowMenu, optionsMenu: view.optionsMenu},
	}
}
