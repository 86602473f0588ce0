package ages

import (
	"memcity/analysis/age"
	"memcity/analysis/identity"
	"memcity/city/query"
	"memcity/city/trees"
	"memcity/trace"
)

// Kind links queries for ages to their reports.
var Kind = query.NewKind[Query, *Report]("ages")

// Query requests the ages of the objects at a GC point, by group.
type Query struct {
	By       trees.Grouping
	Point    int  // of the recording, 0-based
	Probable bool // true if probable pairs of objects count as the same object
}

// Parts of a report on ages.
type (
	Class  = age.Class
	Counts = age.Counts
)

// Age classes, from young to old. The last one contains objects that existed from the start, or may have.
const (
	Classes = age.Classes
	Before  = age.Before

	Indistinct = age.Indistinct // not told apart from objects of an earlier GC point
)

// Report contains the ages of the objects at a GC point, by group.
type Report struct {
	Query  Query
	Tree   *trace.Tree // of the groups
	Groups []Counts    // by node of the tree

	Births   bool            // true if ages count GCs since recorded births; otherwise they count GC points
	Followed identity.Source // how objects were followed between GC points
	Points   int             // number of these GC points, including the requested one
}
