//go:build !race

package session_test

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/analysis/closure"
	"memcity/city/memory"
	"memcity/city/memory/allowance"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/resolve/history"
	"memcity/city/resolve/objects"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/city/view/graphs"
	"memcity/trace"
	"memcity/trace/native"
	"memcity/trace/open"
	"memcity/trace/tracetest/realistic"
)

var measuredHeap = flag.String("heap", "", "measure the table of memory on this heap dump, in place of one that is made")

var measuredWork = flag.String("work", "", "measure this row of the table of memory alone")

// everyWork does each work of the memory table on the first GC point of a recording.
var everyWork = map[memory.Work]func(context.Context, *recording.Recording) error{
	memory.Counts: func(ctx context.Context, o *recording.Recording) error {
		_, _, err := o.Recording.Points[0].Count(ctx, nil)
		return err
	},
	memory.Tree: func(ctx context.Context, o *recording.Recording) error {
		_, err := o.Groups(ctx, trees.By("package", "type"), 0, nil)
		return err
	},
	memory.Convert: func(ctx context.Context, o *recording.Recording) error {
		w, err := native.NewWriter(io.Discard, native.CopyInfo(o.Recording))
		if err == nil {
			_, err = w.Copy(ctx, o.Recording, nil)
		}
		return err
	},
	memory.Sizes: func(ctx context.Context, o *recording.Recording) error {
		_, _, err := o.Sizes(ctx, trees.By("type"), 0, []closure.Kind{closure.Retained, closure.Deep}, nil, nil)
		return err
	},
	memory.Diff: func(ctx context.Context, o *recording.Recording) error {
		_, err := history.Diff(ctx, o, diffs.Query{By: trees.By("type"), From: 0, To: 1}, nil)
		return err
	},
	memory.Paths: func(ctx context.Context, o *recording.Recording) error {
		_, err := o.Graph(ctx, graphs.Query{Heap: trees.HeapState{By: trees.By("type")}}, nil)
		return err
	},
	memory.Owners: func(ctx context.Context, o *recording.Recording) error {
		g, err := o.Groups(ctx, trees.By("type"), 0, nil)
		if err != nil {
			return err
		}
		for n := range g.Tree.Nodes {
			if key := g.Tree.Key(int32(n)); strings.HasSuffix(key, "java.lang.String") {
				_, err = objects.Owners(ctx, o, trees.By("type"), 0, objects.OwnersQuery{Keys: []string{key}, Chain: []string{"type"}}, nil)
				return err
			}
		}
		return errors.New("there are no strings")
	},
	memory.Structures: func(ctx context.Context, o *recording.Recording) error {
		_, err := o.Structures(ctx, 0, recording.StructuresQuery{Top: 20, Held: 20}, nil)
		return err
	},
	memory.Analyze: func(ctx context.Context, o *recording.Recording) error {
		_, err := guided.Explore(ctx, o, nil)
		return err
	},
}

// peak runs work and returns the peak of live object memory that the garbage collector found, minus the memory before. It excludes garbage,
// whose amount depends on the load of the machine.
func peak(work func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	read := func() int64 {
		metrics.Read(sample)
		return int64(sample[0].Value.Uint64())
	}
	before, most := read(), int64(0)
	done, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			most = max(most, read())
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	work()
	close(done)
	<-stopped
	return most - before
}

// measured returns the peak of some work on a heap dump, per heap state, and the dump's volume.
func measured(t *testing.T, path string, w memory.Work) (bytes int64, v trace.Volume) {
	t.Helper()
	return measuredBy(t, path, w, nil, everyWork[w])
}

// measuredBy is measured for some work that is planned as w, with an account.
func measuredBy(t *testing.T, path string, w memory.Work, a *memory.Account, work func(context.Context, *recording.Recording) error) (bytes int64, v trace.Volume) {
	t.Helper()
	points := 1
	if w == memory.Diff {
		points = 2
	}
	file, err := trace.DiskFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := open.Files(t.Context(), "test", slices.Repeat([]trace.File{file}, points), nil)
	if err != nil {
		t.Fatal(err)
	}
	o := recording.New(r, recording.Options{Memory: a})
	var fault error
	bytes = peak(func() { fault = work(t.Context(), o) })
	if fault != nil {
		t.Fatalf("%s: %v", w, fault)
	}
	ctx := trace.WithAdmission(t.Context(), func(_ context.Context, counted trace.Volume) error { v = counted; return nil })
	if _, _, _, err := r.Points[0].Totals(ctx, nil); err != nil {
		t.Fatal(err)
	}
	return bytes / int64(points), v
}

// onDisk writes a realistic heap dump, and returns its path.
func onDisk(t *testing.T, objects int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "heap.hprof")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := realistic.Write(f, realistic.Options{Objects: objects, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	return path
}

// asTrace converts a heap dump to a trace, and returns its path.
func asTrace(t *testing.T, path string) string {
	t.Helper()
	r, err := open.Paths(t.Context(), []string{path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "heap.mct")
	f, err := os.Create(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := native.NewWriter(f, native.CopyInfo(r))
	if err == nil {
		_, err = w.Copy(t.Context(), r, nil)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestMemoryTable: no work takes more than planned, including the base memory of the process. The guided exploration takes more per object
// in a small heap with much accumulation than in large heaps: 130 to 300 bytes were measured.
func TestMemoryTable(t *testing.T) {
	if testing.Short() {
		t.Skip("does all work with a busy garbage collector")
	}
	paths := []string{onDisk(t, 400_000), onDisk(t, 800_000)}
	if *measuredHeap != "" {
		paths = []string{*measuredHeap}
	}
	paths = append(paths, asTrace(t, paths[len(paths)-1]))
	for _, w := range memory.All() {
		if *measuredWork != "" && *measuredWork != w.String() {
			continue
		}
		for _, path := range paths {
			took, v := measured(t, path, w)
			per := func(bytes int64) float64 { return float64(bytes) / float64(v.Objects) }
			t.Logf("%s of %s: %.1f bytes an object, the table has %.1f", w, filepath.Base(path), per(took), per(w.Need(v)))
			if planned := w.Process(v); took > planned {
				t.Errorf("%s takes %d bytes for %d objects, and %d are planned", w, took, v.Objects, planned)
			}
		}
	}
}

// TestMemoryOfChains: grouping by any classifiers takes at most the memory allocated for it.
func TestMemoryOfChains(t *testing.T) {
	if testing.Short() {
		t.Skip("groups with a busy garbage collector")
	}
	path := *measuredHeap
	if path == "" {
		path = onDisk(t, 800_000)
	}
	for _, by := range [][]string{{"address"}, {"loader", "type"}, {"in-degree"}, {"roots-path"}, {"roots-closest"}, {"points-to", "type"},
		{"pointed-from", "type"}, {"array-length", "type"}, {"health"}, {"type", "points-to", "type"}} {
		account := memory.NewAccount(allowance.Allowance{Bytes: 1 << 40, By: "a test"})
		took, v := measuredBy(t, path, memory.Tree, account, func(ctx context.Context, o *recording.Recording) error {
			_, err := o.Groups(ctx, trees.By(by...), 0, nil)
			return err
		})
		held := account.Used() // it is kept
		per := func(bytes int64) float64 { return float64(bytes) / float64(v.Objects) }
		t.Logf("by %q: %.1f bytes an object, held are %.1f", by, per(took), per(held))
		if took > held {
			t.Errorf("grouping by %q takes %d bytes for %d objects, and %d are held", by, took, v.Objects, held)
		}
	}
}
