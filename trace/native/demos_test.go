//go:build !race

package native_test

import (
	"context"
	"testing"

	"memcity/trace"
)

// TestDemos writes the bundled recordings as native traces and reads them again.
func TestDemos(t *testing.T) {
	for _, name := range []string{"persons", "two-caches", "steady"} {
		t.Run(name, func(t *testing.T) {
			rec, heaps := demo(t, name)
			data := native(t, trace.WriterInfo{Knows: trace.KnowsTimes}, heaps...)
			again := openBytes(t, data)
			if len(again.Warnings) > 0 || len(again.Points) != len(heaps) {
				t.Fatalf("%d points, warnings %v", len(again.Points), again.Warnings)
			}
			if want := rec.Knows &^ (trace.KnowsValues | trace.KnowsTexts); again.Knows != want {
				t.Errorf("it knows %v, want %v", again.Knows.Names(), want.Names())
			}
			objects := 0
			for i, p := range again.Points {
				h := loaded(t, p)
				if got, want := len(h.Types), len(heaps[i].Types); got > want+want/10 {
					t.Errorf("point %d has %d types, want %d: they are not found again", i, got, want)
				}
				sameHeap(t, h, heaps[i])
				objects += h.Len()
				n, size, _, err := p.Totals(context.Background(), nil)
				want := int64(0)
				for o := range heaps[i].Len() {
					want += heaps[i].Size(trace.ObjectID(o))
				}
				if err != nil || n != int64(h.Len()) || size != want || p.GC != uint32(i) || p.Time != trace.Millis(1000*i) {
					t.Errorf("point %d at %d ms, GC %d: %d objects, %d bytes, %v", i, p.Time, p.GC, n, size, err)
				}
			}
			t.Logf("%.2f bytes an object", float64(len(data))/float64(objects))
			if len(data) > 6*objects {
				t.Errorf("%d bytes for %d objects", len(data), objects)
			}
		})
	}
}
