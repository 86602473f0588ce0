package ui

import (
	"image"
	"testing"

	"memcity/city"
)

func TestWheelZoomsTime(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	r := find(t, k, TimeBar, "slider", "GC point").Rect
	at := image.Pt(r.Min.X+8+(r.Dx()-16)/2, r.Min.Y+r.Dy()/2)
	k.take(Pointer{Kind: PointerMove, At: at})
	for range 4 {
		k.take(Pointer{Kind: PointerWheel, At: at, Wheel: -1})
	}
	v := k.local.view
	if got, want := v.width(), 1/(1.25*1.25*1.25*1.25); got < want-1e-6 || got > want+1e-6 {
		t.Errorf("four notches show %v of the time, want %v", got, want)
	}
	if mid := (v.from + v.to) / 2; mid < 0.499 || mid > 0.501 {
		t.Errorf("the pointer's place moved to %v", mid)
	}
	wanted(t, k)
	k.take(Pointer{Kind: PointerWheel, At: at, Wheel: 1, Modifiers: Shift})
	if got := k.local.view.from - v.from; got < 0.0409 || got > 0.0411 {
		t.Errorf("Shift and the wheel move by %v", got)
	}
	find(t, k, TimeBar, "button", "All")
	k.take(Pointer{Kind: PointerWheel, At: at, Wheel: 100})
	if !k.local.view.whole() {
		t.Errorf("zoomed out, %v is shown", k.local.view)
	}
}

func TestDoubleClickShowsAllOfTheTime(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	k.local.view = span{0.25, 0.5}
	k.layout()
	r := find(t, k, TimeBar, "slider", "GC point").Rect
	press := func(at image.Point, ms int) {
		now := tickTime(tick(ms * 1e6))
		k.take(Pointer{Kind: PointerMove, At: at, Time: now})
		k.take(Pointer{Kind: PointerPress, At: at, Buttons: Primary, Time: now})
		k.take(Pointer{Kind: PointerRelease, At: at, Time: now})
	}
	press(middle(r), 1000)
	press(middle(r), 1900)
	if k.local.view.whole() {
		t.Fatal("two slow clicks count as a double click")
	}
	press(middle(r), 2100)
	if !k.local.view.whole() {
		t.Error("a double click leaves the zoom")
	}
}

func TestZoomFollowsThePoint(t *testing.T) {
	m := sample()
	k := newTest(t, m, screen, 1)
	k.local.view = span{0.6, 0.8}
	k.layout()
	for point := 16; point < 23; point++ {
		m.State.Point = point
		k.show(&shown{m, screen, 1})
		k.layout()
		if at := float64(point) / 22; at < k.local.view.from || at > k.local.view.to+1e-9 {
			t.Errorf("point %d is out of sight", point)
		}
	}
	m.State.Point = 0
	k.show(&shown{m, screen, 1})
	k.layout()
	if k.local.view.from != 0 {
		t.Errorf("the first point is out of sight: %v", k.local.view)
	}
	m.Name = "another"
	k.show(&shown{m, screen, 1})
	k.layout()
	if !k.local.view.whole() {
		t.Error("the zoom outlives the recording")
	}
}

func TestPace(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	to := city.DefaultSettings()
	to.Loop = true
	click(k, find(t, k, TimeBar, "button", "Loop"))
	wanted(t, k, Do{city.Set{To: to}})
	click(k, find(t, k, TimeBar, "button", "1×"))
	click(k, find(t, k, Menu, "button", "4×"))
	to.PlaySpeed = 0.125
	wanted(t, k, Do{city.Set{To: to}})
	find(t, k, TimeBar, "button", "4×")
}

// Curve and city share one metric.
func TestMetricOfTheCurve(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	find(t, k, TimeBar, "text", "Heap over time in objects")
	click(k, find(t, k, TimeBar, "choice", "Shared metric: Bytes"))
	to := city.DefaultSettings()
	to.Metric = city.Bytes
	wanted(t, k, Do{city.Set{To: to}})
	k.take(Pointer{Kind: PointerLeave})
	find(t, k, TimeBar, "text", "Heap over time in bytes")
	find(t, k, Inspector, "text", "Share of all bytes")
}
