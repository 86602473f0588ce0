package ui

import (
	"strings"
	"testing"

	"memcity/assets/help"
	"memcity/city/state"
	"memcity/city/view"
	"memcity/city/view/churns"
	"memcity/city/view/collections"
	"memcity/city/view/overview"
	"memcity/render/ui/model"
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
