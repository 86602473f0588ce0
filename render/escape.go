package render

import (
	"time"

	"memcity/city/state"
	"memcity/render/ui/model"
)

// escape closes the topmost thing that is open.
func (a *App) escape(now time.Duration) {
	for _, closes := range a.closers(now) {
		if closes() {
			return
		}
	}
}

// closers returns what Esc closes, topmost first: dialogs, work in progress, and drawers that cover the window; then the selection; then other
// drawers. Each reports whether there was something to close.
func (a *App) closers(now time.Duration) []func() bool {
	closeGuide := func() { a.drawers.ToggleGuide(now) }
	when := func(open bool, close func()) func() bool {
		return func() bool {
			if open {
				close()
			}
			return open
		}
	}
	over := a.drawers.Sides().Over
	return []func() bool{
		when(a.drawers.Help() != nil, func() { a.drawers.CloseHelp() }),
		when(a.files.Browser.Model() != nil, func() { a.files.Browser.Take(model.ChooseFiles{}) }),
		a.recording.Escape,
		when(a.drawers.Watch, a.watch.Toggle),
		when(a.drawers.Finder.Open(), a.drawers.ToggleSearch),
		when(a.export.Open(), a.export.Close),
		when(a.drawers.Chain, func() { a.drawers.Chain = false }),
		when(a.drawers.Budgets, a.budgets.Toggle),
		when(len(a.notices.Problems(a.requests.Refused())) > 0, a.notices.Dismiss),
		when(a.store.Result.Busy || a.store.Result.Results.Busy, a.requests.Cancel),
		when(over == model.SettingsP, a.drawers.ToggleSettings),
		when(over == model.GuideP, closeGuide),
		a.leave,
		when(a.store.State.Selection != "", func() { a.store.Do(state.Select{}) }),
		when(a.drawers.Guide, closeGuide),
		when(a.drawers.Settings, a.drawers.ToggleSettings),
	}
}

// leave leaves a part of the view, and reports whether there was one.
func (a *App) leave() bool {
	leave := a.panels.View(a.store.State.View).Leave
	return leave != nil && a.doIfAny(leave)
}

// goUp goes one level up in the view, if it has levels.
func (a *App) goUp() {
	if up := a.panels.View(a.store.State.View).Up; up != nil {
		a.doIfAny(up)
	}
}

// doIfAny applies the change that a view returns for the current content, and reports whether there is one.
func (a *App) doIfAny(change func(*model.Model) state.Action) bool {
	m := a.present.Model()
	action := change(&m)
	if action != nil {
		a.store.Do(action)
	}
	return action != nil
}
