package record

import "time"

// delay finds out whether an agent keeps GC points waiting for its budget. A point is due when a GC has ended and the least
// time since the point before has passed.
type delay struct {
	every time.Duration

	points, gcs int
	paused      time.Duration // in all
	pause       time.Duration // of the newest point
	last        time.Time     // when the newest point came; zero before the first
	due         time.Time     // since when one is due; zero if none is
	held        bool          // the newest point came late
}

// patience is how long a point that is due may take to begin.
const patience = 300 * time.Millisecond

// update takes in how many points and GCs there are, and how long the program stood still for points in all.
func (d *delay) update(now time.Time, points, gcs int, paused time.Duration) {
	if points > d.points {
		d.pause = paused - d.paused
		d.held = !d.due.IsZero() && now.Sub(d.due)-d.pause > patience
		d.due, d.last = time.Time{}, now
	} else if gcs > d.gcs && d.due.IsZero() {
		d.due = now
		if at := d.last.Add(d.every); !d.last.IsZero() && at.After(now) {
			d.due = at
		}
	}
	d.points, d.gcs, d.paused = points, gcs, paused
}

// waits reports whether points are kept waiting.
func (d *delay) waits(now time.Time) bool {
	return d.held || !d.due.IsZero() && now.Sub(d.due) > patience+2*d.pause
}
