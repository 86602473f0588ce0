// Package session holds the open recording and runs all slow work: opening, grouping, planning. [Open] and [Recording.Series] return when
// the work is done, for the command line. [Session] runs the same work on a worker goroutine, for the window. It accepts requests,
// publishes results and progress, and cancels the running request when a newer one arrives.
//
// While a recording grows, an idle worker checks for additions about once a second. It groups only the new GC points, for the current
// grouping and for the groupings of rules. Other groupings catch up when they are requested. GC points keep their numbers in the recording
// when others are dropped, so results cached by number stay valid.
package session
