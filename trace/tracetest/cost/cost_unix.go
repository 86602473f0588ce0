//go:build unix

// Package cost measures what benchmarks report in addition to their time.
package cost

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"syscall"
	"testing"
	"time"
)

// ProcessorTime returns the time on processors so far of this process (syscall.RUSAGE_SELF) or of those that it started and
// waited for (syscall.RUSAGE_CHILDREN).
func ProcessorTime(b *testing.B, who int) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Heap returns the size of the Go heap without garbage, in bytes.
func Heap() float64 {
	runtime.GC()
	return heap()
}

// heap returns the size of objects, garbage included, and of the room between them.
func heap() float64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
	metrics.Read(sample)
	return float64(sample[0].Value.Uint64() + sample[1].Value.Uint64())
}

// WatchHeap keeps the largest size of the Go heap in bytes, garbage included, until the returned function is called.
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
