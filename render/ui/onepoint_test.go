package ui

import (
	"image"
	"testing"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/words"
)

func onePoint() model.Model {
	m := uitest.Sample()
	m.State = state.NewState(1, scene.DefaultSettings())
	m.Points, m.Selection.History = m.Points[:1], nil
	m.Slices = []model.Slice{{Key: "a", Name: "java.lang.String", Value: 9_000}, {Key: "b", Name: "byte[]", Value: 6_000},
		{Key: "c", Name: "tiny", Value: 1}}
	return m
}

// A recording with one GC point says so, explains how to get a series, and shows the contents of the heap.
func TestOnePoint(t *testing.T) {
	m := onePoint()
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, model.TimeBar, "text", "1 GC point")
	uitest.Find(t, k, model.TimeBar, "text", words.OnePointText)
	uitest.Find(t, k, model.LegendP, "value", "Own types")
	grown := m
	grown.State.Settings.Color = scene.GrowthColors
	uitest.Find(t, newTest(t, grown, uitest.Screen, 1), model.LegendP, "text", "one GC point shows no")
	for _, it := range k.Seen() {
		if it.Text == "Play" || it.Text == "Growth, objects" {
			t.Errorf("%s %q is shown", it.Kind, it.Text)
		}
	}
	uitest.Click(k, uitest.Find(t, k, model.TimeBar, "button", "Largest: byte[]"))
	uitest.Wanted(t, k, model.Do{Action: state.Select{Key: "b"}})
	for _, size := range []image.Point{{320, 240}, {640, 480}, {1280, 720}} {
		k := newTest(t, m, size, 1)
		uitest.CheckTexts(t, k, size)
		uitest.Find(t, k, model.TimeBar, "text", "1 GC point")
	}
}

func TestOnePointWithoutObjects(t *testing.T) {
	m := onePoint()
	m.Points, m.Slices, m.Selection = []model.Point{{}}, nil, nil
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, model.TimeBar, "text", "There are no objects.")
}
