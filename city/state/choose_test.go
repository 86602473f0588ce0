package state

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"memcity/city/citytest"
	"memcity/city/scene"
)

func TestSelectingSeveral(t *testing.T) {
	s := NewState(3, scene.DefaultSettings())
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
	s := after(NewState(9, scene.DefaultSettings()), GoTo{2}, Select{Key: "a"}, GoTo{4}, Select{Key: "b"}, GoTo{7})
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
	b := scene.Box{Max: scene.Vec{X: 100, Y: 40, Z: 80}}
	s := Step(NewState(2, scene.DefaultSettings()), Rebound{Bounds: b})
	first := s.Camera
	s = after(s, Select{Key: "a"}, Orbit{About: b.Center(), Yaw: 1}, Select{Key: "b"})
	turned := s.Camera
	s = after(s, Back{}, Tick{time.Second})
	if s.Camera != turned || s.Selection != "a" {
		t.Fatalf("camera %+v, want %+v", s.Camera, turned)
	}
	s = after(s, Rebound{Bounds: scene.Box{Max: scene.Vec{X: 200, Y: 80, Z: 160}}}, Back{Now: time.Second}, Tick{2 * time.Second})
	want := first.Scaled(2)
	if !citytest.Near(s.Camera.Distance, want.Distance, 1e-9) || !citytest.Near(s.Camera.Target.X, want.Target.X, 1e-9) {
		t.Errorf("on a ground twice as wide: %+v, want %+v", s.Camera, want)
	}
}

func TestNotesAndMarks(t *testing.T) {
	s := after(NewState(1, scene.DefaultSettings()), Note{"a", "grows"}, Note{"b", "fine"}, Note{"a", ""})
	if !reflect.DeepEqual(s.Notes, map[string]string{"b": "fine"}) {
		t.Errorf("notes %v", s.Notes)
	}
	before := s
	Step(s, Note{"b", "changed"})
	if before.Notes["b"] != "fine" {
		t.Error("a note changed an older state")
	}
}

func TestSides(t *testing.T) {
	b := scene.Box{Max: scene.Vec{X: 100, Y: 40, Z: 80}}
	for quarter, want := range []scene.Vec{{Z: 1}, {X: 1}, {Z: -1}, {X: -1}} {
		back := scene.Side(b, 1.5, scene.Frame{}, quarter).Back()
		if flat := (scene.Vec{X: back.X, Y: 0, Z: back.Z}).Unit(); flat.Sub(want).Length() > 1e-9 {
			t.Errorf("side %d is seen from %+v, want %+v", quarter, flat, want)
		}
	}
}

func TestStrongest(t *testing.T) {
	var refs []scene.Reference
	for i := range int32(6) {
		refs = append(refs, scene.Reference{From: i, To: 9, Incoming: true}, scene.Reference{From: 9, To: 10 + i})
	}
	got := scene.Strongest(refs, 2, scene.Target{Kind: scene.OnBuilding, Index: 5})
	want := []scene.Reference{refs[0], refs[1], refs[2], refs[3], refs[10]}
	if !slices.Equal(got, want) {
		t.Errorf("kept %+v, want %+v", got, want)
	}
	if all := scene.Strongest(refs, 100, scene.Target{}); !slices.Equal(all, refs) {
		t.Errorf("%d of %d kept", len(all), len(refs))
	}
}
