// Package guides is the pure half of the guide: the query for a guided exploration of the recording, and its result.
package guides

import (
	"memcity/analysis/guide/findings"
	"memcity/city/query"
)

// Kind links queries for the guide with what it found.
var Kind = query.NewKind[Query, *Report]("guide")

// Query requests a guided exploration of the recording.
type Query struct {
	Points int // of the plan when it was requested, so that the guide of a growing recording can be computed again
	Window findings.Window
	Texts  bool // shows contents of strings, which may be secrets
}

// Report is what the guided exploration found.
type Report struct {
	Query Query
	*findings.Report
}
