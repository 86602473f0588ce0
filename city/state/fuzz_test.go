package state

import (
	"math"
	"slices"
	"testing"
	"time"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/trees"
)

// FuzzStep applies random actions and checks the invariants of every state.
func FuzzStep(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{5, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18})
	f.Add([]byte("000$00000000000A0000X02X0A100C2"))
	f.Add([]byte("\x09\x08set and undo, zoom and walk \x0e\x0e\x0d\x0d and play until the end"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &citytest.ByteReader{Data: data}
		s := flyingState(scene.Box{Min: scene.Vec{}, Max: scene.Vec{X: 120, Y: 30, Z: 100}}, 1.5)
		s = after(s, Extend{Points: r.Next(9)})
		now := time.Duration(0)
		for len(r.Data) > 0 {
			now += time.Duration(r.Next(256)) * 7 * time.Millisecond
			a := action(r, s, now)
			s = after(s, a, Tick{now})
			checkState(t, a, s)
		}
	})
}

func action(r *citytest.ByteReader, s State, now time.Duration) Action {
	num := func() float64 { return float64(r.Next(256)-128) / 16 }
	point := func() scene.Vec { return scene.Vec{X: 10 * num(), Y: 4 * num(), Z: 10 * num()} }
	key := string(rune('a' + r.Next(3)))
	switch r.Next(23) {
	case 0:
		return GoTo{r.Next(20) - 5}
	case 1:
		return Move{int(r.Float())}
	case 2, 3:
		return TogglePlay{now}
	case 4:
		return Select{Key: key}
	case 5:
		return HoverOver{key}
	case 6:
		return Mark{key, &scene.RGB{R: uint8(r.Next(256)), G: 0, B: 0}}
	case 7:
		return Mark{key, nil}
	case 8, 9:
		to := s.Settings
		to.Solid, to.Opacity, to.PlaySpeed, to.Loop = r.Next(256)-100, r.Float(), r.Float(), r.Next(2) == 0
		return Set{To: to, Drag: key[:r.Next(2)]}
	case 10:
		return Undo{}
	case 11:
		return Redo{}
	case 12:
		return SetWindow{Window: trees.Window{From: r.Next(20) - 5, To: r.Next(20) - 5}}
	case 13:
		return FlyTo{scene.Camera{Target: point(), Yaw: num(), Pitch: num(), Distance: 100 * num()}, now}
	case 14:
		return Zoom{point(), math.Exp2(num() / 2)}
	case 15:
		return Pan{point(), point()}
	case 16:
		return Orbit{point(), num(), num()}
	case 17:
		return Walk{float64(r.Next(3) - 1), float64(r.Next(3) - 1), float64(r.Next(3) - 1), time.Duration(r.Next(256)) * 20 * time.Millisecond, 1}
	case 18:
		return Resize{Aspect: r.Float(), Frame: scene.Frame{Left: -1, Bottom: -1 + float64(r.Next(5))/4, Right: 1, Top: 1}}
	case 19:
		return Follow{r.Next(2) == 0}
	case 20:
		return Freeze{r.Next(2) == 0}
	case 21:
		a := Extend{Points: r.Next(12)}
		for i, at := 0, 0; i < s.Points; i++ {
			at += r.Next(2)
			a.Places = append(a.Places, at)
		}
		return a
	}
	return Extend{Points: r.Next(12)}
}

func checkState(t *testing.T, a Action, s State) {
	t.Helper()
	last := max(s.Points-1, 0)
	if s.Point < 0 || s.Point > last || s.Window.From < 0 || s.Window.From > s.Window.To || s.Window.To > last {
		t.Fatalf("%#v: at %d in window %v of %d", a, s.Point, s.Window, s.Points)
	}
	if s.Arrived < 0 || s.Follow && s.Arrived > 0 {
		t.Fatalf("%#v: follows %v, %d points came", a, s.Follow, s.Arrived)
	}
	for _, c := range slices.Concat(s.undo, s.redo) {
		if w := c.window; w.From < 0 || w.From > w.To {
			t.Fatalf("%#v: undo leads to window %v of %d", a, w, s.Points)
		}
	}
	if s.Playing && s.Points < 2 {
		t.Fatalf("%#v: plays %d points", a, s.Points)
	}
	if len(s.undo) > maxUndo || len(s.redo) > maxUndo {
		t.Fatalf("%#v: %d changes to undo, %d to redo", a, len(s.undo), len(s.redo))
	}
	set := s.Settings
	if set.Solid < 0 || !(set.Opacity >= 0 && set.Opacity <= 1) || !(set.PlaySpeed >= 0.05 && set.PlaySpeed <= 10) {
		t.Fatalf("%#v: settings %+v", a, set)
	}
	if at, ok := s.Wake(); ok != (s.Playing || s.Flying()) || at < 0 {
		t.Fatalf("%#v: wakes at %v, %v", a, at, ok)
	}
	c := s.Camera
	if v := c.Target.X + c.Target.Y + c.Target.Z + c.Yaw; math.IsNaN(v) || math.IsInf(v, 0) || !(c.Distance > 0) || !(c.Eye().Y > 0) {
		t.Fatalf("%#v: camera %+v", a, c)
	}
}
