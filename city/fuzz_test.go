package city

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
	"time"
)

// byteReader turns fuzz input into choices; after its end all are zero.
type byteReader struct{ data []byte }

func (r *byteReader) next(n int) int {
	if len(r.data) == 0 || n <= 1 {
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return int(b) % n
}

// number is a count or size, small or up to 2^62.
func (r *byteReader) number() int64 {
	v := int64(r.next(256))
	return v << r.next(55)
}

func (r *byteReader) float() float64 {
	var bits [8]byte
	n := copy(bits[:], r.data)
	r.data = r.data[n:]
	return math.Float64frombits(binary.LittleEndian.Uint64(bits[:]))
}

// group reads a tree; sums may overflow in files too, so numbers are as they come.
func (r *byteReader) group(depth int) *group {
	g := &group{name: string(rune('a' + r.next(6))), objects: r.number() >> 16, bytes: r.number() >> 16}
	seen := map[string]bool{}
	for range r.next(6) {
		if depth > 0 && len(r.data) > 0 {
			if k := r.group(depth - 1); !seen[k.name] {
				seen[k.name] = true
				g.kids = append(g.kids, k)
			}
		}
	}
	return g
}

// FuzzPlan makes a recording of random bytes and checks every property of the plan and its cities.
func FuzzPlan(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 2, 0, 3, 0, 5, 1, 3, 2, 9, 4, 1, 1, 7, 7, 7, 0, 200, 40, 200, 50, 3, 1, 1, 1, 1, 1, 1})
	f.Add([]byte("a city that grows from point to point, with many groups and some that go away again"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &byteReader{data}
		settings := planSettings(Metric(r.next(2)), Area(r.next(2)), r.next(5))
		settings.OtherHeight = r.next(2) == 1
		var groups []*group
		for range 1 + r.next(4) {
			g := r.group(6)
			g.name = "Heap"
			groups = append(groups, g)
		}
		p := planOf(points(groups...), settings)
		if err := checkPlan(p); err != nil {
			t.Fatal(err)
		}
		for point := range groups {
			c := p.At(point, settings)
			for i := range c.Buildings {
				b := &c.Buildings[i]
				if !b.Plot.Contains(b.Base, 1e-9*p.unit()) || !(b.Height >= 0) || math.IsInf(b.Height, 0) || !(b.Opacity >= 0 && b.Opacity <= 1) {
					t.Fatalf("building %+v", b)
				}
			}
			ray := Home(p.Bounds(), 1, Frame{}).Ray(0, 0, 1)
			if got, _ := c.Pick(ray); len(c.Buildings) > 0 && got != first(pickAll(c, ray)) {
				t.Fatalf("ray %v hits %v, want %v", ray, got, first(pickAll(c, ray)))
			}
		}
	})
}

func first(t Target, _ Vec) Target { return t }

// FuzzStep applies random actions and checks what holds for every state.
func FuzzStep(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{5, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18})
	f.Add([]byte("000$00000000000A0000X02X0A100C2"))
	f.Add([]byte("\x09\x08set and undo, zoom and walk \x0e\x0e\x0d\x0d and play until the end"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &byteReader{data}
		s := flyingState(Box{Vec{}, Vec{120, 30, 100}}, 1.5)
		s = after(s, Extend{Points: r.next(9)})
		now := time.Duration(0)
		for len(r.data) > 0 {
			now += time.Duration(r.next(256)) * 7 * time.Millisecond
			a := r.action(s, now)
			s = after(s, a, Tick{now})
			checkState(t, a, s)
		}
	})
}

func (r *byteReader) action(s State, now time.Duration) Action {
	num := func() float64 { return float64(r.next(256)-128) / 16 }
	point := func() Vec { return Vec{10 * num(), 4 * num(), 10 * num()} }
	key := string(rune('a' + r.next(3)))
	switch r.next(23) {
	case 0:
		return GoTo{r.next(20) - 5}
	case 1:
		return Move{int(r.float())}
	case 2, 3:
		return TogglePlay{now}
	case 4:
		return Select{Key: key}
	case 5:
		return HoverOver{key}
	case 6:
		return Mark{key, &RGB{uint8(r.next(256)), 0, 0}}
	case 7:
		return Mark{key, nil}
	case 8, 9:
		to := s.Settings
		to.Solid, to.Opacity, to.PlaySpeed, to.Loop = r.next(256)-100, r.float(), r.float(), r.next(2) == 0
		return Set{To: to, Drag: key[:r.next(2)]}
	case 10:
		return Undo{}
	case 11:
		return Redo{}
	case 12:
		return SetWindow{Window: Window{r.next(20) - 5, r.next(20) - 5}}
	case 13:
		return FlyTo{Camera{point(), num(), num(), 100 * num()}, now}
	case 14:
		return Zoom{point(), math.Exp2(num() / 2)}
	case 15:
		return Pan{point(), point()}
	case 16:
		return Orbit{point(), num(), num()}
	case 17:
		return Walk{float64(r.next(3) - 1), float64(r.next(3) - 1), float64(r.next(3) - 1), time.Duration(r.next(256)) * 20 * time.Millisecond, 1}
	case 18:
		return Resize{Aspect: r.float(), Frame: Frame{-1, -1 + float64(r.next(5))/4, 1, 1}}
	case 19:
		return Follow{r.next(2) == 0}
	case 20:
		return Freeze{r.next(2) == 0}
	case 21:
		a := Extend{Points: r.next(12)}
		for i, at := 0, 0; i < s.Points; i++ {
			at += r.next(2)
			a.Places = append(a.Places, at)
		}
		return a
	}
	return Extend{Points: r.next(12)}
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
