// Package loop is the loop of the window: it draws when there is something to draw, and else sleeps until an event comes or
// something is due. It knows neither the window's system nor what is drawn.
package loop

import (
	"context"
	"time"
)

// Next says when [Program.Frame] is to be called again.
type Next struct {
	Now bool // at once; the picture is moving or being refined
	At  time.Duration
	Any bool // At is set; else only when an event comes
}

// Soonest makes n come no later than at, if ok.
func (n *Next) Soonest(at time.Duration, ok bool) {
	if ok && (!n.Any || at < n.At) {
		n.At, n.Any = at, true
	}
}

// System is where events come from and pictures go to.
type System interface {
	// Present shows the picture that was drawn.
	Present()
	// Wait handles the events there are, after waiting for the first one for the time given; 0 does not wait, and less than 0 is without
	// end.
	Wait(limit time.Duration)
}

// Program is what draws. All methods are called on the goroutine of [Run].
type Program interface {
	// Frame brings everything up to the time now. It reports whether there is a new picture, and when to come back.
	Frame(now time.Duration) (drawn bool, next Next, err error)
	// Took says how long the picture drawn last took until it was shown.
	Took(time.Duration)
	// Closing reports whether the loop is to end.
	Closing() bool
}

// FrameTime is the least time from one picture to the next. Screens that are faster gain nothing that can be seen.
const FrameTime = time.Second / 120

// Run runs the program until it closes or ctx is done, which is no error. Whoever cancels ctx wakes the system.
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

// limit returns how long to wait for events.
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
