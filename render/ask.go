package render

import (
	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/city/view/inspect"
	"memcity/city/view/overview"
	"memcity/city/view/structures"
)

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
func (a *App) showView(v state.View) {
	if a.city != nil || a.events != nil {
		a.do(state.Show{View: v})
	}
}

// question is what the view needs to know.
func (a *App) question() (ask query.Ask) {
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
func (a *App) askHeap(ask *query.Ask) {
	s := &a.state
	keys := a.present(s.Selected())
	if s.View == state.CityView {
		ask.Without = s.AskWithout()
	}
	switch s.View {
	case state.HeapView:
		ask.Sizes = s.Table.NeedsSizes()
	case state.GroupView:
		if len(keys) > 0 {
			ask.Group = &inspect.Query{Keys: s.Selected(), By: s.Inspection.By}
		}
		if object, ok := s.Inspection.Object(); ok {
			ask.Object = &inspect.ObjectQuery{Object: object}
		}
	case state.GraphView:
		if e := s.Explored(); len(e.Objects) > 0 || len(a.present(e.Keys)) > 0 {
			graph := e.Ask()
			ask.Graph = &graph
		}
	}
}

// askChange asks for what the view shows of the window.
func (a *App) askChange(ask *query.Ask) {
	s, series := &a.state, a.city.Plan.Series
	from, to := series.Source(s.Window.From), series.Source(s.Window.To)
	a.askEvents(ask, series)
	switch s.View {
	case state.TrendsView:
		ask.Trends = s.Trends.Ask(s.Settings.Metric == trees.Bytes, from, to)
	case state.DiffView:
		ask.Diff = s.Diffing.Ask(from, to)
	case state.StructuresView:
		if !a.result.Grouped && series.HasPointers(s.Window.To) {
			ask.Structures = a.askStructures(from, to)
			ask.Held = a.askHeld(ask.Structures)
		}
	}
	if known := a.result.Answers.Structures; s.View != state.StructuresView && known != nil && known.Whole && known.Ask == *a.askStructures(from, to) {
		ask.Structures, ask.Held = &known.Ask, a.asked.Held // so that they are there when the user comes back
	}
	if s.View == state.CityView {
		ask.Diff = s.AskDiff(series)
		if a.state.NoAges(a.result.Catalog) == "" {
			ask.Ages = s.AskAges(series)
		}
	}
}

// askEvents asks for what the view shows of GCs, for which no heap states are needed.
func (a *App) askEvents(ask *query.Ask, series *trees.Series) {
	s := &a.state
	if s.View != state.OverviewView && s.View != state.ChurnView {
		return
	}
	ask.Overview = &overview.Query{Points: series.Len(), Limits: s.Settings.Limits}
	if known := a.result.Answers.Overview; known != nil && s.View == state.ChurnView {
		first, last := s.GCsOf(known.Evolution, series.Source)
		ask.Churn = &churns.Query{From: first, To: last, Bytes: !s.Churning.Objects}
	}
}

func (a *App) askStructures(from, to int) *structures.Query {
	ask := a.state.Structuring.Ask(from, to)
	ask.Library = a.described
	return ask
}

// askHeld asks who holds the data structure that the view speaks of, once it is known which one that is.
func (a *App) askHeld(ask *structures.Query) *structures.HeldQuery {
	known, t := a.result.Answers.Structures, &a.state.Structuring
	if known == nil || known.Ask != *ask || !known.Whole && !t.Chosen.Any {
		return nil
	}
	object, ok := t.ChosenObject(known)
	if !ok {
		return nil
	}
	return &structures.HeldQuery{Point: ask.To, Object: object}
}
