package render

import (
	"cmp"
	"slices"
	"time"

	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/state"
	"memcity/render/prefs"
	"memcity/render/ui/model"
)

// watch is the rules that watch a recording that grows.
type watch struct {
	open     bool
	rules    []budget.Rule
	reported []budget.Fired // that the user has been notified of
}

// toggleRules opens or closes the panel of rules.
func (a *App) toggleRules() {
	w := &a.watch
	if !w.open && !a.result.Live.Growing {
		a.toast("Rules watch a growing recording; none is growing.")
		return
	}
	w.open = !w.open
	a.panels.Blur()
}

// setRules lets other rules watch, and keeps them for the next recording of the program.
func (a *App) setRules(rules []budget.Rule) {
	a.watch.rules = rules
	a.worker.SetRules(rules)
	a.memory.Store().ChangeWindow(func(w *prefs.Window) { w.Record = w.Record.Ruled(a.program(), rules) })
	a.memory.Changed()
}

// recallRules lets the rules watch that did so when the program was recorded last.
func (a *App) recallRules() {
	rules := a.memory.Store().Window().Record.RulesOf(a.program())
	a.watch.rules = rules
	a.worker.SetRules(rules)
}

// program is what the rules of the recording that is shown are kept under.
func (a *App) program() string { return cmp.Or(a.result.Program, a.result.Name) }

// ruleEvent does what the panel of rules requests.
func (a *App) ruleEvent(e model.Event, now time.Duration) {
	rules := a.watch.rules
	switch e := e.(type) {
	case model.AddRule:
		if !slices.Contains(rules, e.Rule) {
			a.setRules(append(slices.Clone(rules), e.Rule))
		}
	case model.RemoveRule:
		if r, ok := a.ruleAt(e.Index); ok {
			a.setRules(slices.DeleteFunc(slices.Clone(rules), func(o budget.Rule) bool { return o == r.Rule }))
		}
	case model.ArmRule:
		if r, ok := a.ruleAt(e.Index); ok {
			a.worker.Rearm(r.Rule)
		}
	case model.ShowFired:
		if r, ok := a.ruleAt(e.Index); ok && r.Fired != nil {
			a.showFired(r.Fired, now)
		}
	}
}

func (a *App) ruleAt(i int) (r exchange.RuleState, ok bool) {
	if list := a.result.Live.Rules; i >= 0 && i < len(list) {
		return list[i], true
	}
	return r, false
}

// showFired goes to where a rule was broken, and selects what it is about.
func (a *App) showFired(f *budget.Fired, now time.Duration) {
	if a.city == nil {
		return
	}
	series := a.city.Plan.Series
	point := series.PointOf(f.Point)
	if point < 0 {
		a.toast("This GC point is no longer kept.")
		return
	}
	a.do(state.GoTo{Point: point})
	if f.Rule.Group == "" { // it is about the whole heap
		return
	}
	keys := f.Rule.Keys(series, point)
	if len(keys) == 0 {
		a.toast("The city as it is grouped now has no such group.")
		return
	}
	if a.state.Selection != keys[0] {
		a.do(state.Select{Key: keys[0]})
	}
	a.watch.open = false
	a.showSelection(now)
}

// reportFired reports rules that were broken since the last look, and does what they request.
func (a *App) reportFired() {
	w := &a.watch
	for _, r := range a.result.Live.Rules {
		f := r.Fired
		if f == nil || slices.ContainsFunc(w.reported, func(t budget.Fired) bool { return t.Rule == f.Rule && t.Point == f.Point }) {
			continue
		}
		w.reported = append(w.reported, *f)
		a.toast(f.Text)
		switch f.Rule.Outcome {
		case budget.StopRecording:
			if a.recording.Shows(a.shownRecording()) {
				a.recording.Stop()
			}
		case budget.DumpHeap:
			if a.recording.Shows(a.shownRecording()) {
				a.recording.Point()
			}
		}
	}
}
