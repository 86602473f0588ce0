package ui

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/uitest"
)

func wantsOf(mask int) []place.Want {
	var wants []place.Want
	for i, p := range panels() {
		if mask>>i&1 != 0 {
			w := p.Usual
			if w.H == 0 {
				w = place.BarSize(p.ID)
			}
			w.ID, w.At = p.ID, image.Rect(100, 100, 130, 130)
			wants = append(wants, w)
		}
	}
	return wants
}

func TestCardsNeverOverlapNorLeaveTheWindow(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	sizes := []image.Point{{1, 1}, {60, 60}, {200, 100}, {320, 240}, {400, 300}, {640, 360}, {800, 600}, {1024, 600}, {1280, 720},
		{1920, 1080}, {500, 1400}, {3840, 2160}}
	views := map[model.ID]bool{}
	for _, p := range panels() {
		views[p.ID] = p.View != nil
	}
	for _, size := range sizes {
		for _, scale := range []float64{1, 1.25, 1.5, 2, 3} {
			for range 300 {
				placed := place.Arrange(size, scale, wantsOf(random.IntN(1<<len(panels()))))
				for id, r := range placed {
					if r.Empty() || !r.In(image.Rectangle{Max: size}) {
						t.Fatalf("%v at %v: %s is at %v", size, scale, id, r)
					}
					for other, o := range placed {
						if _, starting := placed[model.Start]; starting && (id == model.ToastP || other == model.ToastP) {
							continue // a message covers the start screen, which fills the window
						}
						if views[id] || views[other] {
							continue // messages cover a view, like the city
						}
						if id < other && !uitest.Overlays[id] && !uitest.Overlays[other] && r.Overlaps(o) {
							t.Fatalf("%v at %v: %s at %v overlaps %s at %v", size, scale, id, r, other, o)
						}
					}
				}
			}
		}
	}
}

func TestUsualArrangement(t *testing.T) {
	placed := place.Arrange(image.Pt(1280, 720), 1,
		[]place.Want{{ID: model.LegendP, W: 252, H: 300, MinH: 34}, {ID: model.Inspector, W: 296, H: 420, MinH: 120},
			{ID: model.TimeBar, W: 1e5, H: 124, MinH: 44}, {ID: model.Bar, W: 1e5, H: 44, MinH: 36},
			{ID: model.SettingsP, W: 296, H: 640, MinH: 120}})
	want := map[model.ID]image.Rectangle{
		model.Bar: image.Rect(12, 12, 1268, 56), model.TimeBar: image.Rect(12, 584, 1268, 708),
		model.SettingsP: image.Rect(12, 68, 308, 572), model.Inspector: image.Rect(972, 68, 1268, 488),
		model.LegendP: image.Rect(320, 272, 572, 572),
	}
	if len(placed) != len(want) {
		t.Errorf("placed %v", placed)
	}
	for id, r := range want {
		if placed[id] != r {
			t.Errorf("%s is at %v, want %v", id, placed[id], r)
		}
	}
}

// The smallest window keeps the bars and has space for an error.
func TestSmallestWindow(t *testing.T) {
	for _, scale := range []float64{1, 2} {
		size := image.Pt(int(320*scale), int(240*scale))
		placed := place.Arrange(size, scale, []place.Want{{ID: model.Bar, W: 1e5, H: 44, MinH: 36}, {ID: model.TimeBar, W: 1e5, H: 44, MinH: 44},
			{ID: model.Inspector, W: 296, H: 420, MinH: 120}, {ID: model.Problems, W: 420, H: 90, MinH: 60}})
		for _, id := range []model.ID{model.Bar, model.TimeBar, model.Problems} {
			if placed[id].Empty() {
				t.Errorf("scale %v: %s is hidden", scale, id)
			}
		}
	}
}

// A dialog covers the bars if it does not fit between them, otherwise it stays between them.
func TestDialogOverBars(t *testing.T) {
	bars := []place.Want{{ID: model.Bar, W: 1e5, H: 44, MinH: 36}, {ID: model.TimeBar, W: 1e5, H: 124, MinH: 44}, {ID: model.StoryP, W: 1e5, H: 110, MinH: 60}}
	for size, want := range map[image.Point]image.Rectangle{
		{X: 640, Y: 480}:   image.Rect(12, 68, 628, 468),
		{X: 320, Y: 240}:   image.Rect(6, 6, 314, 234),
		{X: 1920, Y: 1080}: image.Rect(580, 159, 1340, 719),
	} {
		placed := place.Arrange(size, 1, append(slices.Clone(bars), place.Want{ID: model.FilesP, W: 760, H: 560, MinH: 120}))
		if got := placed[model.FilesP]; got != want {
			t.Errorf("%v: the dialog is at %v, want %v", size, got, want)
		}
	}
}

// In the smallest windows a view replaces the time bar and the inspector. In larger ones all are visible.
func TestViewInSmallWindows(t *testing.T) {
	wants := []place.Want{{ID: model.Bar, W: 1e5, H: 44, MinH: 36}, {ID: model.TimeBar, W: 1e5, H: 44, MinH: 44},
		{ID: model.Inspector, W: 252, H: 420, MinH: 120}, {ID: "graph", W: 1e5, H: 1e5, MinH: 60, View: true}}
	for size, hidden := range map[image.Point][]model.ID{{X: 320, Y: 240}: {model.TimeBar, model.Inspector}, {X: 640, Y: 270}: {model.TimeBar},
		{X: 400, Y: 480}: {model.Inspector}, {X: 640, Y: 480}: nil} {
		placed := place.Arrange(size, 1, wants)
		for _, w := range wants {
			if r := placed[w.ID]; r.Empty() != slices.Contains(hidden, w.ID) {
				t.Errorf("%v: %s is at %v", size, w.ID, r)
			}
		}
		if r := placed["graph"]; r.Dx() < 280 || r.Dy() < 160 {
			t.Errorf("%v: the view is at %v", size, r)
		}
	}
}

// An error is shown over the start screen even if other panels shrink. Toasts are stacked on it.
func TestErrorNextToStart(t *testing.T) {
	for _, size := range []image.Point{{1280, 720}, {640, 480}, {320, 240}} {
		placed := place.Arrange(size, 1, []place.Want{{ID: model.Bar, W: 1e5, H: 44, MinH: 36}, {ID: model.Start, W: 640, H: 510, MinH: 80},
			{ID: model.Problems, W: 420, H: 90, MinH: 60}, {ID: model.ToastP, W: 200, H: 36, MinH: 28}})
		if placed[model.Problems].Empty() {
			t.Errorf("%v: the error is hidden", size)
		}
		if size.Y >= 480 && placed[model.Start].Empty() {
			t.Errorf("%v: the start screen is hidden", size)
		}
	}
	placed := place.Arrange(image.Pt(1280, 720), 1,
		[]place.Want{{ID: model.Problems, W: 420, H: 90, MinH: 60}, {ID: model.ToastP, W: 200, H: 36, MinH: 28}})
	if got, want := placed[model.ToastP].Max.Y, placed[model.Problems].Min.Y-place.Margin; got != want {
		t.Errorf("the toast ends at %d, want %d", got, want)
	}
}
