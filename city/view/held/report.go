package held

import (
	"memcity/analysis/holding"
	"memcity/city/query"
	"memcity/city/trees"
	"memcity/trace"
)

// Kind links queries for staleness with reports on it.
var Kind = query.NewKind[Query, *Report]("staleness")

// Query is for the staleness of the objects at a GC point, by groups.
type Query struct {
	By        trees.Grouping
	Point     int     // of the recording, from 0; the window ends there
	From      int     // GC point at which the window begins; -1 for the beginning of the recording, as for what is not before Point
	Threshold float64 // elements of a staleness above it are stale; from 0 to 1
}

// What staleness is made of.
type (
	Counts = holding.Counts
	Mean   = holding.Mean
	Holder = holding.Holder
)

// None is the index of no holder.
const None = holding.None

// Of returns the mean in a unit.
func Of(m Mean, unit trees.Metric) float64 {
	if unit == trees.Bytes {
		return m.Bytes
	}
	return m.Objects
}

// Report says how stale the collections are that hold the objects at a GC point, by groups.
type Report struct {
	Query   Query
	Tree    *trace.Tree // of the groups
	Groups  []Counts    // by node of the tree
	Holders []Holder
	Labels  []string     // of the holders: type and allocation site
	Exact   bool         // the window ends where an interval of the recording of collections does; else numbers are near the truth
	Length  trace.Millis // of the window
}
