// Package loop implements the main loop of the window. It draws when there is something to draw, and otherwise sleeps until the next event
// or timer. It depends on neither the window system nor the content.
package loop

import (
	"context"
	"time"
)

// Next is the time of the next [Program.Frame].
type Next struct {
	Now bool // immediately: the picture is moving or being refined
	At  time.Duration
	Any bool // At is set; otherwise wait for an event
}

// Soonest lowers n.At to at, if ok.
func (n *Next) Soonest(at time.Duration, ok bool) {
	if ok && (!n.Any || at < n.At) {
		n.At, n.Any = at, true
	}
}

// System delivers events and shows pictures.
type System interface {
	// Present shows the new picture.
	Present()
	// Wait waits for the first event, at most for the given time, and handles all pending events. 0 does not wait; a negative limit waits
	// forever.
	Wait(limit time.Duration)
}

// Program draws the content of the window. All methods are called on the goroutine of [Run].
type Program interface {
	// Frame advances the program to the time now. It reports whether there is a new picture, and when to call Frame again.
	Frame(now time.Duration) (drawn bool, next Next, err error)
	// Took reports how long it took to show the last picture.
	Took(time.Duration)
	// Closing reports whether to end the loop.
	Closing() bool
}

// FrameTime is the minimum time between pictures. A higher rate makes no visible difference, even on faster screens.
const FrameTime = time.Second / 120

// Run runs the program until it closes or ctx is done. Neither is an error. The code that cancels ctx must also wake the system.
func Run(ctx context.Context, system System, program Program, now func() time.Duration) error {
	for ctx.Err() == nil && !program.Closing() {
		began := now()
		drawn, next, err := program.Frame(began)
		if err != nil {
			return err
		}
		if drawn {
			system.Present()
			program.Took(now() - began)
		}
		system.Wait(limit(next, began, now()))
	}
	return nil
}

// limit returns how long to wait for events; negative for no limit.
func limit(next Next, began, now time.Duration) time.Duration {
	at := began + FrameTime
	switch {
	case next.Now:
	case next.Any:
		at = max(at, next.At)
	default:
		return -1
	}
	return max(at-now, 0)
}
