package record

import "time"

// delay detects GC points that the agent delays to stay within its budget. A point is due once a GC has ended and the minimum interval
// since the previous point has passed.
type delay struct {
	every time.Duration

	points, gcs int
	paused      time.Duration // total
	pause       time.Duration // duration of the newest point
	last        time.Time     // time of the newest point; zero before the first
	due         time.Time     // time since which a point is due; zero if none is
	held        bool          // whether the newest point was late
}

// patience is how late a due point may begin without counting as delayed.
const patience = 300 * time.Millisecond

// update sets the totals of points, GCs and pauses for points.
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

// waits reports whether points are being delayed.
func (d *delay) waits(now time.Time) bool {
	return d.held || !d.due.IsZero() && now.Sub(d.due) > patience+2*d.pause
}
