// Package session runs all slow work of the window on a worker goroutine: opening, grouping, planning, and resolving queries. [Session]
// accepts requests, publishes results and progress, and cancels the running request when a newer one arrives. [Watch] evaluates rules
// against a growing recording without a window.
//
// While a recording grows, an idle worker checks for additions about once a second. It groups only the new GC points, for the current
// grouping and for the groupings of rules. Other groupings catch up when they are requested.
package session
