package city

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

func TestSelectingSeveral(t *testing.T) {
	s := NewState(3, DefaultSettings())
	for i, c := range []struct {
		action Select
		want   []string
	}{
		{Select{Key: "a", Add: true}, []string{"a"}},
		{Select{Key: "b", Add: true}, []string{"a", "b"}},
		{Select{Key: "c", Add: true}, []string{"a", "b", "c"}},
		{Select{Key: "b", Add: true}, []string{"a", "c"}},
		{Select{Key: "c", Add: true}, []string{"a"}},
		{Select{Add: true}, []string{"a"}},
		{Select{Key: "d", Add: true}, []string{"a", "d"}},
		{Select{Key: "d"}, []string{"d"}},
		{Select{Key: "d"}, nil},
		{Select{}, nil},
	} {
		before := s
		kept := s.Selected()
		s = Step(s, c.action)
		if !slices.Equal(s.Selected(), c.want) {
			t.Fatalf("step %d %+v: selected %q, want %q", i, c.action, s.Selected(), c.want)
		}
		if !slices.Equal(before.Selected(), kept) {
			t.Fatalf("step %d changed the state before it", i)
		}
		for _, key := range c.want {
			if !s.IsSelected(key) {
				t.Errorf("step %d: %s is not selected", i, key)
			}
		}
	}
	if s.IsSelected("") {
		t.Error("nothing counts as selected")
	}
}

func TestBackAndForward(t *testing.T) {
	s := after(NewState(9, DefaultSettings()), GoTo{2}, Select{Key: "a"}, GoTo{4}, Select{Key: "b"}, GoTo{7})
	if !s.CanGoBack() || s.CanGoForward() {
		t.Fatalf("back %v, forward %v", s.CanGoBack(), s.CanGoForward())
	}
	s = Step(s, Back{})
	if s.Selection != "a" || s.Point != 4 {
		t.Errorf("back: %q at %d, want a at 4", s.Selection, s.Point)
	}
	s = Step(s, Back{})
	if s.Selection != "" || s.Point != 2 || s.CanGoBack() {
		t.Errorf("back twice: %q at %d", s.Selection, s.Point)
	}
	s = after(s, Back{}, Forward{}, Forward{}, Forward{})
	if s.Selection != "b" || s.Point != 7 || s.CanGoForward() {
		t.Errorf("forward: %q at %d, want b at 7", s.Selection, s.Point)
	}
	s = after(s, Back{}, Select{Key: "c"})
	if s.CanGoForward() {
		t.Error("a new selection leaves the way forward")
	}
	for i := range 3 * maxPlaces {
		s = Step(s, Select{Key: string(rune('a' + i%7))})
	}
	if len(s.back) != maxPlaces {
		t.Errorf("%d places are kept, want %d", len(s.back), maxPlaces)
	}
}

func TestBackReturnsTheCamera(t *testing.T) {
	b := Box{Max: Vec{100, 40, 80}}
	s := Step(NewState(2, DefaultSettings()), Rebound{Bounds: b})
	first := s.Camera
	s = after(s, Select{Key: "a"}, Orbit{About: b.Center(), Yaw: 1}, Select{Key: "b"})
	turned := s.Camera
	s = after(s, Back{}, Tick{time.Second})
	if s.Camera != turned || s.Selection != "a" {
		t.Fatalf("camera %+v, want %+v", s.Camera, turned)
	}
	s = after(s, Rebound{Bounds: Box{Max: Vec{200, 80, 160}}}, Back{Now: time.Second}, Tick{2 * time.Second})
	want := first.scaled(2)
	if !near(s.Camera.Distance, want.Distance, 1e-9) || !near(s.Camera.Target.X, want.Target.X, 1e-9) {
		t.Errorf("on a ground twice as wide: %+v, want %+v", s.Camera, want)
	}
}

func TestNotesAndMarks(t *testing.T) {
	s := after(NewState(1, DefaultSettings()), Note{"a", "grows"}, Note{"b", "fine"}, Note{"a", ""})
	if !reflect.DeepEqual(s.Notes, map[string]string{"b": "fine"}) {
		t.Errorf("notes %v", s.Notes)
	}
	before := s
	Step(s, Note{"b", "changed"})
	if before.Notes["b"] != "fine" {
		t.Error("a note changed an older state")
	}
}

func TestIsolate(t *testing.T) {
	settings := DefaultSettings()
	c := testPlan([]PointTree{leakingList(10).point()}, settings).At(0, settings)
	person := testFind(t, c, "Heap#Person")
	refs, _ := c.References(person)
	only := c.Isolate([]Target{person}, refs)
	for i := range c.Buildings {
		held := slices.ContainsFunc(refs, func(r Reference) bool { return r.From == int32(i) || r.To == int32(i) })
		if got := only.Buildings[i].Opacity; (got == 1) != (held || int32(i) == person.Index) || got != 1 && got > 0.06 {
			t.Errorf("%s: opacity %v", c.Plan.Name(c.Buildings[i].Node), got)
		}
		if c.Buildings[i].Opacity < 0.4 {
			t.Error("the city itself was changed")
		}
	}
	all := c.Isolate([]Target{{Kind: OnDistrict}}, nil)
	for i := range all.Buildings {
		if all.Buildings[i].Opacity != 1 {
			t.Errorf("building %d of the isolated district is a ghost", i)
		}
	}
	s := after(NewState(1, settings), ToggleIsolate{})
	if s.Isolated {
		t.Error("nothing was isolated")
	}
	if s = after(s, Select{Key: "a"}, ToggleIsolate{}); !s.Isolated {
		t.Error("the selection was not isolated")
	}
	if s = after(s, Select{}); s.Isolated {
		t.Error("isolated without a selection")
	}
}

func TestSides(t *testing.T) {
	b := Box{Max: Vec{100, 40, 80}}
	for quarter, want := range []Vec{{Z: 1}, {X: 1}, {Z: -1}, {X: -1}} {
		back := Side(b, 1.5, Frame{}, quarter).back()
		if flat := (Vec{back.X, 0, back.Z}).unit(); flat.sub(want).length() > 1e-9 {
			t.Errorf("side %d is seen from %+v, want %+v", quarter, flat, want)
		}
	}
}

func TestStrongest(t *testing.T) {
	var refs []Reference
	for i := range int32(6) {
		refs = append(refs, Reference{From: i, To: 9, Incoming: true}, Reference{From: 9, To: 10 + i})
	}
	got := Strongest(refs, 2, Target{OnBuilding, 5})
	want := []Reference{refs[0], refs[1], refs[2], refs[3], refs[10]}
	if !slices.Equal(got, want) {
		t.Errorf("kept %+v, want %+v", got, want)
	}
	if all := Strongest(refs, 100, Target{}); !slices.Equal(all, refs) {
		t.Errorf("%d of %d kept", len(all), len(refs))
	}
}
