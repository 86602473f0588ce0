package ui

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/view/inspect"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// objectsNow returns the state of the list of objects.
func objectsNow(k *widget.Core) inspect.State { return inspect.View.Of(k.Model.State.Views) }

// listedModel returns a model of the group view with objects in an order, or with objects that contain a text.
func listedModel(order inspect.Order, find string, found *inspect.Listing) model.Model {
	m := uitest.GroupModel(twoCaches(), nil)
	m.State = state.Step(m.State, state.SetView(inspect.View, inspect.State{Order: order, Find: find}))
	if found != nil {
		m.Results = inspect.ListKind.With(m.Results, inspect.ListQuery{Keys: seq.Of("Heap#app#Product"), Order: order, Find: find}, found)
	}
	return m
}

// TestGroupObjectOrder chooses each order by keys.
func TestGroupObjectOrder(t *testing.T) {
	k := newTest(t, uitest.GroupModel(twoCaches(), nil), image.Pt(700, 3000), 1)
	if uitest.Find(t, k, "group", "choice", "Sort objects: Spread").Value != "chosen" {
		t.Error("the order is not marked")
	}
	for name, want := range map[string]inspect.Order{"Retained": inspect.ByRetained, "Shallow": inspect.ByShallow, "Address": inspect.ByAddress} {
		uitest.FocusOn(t, k, "Sort objects: "+name)
		uitest.Press(k, model.KeyReturn)
		if s := objectsNow(k); s.Order != want || s.Find != "" {
			t.Errorf("%s: %+v", name, s)
		}
		if uitest.Find(t, k, "group", "choice", "Sort objects: "+name).Value != "chosen" {
			t.Errorf("%s is not marked", name)
		}
	}
}

// TestGroupObjectOrdersOfInput checks that orders are offered only if the input has GC roots and addresses.
func TestGroupObjectOrdersOfInput(t *testing.T) {
	r := twoCaches()
	r.NoRoots = true
	for i := range r.Samples {
		r.Samples[i].Address = ""
	}
	k := newTest(t, uitest.GroupModel(r, nil), image.Pt(700, 3000), 1)
	var orders []string
	for _, it := range k.Seen() {
		if order, ok := strings.CutPrefix(it.Text, "Sort objects: "); ok {
			orders = append(orders, order)
		}
	}
	if !slices.Equal(orders, []string{"Spread", "Shallow"}) {
		t.Errorf("orders %q", orders)
	}
}

// TestGroupObjectSearch types a text, searches with Enter, and ends the search with the button.
func TestGroupObjectSearch(t *testing.T) {
	k := newTest(t, uitest.GroupModel(twoCaches(), nil), image.Pt(700, 3000), 1)
	uitest.FocusOn(t, k, "Filter")
	k.Take(widget.Typed("0x1000"))
	if s := objectsNow(k); s.Find != "" {
		t.Errorf("it searches for %q before Enter", s.Find)
	}
	uitest.Press(k, model.KeyReturn)
	if s := objectsNow(k); s.Find != "0x1000" || s.Order != inspect.Spread {
		t.Errorf("%+v", s)
	}
	uitest.Click(k, uitest.Find(t, k, "group", "button", "Clear the search"))
	if s := objectsNow(k); s.Find != "" || k.FilterText("group/objects") != "" {
		t.Errorf("%+v, and the field has %q", s, k.FilterText("group/objects"))
	}
}

// TestGroupListedObjects checks that the list shows the found objects and their number, or that there are none.
func TestGroupListedObjects(t *testing.T) {
	line := func(n int) inspect.ObjectLine {
		return inspect.ObjectLine{Object: uint32(n), Type: "app.Product", Address: fmt.Sprintf("0x%x", 16*n), Shallow: 48}
	}
	for _, test := range []struct {
		order inspect.Order
		find  string
		found *inspect.Listing
		want  []string
	}{
		{inspect.ByRetained, "", &inspect.Listing{Objects: []inspect.ObjectLine{line(7), line(3)}, All: 1000},
			[]string{"2 of 1,000, largest retained first", "link Product 0x70", "link Product 0x30"}},
		{inspect.ByAddress, "tea", &inspect.Listing{Objects: []inspect.ObjectLine{line(3)}, All: 1},
			[]string{"1 of 1, lowest address first", "link Product 0x30"}},
		{inspect.Spread, "tea", &inspect.Listing{Objects: []inspect.ObjectLine{line(3)}, All: 1}, []string{"1 match"}},
		{inspect.Spread, "tea", &inspect.Listing{}, []string{"0 matches", "No object of the group contains “tea”."}},
		{inspect.ByShallow, "", nil, []string{"Not computed: canceled."}},
	} {
		k := newTest(t, listedModel(test.order, test.find, test.found), image.Pt(700, 3000), 1)
		text := uitest.Describe(k.Seen())
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s %q: nothing says %q in\n%s", test.order, test.find, want, text)
			}
		}
		if strings.Contains(text, "link Product 0x1000") {
			t.Errorf("%s %q: it shows objects that are spread evenly", test.order, test.find)
		}
	}
	k := newTest(t, listedModel(inspect.ByRetained, "", &inspect.Listing{Objects: []inspect.ObjectLine{line(7), line(3)}, All: 2}), image.Pt(700, 3000), 1)
	uitest.FocusOn(t, k, "Objects")
	uitest.Press(k, model.KeyDown, model.KeyReturn)
	if object, ok := objectsNow(k).Object(); !ok || object != 3 {
		t.Errorf("the walk starts at %d", object)
	}
}
