package legend

import (
	"memcity/city/state"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the legend.
func New() *widget.Panel {
	return &widget.Panel{ID: model.LegendP, Usual: place.Want{W: place.LegendCard, H: 230, MinH: 34}, Draw: DrawLegend,
		Opens: func(k *widget.Core) bool { return len(k.Model.Points) > 0 && k.Model.State.View == state.CityView }}
}
