package parallel_test

import (
	"errors"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"memcity/trace/parallel"
)

func TestRanges(t *testing.T) {
	for _, n := range []int{0, 1, 9, 10, 11, 1000, 1001} {
		ends := make([][2]int, parallel.Parts(n, 10))
		if err := parallel.Ranges(n, 10, func(part, from, to int) error {
			ends[part] = [2]int{from, to}
			return nil
		}); err != nil {
			t.Error(err)
		}
		at := 0
		for i, end := range ends {
			if end[0] != at || end[1] < at || len(ends) > 1 && end[1]-at < 10 {
				t.Errorf("part %d of %d is %v", i, n, end)
			}
			at = end[1]
		}
		if at != n {
			t.Errorf("parts of %d end at %d", n, at)
		}
	}
	wrong := errors.New("wrong")
	if err := parallel.Ranges(100, 1, func(part, _, _ int) error { return wrong }); err != wrong {
		t.Errorf("got %v, want %v", err, wrong)
	}
}

func TestEach(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		done := make([]atomic.Int32, n)
		if err := parallel.Each(n, func(worker, i int) error {
			if worker >= parallel.Parts(n, 1) {
				t.Errorf("worker %d of %d", worker, parallel.Parts(n, 1))
			}
			done[i].Add(1)
			return nil
		}); err != nil {
			t.Error(err)
		}
		for i := range done {
			if got := done[i].Load(); got != 1 {
				t.Errorf("%d of %d was done %d times", i, n, got)
			}
		}
	}
	wrong, calls := errors.New("wrong"), atomic.Int32{}
	err := parallel.Each(1_000_000, func(_, i int) error {
		calls.Add(1)
		return wrong
	})
	if err != wrong || int(calls.Load()) > parallel.Parts(1_000_000, 1) {
		t.Errorf("got %v after %d calls", err, calls.Load())
	}
}

func TestResults(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, n := range []int{0, 1, 3, 4, 1000} {
		for _, atOnce := range []int{1, 2, 100} {
			var running, most atomic.Int32
			var seen []int
			for i, square := range parallel.Results(n, atOnce, func(worker, i int) int {
				if worker >= min(parallel.Parts(n, 1), atOnce) {
					t.Errorf("worker %d of %d", worker, atOnce)
				}
				most.Store(max(most.Load(), running.Add(1)))
				defer running.Add(-1)
				return i * i
			}) {
				if square != i*i {
					t.Errorf("%d got the result %d", i, square)
				}
				seen = append(seen, i)
			}
			slices.Sort(seen)
			if len(seen) != n || len(slices.Compact(seen)) != n || n > 0 && seen[n-1] != n-1 {
				t.Errorf("%d of %d results", len(seen), n)
			}
			if int(most.Load()) > atOnce {
				t.Errorf("%d at once, more than %d", most.Load(), atOnce)
			}
		}
	}
}

// TestResultsEnd checks that a loop that ends early leaves nothing running and does not start the rest.
func TestResultsEnd(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	synctest.Test(t, func(t *testing.T) {
		var started, ended atomic.Int32
		for range parallel.Results(1000, 4, func(_, i int) int {
			if started.Add(1) > 1 {
				time.Sleep(time.Second) // until the loop has ended and waits
			}
			ended.Add(1)
			return i
		}) {
			break
		}
		if s, e := started.Load(), ended.Load(); s != e || s > 5 { // the worker that completed the first call may have started another
			t.Errorf("%d of 1000 started, %d ended", s, e)
		}
	})
}
