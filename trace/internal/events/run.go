package events

import (
	"cmp"
	"slices"
	"time"

	"memcity/trace"
)

// Run is a recording to be joined with other inputs from the same run of the program.
type Run struct {
	*trace.Recording
	*Log // nil unless the recording is a GC log or a flight recording
}

// Log contains the time span of a GC log or a flight recording.
type Log struct {
	Span
	Timed     bool // its times are known
	FromStart bool // time zero is the start of the program

	allocated *allocationSeries // nil for none
	shifted   time.Duration     // offset added to the times of allocated
}

const (
	// joinBefore and joinAfter limit how long before the first or after the last event of a log a heap state may be to belong to the same
	// run. Logs end with a GC, which may be some time before the end of the program.
	joinBefore = 2 * time.Second
	joinAfter  = time.Minute
)

// Near is how long after a heap state the end of an earlier GC may appear to be, since clocks have a precision of 1 ms.
const Near = 5 * time.Millisecond

// Join adds the GCs and allocations of other, a recording of a log, to r. If it does not, it returns the reason as a text for people.
func (r *Run) Join(other *Run) string {
	offset, text := r.offsetOf(other)
	if text != "" {
		return text + "; skipped"
	}
	first, last := r.extent()
	start, end := other.Log.Start+offset, other.Log.End+offset
	if start-joinBefore > last || end+joinAfter < first {
		return "skipped: it was recorded at a different time, so it belongs to another run"
	}
	gcs, life := len(r.GCs) == 0 && len(other.GCs) > 0, r.Life == nil && other.allocated != nil
	life = life && (gcs || r.Log != nil)
	used := ""
	if added, stops := moved(other.GCs, offset), movedStops(other.Stops, offset); gcs {
		r.GCs = added
		r.addStops(stops, added, nil, true)
		numberPoints(r.Recording)
	} else if len(added) > 0 {
		used = r.addGCs(added, stops)
	}
	if !gcs && !life && used == "" {
		return "skipped: the other files contain everything in it"
	}
	if offset < 0 {
		r.shift(-offset)
		offset = 0
	}
	if life {
		setLife(r.Recording, other.allocated, offset)
	} else if (gcs || used != "") && r.Log != nil && r.allocated != nil {
		setLife(r.Recording, r.allocated, r.shifted)
	}
	if used != "" {
		r.Warnings = append(r.Warnings, trace.Warning{Source: other.Name, Text: used})
	}
	if len(other.Points) > 0 {
		what := "counts by type"
		if other.OnlySamples() {
			what = "object samples"
			if slices.ContainsFunc(other.Points, func(p trace.Point) bool { return p.Counts != nil }) {
				what = "counts by type and object samples"
			}
		}
		r.Warnings = append(r.Warnings,
			trace.Warning{Source: other.Name, Text: "its " + what + " were skipped, because the other files have heap states"})
	}
	return ""
}

// moved returns a copy of the GCs with shifted times.
func moved(gcs []trace.GC, by time.Duration) []trace.GC {
	gcs = slices.Clone(gcs)
	for i := range gcs {
		gcs[i].Start += by
		gcs[i].End += by
	}
	return gcs
}

// movedStops returns a copy of the stops with shifted times.
func movedStops(stops []trace.Stop, by time.Duration) []trace.Stop {
	stops = slices.Clone(stops)
	for i := range stops {
		stops[i].Start += by
		stops[i].End += by
	}
	return stops
}

// offsetOf returns time zero of other relative to r, or the reason why it is unknown.
func (r *Run) offsetOf(other *Run) (offset time.Duration, why string) {
	const wall = "its times cannot be compared with those of the other files: "
	switch {
	case !other.Timed:
		return 0, "it has no times, so it cannot be aligned with the other files"
	case !r.Knows.Has(trace.KnowsTimes):
		return 0, "the heap states have no times, so it cannot be aligned with them"
	case r.StartUnix > 0 && other.StartUnix > 0:
		return time.Duration(other.StartUnix-r.StartUnix) * time.Millisecond, ""
	case r.Log != nil && r.FromStart && other.FromStart:
		return 0, ""
	case other.StartUnix == 0:
		return 0, wall + "it does not give the time of day (log with the decorations time and uptime)"
	}
	return 0, wall + "they do not give the time of day"
}

// extent returns the first and last known time of r.
func (r *Run) extent() (first, last time.Duration) {
	if r.Log != nil {
		return r.Log.Start, r.Log.End
	}
	for i, p := range r.Points {
		at := p.Time.Duration()
		if i == 0 || at < first {
			first = at
		}
		last = max(last, at)
	}
	return first, last
}

// shift moves time zero of r back by the given duration.
func (r *Run) shift(by time.Duration) {
	r.StartUnix -= by.Milliseconds()
	r.Points = slices.Clone(r.Points)
	for i := range r.Points {
		r.Points[i].Time += trace.Millis(by.Milliseconds())
	}
	for i := range r.GCs {
		r.GCs[i].Start += by
		r.GCs[i].End += by
	}
	r.Stops = movedStops(r.Stops, by)
	if r.Log != nil {
		r.Log.Start += by
		r.Log.End += by
		r.shifted += by
		if r.allocated != nil {
			setLife(r.Recording, r.allocated, r.shifted)
		}
	}
}

// NumberGCs renumbers the GCs consecutively from the lowest number given by the VM, so that a number is the count of GCs that had ended.
// GCs must be ordered by end. The VM numbers GCs when they begin, so a concurrent one may end after a later one. GC points that refer to a
// GC are updated; others are numbered by time.
func NumberGCs(r *trace.Recording) {
	if len(r.GCs) == 0 {
		return
	}
	lowest := slices.MinFunc(r.GCs, func(a, b trace.GC) int { return cmp.Compare(a.Number, b.Number) }).Number
	number := make(map[uint32]uint32, len(r.GCs))
	for i := range r.GCs {
		n := lowest + uint32(i)
		number[r.GCs[i].Number] = n
		r.GCs[i].Number = n
	}
	for i := range r.Points {
		r.Points[i].GC = number[r.Points[i].GC]
	}
	for i := range r.Stops {
		r.Stops[i].GC = number[r.Stops[i].GC]
	}
	numberPoints(r)
}

// numberPoints sets the number of GCs that had ended at each GC point.
func numberPoints(r *trace.Recording) {
	ended, gc := uint32(0), 0
	for i := range r.Points {
		p := &r.Points[i]
		for ; gc < len(r.GCs) && r.GCs[gc].End <= p.Time.Duration()+Near; gc++ {
			ended = r.GCs[gc].Number
		}
		if p.GC == 0 {
			p.GC = ended
		}
	}
}

// Span is a period relative to the start of a recording.
type Span struct{ Start, End time.Duration }

// AddStalls adds the time in which threads waited for memory to the GC that ended next. It is no pause, since other threads run. If several
// threads wait at the same time, the time counts once. It sorts stalls.
func AddStalls(gcs []trace.GC, stalls []Span) {
	slices.SortFunc(stalls, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	for i := 0; i < len(stalls) && len(gcs) > 0; {
		s := stalls[i]
		for i++; i < len(stalls) && stalls[i].Start <= s.End; i++ {
			s.End = max(s.End, stalls[i].End)
		}
		at, _ := slices.BinarySearchFunc(gcs, s.End, func(g trace.GC, end time.Duration) int { return cmp.Compare(g.End, end) })
		g := &gcs[min(at, len(gcs)-1)]
		g.Stalled += s.End - s.Start
	}
}
