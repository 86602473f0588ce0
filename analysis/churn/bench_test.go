package churn

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"memcity/trace"
)

// BenchmarkFind compares the time for the whole result with a plain pass over the deaths. It also reports the time per death and per object
// alive after the window.
func BenchmarkFind(b *testing.B) {
	for _, mode := range []string{"told", "worked-out", "sampled"} {
		b.Run(mode, func(b *testing.B) {
			p := randomProgram(rand.New(rand.NewPCG(1, 2)), 300_000)
			life := p.life()
			s := Source{GCs: p.gcEvents(), Life: life}
			var deaths []trace.Death
			keep := all
			if mode == "worked-out" {
				var rows []trace.Allocation
				_ = p.allocations(false)(b.Context(), func(a trace.Allocation) { rows = append(rows, a) })
				life.Allocations = func(_ context.Context, visit func(trace.Allocation)) error {
					for _, a := range rows {
						visit(a)
					}
					return nil
				}
				s.Later, keep = p.heap(p.gcs, all), survived
			}
			if mode == "sampled" {
				life.Interval = 4096
			}
			_ = p.deaths(keep)(b.Context(), func(d trace.Death) { deaths = append(deaths, d) })
			life.Deaths = eachOf(deaths)
			alive := 0
			if s.Later != nil {
				alive = s.Later.Len()
			}
			plain, sum := time.Duration(0), int64(0)
			start := time.Now()
			for range 20 {
				_ = life.Deaths(b.Context(), func(d trace.Death) { sum += d.Bytes })
			}
			plain = time.Since(start) / 20
			if sum == 0 {
				b.Fatal("nothing died")
			}
			for b.Loop() {
				if _, err := Find(b.Context(), s, Options{From: 1, To: LastGC}, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(plain), "x-plain")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(deaths)+alive), "ns/object")
		})
	}
}
