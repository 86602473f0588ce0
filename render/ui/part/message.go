package part

import "memcity/render/ui/model"

// WatchGroup announces that a new rule is to begin with the selected group.
type WatchGroup struct{}

// BudgetGroup announces that a budget is to be set for a group.
type BudgetGroup struct{ Group *model.Group }
