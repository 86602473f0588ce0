package overview

import (
	"memcity/analysis/window"
	"memcity/city/query"
	"memcity/trace"
)

// Kind links queries for the heap over time to their reports.
var Kind = query.NewKind[Query, *Overview]("overview")

// Query requests the heap over time.
type Query struct {
	Points int // points of the plan, so that the query changes while a recording grows
	Limits Limits
}

// Overview is the heap over time with its suspicious windows.
type Overview struct {
	Query   Query
	Runtime trace.Runtime
	Format  string // of the recording
	*window.Evolution
	Found []window.Window // at most one of each kind, in the order of the kinds
}
