package heap

import (
	"testing"

	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// BenchmarkHeapScroll lays out another stretch of 100,000 rows each time.
func BenchmarkHeapScroll(b *testing.B) {
	k, _ := newTest(b, uitest.HeapModel(1000, 100), uitest.Screen, 1)
	k.Offscreen().OpenBelow(widget.SeriesGroups(k.Model.Plan.Series), 0, true)
	k.Layout()
	at := uitest.Middle(k.Rects["heap"])
	k.Take(model.Pointer{Kind: model.PointerMove, At: at})
	for b.Loop() {
		k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: 3})
	}
}

// BenchmarkHeapOpen opens all groups of 100,000.
func BenchmarkHeapOpen(b *testing.B) {
	m := uitest.HeapModel(1000, 100)
	for b.Loop() {
		k, _ := newTest(b, m, uitest.Screen, 1)
		k.Offscreen().OpenBelow(widget.SeriesGroups(k.Model.Plan.Series), 0, true)
		k.Layout()
	}
}

// Painting all of the heap view anew, as scrolling does.
func BenchmarkHeapPaint(b *testing.B) {
	k, _ := newTest(b, uitest.HeapModel(1000, 100), uitest.Screen, 1)
	defer k.Release()
	k.Offscreen().OpenBelow(widget.SeriesGroups(k.Model.Plan.Series), 0, true)
	k.Layout()
	at := uitest.Middle(k.Rects["heap"])
	k.Take(model.Pointer{Kind: model.PointerMove, At: at})
	for b.Loop() {
		k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: 3})
		k.Paint()
	}
}
