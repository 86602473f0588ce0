package gclog

import (
	"cmp"
	"slices"
	"time"
)

// stall is a time in which a thread waited for memory.
type stall struct{ start, end time.Duration }

// addStalls adds the time in which threads waited to the pauses of the GCs that ended next. Several threads may wait at
// the same time: it counts once.
func addStalls(gcs []GC, stalls []stall) {
	for _, s := range union(stalls) {
		if i := firstEnding(gcs, s.end); i >= 0 {
			gcs[i].Pause += s.end - s.start
		}
	}
}

// firstEnding returns the first GC that ends at a time or later, else the last; -1 if there is none.
func firstEnding(gcs []GC, at time.Duration) int {
	from, to := 0, len(gcs)
	for from < to {
		if mid := (from + to) / 2; gcs[mid].End < at {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return min(from, len(gcs)-1)
}

// union joins the times that overlap.
func union(stalls []stall) []stall {
	sorted := slices.SortedFunc(slices.Values(stalls), func(a, b stall) int { return cmp.Compare(a.start, b.start) })
	var out []stall
	for _, s := range sorted {
		if n := len(out); n > 0 && s.start <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, s.end)
			continue
		}
		out = append(out, s)
	}
	return out
}
