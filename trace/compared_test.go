package trace_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
)

// TestCompared checks that counts by type are only compared with each other.
func TestCompared(t *testing.T) {
	walked, counted := trace.Point{}, trace.Point{Counts: []trace.TypeCount{}}
	for _, c := range []struct {
		points   []trace.Point
		from, to int
		want     []int
	}{
		{nil, 0, -1, nil},
		{[]trace.Point{walked, counted, walked, counted}, 0, 3, []int{0, 2}},
		{[]trace.Point{counted, walked, counted}, 0, 2, []int{0, 2}},
		{[]trace.Point{counted, walked}, 0, 1, []int{1}},
		{[]trace.Point{walked, counted}, 0, 1, []int{0}},
		{[]trace.Point{walked}, 0, 0, []int{0}},
		{[]trace.Point{counted}, 0, 0, []int{0}},
		{[]trace.Point{counted, counted}, 0, 1, []int{0, 1}},
		{[]trace.Point{walked, counted, counted, walked, walked}, 1, 3, []int{1, 2}},
		{[]trace.Point{walked, counted, counted, walked, walked}, 1, 4, []int{3, 4}},
	} {
		r := &trace.Recording{Points: c.points}
		if got := r.Compared(c.from, c.to); !slices.Equal(got, c.want) {
			t.Errorf("of %d points from %d to %d those at %v are compared, want %v", len(c.points), c.from, c.to, got, c.want)
		}
	}
}

// TestCounted checks that of counts with garbage, only the first after each GC is compared. Live histograms, and recordings without GC
// events, are compared at all points.
func TestCounted(t *testing.T) {
	counted := func(gc uint32) trace.Point { return trace.Point{GC: gc, Counts: []trace.TypeCount{}} }
	points := []trace.Point{counted(0), counted(0), {GC: 1}, counted(1), counted(1), counted(2), {GC: 2}, counted(2)}
	for _, c := range []struct {
		mode     string
		gcs      int
		from, to int
		want     []int
	}{
		{"sampled", 2, 0, 7, []int{0, 3, 5}},
		{"counts", 2, 1, 4, []int{1, 3}},
		{"counts", 2, 4, 4, []int{4}},
		{"exact", 0, 0, 7, []int{0, 1, 3, 4, 5, 7}},
		{"histograms", 2, 0, 7, []int{0, 1, 3, 4, 5, 7}},
		{"sampled", 2, 2, 2, nil},
	} {
		r := &trace.Recording{Points: points, GCs: make([]trace.GC, c.gcs), Recorded: &trace.WriterInfo{Mode: c.mode}}
		if got := r.Counted(c.from, c.to); !slices.Equal(got, c.want) {
			t.Errorf("%s with %d GCs from %d to %d: %v, want %v", c.mode, c.gcs, c.from, c.to, got, c.want)
		}
	}
	r := &trace.Recording{Points: points, GCs: make([]trace.GC, 2), Recorded: &trace.WriterInfo{Mode: "sampled"}}
	if got, want := r.Compared(3, 5), []int{3, 5}; !slices.Equal(got, want) {
		t.Errorf("compared: %v, want %v", got, want)
	}
}

// TestGrowth checks that a GC point from the end of the program is not used for growth, unless it is one of three.
func TestGrowth(t *testing.T) {
	walked, counted, final := trace.Point{}, trace.Point{Counts: []trace.TypeCount{}}, trace.Point{Final: true}
	for _, c := range []struct {
		points []trace.Point
		want   []int
	}{
		{nil, nil},
		{[]trace.Point{counted, walked, final}, []int{1, 2}},
		{[]trace.Point{counted, walked, walked, final}, []int{1, 2}},
		{[]trace.Point{counted, counted, walked, final}, []int{0, 1}},
	} {
		r := &trace.Recording{Points: c.points}
		if got := r.Growth(); !slices.Equal(got, c.want) {
			t.Errorf("of %d points %v show growth, want %v", len(c.points), got, c.want)
		}
	}
}

// TestBefore checks that a GC point is compared with the last one that counts the same thing.
func TestBefore(t *testing.T) {
	walked, counted := trace.Point{}, trace.Point{Counts: []trace.TypeCount{}}
	r := &trace.Recording{Points: []trace.Point{counted, walked, counted, walked}}
	var got []int
	for i := range r.Points {
		got = append(got, r.Before(i))
	}
	if want := []int{-1, -1, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("before: %v, want %v", got, want)
	}
}

// TestBeforeAmongCounts compares with [trace.Recording.Counted]: of counts with garbage, the first after each GC is compared with the one before.
func TestBeforeAmongCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		r := &trace.Recording{Recorded: &trace.WriterInfo{Mode: "counts"}, GCs: make([]trace.GC, rng.IntN(3))}
		gc := uint32(0)
		for range rng.IntN(12) {
			gc += uint32(rng.IntN(2))
			p := trace.Point{GC: gc}
			if rng.IntN(4) > 0 {
				p.Counts = []trace.TypeCount{}
			}
			r.Points = append(r.Points, p)
		}
		counted := r.Counted(0, len(r.Points)-1)
		for i := range r.Points {
			if r.Counting(i) != trace.CountsTypes {
				continue
			}
			want := -1
			if at := slices.Index(counted, i); at > 0 {
				want = counted[at-1]
			}
			if got := r.Before(i); got != want {
				t.Fatalf("%d GCs, points %+v: before %d is %d, want %d", len(r.GCs), r.Points, i, got, want)
			}
		}
	}
}

// TestFullGCs checks that GCs of the young generation, and GCs of unknown size, are left out.
func TestFullGCs(t *testing.T) {
	r := &trace.Recording{GCs: []trace.GC{{Number: 1, Kind: "Pause Young", After: 5}, {Number: 2, Kind: "Pause Full", After: 4}, {Number: 3, Kind: "Pause Full"},
		{Number: 4, Kind: "major", After: 1}}}
	var got []uint32
	for _, gc := range r.FullGCs() {
		got = append(got, gc.Number)
	}
	if want := []uint32{2, 4}; !slices.Equal(got, want) {
		t.Errorf("full GCs: %v, want %v", got, want)
	}
}
