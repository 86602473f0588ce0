//go:build unix

package native_test

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/hprof"
	nativepkg "memcity/trace/native"
	"memcity/trace/open"
	"memcity/trace/tracetest/testrun"
)

// BenchmarkTrace writes and loads the dump of [BenchmarkLoad] as a native trace, alternating with loads of the dump itself for comparison.
// Load times are CPU times, so that a busy machine disturbs less.
func BenchmarkTrace(b *testing.B) {
	path := os.Getenv("MEMCITY_BENCH_DUMP")
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, "bench.hprof") // created by BenchmarkLoad
	}
	f, err := trace.DiskFile(path)
	if err != nil {
		b.Skip("MEMCITY_BENCH_DUMP names no dump: ", err)
	}
	h, _, err := hprof.Load(b.Context(), f, nil)
	if err != nil {
		b.Fatal(err)
	}
	path = filepath.Join(b.TempDir(), "bench.mct")
	out, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	size := writeState(b, out, h)
	if err := out.Close(); err != nil {
		b.Fatal(err)
	}
	objects, references := float64(h.Len()), float64(len(h.RefTo))
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			writeState(b, io.Discard, h)
		}
		b.ReportMetric(objects*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mobjects/s")
		b.ReportMetric(float64(size)/objects, "B/object")
		b.ReportMetric(references/objects, "refs/object")
	})
	h = nil
	b.Run("load", func(b *testing.B) {
		rec, err := open.Paths(b.Context(), []string{path}, nil)
		if err != nil {
			b.Fatal(err)
		}
		var own, dump time.Duration
		var most float64
		for b.Loop() {
			own += timed(b, &most, func() error {
				_, _, err := rec.Points[0].Load(b.Context(), nil)
				return err
			})
			b.StopTimer()
			dump += timed(b, new(float64), func() error {
				_, _, err := hprof.Load(b.Context(), f, nil)
				return err
			})
			b.StartTimer()
		}
		b.ReportMetric(objects*float64(b.N)/own.Seconds()/1e6, "Mobjects/cpu-s")
		b.ReportMetric(dump.Seconds()/own.Seconds(), "×faster")
		b.ReportMetric(most/objects, "peak-B/object")
	})
}

func writeState(b *testing.B, out io.Writer, h *trace.Heap) int64 {
	b.Helper()
	w, err := nativepkg.NewWriter(out, trace.WriterInfo{})
	if err != nil {
		b.Fatal(err)
	}
	if err := w.State(nativepkg.PointInfo{}, h); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return w.Size()
}

// timed runs work on a heap without garbage, updates the peak memory and returns the CPU time.
func timed(b *testing.B, most *float64, work func() error) time.Duration {
	b.Helper()
	runtime.GC()
	stop := testrun.WatchHeap(most)
	before := testrun.ProcessorTime(b, syscall.RUSAGE_SELF)
	err := work()
	took := testrun.ProcessorTime(b, syscall.RUSAGE_SELF) - before
	stop()
	if err != nil {
		b.Fatal(err)
	}
	return took
}
