//go:build unix

package closure_test

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/testrun"
)

// BenchmarkDump works on the dump of 500 MB or more that MEMCITY_BENCH_DUMP names. It reports times as ratios to sha1sum of the same file.
// Both are processor time and run in turns, so that a busy machine disturbs less. The first part includes reading the file, the others do
// not. Run it with -cpu 1 to compare one core with one core.
func BenchmarkDump(b *testing.B) {
	file := os.Getenv("MEMCITY_BENCH_DUMP")
	if info, err := os.Stat(file); err != nil || info.IsDir() {
		b.Skip("MEMCITY_BENCH_DUMP names no dump")
	}
	load := func() *trace.Heap {
		rec, err := open.Paths(b.Context(), []string{file}, nil)
		if err != nil {
			b.Fatal(err)
		}
		h, _, err := rec.Points[0].Load(b.Context(), nil)
		if err != nil {
			b.Fatal(err)
		}
		return h
	}
	b.Run("load and dominators", func(b *testing.B) {
		ratio(b, file, func() (any, int) {
			h := load()
			return [2]any{h, dominatorsOf(b, h)}, h.Len()
		})
	})
	h := load()
	b.Run("dominators", func(b *testing.B) {
		ratio(b, file, func() (any, int) {
			return dominatorsOf(b, h), h.Len()
		})
	})
	b.Run("graph", func(b *testing.B) {
		ratio(b, file, func() (any, int) { return graph(b, h), h.Len() })
	})
	b.Run("tree", func(b *testing.B) {
		ratio(b, file, func() (any, int) { return tree(b, h), h.Len() })
	})
	b.Run("retained sizes of all types", func(b *testing.B) {
		tree, groups := tree(b, h), byType(h)
		ratio(b, file, func() (any, int) {
			sizes, ok, err := tree.Retained(b.Context(), groups, nil)
			if err != nil || !ok {
				b.Fatal(ok, err)
			}
			return sizes, h.Len()
		})
	})
	b.Run("sizes of 512 groups", func(b *testing.B) {
		g, groups := graph(b, h), groupsOf(h)
		ratio(b, file, func() (any, int) {
			results, err := g.Sizes(b.Context(), groups, bothKinds, nil, nil)
			if err != nil {
				b.Fatal(err)
			}
			return results, h.Len()
		})
	})
	runtime.KeepAlive(h)
}

// ratio runs work and sha1sum in turns, and reports how many times as long work takes. It also reports the memory per object: the peak, and
// what the result keeps. Memory that was in use before does not count.
func ratio(b *testing.B, file string, work func() (result any, objects int)) {
	var own, sum time.Duration
	var peak, kept, objects float64
	for b.Loop() {
		b.StopTimer()
		before := testrun.Heap()
		stop := testrun.WatchHeap(&peak)
		b.StartTimer()
		start := testrun.ProcessorTime(b, syscall.RUSAGE_SELF)
		result, n := work()
		own += testrun.ProcessorTime(b, syscall.RUSAGE_SELF) - start
		b.StopTimer()
		stop()
		peak, kept, objects = peak-before, testrun.Heap()-before, float64(n)
		runtime.KeepAlive(result)
		start = testrun.ProcessorTime(b, syscall.RUSAGE_CHILDREN)
		if err := exec.Command("sha1sum", file).Run(); err != nil {
			b.Skip(err)
		}
		sum += testrun.ProcessorTime(b, syscall.RUSAGE_CHILDREN) - start
		b.StartTimer()
	}
	b.ReportMetric(own.Seconds()/sum.Seconds(), "×sha1sum")
	b.ReportMetric(peak/objects, "peak-B/object")
	b.ReportMetric(kept/objects, "kept-B/object")
}
