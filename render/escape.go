package render

import (
	"memcity/city/state"
	"memcity/city/view/collections"
	"memcity/city/view/inspect"
	"memcity/city/view/treemap"
	"memcity/city/view/trends"
	"memcity/render/ui/model"
)

// escape closes the topmost thing that is open.
func (a *App) escape() {
	for _, closes := range a.closers() {
		if closes() {
			return
		}
	}
}

// closers returns what Esc closes, topmost first: dialogs, work in progress, and drawers that cover the window; then the selection; then other
// drawers. Each reports whether there was something to close.
func (a *App) closers() []func() bool {
	when := func(open bool, close func()) func() bool {
		return func() bool {
			if open {
				close()
			}
			return open
		}
	}
	over := a.sides().Over
	return []func() bool{
		when(a.help.open, func() { a.help.open = false }),
		when(a.browser.Model() != nil, func() { a.browser.Take(model.ChooseFiles{}) }),
		a.recording.Escape,
		when(a.watch.open, a.toggleRules),
		when(a.finder.Open(), a.toggleSearch),
		when(a.export.Open(), a.export.Close),
		when(a.drawers.chain, func() { a.drawers.chain = false }),
		when(a.budgets.open, a.toggleBudgets),
		when(len(a.problems()) > 0, a.dismiss),
		when(a.result.Busy || a.result.Results.Busy, a.cancelWork),
		when(over == model.SettingsP, a.toggleSettings),
		when(over == model.GuideP, a.toggleGuide),
		when(a.walking(), func() { a.do(state.EndWalk{}) }),
		when(a.inCollection(), a.leaveCollection),
		when(a.state.Selection != "", func() { a.do(state.Select{}) }),
		when(a.drawers.Guide, a.toggleGuide),
		when(a.drawers.settings, a.toggleSettings),
	}
}

// walking reports whether the group view shows an object.
func (a *App) walking() bool {
	_, ok := inspect.View.Of(a.state.Views).Object()
	return ok && a.state.View == inspect.View.ID
}

// inCollection reports whether the collections view shows one collection.
func (a *App) inCollection() bool {
	return a.state.View == collections.View.ID && collections.View.Of(a.state.Views).Opened != 0
}

// leaveCollection shows the list of collections again.
func (a *App) leaveCollection() {
	s := collections.View.Of(a.state.Views)
	s.Opened = 0
	a.do(state.SetView(collections.View, s))
}

// walkBack goes one step up: to the previous object of a walk, or to the group from the first one. In the views of trends and trees it goes
// up a level, and from a collection to the list.
func (a *App) walkBack() {
	switch {
	case a.state.View == trends.View.ID:
		level := len(trends.View.Of(a.state.Views).Levels)
		if r := trends.Kind.Result(&a.result.Results); r != nil { // this grouping has no deeper levels
			level = min(level, len(r.Levels)-1)
		}
		a.do(state.CloseTrend{Level: level})
	case a.state.View == treemap.View.ID && a.city != nil:
		if up, ok := treemap.View.Of(a.state.Views).Root.Up(a.city.Plan.Series); ok {
			a.do(state.Drill{To: up})
		}
	case a.inCollection():
		a.leaveCollection()
	case !a.walking():
	case inspect.View.Of(a.state.Views).At > 0:
		a.do(state.WalkBy{Steps: -1})
	default:
		a.do(state.EndWalk{})
	}
}
