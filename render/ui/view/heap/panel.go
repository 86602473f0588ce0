package heap

import (
	"memcity/city/view/table"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the heap view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ViewID(table.View.ID), Usual: widget.Whole, Draw: view.DrawHeap,
		View: &widget.View{View: table.View.ID, Text: "Heap", Icon: "table", Key: "Ctrl+2",
			Hint: "Groups as a table, with deep and retained sizes",
		},
		Absent:        func(*widget.Core) { view.Tree.Shown = false },
		ShowsProgress: view.HeapShowsProgress,
		Menus: map[widget.MenuName]func(*widget.Core) []widget.MenuRow{rowMenu: view.HeapRowMenu,
			columnMenu: view.HeapColumnMenu},
	}
}

// Menus of the view.
const (
	rowMenu    widget.MenuName = "row"
	columnMenu widget.MenuName = "columns"
)
