package ui

import (
	"image"
	"testing"

	"memcity/city"
)

func onePoint() Model {
	m := sample()
	m.State = city.NewState(1, city.DefaultSettings())
	m.Points, m.Selection.History = m.Points[:1], nil
	m.Slices = []Slice{{"a", "java.lang.String", 9_000}, {"b", "byte[]", 6_000}, {"c", "tiny", 1}}
	return m
}

// A recording of one GC point says so, tells how to get a series, and shows what the heap consists of.
func TestOnePoint(t *testing.T) {
	m := onePoint()
	k := newTest(t, m, screen, 1)
	find(t, k, TimeBar, "text", "1 GC point")
	find(t, k, TimeBar, "text", onePointText)
	find(t, k, LegendP, "text", "gray: one GC point has no")
	for _, it := range k.seen() {
		if it.Text == "Play" || it.Text == "Growth, objects" {
			t.Errorf("%s %q is shown", it.Kind, it.Text)
		}
	}
	click(k, find(t, k, TimeBar, "button", "Largest: byte[]"))
	wanted(t, k, Do{city.Select{Key: "b"}})
	for _, size := range []image.Point{{320, 240}, {640, 480}, {1280, 720}} {
		k := newTest(t, m, size, 1)
		checkTexts(t, k, size)
		find(t, k, TimeBar, "text", "1 GC point")
	}
}

func TestOnePointWithoutObjects(t *testing.T) {
	m := onePoint()
	m.Points, m.Slices, m.Selection = []Point{{}}, nil, nil
	k := newTest(t, m, screen, 1)
	find(t, k, TimeBar, "text", "There are no objects.")
}
