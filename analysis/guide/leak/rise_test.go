package leak

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// every returns samples one second apart.
func every(values ...int64) []Sample {
	samples := make([]Sample, len(values))
	for i, v := range values {
		samples[i] = Sample{time.Duration(i) * time.Second, v}
	}
	return samples
}

// TestRiseOf checks that growth that may continue is open, that growth that ended is not, and that a varying number does not grow.
func TestRiseOf(t *testing.T) {
	const none, open, ended = "none", "open", "ended"
	for _, c := range []struct {
		name   string
		values []int64
		least  int64
		want   string
		bursts int
	}{
		{"level", []int64{100, 100, 100, 100}, 1, none, 0},
		{"two samples", []int64{100, 200}, 1, none, 0},
		{"falling", []int64{100, 90, 80, 70}, 1, none, 0},
		{"the least growth", []int64{100, 100, 100, 102}, 2, open, 0},
		{"a byte less", []int64{100, 100, 100, 101}, 2, none, 0},
		{"steady", []int64{100, 120, 140, 160, 180, 200}, 2, open, 0},
		{"two bursts", []int64{100, 100, 110, 110, 110, 120, 120, 120}, 2, open, 2},
		{"two bursts, the next one is due", []int64{100, 110, 110, 110, 110, 120, 120, 120, 120, 120, 120}, 2, open, 2},
		{"two bursts, the next one is overdue", []int64{100, 110, 110, 110, 110, 120, 120, 120, 120, 120, 120, 120}, 2, ended, 0},
		{"one burst at the start", []int64{100, 200, 200, 200, 200, 200, 200}, 2, ended, 0},
		{"one burst at the end", []int64{100, 100, 100, 100, 100, 100, 200}, 2, open, 0},
		{"a cache that was full after two thirds", []int64{100, 120, 140, 160, 180, 200, 200, 200, 200}, 2, ended, 0},
		{"a cache that was full after the same", []int64{100, 120, 140, 160, 180, 190, 200, 200, 200}, 2, ended, 0},
		{"a cache that was full later", []int64{100, 120, 140, 160, 175, 185, 195, 200, 200}, 2, open, 0},
		{"up and down, higher at the end by chance", []int64{100, 104, 99, 103, 98, 103}, 2, none, 0},
		{"the same by a fifth", []int64{100, 140, 100, 150, 105, 120}, 2, ended, 0},
		{"lost a twentieth of the growth on the way", []int64{1000, 1100, 1095, 1099, 1100}, 2, ended, 0},
		{"lost more", []int64{1000, 1100, 1094, 1098, 1100}, 2, none, 0},
	} {
		r, ok := RiseOf(every(c.values...), c.least)
		got := none
		if ok {
			got = map[bool]string{true: open, false: ended}[r.Open]
		}
		if got != c.want || ok && r.Bursts != c.bursts {
			t.Errorf("%s: %s, %+v; want %s", c.name, got, r, c.want)
		}
	}
}

// TestRiseNumbers checks that nine tenths are reached at the first sample with that value, and that samples need no times.
func TestRiseNumbers(t *testing.T) {
	r, ok := RiseOf(every(100, 150, 189, 190, 200, 200, 200, 200), 1)
	if !ok || r.First != 100 || r.Last != 200 || r.Growth() != 100 || r.By != 3*time.Second || r.End != 7*time.Second || r.Open {
		t.Errorf("%+v", r)
	}
	untimed := every(100, 110, 110, 120, 120)
	for i := range untimed {
		untimed[i].Time = 0
	}
	if r, ok := RiseOf(untimed, 1); !ok || !r.Open || r.Bursts != 2 {
		t.Errorf("without times: %+v", r)
	}
}

// TestRiseOfRandom checks that growth that [Judge] calls lasting is open, that growth is the difference of the ends, and that level samples
// close any rise.
func TestRiseOfRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 1))
	for range 3000 {
		values := make([]int64, 3+rnd.IntN(12))
		for i := range values {
			values[i] = 1000 + rnd.Int64N(200)
			if i > 0 && rnd.IntN(2) > 0 {
				values[i] = values[i-1] + rnd.Int64N(40)
			}
		}
		samples := every(values...)
		least := rnd.Int64N(50)
		r, ok := RiseOf(samples, least)
		if v := Judge(samples); v.Lasts && v.Growth() >= least && (!ok || !r.Open) {
			t.Fatalf("%v lasts, but its rise is %+v, %v", values, r, ok)
		}
		if ok && (r.Growth() < least || r.Last != values[len(values)-1] || r.By < r.Start || r.By > r.End) {
			t.Fatalf("%v: %+v", values, r)
		}
		level := append(slices.Clone(values), slices.Repeat([]int64{values[len(values)-1]}, 3*len(values))...)
		if r, ok := RiseOf(every(level...), least); ok && r.Open {
			t.Fatalf("%v, then level: %+v", values, r)
		}
	}
}

// TestPossible checks that a number that grew in two bursts, or at the end, may keep growing, although [Judge] rejects it.
func TestPossible(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []int64
		want   bool
	}{
		{"one burst", []int64{1000, 1000, 1100, 1100, 1100, 1100, 1100}, false},
		{"one burst at the end", []int64{1000, 1000, 1000, 1000, 1000, 1000, 1100}, false},
		{"two steps at the end", []int64{1000, 1000, 1000, 1000, 1000, 1050, 1100}, true},
		{"two bursts", []int64{1000, 1000, 1100, 1100, 1200, 1200}, true},
		{"two bursts, one taken back", []int64{1000, 1000, 1100, 1000, 1200, 1200}, false},
	} {
		if v := judgeOpen(every(c.values...)); v.Lasts != c.want {
			t.Errorf("%s: %+v", c.name, v)
		}
		if Judge(every(c.values...)).Lasts {
			t.Errorf("%s: it lasts", c.name)
		}
	}
}
