package ui

import "testing"

// BenchmarkHeapScroll lays out another stretch of 100,000 rows each time.
func BenchmarkHeapScroll(b *testing.B) {
	k := newTest(b, heapModel(1000, 100), screen, 1)
	k.offscreen().openBelow(seriesGroups(k.model.Plan.Series), 0, true)
	k.layout()
	at := middle(k.rects[HeapP])
	k.take(Pointer{Kind: PointerMove, At: at})
	for b.Loop() {
		k.take(Pointer{Kind: PointerWheel, At: at, Wheel: 3})
	}
}

// BenchmarkHeapOpen opens all groups of 100,000.
func BenchmarkHeapOpen(b *testing.B) {
	m := heapModel(1000, 100)
	for b.Loop() {
		k := newTest(b, m, screen, 1)
		k.offscreen().openBelow(seriesGroups(k.model.Plan.Series), 0, true)
		k.layout()
	}
}

// Painting all of the heap view anew, as scrolling does.
func BenchmarkHeapPaint(b *testing.B) {
	needGraphics(b)
	k := newTest(b, heapModel(1000, 100), screen, 1)
	defer k.release()
	k.offscreen().openBelow(seriesGroups(k.model.Plan.Series), 0, true)
	k.layout()
	at := middle(k.rects[HeapP])
	k.take(Pointer{Kind: PointerMove, At: at})
	for b.Loop() {
		k.take(Pointer{Kind: PointerWheel, At: at, Wheel: 3})
		if err := k.paint(); err != nil {
			b.Fatal(err)
		}
	}
}
