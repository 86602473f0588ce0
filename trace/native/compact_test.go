package native_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"memcity/trace"
	nativepkg "memcity/trace/native"
	"memcity/trace/open"
	"memcity/trace/tracetest"
)

// growingHeap returns a heap of n nodes, with its own types so that the dictionary grows.
func growingHeap(n int) *trace.Heap {
	b := tracetest.NewHeap()
	node := b.Type("app.Node", 24, "next")
	own := b.Type("app.Only"+string(rune('A'+n%26)), 16)
	before := b.Object(own)
	b.Root(before, trace.RootStaticField, "")
	for range n {
		o := b.Object(node)
		b.Site(o, -1, "app.Main.run:12")
		b.Refer(o, "next", before)
		before = o
	}
	return b.Heap()
}

// switched is a writer whose file can be replaced.
type switched struct{ to *os.File }

func (s *switched) Write(p []byte) (int, error) { return s.to.Write(p) }

// TestCompact repeatedly removes points while a trace is written, and checks that the rest is unchanged.
func TestCompact(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 40 {
		dir := t.TempDir()
		create := func(name string) *os.File {
			f, err := os.Create(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { f.Close() })
			return f
		}
		out := &switched{create("a")}
		w, err := nativepkg.NewWriter(out, trace.WriterInfo{Mode: "sampled", Program: "Shop"})
		if err != nil {
			t.Fatal(err)
		}
		var left []int // heaps by their number of nodes
		var marks int
		for n := range 30 {
			at := time.Duration(n) * time.Second
			if n%2 == 0 {
				err = w.State(nativepkg.PointInfo{Time: at, GC: uint32(n)}, growingHeap(n))
			} else {
				err = w.Counts(nativepkg.PointInfo{Time: at, GC: uint32(n)}, []trace.TypeCount{{Name: "app.Node", Objects: int64(n), Bytes: int64(n)}})
			}
			if err == nil {
				left = append(left, n)
				err = w.GCs([]trace.GC{{Number: uint32(n + 1), Start: at, End: at + time.Millisecond}})
			}
			if err == nil && n%5 == 0 {
				marks++
				err = w.Marks([]trace.Mark{{Time: trace.Millis(n * 1000), Text: "m"}})
			}
			if err != nil {
				t.Fatal(err)
			}
			if r.IntN(4) > 0 {
				continue
			}
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			states := w.States()
			if len(states) != len(left) {
				t.Fatalf("%d states, want %d", len(states), len(left))
			}
			dropped := map[uint64]bool{}
			var next []int
			for i, s := range states {
				if s.Time != time.Duration(left[i])*time.Second || s.Full != (left[i]%2 == 0) || s.Stored <= 0 {
					t.Fatalf("state %+v is not that of %d", s, left[i])
				}
				if i < len(states)-1 && (r.IntN(3) == 0 || round%2 == 0 && i < len(states)/2) {
					dropped[s.Number] = true
				} else {
					next = append(next, left[i])
				}
			}
			file := create("b")
			size, commit, err := w.Compact(out.to, file, func(s uint64) bool { return dropped[s] })
			if info, wrong := file.Stat(); err != nil || wrong != nil || info.Size() != size {
				t.Fatalf("%d bytes, %v", size, err)
			}
			if r.IntN(3) == 0 {
				continue // not committed
			}
			commit()
			left, out.to = next, file
			if err := os.Rename(filepath.Join(dir, "b"), filepath.Join(dir, "a")); err != nil {
				t.Fatal(err)
			}
			if round%4 == 0 { // the file can be opened at any time
				checkLeft(t, filepath.Join(dir, "a"), left, -1)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		checkLeft(t, filepath.Join(dir, "a"), left, marks)
	}
}

func checkLeft(t *testing.T, path string, left []int, marks int) {
	t.Helper()
	rec, err := open.Paths(t.Context(), []string{path}, nil)
	if err != nil || len(rec.Points) != len(left) || marks >= 0 && (len(rec.Marks) != marks || len(rec.Warnings) > 0) {
		t.Fatalf("%v: %+v, want %v", err, rec, left)
	}
	for i, n := range left {
		p := &rec.Points[i]
		if p.Time != trace.Millis(n*1000) {
			t.Fatalf("point %d is at %d, want %d s", i, p.Time, n)
		}
		if n%2 == 1 {
			if p.Counts[0].Objects != int64(n) {
				t.Errorf("counts %+v, want %d", p.Counts, n)
			}
			continue
		}
		h, warnings, err := p.Load(t.Context(), nil)
		if err != nil || len(warnings) > 0 {
			t.Fatal(err, warnings)
		}
		sameHeap(t, h, growingHeap(n))
	}
	if first := rec.Points[0].Time; marks >= 0 && rec.GCs[0].Start.Milliseconds() < int64(first) && len(left) > 0 && first > 0 {
		t.Errorf("a GC at %v is from before the first point at %d", rec.GCs[0].Start, first)
	}
}

// TestRestart ends a trace and begins another one, and checks that both open as one series.
func TestRestart(t *testing.T) {
	var a, b bytes.Buffer
	info := trace.WriterInfo{Mode: "sampled", StartUnix: 1_700_000_000_000}
	w, err := nativepkg.NewWriter(&a, info)
	if err == nil {
		err = w.State(nativepkg.PointInfo{Time: time.Second}, growingHeap(3))
	}
	if err == nil {
		err = w.Restart(&b, info)
	}
	if err == nil {
		err = w.State(nativepkg.PointInfo{Time: 2 * time.Second}, growingHeap(4))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, data := range [][]byte{a.Bytes(), b.Bytes()} {
		rec := openBytes(t, data)
		if len(rec.Points) != 1 || len(rec.Warnings) > 0 {
			t.Fatalf("%+v", rec)
		}
		sameHeap(t, loaded(t, rec.Points[0]), growingHeap(3+i))
	}
	rec, err := open.Files(t.Context(), "both", []trace.File{trace.MemoryFile("b.mct", b.Bytes()), trace.MemoryFile("a.mct", a.Bytes())}, nil)
	if err != nil || len(rec.Points) != 2 || rec.Points[0].Time != 1000 || rec.Points[1].Time != 2000 {
		t.Errorf("%+v, %v", rec, err)
	}
}
