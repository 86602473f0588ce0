package render

import (
	"fmt"
	"image"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/whatif"
	"memcity/render/division"
	budgetspkg "memcity/render/ui/card/budgets"
	whatifcard "memcity/render/ui/card/whatif"
	"memcity/render/ui/model"
)

// whyNoRemovals explains why nothing can be removed; "" if something can.
func (a *App) whyNoRemovals() string {
	switch catalog := a.store.Result.Catalog; {
	case a.store.Result.NoStates != "":
		return "this recording has no heap states"
	case a.store.Result.Grouped || catalog == nil:
		return "this recording has only memory trees, without references between objects"
	default:
		return catalog.NoRemovals
	}
}

// toggleRemoved removes the selection from the heap, or restores it.
func (a *App) toggleRemoved() {
	if a.store.City == nil || a.store.Opened.Growing {
		return
	}
	var list []whatif.Removal
	out := true
	for _, key := range a.present(a.store.State.Selected()) {
		c := whatif.GroupRemoval(a.store.Result.Grouping, key)
		list, out = append(list, c), out && a.store.State.IsRemoved(c)
	}
	switch {
	case len(list) == 0:
		a.notices.Toast("The selection has no objects at this GC point.")
	case out:
		a.store.Do(state.Restore{What: list})
	case len(a.store.State.Removals)+len(list) > whatif.MaxRemovals:
		a.notices.Toast(fmt.Sprintf("At most %d groups and references can be removed at the same time.", whatif.MaxRemovals))
	default:
		a.store.Do(state.Remove{What: list})
		a.showView(state.CityView)
	}
}

// fitCityBelowWhatIf places the city below the what-if panel while that is open.
func (a *App) fitCityBelowWhatIf() {
	if room := len(a.store.State.Removals) > 0; room != a.removal && a.screen.Width > 0 {
		a.removal = room
		a.reframe(true)
	}
}

// cityShape is the approximate ratio of width to height of the whole city in its initial view.
const cityShape = 1.2

// whatIfHeight returns the height reserved for the what-if panel, in pixels below the bars. It is 0 where the city fits beside the panel or
// would become too small. The city may extend from left to right.
func (a *App) whatIfHeight(left, right float64, free, gap image.Rectangle) int {
	panel := float64(gap.Min.X)
	if a.drawers.Budgets {
		panel = max(panel, float64(free.Min.X)+budgetspkg.BudgetsWidth*a.screen.Scale())
	}
	height := float64(free.Dy())
	over := panel + whatifcard.Width*a.screen.Scale() - left - max(right-left-cityShape*height, 0)/2
	if room := whatifcard.Height * a.screen.Scale(); a.removal && over > 0 &&
		float64(a.screen.Width) >= wideWindow*a.screen.Scale() && height > 3*room {
		return int(room)
	}
	return 0
}

// whatIfModel returns the removals and the amounts they free, or nil if nothing is removed. It covers pending results and errors too.
func (a *App) whatIfModel() *model.WhatIf {
	if len(a.store.State.Removals) == 0 {
		return nil
	}
	m := &model.WhatIf{Removals: a.store.State.Removals, Sizes: a.store.State.Settings.SizeKind != trees.Shallow}
	results := &a.store.Result.Results
	if m.Known = division.Freed(a.store.City.Plan, &a.store.State, results); m.Known == nil && a.store.State.View == state.CityView {
		kind := whatif.Kind.Any()
		if m.Waiting = results.Busy || a.requests.Query().Of(kind) != results.Request.Of(kind); !m.Waiting && results.Err != nil {
			m.Failed = results.Err.Error()
		}
	}
	return m
}
