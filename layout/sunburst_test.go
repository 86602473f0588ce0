package layout

import (
	"math"
	"testing"
)

// TestRingHolds: a ring includes its start and excludes its end.
func TestRingHolds(t *testing.T) {
	r := Ring{1, 2, 0.5, 0.75}
	for _, test := range []struct {
		angle, distance float64
		want            bool
	}{{1, 0.5, true}, {0.99, 0.6, false}, {2, 0.6, false}, {1.99, 0.6, true}, {1.5, 0.75, false}, {1.5, 0.74, true}, {1.5, 0.49, false}} {
		if got := r.Holds(test.angle, test.distance); got != test.want {
			t.Errorf("%v: %v", test, got)
		}
	}
	if got, want := r.Area(), 0.5*(0.5625-0.25); math.Abs(got-want) > 1e-12 {
		t.Errorf("the area is %v, want %v", got, want)
	}
}

// TestRadius: the disc is 0.9 rings wide, and the total radius is 1.
func TestRadius(t *testing.T) {
	for _, test := range []struct{ level, levels, want float64 }{
		{0, 3, 0}, {-1, 3, 0}, {0.5, 3, 0.45 / 2.9}, {1, 3, 0.9 / 2.9}, {2, 3, 1.9 / 2.9}, {3, 3, 1}, {4, 3, 1},
		{1, 1, 1}, {2, 1, 1}, {1, 0, 1}, {1, 2.5, 0.9 / 2.4}, {2, 2.5, 1.9 / 2.4},
	} {
		if got := radius(test.level, test.levels); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("level %v of %v: %v, want %v", test.level, test.levels, got, test.want)
		}
	}
}

// TestHoldsPlace: angles are clockwise from the top in all four quadrants; a full ring contains all angles.
func TestHoldsPlace(t *testing.T) {
	for _, test := range []struct {
		x, z     float64
		from, to float64 // range of the angle of the point
	}{{0.1, -0.5, 0, 0.5}, {0.5, 0, 1.5, 1.6}, {0, 0.5, 3.1, 3.2}, {-0.5, 0, 4.7, 4.8}, {-0.1, -0.5, 6, 6.28}} {
		if !(Ring{test.from, test.to, 0.2, 0.8}).holdsPlace(test.x, test.z) {
			t.Errorf("%v is not between its angles", test)
		}
		if (Ring{test.to, test.to + 0.1, 0.2, 0.8}).holdsPlace(test.x, test.z) {
			t.Errorf("%v is behind its angles", test)
		}
		if !(Ring{0, 2 * math.Pi, 0.2, 0.8}).holdsPlace(test.x, test.z) {
			t.Errorf("%v is not in the whole ring", test)
		}
		if (Ring{0, 2 * math.Pi, 0.6, 0.8}).holdsPlace(test.x, test.z) {
			t.Errorf("%v is in a ring further out", test)
		}
	}
	half := Ring{0, math.Pi, 0.2, 0.8}
	if half.holdsPlace(-0.5, 0) || !half.holdsPlace(0.5, 0) {
		t.Error("half a ring holds its other half")
	}
}

// TestWithinSlowly compares the widest box with the result of a search in small steps that checks the whole border.
func TestWithinSlowly(t *testing.T) {
	const height, step = 0.04, 1e-3
	inside := func(r Ring, x, z, w float64) bool {
		for i := range 401 {
			part := float64(i)/400 - 0.5
			for _, at := range [][2]float64{{x + w*part, z - height/2}, {x + w*part, z + height/2}, {x - w/2, z + height*part},
				{x + w/2, z + height*part}} {
				if !r.holdsPlace(at[0], at[1]) {
					return false
				}
			}
		}
		return true
	}
	for _, r := range []Ring{
		{0, 1, 0.3, 0.6}, {1, 2, 0.3, 0.6}, {2, 4, 0.5, 0.9}, {4, 5.5, 0.2, 0.4}, {5, 6.2, 0.7, 1}, {1.5, 1.65, 0.2, 0.9},
		{0, 2 * math.Pi, 0.4, 0.7},
		{0, math.Pi, 0, 0.3}, {3, 3.02, 0.1, 0.9}, {0, 1, 0.5, 0.52},
	} {
		x, z, got := r.Within(height)
		want := 0.0
		for w := step; inside(r, x, z, w); w += step {
			want = w
		}
		if math.Abs(got-want) > 0.01 {
			t.Errorf("%v: %v, found %v in steps", r, got, want)
		}
		middle, distance := (r.From+r.To)/2, (r.Inner+r.Outer)/2
		if math.Abs(x-math.Sin(middle)*distance) > 1e-9 || math.Abs(z+math.Cos(middle)*distance) > 1e-9 {
			t.Errorf("%v: the box is at %v, %v", r, x, z)
		}
	}
	if x, z, w := (Ring{0, 2 * math.Pi, 0, 0.5}).Within(0.6); x != 0 || z != 0 || math.Abs(w-0.8) > 1e-9 {
		t.Errorf("in the disc: %v, %v, %v", x, z, w)
	}
	if _, _, w := (Ring{0, 2 * math.Pi, 0, 0.5}).Within(1.2); w != 0 {
		t.Errorf("a box that is higher than the disc is %v wide", w)
	}
}

// TestSunburst: the root is a disc of 0.9 ring widths, and angles are shares of the circle.
func TestSunburst(t *testing.T) {
	for _, test := range []struct {
		span Span
		want Ring
	}{
		{Span{From: 0, To: 1, Top: 0, Bottom: 1}, Ring{0, 2 * math.Pi, 0, 0.9 / 1.9}},
		{Span{From: 0.25, To: 0.5, Top: 1, Bottom: 2}, Ring{math.Pi / 2, math.Pi, 0.9 / 1.9, 1}},
	} {
		got := test.span.Sunburst(2)
		for _, d := range []float64{got.From - test.want.From, got.To - test.want.To, got.Inner - test.want.Inner, got.Outer - test.want.Outer} {
			if math.Abs(d) > 1e-9 {
				t.Errorf("%+v is %+v, want %+v", test.span, got, test.want)
				break
			}
		}
	}
}

// Area returns the area of the segment, relative to a circle of radius 1.
func (r Ring) Area() float64 { return (r.To - r.From) / 2 * (r.Outer*r.Outer - r.Inner*r.Inner) }
