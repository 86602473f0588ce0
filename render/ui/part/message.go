package part

import "memcity/render/ui/model"

// WatchGroup is a message that starts a new rule for the selected group.
type WatchGroup struct{}

// BudgetGroup is a message that starts setting a budget for a group.
type BudgetGroup struct{ Group *model.Group }
