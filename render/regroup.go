package render

import (
	"memcity/city/exchange"
	"memcity/city/state"
	"memcity/words"
)

// toggleChain opens or closes the grouping window.
func (a *App) toggleChain() { a.drawers.chain = !a.drawers.chain && a.store.Result.Catalog != nil }

// takeBack returns the settings to the grouping of the current city if another one was requested but was canceled or failed. The error stays
// visible.
func (a *App) takeBack() {
	r := &a.store.Result
	if r.Busy || r.Plan == nil || a.store.Opened.Number != r.Opening {
		return
	}
	shown := r.Request.Settings.Grouping()
	if a.requests.Plan().Settings.Grouping() == shown || a.store.State.Settings.Grouping() != a.requests.Plan().Settings.Grouping() {
		return
	}
	a.store.Do(state.KeepGrouping{To: shown})
	if r.Err == nil {
		a.toast("Canceled. The grouping is unchanged.")
	}
	a.requests.TakeBack(a.planRequest(), r.Request, r.Err)
}

// deselectLost removes groups that the current grouping lacks from the selection, and shows a message.
func (a *App) deselectLost() {
	r := &a.store.Result
	if r.Plan == nil || !r.Whole || a.store.Opened.Number != r.Opening || a.store.Opened.Groups == r.Plan.Series {
		return
	}
	first := a.store.Opened.Groups == nil
	if a.store.Opened.Groups = r.Plan.Series; first {
		return
	}
	var lost []string
	for _, key := range a.store.State.Selected() {
		if _, ok := r.Plan.Series.Find(key); !ok {
			lost = append(lost, key)
		}
	}
	if len(lost) == 0 {
		return
	}
	a.store.Do(state.Deselect{Keys: lost})
	if len(lost) == 1 {
		a.toast("Deselected: the current view does not contain this group.")
	} else {
		a.toast("Deselected: the current view does not contain " + words.Count(int64(len(lost))) + " of these groups.")
	}
}

// planRequest returns the request for the plan that the state needs.
func (a *App) planRequest() exchange.Request {
	req := exchange.Request{Settings: a.store.State.Settings, Frozen: a.store.State.Frozen, Baseline: a.store.State.Split()}
	if r := &a.store.Result; r.Plan != nil && a.store.Opened.Number == r.Opening {
		req.Of = r.Plan.Series
	}
	if !a.store.State.Whole() {
		req.Window = a.store.State.Window
	}
	return req
}

// want requests the plan that the state needs, if it differs from the last request.
func (a *App) want() {
	if a.store.Opened.Number == 0 || a.store.Result.Opening != a.store.Opened.Number {
		return
	}
	if a.requests.SetPlan(a.planRequest()) {
		a.dismissed.errors = false
	}
}
