// Package cancelled lets tests cancel work at each place where it looks whether it is cancelled, rather than before it begins.
package cancelled

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

// most is how many places Everywhere tries.
const most = 60

// Everywhere does some work again and again, cancelled when it looks at its context for the first time, for the second and so
// on, and expects context.Canceled from it each time. Work that does not look at all, or that fails when it is not cancelled,
// fails the test.
func Everywhere(t testing.TB, name string, work func(context.Context) error) {
	t.Helper()
	Sometimes(t, name, most, work)
}

// Sometimes is Everywhere for work that takes long: of many looks it tries some, evenly spread, with the first and none beyond the last.
func Sometimes(t testing.TB, name string, times int, work func(context.Context) error) {
	t.Helper()
	if fault := sometimes(times, work); fault != nil {
		t.Errorf("%s: %v", name, fault)
	}
}

// Looks returns how often work looks at its context.
func Looks(work func(context.Context) error) (int, error) {
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
		// Goroutines that share the work may look less often than before.
		if err := work(c); !errors.Is(err, context.Canceled) && c.count() >= at {
			return fmt.Errorf("cancelled at look %d of %d, it returns the error %v", at, looks, err)
		}
	}
	return nil
}

// looks is a context that is cancelled at a certain call of Err or Done, unless that is 0.
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

// look counts a call and reports whether the context is cancelled.
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
