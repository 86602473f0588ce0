package jfr

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/wire/jfr"
)

// unixStop is a stop of the program.
type unixStop struct {
	unixSpan
	gc   int64 // -1 for an operation of the VM
	name string
}

// operation adds an operation of the VM that stopped the program. GCs are operations, too; see stopsOf.
func (e *eventTaker) operation(o *jfr.Object) {
	if o.Int(e.slots.safepoint) != 0 {
		e.stops = append(e.stops, unixStop{e.span(o), -1, o.Text(e.slots.operation)})
	}
}

// stopsOf returns the stops in the order of their ends: the pauses of GCs, and operations without a pause of a GC. A pause that is a whole GC
// has its cause and kind.
func (r *reader) stopsOf(gcs []trace.GC, since func(int64) time.Duration) (stops []trace.Stop) {
	slices.SortFunc(r.stops, func(a, b unixStop) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	var pauses []unixStop
	for _, s := range r.stops {
		if s.gc >= 0 {
			pauses = append(pauses, s)
		}
	}
	numbers := map[uint32]*trace.GC{}
	for i := range gcs {
		numbers[gcs[i].Number] = &gcs[i]
	}
	next := 0 // first pause that may be within the operation
	for _, s := range r.stops {
		stop := trace.Stop{Start: since(s.start), End: since(s.end), Safepoint: s.gc < 0, Cause: s.name}
		if stop.Safepoint {
			for next < len(pauses) && pauses[next].end < s.start {
				next++
			}
			if s.end == s.start || next < len(pauses) && pauses[next].start <= s.end {
				continue
			}
		} else if s.gc < 1<<32-1 {
			stop.Cause, stop.Kind = "", strings.TrimPrefix(s.name, "Pause ")
			if g := numbers[uint32(s.gc)+1]; g != nil {
				stop.GC, stop.Cause = g.Number, g.Cause
				if !g.Concurrent {
					stop.Kind = g.Kind
				}
			}
		}
		stops = append(stops, stop)
	}
	slices.SortStableFunc(stops, func(a, b trace.Stop) int { return cmp.Compare(a.End, b.End) })
	return stops
}
