package overview

import (
	"memcity/analysis/window"
	"memcity/city/query"
)

// Kind links queries for the heap over time with what is known of it.
var Kind = query.NewKind[Query, *Overview]("overview")

// Query requests the heap over time.
type Query struct {
	Points int // of the plan, so that a recording that grows is looked at anew
	Limits Limits
}

// Overview is the heap over time with what is suspicious in it.
type Overview struct {
	Query Query
	*window.Evolution
	Found []window.Window // at most one of each kind, in the order of the kinds
}
