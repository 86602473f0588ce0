package ui

import (
	"image"
	"strings"
	"testing"

	"memcity/assets/help"
	"memcity/city/state"
	"memcity/city/view"
	"memcity/city/view/churns"
	"memcity/city/view/collections"
	"memcity/city/view/overview"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/uitest"
)

// TestViewPages: every view has a manual page with its name.
func TestViewPages(t *testing.T) {
	views := newTest(t, uitest.Sample(), uitest.Screen, 1).Views()
	if all := view.All(); len(views) != len(all) {
		t.Errorf("%d views are listed, and %d declared, for which there is room", len(views), len(all))
	}
	for _, v := range views {
		if page := help.Find(help.View(v.View.String())); page == nil || page.Title != v.Text {
			t.Errorf("the page of the view %s is %+v", v.Text, page)
		}
		if strings.Contains(v.Hint, v.Key) {
			t.Errorf("%s: the hint names the key %s, which is added to it: %s", v.Text, v.Key, v.Hint)
		}
	}
}

// TestViewsAtEverySize: the rail shows an icon with a name for each view. It scrolls only in windows below 530 dp, to the current view.
func TestViewsAtEverySize(t *testing.T) {
	for _, c := range []struct {
		size    image.Point
		scale   float64
		visible int // at least
	}{{image.Pt(1280, 720), 1, 12}, {image.Pt(1366, 768), 1, 12}, {image.Pt(1024, 600), 1, 12}, {image.Pt(1920, 1080), 2, 12},
		{image.Pt(1280, 720), 2, 7}, {image.Pt(640, 300), 1, 5}, {image.Pt(639, 600), 1, 0}, {image.Pt(1280, 299), 1, 0}} {
		for _, v := range newTest(t, uitest.Sample(), uitest.Screen, 1).Views() {
			m := uitest.Sample()
			m.Selection, m.State.View = nil, v.View
			k := newTest(t, m, c.size, c.scale)
			rail := k.Rects[model.RailP]
			if rail.Empty() != (c.visible == 0) {
				t.Fatalf("%v at %v: the rail is %v", c.size, c.scale, rail)
			}
			visible, current := 0, false
			for _, it := range k.Seen() {
				if it.Panel == model.RailP && it.Kind == "button" && it.Rect.In(rail) && it.Rect.Dy() >= int(place.RailTight-4)*int(c.scale) {
					visible++
					current = current || it.Text == v.Text
				}
			}
			if visible < c.visible || !current && c.visible > 0 {
				t.Errorf("%v at %v: %d views are visible, want %d; %s: %v", c.size, c.scale, visible, c.visible, v.Text, current)
			}
			if bar := k.Rects[model.TimeBar]; bar.Overlaps(rail) {
				t.Errorf("%v at %v: the time bar %v overlaps the rail %v", c.size, c.scale, bar, rail)
			}
		}
	}
}

// The line with warnings is above the time bar. It covers no row of any view, and no card.
func TestWarningsCoverNothing(t *testing.T) {
	for _, v := range newTest(t, uitest.Sample(), uitest.Screen, 1).Views() {
		for _, size := range []image.Point{{1280, 720}, {1024, 600}, {640, 480}} {
			m := uitest.Sample()
			m.Selection, m.State.View = nil, v.View
			m.Problems = []model.Problem{{Text: "persons.3.json: line 12: expected a number, skipped"}}
			k := newTest(t, m, size, 1)
			line := k.Rects[model.Problems]
			if line.Dy() != place.LineHeight {
				t.Errorf("%s: the line is %v", v.Text, line)
			}
			for id, r := range k.Rects {
				if id != model.Problems && r.Overlaps(line) {
					t.Errorf("%v: the line covers %s", size, id)
				}
			}
			if free := place.Free(size, 1, place.Bars{Warnings: true}); v.View == state.CityView && free.Max.Y != line.Min.Y {
				t.Errorf("%v: %v is free above %v", size, free, line)
			}
		}
	}
}

// For a recording without heap states, a view that needs them says so and leads to a view that does not.
func TestNoStates(t *testing.T) {
	for _, v := range newTest(t, uitest.Sample(), uitest.Screen, 1).Views() {
		m := uitest.EventsModel()
		m.State = state.Step(m.State, state.Show{View: v.View})
		k := newTest(t, m, uitest.Screen, 1)
		uitest.CheckTexts(t, k, uitest.Screen)
		switch v.View {
		case overview.View.ID:
			uitest.Find(t, k, "overview", "plot", "Heap over time")
		case churns.View.ID, collections.View.ID:
		case state.CityView:
			uitest.Find(t, k, model.EmptyP, "button", "Show the heap over time")
		default:
			uitest.Click(k, uitest.Find(t, k, model.ID(v.View.String()), "button", "Overview"))
			if k.Model.State.View != overview.View.ID {
				t.Errorf("%s leads to %v", v.Text, k.Model.State.View)
			}
		}
	}
}
