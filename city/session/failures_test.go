package session_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/trace"
)

// failsAt makes the load with the given 0-based number fail, and counts the loads.
func failsAt(r *trace.Recording, at int, why error) (loads *atomic.Int64) {
	loads = new(atomic.Int64)
	for i := range r.Points {
		load := r.Points[i].Load
		r.Points[i].Load = func(ctx context.Context, p trace.Progress) (*trace.Heap, []trace.Warning, error) {
			if loads.Add(1) == int64(at)+1 {
				return nil, nil, why
			}
			return load(ctx, p)
		}
	}
	return loads
}

// TestNoFailureIsSilent: a heap state that cannot be read is the error of a query, or is omitted with a warning.
func TestNoFailureIsSilent(t *testing.T) {
	broken := &trace.InputError{Source: "dump", Offset: 77, Text: "cut"}
	failed := 0
	for name, resolve := range queriesOf(t, nil) {
		for at := 0; ; at++ {
			r := programRecording()
			loads := failsAt(r, at, broken)
			o := recording.New(r, explained(t))
			err := resolve(t.Context(), o)
			if int(loads.Load()) <= at {
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				break
			}
			failed++
			if said := strings.Contains(errorText(err), "offset 77: cut"); !said && len(o.Warnings()) != 1 {
				t.Errorf("%s: load %d fails: %v, warnings %v", name, at, err, o.Warnings())
			}
		}
	}
	if failed < 60 {
		t.Errorf("only %d loads", failed)
	}
}

// TestProgressAddsUp: done never exceeds total. If the total is unknown, done is 0.
func TestProgressAddsUp(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]bool{}
	progress := func(done, total int64, what string) {
		mu.Lock()
		defer mu.Unlock()
		seen[what] = true
		if done < 0 || done > total || what == "" || strings.TrimSpace(what) != what {
			t.Errorf("%d of %d: %q", done, total, what)
		}
	}
	for name, resolve := range queriesOf(t, progress) {
		if err := resolve(t.Context(), recording.New(programRecording(), explained(t))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(seen) < 20 {
		t.Errorf("only %d texts: %v", len(seen), seen)
	}
}

// TestSeriesAreKept: the series of the last twelve groupings are cached, and no others.
func TestSeriesAreKept(t *testing.T) {
	r := programRecording()
	loads := counted(r)
	o := recording.New(r, recording.Options{Budget: 1})
	read := func(i int) int {
		before := int(loads.Load())
		chain := []string{"type", "package", "kind", "loader", "array-length"}
		by := trees.By(chain[i%5])
		if i >= 5 {
			by = trees.By(chain[i%5], chain[(i/5+i)%5])
		}
		if _, err := o.Series(t.Context(), by, nil, nil); err != nil {
			t.Fatal(err)
		}
		return int(loads.Load()) - before
	}
	for i := range 13 {
		if read(i) == 0 {
			t.Errorf("grouping %d was there before", i)
		}
	}
	for i := 1; i < 13; i++ {
		if n := read(i); n != 0 {
			t.Errorf("%d heap states are read for grouping %d, which is kept", n, i)
		}
	}
	if read(0) == 0 {
		t.Error("the oldest grouping is kept as well")
	}
}
