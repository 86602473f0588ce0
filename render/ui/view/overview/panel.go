package overview

import (
	"memcity/city/view/overview"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the overview view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ViewID(overview.View.ID), Usual: widget.Whole, Draw: view.DrawOverview,
		View: &widget.View{View: overview.View.ID, Text: "Overview", Icon: "overview", Key: "Ctrl+5",
			Hint:    "The heap over time, GC pauses and suspicious windows",
			Changes: true,
		},
		Absent:        func(*widget.Core) { view.Shown = false },
		ShowsProgress: func(k *widget.Core) bool { return k.ViewProgress(overview.View.ID) },
		Menus: map[widget.MenuName]func(*widget.Core) []widget.MenuRow{overviewMenu: view.OverviewMenuRows,
			plotMenu: view.OverviewPlotRows},
	}
}

// Menus of the view.
const (
	plotMenu     widget.MenuName = "overview/plot"
	overviewMenu widget.MenuName = "overview"
)
