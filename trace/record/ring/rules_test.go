package ring_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"memcity/trace/record/ring"
)

// dropped applies the rules one after the other. Points that are too old are dropped. In each interval of the step for their age, all but
// one are dropped: the first with single objects, or else the first stays. Then the oldest are dropped, down to four fifths of the bytes.
// Nothing is dropped unless a point is too old by a tenth, thinning removes a tenth of all, or the file is too large.
func dropped(p ring.Policy, points []ring.Point, size int64) []bool {
	n := len(points)
	if n < 2 {
		return nil
	}
	drop, pays, thinned := make([]bool, n), false, 0
	age := func(i int) time.Duration { return points[n-1].Time - points[i].Time }
	for i := range n - 1 {
		if p.Keep > 0 && age(i) > p.Keep {
			drop[i] = true
			pays = pays || age(i) > p.Keep+p.Keep/10
		}
	}
	every := func(i int) time.Duration {
		for k := len(p.Thin) - 1; k >= 0; k-- {
			if age(i) > p.Thin[k].After {
				return p.Thin[k].Every
			}
		}
		return 0
	}
	old := slices.Clone(drop)
	for i := range n - 1 {
		if old[i] || every(i) == 0 {
			continue
		}
		best := -1
		for k := range n - 1 {
			same := !old[k] && every(k) == every(i) && points[k].Time/every(i) == points[i].Time/every(i)
			if same && (best < 0 || points[k].Full && !points[best].Full) {
				best = k
			}
		}
		if best != i {
			drop[i] = true
			thinned++
		}
	}
	pays = pays || thinned > 0 && 10*thinned >= n
	if p.Bytes > 0 && size > p.Bytes {
		pays = true
		for i := range n {
			if drop[i] {
				size -= points[i].Stored
			}
		}
		for i := 0; i < n-1 && 5*size > 4*p.Bytes; i++ {
			if !drop[i] {
				drop[i] = true
				size -= points[i].Stored
			}
		}
	}
	if !pays || !slices.Contains(drop, true) {
		return nil
	}
	return drop
}

// TestPointsGoByTheRules compares Drop with the rules for random policies and points.
func TestPointsGoByTheRules(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	some, none := 0, 0
	for range 6000 {
		p := ring.Policy{Keep: time.Duration(random.IntN(5)) * 20 * time.Minute, Bytes: int64(random.IntN(4)) * 1000}
		after, every := time.Duration(0), time.Duration(0)
		for range random.IntN(3) {
			after += time.Duration(1+random.IntN(5)) * 10 * time.Minute
			every += time.Duration(1+random.IntN(4)) * 5 * time.Minute
			p.Thin = append(p.Thin, ring.Step{After: after, Every: every})
		}
		var points []ring.Point
		at, size := time.Duration(0), int64(random.IntN(300))
		for range random.IntN(40) {
			q := ring.Point{Time: at, Stored: int64(random.IntN(20) * 10), Full: random.IntN(2) == 0}
			points = append(points, q)
			at += time.Duration(1+random.IntN(10)) * time.Minute
			size += q.Stored
		}
		got, want := p.Drop(slices.Clone(points), size), dropped(p, points, size)
		if !slices.Equal(got, want) {
			t.Fatalf("%+v, %d bytes, %v: %v, want %v", p, size, points, got, want)
		}
		if got == nil {
			none++
		} else {
			some++
		}
		if p.IsZero() != (p.Keep == 0 && p.Bytes == 0 && p.Thin == nil) {
			t.Errorf("%+v is zero: %v", p, p.IsZero())
		}
	}
	if some < 1000 || none < 1000 {
		t.Errorf("in %d cases points go, in %d none does", some, none)
	}
}
