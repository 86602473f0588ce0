package collection_test

import (
	"os"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/collection"
	"memcity/trace/open"
)

// BenchmarkDump measures the collections of the dump that MEMCITY_BENCH_DUMP names, alongside finding what is reachable in it.
func BenchmarkDump(b *testing.B) {
	file := os.Getenv("MEMCITY_BENCH_DUMP")
	if info, err := os.Stat(file); err != nil || info.IsDir() {
		b.Skip("MEMCITY_BENCH_DUMP names no dump")
	}
	r, err := open.Paths(b.Context(), []string{file}, nil)
	if err != nil {
		b.Fatal(err)
	}
	h, _, err := r.Points[0].Load(b.Context(), nil)
	if err != nil {
		b.Fatal(err)
	}
	bare := *h
	bare.Values = nil
	b.Run("reachable", func(b *testing.B) {
		for b.Loop() {
			if _, err := closure.Reachable(b.Context(), h); err != nil {
				b.Fatal(err)
			}
		}
	})
	var m *collection.Measured
	b.Run("references", func(b *testing.B) {
		for b.Loop() {
			if m, err = collection.Measure(b.Context(), &bare, alive); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("values", func(b *testing.B) {
		for b.Loop() {
			if m, err = collection.Measure(b.Context(), h, alive); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("find", func(b *testing.B) {
		for b.Loop() {
			if _, err := collection.Find(b.Context(), m, nil, 1, alive); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.ReportMetric(float64(h.Len()), "objects")
	b.ReportMetric(float64(len(m.Collections)), "collections")
}
