package trends

import (
	"memcity/city/state"
	"memcity/city/view/trends"
	"memcity/render/ui/model"
)

// closeLevel closes the deepest level.
func closeLevel(m *model.Model) state.Action {
	level := len(trends.View.Of(m.State.Views).Levels)
	if r := trends.Kind.Result(&m.Results); r != nil { // this grouping has no deeper levels
		level = min(level, len(r.Levels)-1)
	}
	return state.CloseTrend{Level: level}
}
