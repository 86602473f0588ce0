package held

import (
	"memcity/analysis/holding"
	"memcity/city/query"
	"memcity/city/trees"
	"memcity/trace"
)

// Kind links queries for staleness to their reports.
var Kind = query.NewKind[Query, *Report]("staleness")

// Query requests the staleness of the objects at a GC point, by group.
type Query struct {
	By        trees.Grouping
	Point     int     // of the recording, 0-based; end of the window
	From      int     // GC point at the start of the window; -1 for the start of the recording, also if it is not before Point
	Threshold float64 // staleness above which elements are stale, from 0 to 1
}

// Parts of a report on staleness.
type (
	Counts = holding.Counts
	Mean   = holding.Mean
	Holder = holding.Holder
)

// None is the index for no holder.
const None = holding.None

// Of returns the mean in a unit.
func Of(m Mean, unit trees.Unit) float64 {
	if unit == trees.Bytes {
		return m.Bytes
	}
	return m.Objects
}

// Report contains the staleness of the collections that hold the objects at a GC point, by group.
type Report struct {
	Query   Query
	Tree    *trace.Tree // of the groups
	Groups  []Counts    // by node of the tree
	Holders []Holder
	Labels  []string     // of the holders: type and allocation site
	Exact   bool         // true if the window ends at the end of a log interval; otherwise numbers are approximate
	Length  trace.Millis // of the window
}
