package parallel_test

import (
	"errors"
	"sync/atomic"
	"testing"

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
