package trends

import (
	"memcity/city/view/trends"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// New returns the trends view.
func New() *widget.Panel { return (&View{}).panel() }

func (view *View) panel() *widget.Panel {
	return &widget.Panel{
		ID: model.ViewID(trends.View.ID), Usual: widget.Whole, Draw: view.DrawTrends,
		View: &widget.View{View: trends.View.ID, Text: "Trends", Icon: "trends", Key: "Ctrl+6",
			Hint:    "How groups grow, level by level",
			Up:      closeLevel,
			Changes: true,
		},
		Absent: func(*widget.Core) {
			if len(view.Tables) > 0 {
				view.Tables[0].Shown = false
			}
		},
		ShowsProgress: view.TrendsShowProgress,
		Menus: map[widget.MenuName]func(*widget.Core) []widget.MenuRow{trendMenu: view.TrendMenuRows,
			seriesMenu: view.TrendMenuRows,
			pointsMenu: view.TrendMenuRows, optionsMenu: view.TrendMenuRows, saveMenu: view.TrendMenuRows},
	}
}

// Menus of the view.
const (
	seriesMenu  widget.MenuName = "trend series"
	pointsMenu  widget.MenuName = "trend points"
	optionsMenu widget.MenuName = "trend options"
	saveMenu    widget.MenuName = "trend save"
	trendMenu   widget.MenuName = "trend"
)
