package testrun

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

// maxCancelled is the number of checks that Everywhere tries.
const maxCancelled = 60

// CancelEverywhere calls work repeatedly. The context is canceled at the first check, at the second, and so on. The test fails unless work
// returns context.Canceled each time. It also fails if work never checks its context, or fails without being canceled.
func CancelEverywhere(t testing.TB, name string, work func(context.Context) error) {
	t.Helper()
	CancelSometimes(t, name, maxCancelled, work)
}

// CancelSometimes is Everywhere for work that takes long. It tries a limited number of checks, evenly spread, starting with the first.
func CancelSometimes(t testing.TB, name string, times int, work func(context.Context) error) {
	t.Helper()
	if fault := sometimes(times, work); fault != nil {
		t.Errorf("%s: %v", name, fault)
	}
}

// ContextChecks returns the number of times that work checks its context.
func ContextChecks(work func(context.Context) error) (int, error) {
	whole := newLooks(0)
	err := work(whole)
	return whole.count(), err
}

func sometimes(most int, work func(context.Context) error) error {
	whole := newLooks(0)
	if err := work(whole); err != nil {
		return err
	}
	looks := whole.count()
	if looks == 0 {
		return errors.New("never looks whether it is cancelled")
	}
	for i := range min(looks, most) {
		at := 1 + i*looks/min(looks, most)
		c := newLooks(at)
		// Concurrent goroutines may check less often than before.
		if err := work(c); !errors.Is(err, context.Canceled) && c.count() >= at {
			return fmt.Errorf("cancelled at look %d of %d, it returns the error %v", at, looks, err)
		}
	}
	return nil
}

// looks is a context that is canceled at call number at of Err or Done; 0 for never.
type looks struct {
	done chan struct{}
	at   int

	mu sync.Mutex
	n  int
}

func newLooks(at int) *looks { return &looks{done: make(chan struct{}), at: at} }

func (l *looks) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.n
}

// look counts a call and reports whether the context is canceled.
func (l *looks) look() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	if l.n == l.at {
		close(l.done)
	}
	return l.at > 0 && l.n >= l.at
}

func (l *looks) Err() error {
	if l.look() {
		return context.Canceled
	}
	return nil
}

func (l *looks) Done() <-chan struct{} {
	l.look()
	return l.done
}

func (l *looks) Deadline() (time.Time, bool) { return time.Time{}, false }

func (l *looks) Value(any) any { return nil }
