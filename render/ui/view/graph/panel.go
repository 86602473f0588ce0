package graph

import (
	"memcity/city/view/graphs"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the graph view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ViewID(graphs.View.ID), Usual: widget.Whole, Draw: view.DrawGraph,
		View: &widget.View{View: graphs.View.ID, Text: "Graph", Icon: "graph", Key: "Ctrl+4",
			Hint: "The paths from GC roots to the selection",
		},
		Actions: view.actions(),
		Menus: map[widget.MenuName]func(*widget.Core) []widget.MenuRow{pictureMenu: view.GraphMenuRows,
			nodeMenu: view.NodeMenuRows, edgeMenu: view.EdgeMenuRows},
	}
}

// Menus of the view.
const (
	pictureMenu widget.MenuName = "graph"
	nodeMenu    widget.MenuName = "node"
	edgeMenu    widget.MenuName = "edge"
)
