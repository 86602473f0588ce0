package overview

import (
	"memcity/city/state"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the overview view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.OverviewP, Usual: widget.Whole, Draw: view.DrawOverview,
		View: &widget.View{View: state.OverviewView, Text: "Overview", Icon: "overview", Key: "Ctrl+5",
			Hint:       "The heap over time, GC pauses and suspicious windows (Ctrl+5)",
			Changes:    true,
			EventsOnly: true,
		},
		Absent:        func(*widget.Core) { view.Shown = false },
		ShowsProgress: func(k *widget.Core) bool { return k.ViewProgress(state.OverviewView) },
		Menus:         map[widget.MenuName]func(*widget.Core) []widget.MenuRow{widget.OverviewMenu: view.OverviewMenuRows, widget.OverviewPlotMenu: view.OverviewPlotRows},
	}
}
