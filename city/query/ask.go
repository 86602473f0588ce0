package query

import (
	"memcity/city/budget"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/overview"
	"memcity/city/view/structures"
	"memcity/city/view/trends"
	"memcity/city/view/whatif"
)

// Ask is what the window wants to know of the heap state at the GC point shown, beside the plan. Like a [Wish] it is made
// of the state, and a newer one cancels the work for what it no longer wants. The zero Ask wants nothing.
type Ask struct {
	Grouping trees.Grouping
	Point    int // of the recording, from 0; see [trees.Series.Source]

	Sizes   bool // deep and retained sizes of all groups
	Group   *inspect.Query
	Object  *inspect.ObjectQuery
	Graph   *graphs.Query
	Without *whatif.Query

	// What changed over time, not at Point.
	Overview   *overview.Query
	Trends     *trends.Query
	Diff       *diffs.Query
	Ages       *ages.Query
	Structures *structures.Query
	Held       *structures.HeldQuery
	Churn      *churns.Query
	Guide      *AskGuide
	Budgets    *budget.AskBudgets
}

// Same reports whether a and o ask for the same.
func (a *Ask) Same(o *Ask) bool {
	return a.SameHeap(o) && a.Sizes == o.Sizes && a.Group.Same(o.Group) && a.Object.Same(o.Object) && a.Graph.Same(o.Graph) && a.Without.Same(o.Without) &&
		a.SameOverview(o) && a.SameTrends(o) && a.SameDiff(o) && a.SameAges(o) && a.SameStructures(o) && a.SameHeld(o) && a.SameChurn(o) && a.SameGuide(o) && trees.Same(a.Budgets, o.Budgets)
}

// SameHeap reports whether a and o speak of the same groups of the same heap state.
func (a *Ask) SameHeap(o *Ask) bool { return a.Point == o.Point && a.Grouping == o.Grouping }

// SameOverview reports whether a and o ask for the same heap over time.
func (a *Ask) SameOverview(o *Ask) bool { return trees.Same(a.Overview, o.Overview) }

// SameTrends reports whether a and o ask for the same trends.
func (a *Ask) SameTrends(o *Ask) bool {
	return a.Trends.Same(o.Trends) && a.Grouping == o.Grouping
}

// SameDiff reports whether a and o ask for the same comparison.
func (a *Ask) SameDiff(o *Ask) bool { return trees.Same(a.Diff, o.Diff) && a.Grouping == o.Grouping }

// SameAges reports whether a and o ask for the same ages.
func (a *Ask) SameAges(o *Ask) bool { return trees.Same(a.Ages, o.Ages) && a.Grouping == o.Grouping }

// SameStructures reports whether a and o ask for the same data structures.
func (a *Ask) SameStructures(o *Ask) bool { return trees.Same(a.Structures, o.Structures) }

// SameHeld reports whether a and o ask who holds the same object.
func (a *Ask) SameHeld(o *Ask) bool { return trees.Same(a.Held, o.Held) }

// SameChurn reports whether a and o ask for the same churn.
func (a *Ask) SameChurn(o *Ask) bool { return trees.Same(a.Churn, o.Churn) }

// SameGuide reports whether a and o ask for the same guide.
func (a *Ask) SameGuide(o *Ask) bool { return trees.Same(a.Guide, o.Guide) }

// SameBudgets reports whether a and o ask for the same rules; one may ask for more of them to be judged.
func (a *Ask) SameBudgets(o *Ask) bool {
	if a.Budgets == nil || o.Budgets == nil {
		return a.Budgets == o.Budgets
	}
	return a.Budgets.Rules == o.Budgets.Rules && a.Budgets.Points == o.Budgets.Points
}

// Answers are what is known of an [Ask] so far. What is nil is not asked for, not ready, or has failed. Values are
// immutable.
type Answers struct {
	Ask Ask // what they are about

	Sizes   *trees.Sizes
	Group   *inspect.Report
	Object  *inspect.ObjectReport
	Graph   *graphs.Picture
	Without *whatif.Without

	Overview   *overview.Overview
	Trends     *trends.Report
	Diff       *diffs.Report
	Ages       *ages.Report
	Structures *structures.Report
	Held       *structures.HeldReport
	Churn      *churns.Report
	Guide      *GuideReport
	Budgets    *budget.BudgetReport

	Busy     bool
	Progress Progress
	Err      error // why something asked for has no answer; nil when it was cancelled
}
