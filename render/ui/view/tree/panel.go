package tree

import (
	"memcity/city/view/treemap"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the tree view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ViewID(treemap.View.ID), Usual: widget.Whole, Draw: view.DrawTreeView,
		View: &widget.View{View: treemap.View.ID, Text: "Tree", Icon: "sunburst", Key: "Ctrl+T",
			Hint:    "The memory tree as a sunburst or an icicle plot, over time",
			Changes: true,
			Up:      zoomOut,
		},
		Absent: view.SettleTrees,
		Moving: func() bool { return view.Moving },
		Menus: map[widget.MenuName]func(*widget.Core) []widget.MenuRow{TreeNodeMenu: view.TreeMenuRows, TreeOrderMenu: view.TreeMenuRows,
			TreeSaveMenu: view.TreeMenuRows, TreeOptionsMenu: view.TreeMenuRows},
	}
}
