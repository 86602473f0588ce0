// Package wait lets tests wait for what happens elsewhere, for as long as the tests may run: a limit of its own would fail on
// a busy machine.
package wait

import (
	"context"
	"testing"
	"time"
)

// lastWords is what a test keeps of its time to report what it waited for.
const lastWords = 10 * time.Second

// Deadline returns the time by which a test reports what it waits for: shortly before the timeout of go test. There is none
// without a timeout, nor in a benchmark.
func Deadline(t testing.TB) (time.Time, bool) {
	limited, ok := t.(interface{ Deadline() (time.Time, bool) })
	if !ok {
		return time.Time{}, false
	}
	end, ok := limited.Deadline()
	return end.Add(-lastWords), ok
}

// TooLate returns a channel that is closed at the deadline, and nil without one.
func TooLate(t testing.TB) <-chan struct{} {
	end, ok := Deadline(t)
	if !ok {
		return nil
	}
	late := make(chan struct{})
	ctx, cancel := context.WithDeadline(context.Background(), end)
	t.Cleanup(cancel)
	context.AfterFunc(ctx, func() {
		if ctx.Err() == context.DeadlineExceeded {
			close(late)
		}
	})
	return late
}

// pause lies between two looks at what Until waits for.
const pause = 2 * time.Millisecond

// Until looks again and again until ok returns true. At the deadline it ends the test with what it waited for.
func Until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	late := TooLate(t)
	for !ok() {
		select {
		case <-late:
			t.Fatalf("the time of the tests is over while waiting for %s", what)
		case <-time.After(pause):
		}
	}
}
