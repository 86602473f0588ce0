package whatif

import (
	"memcity/city/state"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the what-if panel.
func New() *widget.Panel {
	return &widget.Panel{ID: model.WhatIfP, Usual: place.Want{W: place.WhatIfWidth, H: 110, MinH: 60}, Draw: Draw,
		Opens: func(k *widget.Core) bool {
			return k.Model.IsOpen() && k.Model.WhatIf != nil && k.Model.State.View == state.CityView
		}}
}
