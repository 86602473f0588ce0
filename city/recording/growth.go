package recording

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"memcity/city/trees"
	"memcity/trace"
)

// growth is the part of a recording that changes while it is open. The lock of [Recording] guards it.
type growth struct {
	newest *trace.Recording // immutable; replaced by a newer one
	gone   []bool           // by GC point; true if it was dropped
	left   int              // GC points that are kept
	ended  bool             // true if it grew and is complete

	thinned int // number of times that GC points were dropped

	totals map[int]trees.Amount // by GC point number; only points that were counted
}

// DefaultMaxPoints is the default number of GC points that a growing recording keeps.
const DefaultMaxPoints = 500

// A Growth describes how far a recording has grown.
type Growth struct {
	Growing bool // true if more may be added
	Ended   bool // true if it grew and nothing more can come
	Points  int  // GC points so far, including dropped ones
	Kept    int  // GC points that were not dropped
}

// Growth returns how far the recording has grown.
func (o *Recording) Growth() Growth {
	o.mu.Lock()
	defer o.mu.Unlock()
	return Growth{Growing: o.newest.More != nil && !o.ended, Ended: o.ended, Points: len(o.newest.Points), Kept: o.left}
}

// minMaxPoints is the smallest limit that can be requested. It is enough for the shape of a curve.
const minMaxPoints = 8

var errNotKept = errors.New("this GC point was dropped while the recording grew")

func (o *Recording) begin(r *trace.Recording) {
	o.newest, o.gone, o.left = r, make([]bool, len(r.Points)), len(r.Points)
}

// Release moves the recording's GC points to growth, so that dropping a point frees its memory.
func (o *Recording) Release() {
	r := *o.Recording
	r.Points = nil
	o.Recording = &r
}

// Now returns the recording with all additions so far.
func (o *Recording) Now() *trace.Recording {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.newest
}

// Grows reports whether more may be added.
func (o *Recording) Grows() bool { return o.Growth().Growing }

// Point returns a GC point of the recording.
func (o *Recording) Point(i int) (*trace.Point, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if i < 0 || i >= len(o.newest.Points) {
		return nil, fmt.Errorf("GC point %d: the recording has %d", i+1, len(o.newest.Points))
	}
	if o.gone[i] {
		return nil, errNotKept
	}
	return &o.newest.Points[i], nil
}

// Grow adds new data to the recording. It is not safe for concurrent use.
func (o *Recording) Grow(ctx context.Context) error {
	old := o.Now()
	if !o.Grows() {
		return nil
	}
	r, err := old.More(ctx)
	ended := errors.Is(err, io.EOF)
	if err != nil && !ended {
		return err
	}
	if r != nil && (len(r.Points) < len(old.Points) || r.Names != old.Names) {
		return fmt.Errorf("%s: %d GC points after %d: the recording was replaced", old.Name, len(r.Points), len(old.Points))
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ended = ended || r != nil && r.More == nil
	if r == nil {
		return nil
	}
	added := r.Points[len(old.Points):]
	next := *r
	next.Points = append(slices.Clip(old.Points), added...) // dropped points stay dropped
	o.newest = &next
	o.gone = append(o.gone, make([]bool, len(added))...)
	o.left += len(added)
	return nil
}

// Thin drops GC points until at most limit, but at least 8, remain, if possible. A limit of 0 selects DefaultMaxPoints. It repeatedly drops every second point of the older half. The first, the
// last and the points in keep remain. thin also removes everything cached for dropped points, and unused series.
func (o *Recording) Thin(limit int, keep []int, inUse func(trees.Grouping) bool) (dropped int) {
	if limit <= 0 {
		limit = DefaultMaxPoints
	}
	if dropped = o.drop(max(limit, minMaxPoints), keep); dropped == 0 {
		return 0
	}
	o.mu.Lock()
	gone, thinned := slices.Clone(o.gone), o.thinned
	o.series = slices.DeleteFunc(o.series, func(k keptSeries) bool { return !inUse(k.by) })
	kept := slices.Clone(o.series)
	o.mu.Unlock()
	for i := range kept {
		kept[i].series = kept[i].series.Only(func(source int) bool { return !gone[source] })
		kept[i].thinned = thinned
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.series = kept
	return dropped
}

// drop releases GC points and returns how many.
func (o *Recording) drop(limit int, keep []int) int {
	o.mu.Lock()
	before := slices.Clone(o.gone)
	for o.left > limit && o.halve(keep) {
	}
	next, dropped := *o.newest, []int(nil)
	next.Points = slices.Clone(next.Points)
	for i, gone := range o.gone {
		if gone && !before[i] {
			p := &next.Points[i]
			*p = trace.Point{Time: p.Time, Source: p.Source, GC: p.GC}
			dropped = append(dropped, i)
		}
	}
	if len(dropped) > 0 {
		o.newest = &next
		o.thinned++
	}
	o.mu.Unlock()
	if len(dropped) > 0 && next.Forget != nil {
		next.Forget(dropped)
	}
	return len(dropped)
}

// halve drops every second kept GC point of the older half.
func (o *Recording) halve(keep []int) (dropped bool) {
	older, nth := o.left/2, 0
	for i := 0; i < len(o.gone) && nth < older; i++ {
		if o.gone[i] {
			continue
		}
		if _, stays := slices.BinarySearch(keep, i); nth%2 == 1 && !stays {
			o.gone[i], dropped = true, true
			o.left--
		}
		nth++
	}
	return dropped
}
