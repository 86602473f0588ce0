package render

import "memcity/city"

// ask asks the session for what the view shows beside the plan, if it is something else than what was asked for last.
func (a *App) ask() {
	next := a.question()
	if next.Same(&a.asked) {
		return
	}
	a.asked = next
	a.worker.Ask(next)
	a.dismissedErr = false
}

// present returns those of some groups that have objects at the GC point shown.
func (a *App) present(keys []string) (present []string) {
	s := a.city.Plan.Series
	for _, key := range keys {
		if node, ok := s.Find(key); ok && s.Objects(a.city.Point, node) != 0 {
			present = append(present, key)
		}
	}
	return present
}

// showView changes what fills the window.
func (a *App) showView(v city.View) {
	if a.city != nil {
		a.do(city.Show{View: v})
	}
}

// question is what the view needs to know of the heap state shown.
func (a *App) question() (ask city.Ask) {
	s := &a.state
	if a.city == nil || a.opening != a.result.Opening || a.result.Grouped || a.growing {
		return ask
	}
	ask.Grouping, ask.Point = a.result.Grouping, a.city.Plan.Series.Source(a.city.Point)
	keys := a.present(s.Selected())
	switch s.View {
	case city.HeapView:
		ask.Sizes = s.Table.NeedsSizes()
	case city.GroupView:
		if len(keys) > 0 {
			ask.Group = &city.AskGroup{Keys: s.Selected(), By: s.Inspection.By}
		}
		if object, ok := s.Inspection.Object(); ok {
			ask.Object = &city.AskObject{Object: object}
		}
	case city.GraphView:
		if e := s.Explored(); len(a.present(e.Keys)) > 0 {
			ask.Graph = &city.AskGraph{Keys: e.Keys, Steps: e.Steps}
		}
	}
	return ask
}
