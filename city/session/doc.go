// Package session holds the open recording and does all slow work: opening, grouping, planning. [Open] and
// [Recording.Series] do it at once, for the command line; [Session] does the same on one worker goroutine for the window:
// requests go in, finished values come out, a newer request cancels the older, progress is reported and work can be cancelled.
//
// While a recording grows, the session looks about once a second for what was added, on the same worker and only when
// that has nothing else to do. It groups the new GC points alone, for the grouping that is shown and for those of rules;
// other groupings catch up when they are requested. GC points keep their numbers in the recording, also when others are
// thinned out, so whatever is kept by number stays right.
package session
