package timeline

import (
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the time bar.
func New() *widget.Panel {
	return &widget.Panel{ID: model.TimeBar, Draw: DrawTimeBar,
		Opens: func(k *widget.Core) bool { return len(k.Model.Points) > 0 },
		Size: func(k *widget.Core, w *place.Want) {
			if w.H = place.TimeBarHeight(k.Size, float64(k.DpPx)); k.BareTime() {
				w.H = place.BarHeight
			}
		},
		Menus: map[widget.MenuName]func(*widget.Core) []widget.MenuRow{widget.SpeedMenu: func(k *widget.Core) []widget.MenuRow { return widget.SpeedRows(&k.Model.State) }}}
}
