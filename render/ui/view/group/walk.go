package group

import (
	"memcity/city/state"
	"memcity/city/view/inspect"
	"memcity/render/ui/model"
)

// walkBack goes to the previous object of a walk, or from the first one to the group.
func walkBack(m *model.Model) state.Action {
	if inspect.View.Of(m.State.Views).At > 0 {
		return state.WalkBy{Steps: -1}
	}
	return leaveWalk(m)
}

// leaveWalk goes from the object of a walk to the group.
func leaveWalk(m *model.Model) state.Action {
	if _, walking := inspect.View.Of(m.State.Views).Object(); walking {
		return state.EndWalk{}
	}
	return nil
}
