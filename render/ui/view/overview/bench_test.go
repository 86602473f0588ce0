package overview

import (
	"image"
	"testing"
	"time"

	"memcity/analysis/window"
	"memcity/city/view/overview"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
)

// longOverview returns the overview of many GCs.
func longOverview(gcs int) model.Model {
	m := uitest.EventsModel()
	o := *overview.Kind.Result(&m.Results)
	e := &window.Evolution{}
	for i := range gcs {
		end := time.Duration(i)*200*time.Millisecond + 5*time.Millisecond
		gc := overview.GC{Number: uint32(i + 1), Start: end - 5*time.Millisecond, End: end, Before: 300e6 + int64(i*7919%100_000_000),
			After: 50e6 + int64(i)*20_000 + int64(i*104729%9_000_000)}
		e.GCs = append(e.GCs, gc)
		e.Points = append(e.Points, window.Point{Time: end, Bytes: gc.After, GC: gc.Number})
	}
	o.Evolution, o.Found = e, nil
	m.Results = overview.Kind.With(m.Results, o.Query, &o)
	return m
}

// BenchmarkOverview zooms a chart of 10,000 GCs in small steps. It lays out and paints the changes.
func BenchmarkOverview(b *testing.B) {
	for _, c := range []struct {
		name  string
		size  image.Point
		paint bool
	}{{"layout", image.Pt(1280, 720), false}, {"paint", image.Pt(1280, 720), true}, {"paint-1080", image.Pt(1920, 1080), true}} {
		b.Run(c.name, func(b *testing.B) {
			k, view := newTest(b, longOverview(10_000), c.size, 1)
			defer k.Release()
			at := uitest.Middle(uitest.Find(b, k, "overview", "plot", "Heap over time").Rect)
			turn := 1.0
			for b.Loop() {
				k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: turn})
				if view.time.Whole() {
					turn = -1
				} else if from, to := view.time.Shown(); to-from < time.Minute {
					turn = 1
				}
				if c.paint {
					k.Paint()
				}
			}
		})
	}
	b.Run("hover", func(b *testing.B) {
		k, _ := newTest(b, longOverview(10_000), image.Pt(1280, 720), 1)
		defer k.Release()
		r := uitest.Find(b, k, "overview", "plot", "Heap over time").Rect
		x := 0
		for b.Loop() {
			x = (x + 7) % r.Dx()
			k.Take(model.Pointer{Kind: model.PointerMove, At: image.Pt(r.Min.X+x, r.Max.Y-100)})
			k.Paint()
		}
	})
}
