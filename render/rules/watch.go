package rules

import (
	"cmp"
	"slices"
	"time"

	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/state"
	"memcity/render/drawers"
	"memcity/render/memory"
	"memcity/render/notices"
	"memcity/render/prefs"
	"memcity/render/recording"
	"memcity/render/store"
	"memcity/render/ui"
	"memcity/render/ui/model"
)

// Watch contains the rules that watch a live recording.
type Watch struct {
	rules    []budget.Rule
	reported []budget.FiredRule // violations already reported to the user

	worker    Worker
	store     *store.Store
	notices   *notices.Notices
	drawers   *drawers.Drawers
	memory    *memory.Memory
	recording *recording.Controller
	panels    *ui.UI
}

// NewWatch returns a Watch without rules.
func NewWatch(w Worker, s *store.Store, n *notices.Notices, d *drawers.Drawers, m *memory.Memory, r *recording.Controller, panels *ui.UI) *Watch {
	return &Watch{worker: w, store: s, notices: n, drawers: d, memory: m, recording: r, panels: panels}
}

// Opened starts to watch the recording just opened if it is live.
func (w *Watch) Opened() {
	if w.reported = nil; w.store.Result.Live.Growing {
		w.recall()
	}
}

// Toggle opens or closes the panel of rules.
func (w *Watch) Toggle() {
	w.drawers.Watch = !w.drawers.Watch
	w.panels.Blur()
}

// set replaces the rules and stores them for the next recording of the program.
func (w *Watch) set(rules []budget.Rule) {
	w.rules = rules
	w.worker.SetRules(rules)
	program := w.program()
	w.memory.Store().ChangeWindow(func(p *prefs.Window) { p.Record = p.Record.Ruled(program, rules) })
	w.memory.Changed()
}

// recall restores the rules from the last recording of the program.
func (w *Watch) recall() {
	rules := w.memory.Store().Window().Record.RulesOf(w.program())
	w.rules = rules
	w.worker.SetRules(rules)
}

// program returns the key that the rules of the current recording are stored under.
func (w *Watch) program() string { return cmp.Or(w.store.Result.Program, w.store.Result.Name) }

// Handle handles an event of the panel of rules.
func (w *Watch) Handle(e model.Event, now time.Duration) {
	rules := w.rules
	switch e := e.(type) {
	case model.AddRule:
		if !slices.Contains(rules, e.Rule) {
			w.set(append(slices.Clone(rules), e.Rule))
		}
	case model.RemoveRule:
		if r, ok := w.at(e.Index); ok {
			w.set(slices.DeleteFunc(slices.Clone(rules), func(o budget.Rule) bool { return o == r.Rule }))
		}
	case model.ArmRule:
		if r, ok := w.at(e.Index); ok {
			w.worker.Rearm(r.Rule)
		}
	case model.ShowFired:
		if r, ok := w.at(e.Index); ok && r.Fired != nil {
			w.show(r.Fired, now)
		}
	}
}

func (w *Watch) at(i int) (r exchange.RuleState, ok bool) {
	if list := w.store.Result.Live.Rules; i >= 0 && i < len(list) {
		return list[i], true
	}
	return r, false
}

// show goes to the GC point where a rule fired, and selects the groups of the rule.
func (w *Watch) show(f *budget.FiredRule, now time.Duration) {
	if w.store.City == nil {
		return
	}
	series := w.store.City.Plan.Series
	point := series.PointOf(f.Point)
	if point < 0 {
		w.notices.Toast("This GC point is no longer kept.")
		return
	}
	w.store.Do(state.GoTo{Point: point})
	if f.Rule.Group == "" { // the rule covers the whole heap
		return
	}
	keys := f.Rule.Keys(series, point)
	if len(keys) == 0 {
		w.notices.Toast("The current grouping does not contain this group.")
		return
	}
	if w.store.State.Selection != keys[0] {
		w.store.Do(state.Select{Key: keys[0]})
	}
	w.drawers.Watch = false
	w.store.Reveal(now)
}

// Report reports the rules that fired since the last call, and carries out their outcomes.
func (w *Watch) Report() {
	for _, r := range w.store.Result.Live.Rules {
		f := r.Fired
		if f == nil || slices.ContainsFunc(w.reported, func(t budget.FiredRule) bool { return t.Rule == f.Rule && t.Point == f.Point }) {
			continue
		}
		w.reported = append(w.reported, *f)
		w.notices.Toast(f.Text)
		switch f.Rule.Outcome {
		case budget.StopRecording:
			if w.recording.Shows(recording.ShownIn(w.store)) {
				w.recording.Stop()
			}
		case budget.DumpHeap:
			if w.recording.Shows(recording.ShownIn(w.store)) {
				w.recording.Point()
			}
		}
	}
}
