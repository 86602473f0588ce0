package trace

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// Inputs of one run that were given together: GC logs and flight recordings tell what happened between the heap states of
// another input.

// events says when a recording of a GC log or a flight recording was made.
type events struct {
	span
	timed     bool
	fromStart bool          // time zero is the start of the program
	allocated *allocated    // nil if there are none
	shifted   time.Duration // added to their times
}

const (
	// joinBefore and joinAfter are how long before the first line or event, and after the last, a heap state may be for both
	// to be of one run. Logs end with a GC, which may be some time before the end of the program.
	joinBefore = 2 * time.Second
	joinAfter  = time.Minute
	// joinNear is how long after a heap state a GC may seem to end that was before it: clocks are told to the ms.
	joinNear = 5 * time.Millisecond
)

// joinAll adds what files of other kinds tell about the same run. What cannot be joined is told.
func (r *Recording) joinAll(ctx context.Context, all []found, main *kind, progress Progress) error {
	for _, kind := range kinds {
		files := filesOf(all, kind)
		if !kind.events || kind == main || len(files) == 0 {
			continue
		}
		other, err := kind.open(ctx, files, progress)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			r.warnAbout(asInputError(err, files[0].Name), "left out")
			continue
		}
		r.Warnings = append(r.Warnings, other.Warnings...)
		text := r.join(other)
		if text == "" {
			r.Files = append(r.Files, other.Files...)
			continue
		}
		for _, f := range other.Files {
			r.Warnings = append(r.Warnings, Warning{Source: f, Text: text})
		}
	}
	return nil
}

// join adds the GCs and allocations of other, a recording of events; or it returns why it does not.
func (r *Recording) join(other *Recording) string {
	offset, text := r.offsetOf(other)
	if text != "" {
		return text + ", left out"
	}
	first, last := r.extent()
	start, end := other.events.start+offset, other.events.end+offset
	if start-joinBefore > last || end+joinAfter < first {
		return "it was recorded at another time than the rest: it is of another run, left out"
	}
	gcs, life := len(r.GCs) == 0 && len(other.GCs) > 0, r.Life == nil && other.events.allocated != nil
	life = life && (gcs || r.events != nil)
	if !gcs && !life {
		return "all that it tells is known from the rest, left out"
	}
	if offset < 0 {
		r.shift(-offset)
		offset = 0
	}
	if gcs {
		for _, g := range other.GCs {
			g.Start += offset
			g.End += offset
			r.GCs = append(r.GCs, g)
		}
		r.numberPoints()
	}
	if life {
		r.setLife(other.events.allocated, offset)
	} else if gcs && r.events != nil && r.events.allocated != nil {
		r.setLife(r.events.allocated, r.events.shifted)
	}
	if len(other.Points) > 0 {
		r.Warnings = append(r.Warnings, Warning{Source: other.Name, Text: "its counts per type are left out: the heap states of the other files are shown"})
	}
	return ""
}

// offsetOf returns the time zero of other in the time of r, or why it is not known.
func (r *Recording) offsetOf(other *Recording) (offset time.Duration, why string) {
	const wall = "its times cannot be compared with those of the rest: "
	switch {
	case !other.events.timed:
		return 0, "it has no times: what it tells cannot be put between the rest"
	case !r.Knows.Has(KnowsTimes):
		return 0, "the times of the heap states are not known: what it tells cannot be put between them"
	case r.StartUnix > 0 && other.StartUnix > 0:
		return time.Duration(other.StartUnix-r.StartUnix) * time.Millisecond, ""
	case r.events != nil && r.events.fromStart && other.events.fromStart:
		return 0, ""
	case other.StartUnix == 0:
		return 0, wall + "it does not tell the time of day (log with the decorations time and uptime)"
	}
	return 0, wall + "they do not tell the time of day"
}

// extent returns the first and the last time that is known of r.
func (r *Recording) extent() (first, last time.Duration) {
	if r.events != nil {
		return r.events.start, r.events.end
	}
	for i, p := range r.Points {
		at := p.Time.duration()
		if i == 0 || at < first {
			first = at
		}
		last = max(last, at)
	}
	return first, last
}

func (m Millis) duration() time.Duration { return time.Duration(m) * time.Millisecond }

// shift moves the time zero of r back.
func (r *Recording) shift(by time.Duration) {
	r.StartUnix -= by.Milliseconds()
	r.Points = slices.Clone(r.Points)
	for i := range r.Points {
		r.Points[i].Time += Millis(by.Milliseconds())
	}
	for i := range r.GCs {
		r.GCs[i].Start += by
		r.GCs[i].End += by
	}
	if r.events != nil {
		r.events.start += by
		r.events.end += by
		r.events.shifted += by
		if r.events.allocated != nil {
			r.setLife(r.events.allocated, r.events.shifted)
		}
	}
}

// numberGCs numbers the GCs, which are in the order of their ends, one after another from the lowest number that the VM gave:
// so a number tells how many had ended. The VM numbers them as they begin, and a concurrent one may end after a later one.
// GC points that name a GC follow it; others are numbered by their times.
func (r *Recording) numberGCs() {
	if len(r.GCs) == 0 {
		return
	}
	lowest := slices.MinFunc(r.GCs, func(a, b GC) int { return cmp.Compare(a.Number, b.Number) }).Number
	number := make(map[uint32]uint32, len(r.GCs))
	for i := range r.GCs {
		n := lowest + uint32(i)
		number[r.GCs[i].Number] = n
		r.GCs[i].Number = n
	}
	for i := range r.Points {
		r.Points[i].GC = number[r.Points[i].GC]
	}
	r.numberPoints()
}

// numberPoints finds out how many GCs had ended at each GC point.
func (r *Recording) numberPoints() {
	ended, gc := uint32(0), 0
	for i := range r.Points {
		p := &r.Points[i]
		for ; gc < len(r.GCs) && r.GCs[gc].End <= p.Time.duration()+joinNear; gc++ {
			ended = r.GCs[gc].Number
		}
		if p.GC == 0 {
			p.GC = ended
		}
	}
}

// NoStates returns an error that says so if the recording has no heap states and will get none.
func (r *Recording) NoStates() error {
	if len(r.Points) > 0 || r.More != nil {
		return nil
	}
	text := "it tells of 1 GC"
	if len(r.GCs) != 1 {
		text = fmt.Sprintf("it tells of %d GCs", len(r.GCs))
	}
	if r.Life != nil {
		text += " and of allocations"
	}
	text += ", but has no heap states: nothing in it can be grouped"
	return &InputError{Source: r.Name, Offset: -1, Text: text + "; open it together with heap dumps of the same run"}
}
