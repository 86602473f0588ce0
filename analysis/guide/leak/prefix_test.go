package leak

import (
	"slices"
	"testing"
	"time"
)

// TestPeak checks both sides of each limit of released growth: the time of the peak, the length of the growth, the share that is gone, and
// the amount.
func TestPeak(t *testing.T) {
	const k = 1 << 15 // the least growth
	for name, tt := range map[string]struct {
		bytes []int64
		heap  int64
		at    int // -1 for none
	}{
		"all gone":            {[]int64{k, 2 * k, 3 * k, 4 * k, 5 * k, k}, 0, 4},
		"half of it gone":     {[]int64{k, 3 * k, 5 * k, 7 * k, 9 * k, 5 * k}, 0, 4},
		"less than half gone": {[]int64{k, 3 * k, 5 * k, 7 * k, 9 * k, 5*k + 1}, 0, -1},
		"largest at the end":  {[]int64{k, 2 * k, 3 * k, 4 * k, 5 * k}, 0, -1},
		"four points":         {[]int64{k, 2 * k, 3 * k, 4 * k, k, k}, 0, -1},
		"half of the points":  {[]int64{k, 2 * k, 3 * k, 4 * k, 5 * k, k, k, k, k, k}, 0, 4},
		"fewer than half":     {[]int64{k, 2 * k, 3 * k, 4 * k, 5 * k, k, k, k, k, k, k}, 0, -1},
		"too little":          {[]int64{0, k / 4, k / 2, 3 * k / 4, k - 1, 0}, 0, -1},
		"enough":              {[]int64{0, k / 4, k / 2, 3 * k / 4, k, 0}, 0, 4},
		"little of the heap":  {[]int64{0, k, 2 * k, 3 * k, 4 * k, 0}, 200*k + 50, -1},
		"enough of the heap":  {[]int64{0, k, 2 * k, 3 * k, 4 * k, 0}, 200 * k, 4},
		"as large before":     {[]int64{4 * k, k, 2 * k, 3 * k, 4*k + 1, k}, 0, -1},
		"in one step":         {[]int64{k, k, k, k, k, 9 * k, k}, 0, -1},
	} {
		s := &Holders{Nodes: []Node{{Parent: NoPlace, AllBytes: tt.bytes}}, Points: len(tt.bytes), Bytes: slices.Repeat([]int64{tt.heap}, len(tt.bytes))}
		times := make([]time.Duration, len(tt.bytes))
		for i := range times {
			times[i] = time.Duration(i) * time.Second
		}
		at, ok := s.Peak(times)
		if ok != (tt.at >= 0) || ok && at != tt.at {
			t.Errorf("%s: %d, %v, want %d", name, at, ok, tt.at)
		}
	}
}

// TestLargestPeak checks that of several released places, the one that grew most counts.
func TestLargestPeak(t *testing.T) {
	const k = 1 << 15
	s := &Holders{Nodes: []Node{{Parent: NoPlace, AllBytes: []int64{k, 2 * k, 3 * k, 4 * k, k, k}}, {Parent: NoPlace, AllBytes: []int64{k, 3 * k, 5 * k, 7 * k, 9 * k, k}},
		{Parent: NoPlace, AllBytes: []int64{k, 3 * k, 5 * k, 7 * k, 9 * k, 11 * k}}}, Points: 6, Bytes: make([]int64, 6)}
	if at, ok := s.Peak(make([]time.Duration, 6)); !ok || at != 4 {
		t.Errorf("%d, %v", at, ok)
	}
}
