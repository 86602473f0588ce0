package rail

import (
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the column of views at the left edge.
func New() *widget.Panel {
	return &widget.Panel{ID: model.RailP, Draw: DrawRail,
		Opens: func(k *widget.Core) bool { return k.Model.IsOpen() && place.HasRail(k.Size, float64(k.DpPx)) }}
}
