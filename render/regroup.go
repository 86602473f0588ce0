package render

import (
	"memcity/city/exchange"
	"memcity/city/state"
	"memcity/words"
)

// toggleChain opens or closes the grouping window.
func (a *App) toggleChain() { a.drawers.chain = !a.drawers.chain && a.result.Catalog != nil }

// takeBack returns the settings to the grouping of the current city if another one was requested but was canceled or failed. The error stays
// visible.
func (a *App) takeBack() {
	r := &a.result
	if r.Busy || r.Plan == nil || a.opened.number != r.Opening {
		return
	}
	shown := r.Request.Settings.Grouping()
	if a.requests.Plan().Settings.Grouping() == shown || a.state.Settings.Grouping() != a.requests.Plan().Settings.Grouping() {
		return
	}
	a.do(state.KeepGrouping{To: shown})
	if r.Err == nil {
		a.toast("Canceled. The grouping is unchanged.")
	}
	a.requests.TakeBack(a.planRequest(), r.Request, r.Err)
}

// deselectLost removes groups that the current grouping lacks from the selection, and shows a message.
func (a *App) deselectLost() {
	r := &a.result
	if r.Plan == nil || !r.Whole || a.opened.number != r.Opening || a.opened.groups == r.Plan.Series {
		return
	}
	first := a.opened.groups == nil
	if a.opened.groups = r.Plan.Series; first {
		return
	}
	var lost []string
	for _, key := range a.state.Selected() {
		if _, ok := r.Plan.Series.Find(key); !ok {
			lost = append(lost, key)
		}
	}
	if len(lost) == 0 {
		return
	}
	a.do(state.Deselect{Keys: lost})
	if len(lost) == 1 {
		a.toast("Deselected: the current view does not contain this group.")
	} else {
		a.toast("Deselected: the current view does not contain " + words.Count(int64(len(lost))) + " of these groups.")
	}
}

// planRequest returns the request for the plan that the state needs.
func (a *App) planRequest() exchange.Request {
	req := exchange.Request{Settings: a.state.Settings, Frozen: a.state.Frozen, Baseline: a.state.Split()}
	if r := &a.result; r.Plan != nil && a.opened.number == r.Opening {
		req.Of = r.Plan.Series
	}
	if !a.state.Whole() {
		req.Window = a.state.Window
	}
	return req
}

// want requests the plan that the state needs, if it differs from the last request.
func (a *App) want() {
	if a.opened.number == 0 || a.result.Opening != a.opened.number {
		return
	}
	if a.requests.SetPlan(a.planRequest()) {
		a.dismissed.errors = false
	}
}
