package render

import (
	"cmp"
	"slices"
	"time"

	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/state"
	"memcity/render/prefs"
	"memcity/render/recording"
	"memcity/render/ui/model"
)

// watch contains the rules that watch a live recording.
type watch struct {
	rules    []budget.Rule
	reported []budget.FiredRule // violations already reported to the user
}

// toggleRules opens or closes the panel of rules.
func (a *App) toggleRules() {
	a.drawers.Watch = !a.drawers.Watch
	a.panels.Blur()
}

// setRules replaces the rules and stores them for the next recording of the program.
func (a *App) setRules(rules []budget.Rule) {
	a.watch.rules = rules
	a.worker.SetRules(rules)
	a.memory.Store().ChangeWindow(func(w *prefs.Window) { w.Record = w.Record.Ruled(a.program(), rules) })
	a.memory.Changed()
}

// recallRules restores the rules from the last recording of the program.
func (a *App) recallRules() {
	rules := a.memory.Store().Window().Record.RulesOf(a.program())
	a.watch.rules = rules
	a.worker.SetRules(rules)
}

// program returns the key that the rules of the current recording are stored under.
func (a *App) program() string { return cmp.Or(a.store.Result.Program, a.store.Result.Name) }

// ruleEvent handles an event of the panel of rules.
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
	if list := a.store.Result.Live.Rules; i >= 0 && i < len(list) {
		return list[i], true
	}
	return r, false
}

// showFired goes to the GC point where a rule fired, and selects the groups of the rule.
func (a *App) showFired(f *budget.FiredRule, now time.Duration) {
	if a.store.City == nil {
		return
	}
	series := a.store.City.Plan.Series
	point := series.PointOf(f.Point)
	if point < 0 {
		a.notices.Toast("This GC point is no longer kept.")
		return
	}
	a.store.Do(state.GoTo{Point: point})
	if f.Rule.Group == "" { // the rule covers the whole heap
		return
	}
	keys := f.Rule.Keys(series, point)
	if len(keys) == 0 {
		a.notices.Toast("The current grouping does not contain this group.")
		return
	}
	if a.store.State.Selection != keys[0] {
		a.store.Do(state.Select{Key: keys[0]})
	}
	a.drawers.Watch = false
	a.store.Reveal(now)
}

// reportFired reports the rules that fired since the last call, and carries out their outcomes.
func (a *App) reportFired() {
	w := &a.watch
	for _, r := range a.store.Result.Live.Rules {
		f := r.Fired
		if f == nil || slices.ContainsFunc(w.reported, func(t budget.FiredRule) bool { return t.Rule == f.Rule && t.Point == f.Point }) {
			continue
		}
		w.reported = append(w.reported, *f)
		a.notices.Toast(f.Text)
		switch f.Rule.Outcome {
		case budget.StopRecording:
			if a.recording.Shows(recording.ShownIn(a.store)) {
				a.recording.Stop()
			}
		case budget.DumpHeap:
			if a.recording.Shows(recording.ShownIn(a.store)) {
				a.recording.Point()
			}
		}
	}
}
