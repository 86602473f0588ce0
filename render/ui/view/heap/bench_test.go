package heap

import (
	"testing"

	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
)

// BenchmarkHeapScroll lays out another range of 100,000 rows in each iteration.
func BenchmarkHeapScroll(b *testing.B) {
	k, _ := newTest(b, uitest.HeapModel(1000, 100), uitest.Screen, 1)
	k.Offscreen().OpenBelow(groupsOf(k.Model.Plan.Series), 0, true)
	k.Layout()
	at := uitest.Middle(k.Rects["heap"])
	k.Take(model.Pointer{Kind: model.PointerMove, At: at})
	for b.Loop() {
		k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: 3})
	}
}

// BenchmarkHeapOpen expands 100,000 groups.
func BenchmarkHeapOpen(b *testing.B) {
	m := uitest.HeapModel(1000, 100)
	for b.Loop() {
		k, _ := newTest(b, m, uitest.Screen, 1)
		k.Offscreen().OpenBelow(groupsOf(k.Model.Plan.Series), 0, true)
		k.Layout()
	}
}

// BenchmarkHeapPaint repaints the whole heap view, as scrolling does.
func BenchmarkHeapPaint(b *testing.B) {
	k, _ := newTest(b, uitest.HeapModel(1000, 100), uitest.Screen, 1)
	defer k.Release()
	k.Offscreen().OpenBelow(groupsOf(k.Model.Plan.Series), 0, true)
	k.Layout()
	at := uitest.Middle(k.Rects["heap"])
	k.Take(model.Pointer{Kind: model.PointerMove, At: at})
	for b.Loop() {
		k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: 3})
		k.Paint()
	}
}
