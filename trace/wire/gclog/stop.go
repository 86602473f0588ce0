package gclog

import (
	"bytes"
	"cmp"
	"slices"
	"time"
)

// A Stop is a period in which the VM stopped all threads of the program.
type Stop struct {
	Start, End time.Duration
	Kind       string // such as "Young (Normal)" or "Remark"; empty for a safepoint
	Cause      string // of the GC, or the operation at the safepoint; empty if not reported
	Number     uint32 // of its GC, as in [GC.Number]; meaningless for a safepoint
	Safepoint  bool   // the VM stopped the program for something else than a GC
}

// stop adds a pause of a GC.
func (r *Reader) stop(c *collection, start, took time.Duration, kind, cause string) {
	r.addStop(Stop{Start: start, End: start + took, Number: c.Number, Kind: kind, Cause: cause})
	r.paused += took
}

// addStop adds a stop. It doubles the capacity of the list, where append would copy more often.
func (r *Reader) addStop(s Stop) {
	if list := r.log.Stops; len(list) == cap(list) {
		r.log.Stops = slices.Grow(list, max(256, len(list)))
	}
	r.log.Stops = append(r.log.Stops, s)
}

// stops returns the stops in the order of their ends. Parts of a cycle get the cause of the cycle.
func (r *Reader) stops() []Stop {
	causes := map[uint32]string{}
	for i := range r.gcs {
		if g := &r.gcs[i]; g.Concurrent && g.Cause != "" {
			causes[g.Number] = g.Cause
		}
	}
	list, byEnd := r.log.Stops, func(a, b Stop) int { return cmp.Compare(a.End, b.End) }
	for i := range list {
		if s := &list[i]; s.Cause == "" && !s.Safepoint && len(causes) > 0 {
			s.Cause = causes[s.Number]
		}
	}
	if !slices.IsSortedFunc(list, byEnd) {
		slices.SortStableFunc(list, byEnd)
	}
	return list
}

// stopRounding is the largest difference between the durations of a GC and of its safepoint that is due to rounding.
const stopRounding = 10 * time.Microsecond

// safepoint adds a stop that ended at the given time, unless the pauses of GCs since the previous safepoint account for it: the line of a GC
// precedes the line of its safepoint.
func (r *Reader) safepoint(at, took time.Duration) {
	ofGC := r.paused > 0 && took+stopRounding >= r.paused
	if !ofGC && took > 0 {
		r.addStop(Stop{Start: max(0, at-took), End: at, Cause: r.operation, Safepoint: true})
	}
	r.paused, r.operation = 0, ""
}

// safepointLine reads a line about a safepoint. JDK 9 to 12 write several lines for each, JDK 13 and later one:
//
//	Entering safepoint region: RevokeBias
//	Total time for which application threads were stopped: 0.0001320 seconds, Stopping threads took: 0.0000280 seconds
//	Safepoint "ICBufferFull", Time since last: 5432 ns, Reaching safepoint: 233 ns, At safepoint: 4421 ns, Total: 4654 ns
func (r *Reader) safepointLine(at time.Duration, text []byte) {
	if name, ok := bytes.CutPrefix(text, []byte("Entering safepoint region: ")); ok {
		r.operation = r.operations.name(name)
		return
	}
	if rest, ok := bytes.CutPrefix(text, []byte(stoppedText)); ok {
		r.stopped(at, rest)
		return
	}
	rest, ok := bytes.CutPrefix(text, []byte(`Safepoint "`))
	if !ok {
		return
	}
	name, rest, ok := bytes.Cut(rest, []byte{'"'})
	_, total, found := bytes.Cut(rest, []byte("Total: "))
	n, unit, number := whole(total)
	if !ok || !found || !number || !bytes.HasPrefix(unit, []byte(" ns")) {
		r.damaged()
		return
	}
	r.marks++
	r.operation = r.operations.name(name)
	r.safepoint(at, time.Duration(min(n, maxMillis)))
}

// stopped reads the text after [stoppedText]: a number of seconds.
func (r *Reader) stopped(at time.Duration, text []byte) {
	nanos, rest, ok := decimal(text)
	if !ok || !bytes.HasPrefix(rest, []byte(" seconds")) {
		r.damaged()
		return
	}
	r.marks++
	r.safepoint(at, time.Duration(nanos))
}

// name returns the name of an operation at a safepoint.
func (n *names) name(text []byte) string {
	kind, _ := n.split(append([]byte(nil), bytes.TrimRight(text, " \t")...))
	return kind
}
