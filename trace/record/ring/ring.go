// Package ring selects the GC points to remove from a long recording so that its file stays small: points above an age, the oldest points
// above a file size, and with age all but one point per interval.
package ring

import (
	"fmt"
	"strings"
	"time"
)

// Point is a GC point in a file.
type Point struct {
	Time   time.Duration // since the start of the recording
	Stored int64         // bytes in the file, including data between this point and the next
	Full   bool          // whether it has single objects
}

// Step is a thinning rule: of points older than After, only one is kept per interval Every.
type Step struct{ After, Every time.Duration }

// Policy selects the points to keep. The zero value keeps all.
type Policy struct {
	Keep  time.Duration // largest age of points; removal may be delayed by up to a tenth
	Bytes int64         // largest file size in bytes; may be exceeded by the newest point
	Thin  []Step        // in order of After
}

// DefaultThin keeps all points of the last hour, then one per 10 minutes for a day, then one per hour.
const DefaultThin = "1h:10m,24h:1h"

// ParseThin parses steps such as [DefaultThin].
func ParseThin(text string) ([]Step, error) {
	var steps []Step
	for part := range strings.SplitSeq(text, ",") {
		after, every, _ := strings.Cut(strings.TrimSpace(part), ":")
		a, err := time.ParseDuration(after)
		e, wrong := time.ParseDuration(every)
		if err != nil || wrong != nil || a <= 0 || e <= 0 {
			return nil, fmt.Errorf("%q: expected AGE:INTERVAL, such as 1h:10m, separated by commas", part)
		}
		if n := len(steps); n > 0 && (a <= steps[n-1].After || e <= steps[n-1].Every) {
			return nil, fmt.Errorf("%q: expected a higher age and a longer interval than before", part)
		}
		steps = append(steps, Step{a, e})
	}
	return steps, nil
}

// IsZero reports whether all points are kept.
func (p Policy) IsZero() bool { return p.Keep <= 0 && p.Bytes <= 0 && len(p.Thin) == 0 }

const (
	// slack is the free share of a rewritten file below its limit. It makes rewriting rare.
	slack = 0.2
	// worth is the smallest share of points worth removing by thinning.
	worth = 0.1
)

// Drop selects the points to remove now from a file of size bytes; nil if there are none, or if removing them is not worthwhile yet. The
// newest point is always kept. points must be in order of time.
func (p Policy) Drop(points []Point, size int64) []bool {
	n := len(points)
	if n < 2 {
		return nil
	}
	drop := make([]bool, n)
	pays := p.old(points, drop)
	pays = p.thin(points, drop) || pays
	if p.Bytes > 0 && size > p.Bytes {
		aim := p.Bytes - int64(float64(p.Bytes)*slack)
		for i := range points {
			if drop[i] {
				size -= points[i].Stored
			}
		}
		for i := 0; i < n-1 && size > aim; i++ {
			if !drop[i] {
				drop[i] = true
				size -= points[i].Stored
			}
		}
		pays = true
	}
	for i := range drop {
		if pays && drop[i] {
			return drop
		}
	}
	return nil
}

// old marks points that are too old, and reports whether one exceeds the limit by a tenth.
func (p Policy) old(points []Point, drop []bool) (pays bool) {
	if p.Keep <= 0 {
		return false
	}
	newest := points[len(points)-1].Time
	for i := range points[:len(points)-1] {
		age := newest - points[i].Time
		drop[i] = age > p.Keep
		pays = pays || age > p.Keep+p.Keep/10
	}
	return pays
}

// thin marks all but one point of each interval. It keeps the first with single objects, or else the first. Intervals are relative to the
// start of the recording, so that the same point is kept every time. It reports whether enough points were marked to be worth removing.
func (p Policy) thin(points []Point, drop []bool) (pays bool) {
	newest := points[len(points)-1].Time
	kept := map[Step]map[int64]int{} // by interval
	thinned := 0
	for i := range points[:len(points)-1] {
		step, ok := p.step(newest - points[i].Time)
		if !ok || drop[i] {
			continue
		}
		if kept[step] == nil {
			kept[step] = map[int64]int{}
		}
		at := int64(points[i].Time / step.Every)
		before, seen := kept[step][at]
		switch {
		case !seen:
			kept[step][at] = i
			continue
		case points[i].Full && !points[before].Full:
			drop[before] = true
			kept[step][at] = i
		default:
			drop[i] = true
		}
		thinned++
	}
	return thinned > 0 && float64(thinned) >= worth*float64(len(points))
}

// step returns the last step whose age is exceeded.
func (p Policy) step(age time.Duration) (s Step, ok bool) {
	for _, next := range p.Thin {
		if age > next.After {
			s, ok = next, true
		}
	}
	return s, ok
}
