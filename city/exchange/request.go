package exchange

import (
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/trees"
)

// Request selects the plan that the window shows.
type Request struct {
	Settings scene.Settings // only settings that affect plans matter
	Window   trees.Window   // empty for all GC points

	// Of is the series whose GC points Window counts; nil for all points of the recording. A window that ends at its last point extends to
	// the newest.
	Of *trees.Series
	// Frozen delays new GC points.
	Frozen bool
	// Baseline is the baseline of the plan; zero for none.
	Baseline trees.Baseline
}

// Same reports whether w and o request the same plan. It compares windows by their numbers alone, because the windows of the result and of
// the state grow together.
func (w Request) Same(o Request) bool {
	return w.Window == o.Window && w.Frozen == o.Frozen && w.Baseline == o.Baseline && w.Settings.SamePlan(o.Settings)
}

// Result contains the finished and current work of the session's worker. Its values are immutable.
type Result struct {
	Version uint64 // incremented by every change

	// The open recording. Opening is the number of recordings opened so far, to detect changes; 0 while nothing is open.
	Opening  int
	Name     string
	Program  string // the recorded program; empty if unknown
	Format   string
	Knows    []string       // available data, as in the command info
	Grouped  bool           // true if the recording has only ready-made trees, so that no chain can be chosen
	Catalog  *trees.Catalog // available classifiers and chains; nil if Grouped
	Warnings []string       // about the input, oldest first
	Marks    []trees.Mark   // comments on moments made while recording, by time

	// NoStates is the reason that a recording has no heap states, and therefore no plan: it has only GCs. Empty if it has some.
	NoStates string

	Plan     *scene.Plan // nil until available; made for Request
	Request  Request
	Grouping trees.Grouping // of the plan
	Contents bool           // true if group names may contain heap contents, so that their keys are not written to files
	Whole    bool           // true if the plan covers all GC points, not only those read so far
	Begin    int            // initial GC point of the plan: the last with single objects by which growth is judged, otherwise the last judged one

	Live Live

	Busy     bool
	Progress query.Progress
	Err      error // why the newest opening or request has no result; nil if it was canceled

	Results query.Results
}
