package layout

import (
	"math"
	"testing"
)

func TestRectMeasures(t *testing.T) {
	r := Rect{X: 1, Z: 2, W: 6, D: 4}
	if r.Area() != 24 {
		t.Errorf("area is %v, want 24", r.Area())
	}
	if r.Aspect() != 1.5 || (Rect{W: 4, D: 6}).Aspect() != 1.5 {
		t.Errorf("aspects are %v and %v, want 1.5 for both", r.Aspect(), Rect{W: 4, D: 6}.Aspect())
	}
	if !math.IsInf(Rect{W: 4}.Aspect(), 1) || !math.IsInf(Rect{}.Aspect(), 1) {
		t.Error("the aspect of a rectangle without area is finite")
	}
	if x, z := r.Center(); x != 4 || z != 4 {
		t.Errorf("center is %v, %v, want 4, 4", x, z)
	}
}

func TestRectScaled(t *testing.T) {
	r := Rect{X: 1, Z: 2, W: 6, D: 4}
	for _, tt := range []struct {
		f    float64
		want Rect
	}{
		{1, r},
		{0.5, Rect{X: 2.5, Z: 3, W: 3, D: 2}},
		{2, Rect{X: -2, Z: 0, W: 12, D: 8}},
		{0, Rect{X: 4, Z: 4}},
	} {
		if got := r.Scaled(tt.f); got != tt.want {
			t.Errorf("scaled by %v it is %v, want %v", tt.f, got, tt.want)
		}
	}
}

func TestRectInset(t *testing.T) {
	r := Rect{X: 1, Z: 2, W: 6, D: 4}
	for _, tt := range []struct {
		name                     string
		left, back, right, front float64
		want                     Rect
	}{
		{"nothing", 0, 0, 0, 0, r},
		{"all sides", 1, 0.5, 2, 1.5, Rect{X: 2, Z: 2.5, W: 3, D: 2}},
		{"exactly empty", 2, 1, 4, 3, Rect{X: 3, Z: 3}},
		{"too much", 6, 8, 6, 24, Rect{X: 4, Z: 3}},
	} {
		if got := r.Inset(tt.left, tt.back, tt.right, tt.front); got != tt.want {
			t.Errorf("%s: inset is %v, want %v", tt.name, got, tt.want)
		}
	}
	if got := (Rect{X: 3, Z: 3}).Inset(0, 0, 0, 0); got != (Rect{X: 3, Z: 3}) {
		t.Errorf("inset of an empty rectangle is %v", got)
	}
}

func TestRectContainsAndOverlaps(t *testing.T) {
	r := Rect{W: 4, D: 4}
	for _, tt := range []struct {
		name               string
		o                  Rect
		contains, overlaps bool
	}{
		{"itself", r, true, true},
		{"touching inside", Rect{X: 2, Z: 2, W: 2, D: 2}, true, true},
		{"touching outside", Rect{X: 4, W: 2, D: 2}, false, false},
		{"corner", Rect{X: 4, Z: 4, W: 2, D: 2}, false, false},
		{"across", Rect{X: 3, Z: 1, W: 2, D: 2}, false, true},
		{"around", Rect{X: -1, Z: -1, W: 6, D: 6}, false, true},
		{"beside in Z only", Rect{X: 1, Z: 5, W: 2, D: 2}, false, false},
		{"empty inside", Rect{X: 1, Z: 1}, true, false},
	} {
		if got := r.Contains(tt.o, 0); got != tt.contains {
			t.Errorf("%s: contains is %v", tt.name, got)
		}
		if got, back := r.Overlaps(tt.o, 0), tt.o.Overlaps(r, 0); got != tt.overlaps || back != got {
			t.Errorf("%s: overlaps is %v and %v the other way, want %v", tt.name, got, back, tt.overlaps)
		}
	}
	wide := Rect{X: -0.1, W: 4.2, D: 4}
	if !r.Contains(wide, 0.11) || r.Contains(wide, 0.09) {
		t.Error("contains does not keep to its tolerance")
	}
	over := Rect{X: 3.9, W: 1, D: 1}
	if r.Overlaps(over, 0.11) || !r.Overlaps(over, 0.09) {
		t.Error("overlaps does not keep to its tolerance")
	}
}
