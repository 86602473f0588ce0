//go:build unix && !race

package session_test

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/trace"
	"memcity/trace/open"
)

// gap is a computation without a check of the context.
type gap struct {
	cpu      time.Duration
	from, to string
}

// watching is a context that records the computing time between two checks.
type watching struct {
	context.Context
	mu   sync.Mutex
	last time.Duration
	pcs  []uintptr
	gaps []gap
	n    int
}

// cpu returns the CPU time of the process so far.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// stack lists the callers in the program, innermost first.
func stack(pcs []uintptr) string {
	frames := runtime.CallersFrames(pcs)
	var s []string
	for {
		f, more := frames.Next()
		if strings.HasPrefix(f.Function, "memcity/") && !strings.Contains(f.File, "_test.go") {
			s = append(s, fmt.Sprintf("%s:%d", f.Function[strings.LastIndex(f.Function, "/")+1:], f.Line))
		}
		if !more {
			break
		}
	}
	return strings.Join(s, " < ")
}

func (w *watching) look() {
	now := cpu()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.n++
	pcs := make([]uintptr, 30)
	pcs = pcs[:runtime.Callers(3, pcs)]
	if d := now - w.last; d > 20*time.Millisecond {
		w.gaps = append(w.gaps, gap{d, stack(w.pcs), stack(pcs)})
	}
	w.last, w.pcs = cpu(), pcs
}

func (w *watching) Err() error            { w.look(); return nil }
func (w *watching) Done() <-chan struct{} { w.look(); return nil }

// mostGaps is the number of printed gaps per kind of work.
const mostGaps = 14

// TestLooks prints the places where work of the memory table computes for long without checking for cancellation, with the stacks before
// and after. To search for these places, run go test ./city/session -run TestLooks -v -args -heap FILE. The more objects the dump has, the
// more a gap over objects stands out.
func TestLooks(t *testing.T) {
	if *measuredHeap == "" {
		t.Skip("needs -heap FILE")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(300))
	f, err := trace.DiskFile(*measuredHeap)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range memory.All() {
		files := []trace.File{f}
		if w == memory.Diff {
			files = append(files, f)
		}
		r, err := open.Files(t.Context(), "test", files, nil)
		if err != nil {
			t.Fatal(err)
		}
		c := &watching{Context: t.Context(), last: cpu()}
		if err := everyWork[w](c, recording.New(r, recording.Options{})); err != nil {
			t.Error(err)
		}
		c.look()
		slices.SortFunc(c.gaps, func(a, b gap) int { return int(b.cpu - a.cpu) })
		t.Logf("%s: %d looks, %d gaps", w, c.n, len(c.gaps))
		for _, g := range c.gaps[:min(mostGaps, len(c.gaps))] {
			t.Logf("%v\n   from %s\n   to   %s", g.cpu.Round(time.Millisecond), g.from, g.to)
		}
	}
}
