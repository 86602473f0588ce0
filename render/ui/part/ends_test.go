package part_test

import (
	"testing"

	"memcity/city/trees"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
)

func points(bytes ...int64) *model.Model {
	m := &model.Model{}
	for i, b := range bytes {
		m.Points = append(m.Points, model.Point{Time: trees.Millis(500 * i), Bytes: b})
	}
	return m
}

// TestPeak: the largest heap, the earliest of several. Counts include garbage, so points with objects precede them.
func TestPeak(t *testing.T) {
	m := points(1, 9, 5, 9)
	if got := m.Peak(); got != 1 {
		t.Errorf("the peak is %d, want 1", got)
	}
	m.Points[1].Counted, m.Points[3].Counted = true, true
	if got := m.Peak(); got != 2 {
		t.Errorf("the peak among objects is %d, want 2", got)
	}
	if got := points().Peak(); got != -1 {
		t.Errorf("the peak of nothing is %d", got)
	}
}

// TestPointNamed: numbers, names and times; -1 for what names no point.
func TestPointNamed(t *testing.T) {
	m := points(1, 9, 5, 7)
	for text, want := range map[string]int{"1": 0, "4": 3, "0": -1, "5": -1, "first": 0, "LAST": 3, " Peak ": 1, "0s": 0, "499ms": 0, "500 ms": 1, "1.2s": 2,
		"1h": 3, "-1s": -1, "x": -1, "": -1, "1.5": -1} {
		got, ok := part.PointNamed(m, text)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%q is point %d, want %d", text, got, want)
		}
	}
	for _, text := range []string{"first", "last", "peak", "1", "1s"} {
		if got, ok := part.PointNamed(points(), text); ok {
			t.Errorf("%q is point %d of none", text, got)
		}
	}
}
