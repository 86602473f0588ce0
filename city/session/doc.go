// Package session holds the open recording and does all slow work: opening, grouping, planning. [Open] and
// [Opened.Series] do it at once, for the command line; [Session] does the same on one worker goroutine for the window:
// wishes go in, finished values come out, a newer wish cancels the older, progress is told and work can be cancelled.
package session
