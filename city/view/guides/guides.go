// Package guides defines the guide without its drawing: the query for a guided exploration of the recording, and its result.
package guides

import (
	"memcity/analysis/guide/findings"
	"memcity/city/query"
)

// Kind links queries for the guide to their reports.
var Kind = query.NewKind[Query, *Report]("guide")

// Query requests a guided exploration of the recording.
type Query struct {
	Points int // points of the plan when it was requested, so that the guide can run again while the recording grows
	Window findings.Window
	Texts  bool // true to show contents of strings, which may be secrets
}

// Report contains the guide's findings.
type Report struct {
	Query Query
	*findings.Report
}
