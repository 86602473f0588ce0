package age_test

import (
	"fmt"
	"slices"
	"testing"

	"memcity/analysis/age"
	"memcity/trace"
)

// TestClassesAtTheirEnds checks the first and the last age of each class.
func TestClassesAtTheirEnds(t *testing.T) {
	for class, want := range []string{"0", "1", "2-3", "4-7", "8-15", "16-31", "32+", "before"} {
		if got := age.Class(class).String(); got != want {
			t.Errorf("class %d is %s, want %s", class, got, want)
		}
	}
	for survived, want := range map[uint32]age.Class{0: 0, 1: 1, 2: 2, 3: 2, 4: 3, 7: 3, 8: 4, 15: 4, 16: 5, 31: 5, 32: 6, 63: 6, 64: 6,
		1 << 31: 6} {
		if got := age.ClassOf(survived); got != want {
			t.Errorf("%d: class %d, want %d", survived, got, want)
		}
		from, to := want.Range()
		if int(survived) < from || to >= from && int(survived) > to {
			t.Errorf("%d is not from %d to %d", survived, from, to)
		}
	}
}

// bornSlowly tries every possible number of GCs at the birth of an object whose allocation was not observed.
func bornSlowly(birth, gcs uint32, seen bool, points []uint32) (survived uint32, doubtful bool) {
	birth = min(birth, gcs)
	if seen || len(points) == 0 {
		return gcs - birth, false
	}
	last := gcs // unless there was an earlier GC point
	for _, p := range points {
		if p > birth {
			last = min(last, p)
		}
	}
	return gcs - last, age.ClassOf(gcs-birth) != age.ClassOf(gcs-last)
}

// TestBornSlowly compares every birth with bornSlowly, for GC points in any order.
func TestBornSlowly(t *testing.T) {
	const gcs = 40
	for _, points := range [][]uint32{nil, {10, 20, 40}, {40, 10, 20}, {20}, {40}, {1, 2, 3, 39}, {39, 2, 1}} {
		h := &trace.Heap{GCs: gcs}
		for birth := range uint32(gcs + 3) {
			for _, thread := range []int32{trace.NoThread, 0, 3} {
				h.BirthOf, h.ThreadOf = append(h.BirthOf, birth), append(h.ThreadOf, thread)
			}
		}
		h.TypeOf = trace.NewTypes(len(h.BirthOf), 1)
		given := slices.Clone(points)
		c := age.Born(h, points)
		if !slices.Equal(points, given) {
			t.Errorf("the points %v were put into order", given)
		}
		for o, a := range c.Of {
			survived, doubtful := bornSlowly(h.BirthOf[o], gcs, h.ThreadOf[o] != trace.NoThread, points)
			if a.Class() != age.ClassOf(survived) || a.Doubtful() != doubtful {
				t.Errorf("points %v, birth %d, thread %d: %s, want class %s, doubtful %v", points, h.BirthOf[o], h.ThreadOf[o], fmt.Sprint(a),
					age.ClassOf(survived), doubtful)
			}
		}
	}
}

// TestBornUnknown checks that an object without a birth is in class Before.
func TestBornUnknown(t *testing.T) {
	for _, h := range []*trace.Heap{{GCs: 5, TypeOf: trace.NewTypes(1, 1)},
		{GCs: 5, TypeOf: trace.NewTypes(1, 1), BirthOf: []uint32{trace.NoBirth}}} {
		c := age.Born(h, nil)
		if !c.Births || c.Of[0].Class() != age.Before || c.Of[0].Doubtful() {
			t.Errorf("%+v", c)
		}
	}
}

// TestBornExactly checks that exact births need no threads.
func TestBornExactly(t *testing.T) {
	h := &trace.Heap{GCs: 40, TypeOf: trace.NewTypes(1, 1), BirthOf: []uint32{12}, ExactBirths: true}
	if a := age.Born(h, []uint32{20, 40}).Of[0]; a.Class() != age.ClassOf(28) || a.Doubtful() {
		t.Errorf("the age is %v", a)
	}
}
