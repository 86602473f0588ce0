package ages

import (
	"memcity/analysis/age"
	"memcity/analysis/identity"
	"memcity/city/query"
	"memcity/city/trees"
	"memcity/trace"
)

// Kind links queries for ages with reports on them.
var Kind = query.NewKind[Query, *Report]("ages")

// Query is for how long the objects at a GC point have lived, by groups.
type Query struct {
	By       trees.Grouping
	Point    int  // of the recording, from 0
	Probable bool // probable pairs of objects count as the same object
}

// What ages are made of.
type (
	Class  = age.Class
	Counts = age.Counts
)

// Classes of ages, from young to old; the last is of what was there from the start, or may have been.
const (
	Classes = age.Classes
	Before  = age.Before

	Indistinct = age.Indistinct // not told apart from objects of an earlier GC point
)

// Report says how long the objects at a GC point have lived, by groups.
type Report struct {
	Query  Query
	Tree   *trace.Tree // of the groups
	Groups []Counts    // by node of the tree

	Births   bool            // ages count GCs, from births that the recording knows; else GC points
	Followed identity.Source // how objects were followed over these
	Points   int             // how many these are, with the one requested
}
