package overview

import (
	"cmp"
	"slices"
	"time"

	"memcity/analysis/window"
)

// LongestPauses returns the indexes of at most n GCs that ended in a time range, by descending pause. Of equal pauses, the earlier one comes
// first. GCs without a pause are omitted. The cost is n log n in the GCs of the range.
func LongestPauses(e *window.Evolution, start, end time.Duration, n int) []int {
	var list []int
	for i := GCAfter(e, start-1); i < len(e.GCs) && e.GCs[i].End <= end; i++ {
		if PausedBy(e.GCs[i]) > 0 {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(PausedBy(e.GCs[b]), PausedBy(e.GCs[a])) })
	return list[:min(len(list), n)]
}
