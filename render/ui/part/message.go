package part

import (
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// Messages between panels.
var (
	WatchGroup  widget.Topic[*model.Group] // starts a new rule for the selected group
	BudgetGroup widget.Topic[*model.Group] // starts setting a budget for a group
)
