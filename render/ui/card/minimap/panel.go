package minimap

import (
	statepkg "memcity/city/state"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the minimap.
func New() *widget.Panel {
	const side = mapSide + 2*mapBorder
	return &widget.Panel{ID: model.MinimapP, Usual: place.Want{W: side, H: side, MinH: mapLeast}, Draw: DrawMinimap,
		Opens: func(k *widget.Core) bool {
			m := &k.Model
			return m.IsOpen() && !place.IsSmall(k.Size, float64(k.DpPx)) && m.State.View == statepkg.CityView && m.Minimap != nil && m.Minimap.Usable()
		},
		Size: func(_ *widget.Core, w *place.Want) { w.MinH = w.H }}
}
