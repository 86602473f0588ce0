package exchange

import (
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/trees"
)

// Request is what the window wants to show.
type Request struct {
	Settings scene.Settings // what plans depend on is looked at
	Window   trees.Window   // empty for all GC points

	// Of is the series whose GC points Window counts; nil for all points of the recording. A window that ends at its
	// last point goes on to the newest.
	Of *trees.Series
	// Frozen keeps GC points that come from now on waiting.
	Frozen bool
	// Base splits the plan by another recording; the zero Baseline does not.
	Base trees.Baseline
}

// Same reports whether w and o request the same plan. Windows are compared by their numbers alone: those of the result
// and of the state grow together.
func (w Request) Same(o Request) bool {
	return w.Window == o.Window && w.Frozen == o.Frozen && w.Base == o.Base && w.Settings.SamePlan(o.Settings)
}

// Result is what the session's worker has finished, and what it is doing. Its values are immutable.
type Result struct {
	Version uint64 // grows with every change

	// What is open. Opening counts the recordings opened so far, so that a change can be seen; 0 while nothing is open.
	Opening  int
	Name     string
	Program  string // that was recorded; empty if not known
	Format   string
	Knows    []string       // what is known, as info lists it
	Grouped  bool           // the trees came ready-made, so no chain can be chosen
	Catalog  *trees.Catalog // what can be chosen instead; nil if Grouped
	Warnings []string       // about the input, oldest first
	Marks    []trees.Mark   // what was said about moments while the program was recorded, in order of time

	// NoStates says why a recording has no heap states: it reports GCs alone, so that there is no plan. Empty if it has some.
	NoStates string

	Plan     *scene.Plan // nil until there is one; made of Request
	Request  Request
	Grouping trees.Grouping // the plan's
	Contents bool           // its groups may be named by contents of the heap, so that their keys are not written to files
	Whole    bool           // the plan covers all GC points, not only those read so far
	Begin    int            // GC point of the plan to begin at: the last with single objects that growth is judged by, else the last judged one

	Live Live

	Busy     bool
	Progress query.Progress
	Err      error // why the newest opening or request has no result; nil when it was cancelled

	Results query.Results
}
