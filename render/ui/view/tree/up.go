package tree

import (
	"memcity/city/state"
	"memcity/city/view/treemap"
	"memcity/render/ui/model"
)

// zoomOut goes one level up.
func zoomOut(m *model.Model) state.Action {
	if m.Plan == nil {
		return nil
	}
	if up, ok := treemap.View.Of(m.State.Views).Root.Up(m.Plan.Series); ok {
		return state.Drill{To: up}
	}
	return nil
}
