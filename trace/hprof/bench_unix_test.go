//go:build unix

package hprof_test

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest/testrun"
)

// BenchmarkLoad loads a dump of at least 500 MB. MEMCITY_BENCH_DUMP names the file, or a folder in which a Java program creates it once.
// Times are reported relative to sha1sum of the same file, which runs alternately. Both are CPU times, so that a busy machine disturbs
// less. Run it with -cpu 1 to compare one core with one core.
func BenchmarkLoad(b *testing.B) {
	f := benchDump(b)
	ctx := context.Background()
	b.Run("histogram", func(b *testing.B) {
		ratio(b, f, func() error {
			_, _, err := hprof.Histogram(ctx, f, nil)
			return err
		})
	})
	b.Run("load", func(b *testing.B) {
		var objects, references float64
		peak := ratio(b, f, func() error {
			h, _, err := hprof.Load(ctx, f, nil)
			if err == nil {
				objects, references = float64(h.Len()), float64(len(h.RefTo))
			}
			return err
		})
		b.ReportMetric(peak/objects, "peak-B/object")
		b.ReportMetric(references/objects, "refs/object")
	})
}

// BenchmarkValues reads values of the dump of [BenchmarkLoad]: the first field of all objects that have one, the texts of all strings, and
// the fields of single objects. For comparison, it includes a plain pass over the records. It also reports the memory of a loaded heap
// state.
func BenchmarkValues(b *testing.B) {
	f := benchDump(b)
	before := liveBytes()
	h, _, err := hprof.Load(b.Context(), f, nil)
	if err != nil {
		b.Fatal(err)
	}
	kept := liveBytes() - before
	var all []trace.Selection
	for i := range h.Types {
		if len(h.Values.Layout(trace.TypeID(i))) > 0 {
			all = append(all, trace.Selection{Type: trace.TypeID(i), Fields: []int{0}})
		}
	}
	var strings []trace.ObjectID
	for o, t := range h.TypeOf.All() {
		if h.IsString(t) {
			strings = append(strings, trace.ObjectID(o))
		}
	}
	perSecond := func(b *testing.B, n int) {
		b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mobjects/s")
	}
	b.Run("pass", func(b *testing.B) {
		for b.Loop() {
			if err := hprof.Pass(b.Context(), f); err != nil {
				b.Fatal(err)
			}
		}
		perSecond(b, h.Len())
		b.ReportMetric(float64(kept)/float64(h.Len()), "kept-B/object")
		b.ReportMetric(float64(len(h.RefTo))/float64(h.Len()), "refs/object")
	})
	b.Run("rows", func(b *testing.B) {
		n := 0
		for b.Loop() {
			n = 0
			if err := h.Values.Rows(b.Context(), all, func(trace.ObjectID, []trace.Value) { n++ }); err != nil {
				b.Fatal(err)
			}
		}
		perSecond(b, n)
	})
	b.Run("texts", func(b *testing.B) {
		for b.Loop() {
			if err := h.Values.Texts(b.Context(), strings, 1000, func(trace.ObjectID, []byte) {}); err != nil {
				b.Fatal(err)
			}
		}
		perSecond(b, len(strings))
	})
	b.Run("single", func(b *testing.B) {
		rng := rand.New(rand.NewPCG(1, 1))
		for b.Loop() {
			if _, err := h.Values.Fields(strings[rng.IntN(len(strings))]); err != nil {
				b.Fatal(err)
			}
		}
		perSecond(b, 1)
	})
}

// liveBytes returns the size of the Go heap after a collection.
func liveBytes() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func benchDump(b *testing.B) trace.File {
	path := os.Getenv("MEMCITY_BENCH_DUMP")
	if path == "" {
		b.Skip("MEMCITY_BENCH_DUMP names neither a dump nor a folder for one")
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		made := filepath.Join(path, "bench.hprof")
		if _, err := os.Stat(made); err != nil {
			file, _, _ := javaDump(b, path, 1300000, "-Xmx3g")
			if err := os.Rename(file, made); err != nil {
				b.Fatal(err)
			}
		}
		path = made
	}
	f, err := trace.DiskFile(path)
	if err != nil {
		b.Fatal(err)
	}
	return f
}

// ratio runs work and sha1sum alternately, and reports the ratio of their times. It returns the peak size of the Go heap in bytes.
func ratio(b *testing.B, f trace.File, work func() error) (peak float64) {
	stop := testrun.WatchHeap(&peak)
	var own, sum time.Duration
	for b.Loop() {
		b.StopTimer()
		runtime.GC()
		b.StartTimer()
		before := testrun.ProcessorTime(b, syscall.RUSAGE_SELF)
		if err := work(); err != nil {
			b.Fatal(err)
		}
		own += testrun.ProcessorTime(b, syscall.RUSAGE_SELF) - before
		b.StopTimer()
		before = testrun.ProcessorTime(b, syscall.RUSAGE_CHILDREN)
		if err := exec.Command("sha1sum", f.Name).Run(); err != nil {
			b.Skip(err)
		}
		sum += testrun.ProcessorTime(b, syscall.RUSAGE_CHILDREN) - before
		b.StartTimer()
	}
	stop()
	b.ReportMetric(own.Seconds()/sum.Seconds(), "×sha1sum")
	b.ReportMetric(float64(f.Size)/own.Seconds()*float64(b.N)/1e6, "MB/cpu-s")
	return peak
}
