package ui

import (
	"image"
	"testing"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func TestWheelZoomsTime(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	r := uitest.Find(t, k, model.TimeBar, "slider", "GC point").Rect
	at := image.Pt(r.Min.X+8+(r.Dx()-16)/2, r.Min.Y+r.Dy()/2)
	k.Take(model.Pointer{Kind: model.PointerMove, At: at})
	for range 4 {
		k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: -1})
	}
	v := k.TimeShown
	if got, want := v.Width(), 1/(1.25*1.25*1.25*1.25); got < want-1e-6 || got > want+1e-6 {
		t.Errorf("four notches show %v of the time, want %v", got, want)
	}
	if mid := (v.From + v.To) / 2; mid < 0.499 || mid > 0.501 {
		t.Errorf("the pointer's place moved to %v", mid)
	}
	uitest.Wanted(t, k)
	k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: 1, Mods: action.Shift})
	if got := k.TimeShown.From - v.From; got < 0.0409 || got > 0.0411 {
		t.Errorf("Shift and the wheel move by %v", got)
	}
	uitest.Find(t, k, model.TimeBar, "button", "All")
	k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: 100})
	if !k.TimeShown.Whole() {
		t.Errorf("zoomed out, %v is shown", k.TimeShown)
	}
}

func TestDoubleClickShowsAllOfTheTime(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	k.TimeShown = widget.Span{From: 0.25, To: 0.5}
	k.Layout()
	r := uitest.Find(t, k, model.TimeBar, "slider", "GC point").Rect
	press := func(at image.Point, ms int) {
		now := widget.TickTime(widget.Tick(ms * 1e6))
		k.Take(model.Pointer{Kind: model.PointerMove, At: at, Time: now})
		k.Take(model.Pointer{Kind: model.PointerPress, At: at, Buttons: model.Primary, Time: now})
		k.Take(model.Pointer{Kind: model.PointerRelease, At: at, Time: now})
	}
	press(uitest.Middle(r), 1000)
	press(uitest.Middle(r), 1900)
	if k.TimeShown.Whole() {
		t.Fatal("two slow clicks count as a double click")
	}
	press(uitest.Middle(r), 2100)
	if !k.TimeShown.Whole() {
		t.Error("a double click leaves the zoom")
	}
}

func TestZoomFollowsThePoint(t *testing.T) {
	m := uitest.Sample()
	k := newTest(t, m, uitest.Screen, 1)
	k.TimeShown = widget.Span{From: 0.6, To: 0.8}
	k.Layout()
	for point := 16; point < 23; point++ {
		m.State.Point = point
		k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
		k.Layout()
		if at := float64(point) / 22; at < k.TimeShown.From || at > k.TimeShown.To+1e-9 {
			t.Errorf("point %d is out of sight", point)
		}
	}
	m.State.Point = 0
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if k.TimeShown.From != 0 {
		t.Errorf("the first GC point is out of sight: %v", k.TimeShown)
	}
	m.Name = "another"
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if !k.TimeShown.Whole() {
		t.Error("the zoom outlives the recording")
	}
}

func TestPace(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	to := scene.DefaultSettings()
	to.Loop = true
	uitest.Click(k, uitest.Find(t, k, model.TimeBar, "button", "Loop"))
	uitest.Wanted(t, k, model.Do{Action: state.Set{To: to}})
	uitest.Click(k, uitest.Find(t, k, model.TimeBar, "button", "1×"))
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "4×"))
	to.PlaySpeed = 0.125
	uitest.Wanted(t, k, model.Do{Action: state.Set{To: to}})
	uitest.Find(t, k, model.TimeBar, "button", "4×")
}

// TestWindowOfGrowth checks that a growth window is called steady growth, as in the overview. Only the verdict says leak.
func TestWindowOfGrowth(t *testing.T) {
	m := uitest.Sample()
	m.State.Window = trees.Window{From: 6, To: 17}
	for kind, want := range map[string]string{"growth": "Steady growth: window 7 to 18", "": "Window 7 to 18"} {
		m.State.Span.FromKind = kind
		uitest.Find(t, newTest(t, m, uitest.Screen, 1), model.TimeBar, "text", want)
	}
}

// The curve and the city share a metric.
func TestMetricOfTheCurve(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	uitest.Find(t, k, model.TimeBar, "text", "Heap over time in bytes")
	uitest.Find(t, k, model.Inspector, "text", "Share of all bytes")
	uitest.Click(k, uitest.Find(t, k, model.TimeBar, "choice", "Unit: Objects"))
	to := scene.DefaultSettings()
	to.Unit = trees.Objects
	uitest.Wanted(t, k, model.Do{Action: state.Set{To: to}})
	k.Take(model.Pointer{Kind: model.PointerLeave})
	uitest.Find(t, k, model.TimeBar, "text", "Heap over time in objects")
	uitest.Find(t, k, model.Inspector, "text", "Share of all objects")
}
