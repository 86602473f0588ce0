//go:build unix

package testrun

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"syscall"
	"testing"
	"time"
)

// ProcessorTime returns the CPU time used so far by this process (syscall.RUSAGE_SELF), or by children that it has waited for
// (syscall.RUSAGE_CHILDREN).
func ProcessorTime(b *testing.B, who int) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// MustEnd panics with all stacks if the process uses more CPU time than limit before the returned function is called. Unlike wall-clock
// time, CPU time does not include the time of other programs.
func MustEnd(limit time.Duration) (ended func()) {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			panic(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	start := used()
	var watch func()
	var timer *time.Timer
	watch = func() {
		if spent := used() - start; spent > limit {
			debug.SetTraceback("all")
			panic(fmt.Sprintf("not done after %v of processor time", spent.Round(time.Second)))
		}
		timer.Reset(time.Second)
	}
	timer = time.AfterFunc(time.Hour, watch)
	timer.Reset(time.Second)
	return func() { timer.Stop() }
}

// Heap returns the size of the Go heap without garbage, in bytes. It runs a GC.
func Heap() float64 {
	runtime.GC()
	return heap()
}

// heap returns the size of objects, including garbage, and of unused space between them.
func heap() float64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
	metrics.Read(sample)
	return float64(sample[0].Value.Uint64() + sample[1].Value.Uint64())
}

// WatchHeap sets peak to the largest size of the Go heap in bytes, including garbage, until stop is called.
func WatchHeap(peak *float64) (stop func()) {
	*peak = 0
	quit := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			*peak = max(*peak, heap())
			select {
			case <-quit:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	return func() {
		close(quit)
		wait.Wait()
	}
}
