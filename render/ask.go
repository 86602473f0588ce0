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
	if a.city != nil || a.events != nil {
		a.do(city.Show{View: v})
	}
}

// question is what the view needs to know.
func (a *App) question() (ask city.Ask) {
	if a.events != nil && a.opening == a.result.Opening {
		a.askEvents(&ask, a.events.Series)
		ask.Guide, ask.Budgets = a.askGuide(), a.askBudgets(0)
		return ask
	}
	if a.city == nil || a.opening != a.result.Opening || a.growing {
		return ask
	}
	series := a.city.Plan.Series
	ask.Grouping, ask.Point = a.result.Grouping, series.Source(a.city.Point)
	if !a.result.Grouped {
		a.askHeap(&ask)
	}
	a.askChange(&ask)
	ask.Guide, ask.Budgets = a.askGuide(), a.askBudgets(series.Len())
	return ask
}

// askHeap asks for what the view shows of the heap state at the GC point shown.
func (a *App) askHeap(ask *city.Ask) {
	s := &a.state
	keys := a.present(s.Selected())
	if s.View == city.CityView {
		ask.Without = s.AskWithout()
	}
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
		if e := s.Explored(); len(e.Objects) > 0 || len(a.present(e.Keys)) > 0 {
			graph := e.Ask()
			ask.Graph = &graph
		}
	}
}

// askChange asks for what the view shows of the window.
func (a *App) askChange(ask *city.Ask) {
	s, series := &a.state, a.city.Plan.Series
	from, to := series.Source(s.Window.From), series.Source(s.Window.To)
	a.askEvents(ask, series)
	switch s.View {
	case city.TrendsView:
		ask.Trends = s.Trends.Ask(s.Settings.Metric == city.Bytes, from, to)
	case city.DiffView:
		ask.Diff = s.Diffing.Ask(from, to)
	case city.StructuresView:
		if !a.result.Grouped && series.HasPointers(s.Window.To) {
			ask.Structures = a.askStructures(from, to)
			ask.Held = a.askHeld(ask.Structures)
		}
	}
	if known := a.result.Answers.Structures; s.View != city.StructuresView && known != nil && known.Whole && known.Ask == *a.askStructures(from, to) {
		ask.Structures, ask.Held = &known.Ask, a.asked.Held // so that they are there when the user comes back
	}
	if s.View == city.CityView {
		ask.Diff = s.AskDiff(series)
		if a.state.NoAges(a.result.Catalog) == "" {
			ask.Ages = s.AskAges(series)
		}
	}
}

// askEvents asks for what the view shows of GCs, for which no heap states are needed.
func (a *App) askEvents(ask *city.Ask, series *city.Series) {
	s := &a.state
	if s.View != city.OverviewView && s.View != city.ChurnView {
		return
	}
	ask.Overview = &city.AskOverview{Points: series.Len(), Limits: s.Settings.Limits}
	if known := a.result.Answers.Overview; known != nil && s.View == city.ChurnView {
		first, last := s.GCsOf(known.Evolution, series.Source)
		ask.Churn = &city.AskChurn{From: first, To: last, Bytes: !s.Churning.Objects}
	}
}

func (a *App) askStructures(from, to int) *city.AskStructures {
	ask := a.state.Structuring.Ask(from, to)
	ask.Library = a.described
	return ask
}

// askHeld asks who holds the data structure that the view speaks of, once it is known which one that is.
func (a *App) askHeld(ask *city.AskStructures) *city.AskHeld {
	known, t := a.result.Answers.Structures, &a.state.Structuring
	if known == nil || known.Ask != *ask || !known.Whole && !t.Chosen.Any {
		return nil
	}
	object, ok := t.ChosenObject(known)
	if !ok {
		return nil
	}
	return &city.AskHeld{Point: ask.To, Object: object}
}
