package events

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"memcity/trace"
)

// TestAllocated compares the sums between GCs with a plain count.
func TestAllocated(t *testing.T) {
	type key struct {
		after, until uint32
		typ          trace.TypeID
		site         trace.SiteID
		thread       int32
	}
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		r := &trace.Recording{}
		at := time.Duration(0)
		for i := range rnd.IntN(12) {
			at += time.Duration(rnd.IntN(20))
			r.GCs = append(r.GCs, trace.GC{Number: uint32(i + 3), End: at})
		}
		shift := time.Duration(rnd.IntN(30))
		var samples []Sample
		for range rnd.IntN(60) {
			samples = append(samples, Sample{At: int64(rnd.IntN(200)), Bytes: int64(rnd.IntN(1000)), Size: int64(rnd.IntN(3) * 8),
				Type: trace.TypeID(rnd.IntN(2)), Site: trace.SiteID(rnd.IntN(2)), Thread: int32(rnd.IntN(2))})
		}
		want := map[key][2]int64{}
		for _, s := range samples {
			k := key{typ: s.Type, site: s.Site, thread: s.Thread}
			next := true
			for _, g := range r.GCs {
				if g.End <= time.Duration(s.At)+shift {
					k.after = max(k.after, g.Number)
				} else if next {
					k.until, next = g.Number, false
				}
			}
			k.until = max(k.until, k.after)
			sum := want[k]
			want[k] = [2]int64{sum[0] + s.objects(), sum[1] + s.Bytes}
		}
		if len(samples) == 0 {
			continue
		}
		run := &Run{r, &Log{}}
		run.AddAllocations(samples, nil, nil, nil)
		setLife(r, run.allocated, shift)
		got := map[key][2]int64{}
		last := uint32(0)
		err := r.Life.Allocations(context.Background(), func(a trace.Allocation) {
			k := key{a.After, a.Until, a.Type, a.Site, a.Thread}
			if a.After < last {
				t.Fatalf("seed %d: %+v comes after GC %d", seed, a, last)
			}
			last = a.After
			sum := got[k]
			got[k] = [2]int64{sum[0] + a.Objects, sum[1] + a.Bytes}
		})
		if err != nil || len(got) != len(want) {
			t.Fatalf("seed %d: %d groups, want %d (%v)", seed, len(got), len(want), err)
		}
		for k, n := range want {
			if got[k] != n {
				t.Fatalf("seed %d: %+v has %v, want %v", seed, k, got[k], n)
			}
		}
	}
}

// TestJoinAllocations checks that allocations of a flight recording without GCs get the GC numbers of a log.
func TestJoinAllocations(t *testing.T) {
	const start = 1_700_000_000_000
	for _, later := range []int64{0, 5000, -5000} { // start of the flight recording
		samples := []Sample{{At: int64(time.Duration(7000-later) * time.Millisecond), Bytes: 100, Size: 10}}
		minute := func() *Log { return &Log{Span: Span{0, time.Minute}, Timed: true} }
		flight := &Run{&trace.Recording{StartUnix: start + later, Knows: trace.KnowsTimes}, minute()}
		flight.AddAllocations(samples, []trace.Type{{Name: "app.A"}}, nil, nil)
		log := &Run{&trace.Recording{StartUnix: start, Knows: trace.KnowsTimes,
			GCs: []trace.GC{{Number: 1, End: 6 * time.Second}, {Number: 2, End: 8 * time.Second}}}, minute()}
		if text := flight.Join(log); text != "" {
			t.Fatal(text)
		}
		if want := min(start, start+later); flight.StartUnix != want {
			t.Errorf("%d: it starts at %d, want %d", later, flight.StartUnix, want)
		}
		n := 0
		err := flight.Life.Allocations(context.Background(), func(a trace.Allocation) {
			n++
			if a.After != 1 || a.Until != 2 || a.Objects != 10 {
				t.Errorf("%d: the allocation is %+v", later, a)
			}
		})
		if n != 1 || err != nil {
			t.Errorf("%d: %d allocations, %v", later, n, err)
		}
	}
}

func TestStallsOverlap(t *testing.T) {
	gcs := []trace.GC{{End: 10}, {End: 20}, {End: 30}}
	AddStalls(gcs, []Span{{12, 15}, {5, 8}, {14, 18}, {1, 6}, {40, 45}, {2, 3}})
	for i, want := range []time.Duration{7, 6, 5} {
		if gcs[i].Stalled != want || gcs[i].Pause != 0 {
			t.Errorf("threads wait for GC %d for %d, and it pauses for %d; want %d, 0", i, gcs[i].Stalled, gcs[i].Pause, want)
		}
	}
	AddStalls(nil, []Span{{1, 2}})
}
