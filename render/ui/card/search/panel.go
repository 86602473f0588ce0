package search

import (
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the search.
func New() *widget.Panel {
	return &widget.Panel{ID: model.SearchP, Usual: place.Want{W: SearchWidth, H: 56, MinH: 56}, Draw: DrawSearch,
		Opens: func(k *widget.Core) bool { return k.Model.IsOpen() && k.Model.Search != nil },
		Absent: func(k *widget.Core) {
			if k.Model.Search == nil {
				widget.Keep[state](k).open = false
			}
		},
		Escape: widget.EscapeBy(SearchField, model.Run(action.PanelSearch))}
}
