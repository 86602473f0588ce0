package leak

import (
	"math"
	"slices"
	"testing"
	"time"
)

// level returns n equal values.
func level(value int64, n int) []int64 { return slices.Repeat([]int64{value}, n) }

// inBursts returns samples one second apart that grow by the given steps, each after three level samples, and stay level for a time after
// the last. A negative step immediately follows the one before.
func inBursts(first int64, waited time.Duration, steps ...int64) []Sample {
	samples, value := []Sample{{0, first}}, first
	now := time.Duration(0)
	add := func(after time.Duration) {
		now += after
		samples = append(samples, Sample{now, value})
	}
	for _, step := range steps {
		if step > 0 {
			for range 3 {
				add(time.Second)
			}
		}
		value += step
		add(time.Second)
	}
	add(waited)
	return samples
}

// TestGrowthAtItsLimits checks three series for each growth limit in the manual: just outside it, at it, and just inside it. All but the
// first grow.
func TestGrowthAtItsLimits(t *testing.T) {
	since := func(flat int) []Sample { return untimed(append(level(5, flat), 20, 35, 50)...) } // four samples of growth
	for _, test := range []struct {
		limit           string
		out, at, inside []Sample
	}{
		{"40 % of the GC points", since(8), since(7), since(6)},
		{"three GC points", untimed(5, 5, 5, 5, 20), untimed(5, 5, 5, 20, 35), untimed(5, 5, 20, 35, 50)},
		{"a fifth of its first size", untimed(1000, 1100, 1150, 1199), untimed(1000, 1100, 1150, 1200), untimed(1000, 1100, 1150, 1201)},
		{"a fifth between two points", untimed(1000, 1199), untimed(1000, 1200), untimed(1000, 1201)},
		{"3 % in four steps that all grow", untimed(1000, 1010, 1015, 1020, 1029), untimed(1000, 1010, 1015, 1020, 1030), untimed(1000, 1010, 1015, 1020, 1031)},
		{"four steps for 3 %", untimed(1000, 1020, 1040, 1060), untimed(1000, 1020, 1040, 1060, 1080), untimed(1000, 1020, 1040, 1060, 1080, 1100)},
		{"half of its first size with a rest", untimed(100, 120, 120, 149), untimed(100, 120, 120, 150), untimed(100, 120, 120, 151)},
		{"four bursts", inBursts(10, time.Second, 10, 10, 10), inBursts(10, time.Second, 10, 10, 10, 10), inBursts(10, time.Second, 10, 10, 10, 10, 10)},
		{"a twentieth of the growth for a burst", inBursts(1000, time.Second, 49, 317, 317, 317), inBursts(1000, time.Second, 50, 317, 317, 316),
			inBursts(1000, time.Second, 51, 317, 316, 316)},
		{"50 % growth in bursts", inBursts(2000, time.Second, 250, 250, 250, 249), inBursts(2000, time.Second, 250, 250, 250, 250),
			inBursts(2000, time.Second, 250, 250, 250, 251)},
		{"second half of the bursts half as large", inBursts(100, time.Second, 200, 200, 100, 99), inBursts(100, time.Second, 200, 200, 100, 100),
			inBursts(100, time.Second, 200, 200, 100, 101)},
		{"a twentieth lost on the way", inBursts(100, time.Second, 262, 263, -51, 263, 263), inBursts(100, time.Second, 262, 262, -50, 263, 263),
			inBursts(100, time.Second, 262, 262, -49, 262, 263)},
		{"1.25 times the longest wait", inBursts(10, 5*time.Second+time.Millisecond, 10, 10, 10, 10), inBursts(10, 5*time.Second, 10, 10, 10, 10),
			inBursts(10, 5*time.Second-time.Millisecond, 10, 10, 10, 10)},
	} {
		for at, samples := range [][]Sample{test.out, test.at, test.inside} {
			v := Judge(samples)
			if v.Lasts != (at > 0) || v.Lasts != (v.Confidence > 0) || v.Lasts != (v.Why == "") {
				t.Errorf("%s, %s: %v: %+v", test.limit, []string{"outside", "at the limit", "inside"}[at], samples, v)
			}
		}
	}
}

// TestNothingAtBothEnds checks that a group without objects at the first and last GC point has not grown.
func TestNothingAtBothEnds(t *testing.T) {
	for _, values := range [][]int64{{0, 0}, {0, 0, 0}, {0, 0, 0, 0, 0, 0}, {0, 9, 0}, {0, 5, 9, 14, 0}, {0, 3, 3, 3, 6, 6, 6, 9, 9, 9, 12, 12, 12, 0}} {
		if v := Judge(untimed(values...)); v.Lasts || v.Why == "" || v.Growth() != 0 || v.Confidence != 0 || math.IsNaN(v.Confidence) {
			t.Errorf("%v: %+v", values, v)
		}
		if v := judgeSteps(values); v.Lasts {
			t.Errorf("%v in steps: %+v", values, v)
		}
	}
	h := piled([]int64{0, 900, 0}, []int64{0, 9 << 20, 0}, 10<<20)
	for name, found := range map[string][]Suspect{"leak": h.Suspects(make([]time.Duration, 3)), "slow growth": h.Slow(make([]time.Duration, 3))} {
		if len(found) > 0 {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// piled returns a static field that holds a list with a pile, in a heap of the given sizes.
func piled(objects, bytes []int64, heap int64) *Holders {
	one := level(1, len(objects))
	h := chain(one, one, objects)
	h.Nodes[0].Type = "static field app.Main.all"
	h.Bytes = slices.Clone(bytes)
	h.Bytes[len(bytes)-1] = heap
	for i := range h.Nodes {
		h.Nodes[i].Own, h.Nodes[i].AllBytes = true, bytes
		if h.Nodes[i].Parent = Place(i - 1); i == 0 {
			h.Nodes[i].Parent = NoPlace
		}
	}
	return h
}

// TestLeastGrowthOfPlaces checks growth just below, at, and just above each least growth of a place.
func TestLeastGrowthOfPlaces(t *testing.T) {
	for _, test := range []struct {
		limit       string
		find        func(h *Holders, times []time.Duration) []Suspect
		heap, bytes int64 // bytes is the least growth
	}{
		{"2 % of the heap", (*Holders).Suspects, 5_000_000, 100_000},
		{"32 KiB", (*Holders).Suspects, 1_000_000, 32 << 10},
		{"0.2 % of the heap", (*Holders).Slow, 50_000_000, 100_000},
		{"8 KiB", (*Holders).Slow, 1_000_000, 8 << 10},
	} {
		for more := int64(-1); more <= 1; more++ {
			end := 1000 + test.bytes + more
			h := piled([]int64{100, 150, 200, 250}, []int64{1000, 1000 + test.bytes/3, 1000 + 2*test.bytes/3, end}, test.heap)
			if found := test.find(h, make([]time.Duration, 4)); (len(found) == 1) != (more >= 0) || len(found) == 1 && found[0].GrowthBytes() != test.bytes+more {
				t.Errorf("%s, %+d bytes: %+v", test.limit, more, found)
			}
		}
	}
	for n, want := range map[int64]bool{leastPiled - 1: false, leastPiled: true, leastPiled + 1: true} {
		h := piled([]int64{1, 2, 1 + n}, []int64{1000, 60_000, 120_000}, 200_000)
		if found := h.Suspects(make([]time.Duration, 3)); (len(found) == 1) != want {
			t.Errorf("%d more objects: %+v", n, found)
		}
	}
}
