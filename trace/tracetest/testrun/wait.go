package testrun

import (
	"context"
	"testing"
	"time"
)

// lastWords is the time reserved for a test to report the awaited event.
const lastWords = 10 * time.Second

// Deadline returns the time at which a waiting test fails with a report, shortly before the timeout of go test. ok is false without a
// timeout and in benchmarks.
func Deadline(t testing.TB) (time.Time, bool) {
	limited, ok := t.(interface{ Deadline() (time.Time, bool) })
	if !ok {
		return time.Time{}, false
	}
	end, ok := limited.Deadline()
	return end.Add(-lastWords), ok
}

// TooLate returns a channel that is closed at the deadline; nil if there is no deadline.
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

// pause is the time between checks in Until.
const pause = 2 * time.Millisecond

// Until calls ok repeatedly until it returns true. At the deadline it fails the test with the text what.
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
