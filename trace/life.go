package trace

import (
	"context"
	"math"
	"time"

	"memcity/trace/usage"
)

// A GC is one garbage collection.
type GC struct {
	Number     uint32        // from 1
	Start, End time.Duration // since the start of the recording
	Pause      time.Duration // for which the program stood still
	Stalled    time.Duration // of Pause, while threads waited for memory; not kept in native traces
	Cause      string        // as the VM names it; empty if not known
	Kind       string        // such as minor, major, or as the VM names it
	// Before, After and Capacity are bytes of the heap in use and reserved; 0 if not known.
	Before, After, Capacity int64
	Concurrent              bool // the program ran meanwhile
}

// NoBirth stands for a birth that is not known, as of what lived before the recording began.
const NoBirth uint32 = math.MaxUint32

// NoThread stands for a thread that is not known.
const NoThread int32 = -1

// A Life says what happened to objects between the GC points of a recording. Its numbers of types, sites and threads
// are those of its own dictionaries.
type Life struct {
	Types   []Type // without ClassObjects: Class and Loader are NoObject
	Sites   []Site
	Threads []string
	// Interval is the mean number of allocated bytes between two allocations whose site is known; 0 if all are.
	Interval int64

	// What of the input is damaged is left out; an *[InputError] reports it after all else was visited.

	// Allocations calls visit, one call at a time, with what was allocated after some GC and before another, in order of
	// time. Nil if not known.
	Allocations func(ctx context.Context, visit func(Allocation)) error
	// Deaths calls visit, one call at a time, with what GCs found dead, in order of time. Nil if not known.
	Deaths func(ctx context.Context, visit func(Death)) error
}

// An Allocation counts what one site allocated of one type on one thread.
type Allocation struct {
	After, Until   uint32 // GCs that had ended at its start and at its end
	Type           TypeID
	Site           SiteID // NoSite if not known
	Thread         int32  // NoThread if not known
	Objects, Bytes int64
	Estimated      bool // extrapolated from samples
}

// A Death is an object that a GC found dead.
type Death struct {
	Identity uint64
	Type     TypeID
	Bytes    int64
	Site     SiteID // NoSite if not known
	Thread   int32  // NoThread if not known
	Birth    uint32 // GCs that had ended when it was allocated; NoBirth if not known
	GC       uint32 // number of the GC that found it dead
}

// A Mark is what somebody said about a moment of the recording while it went on, such as "load test begins".
type Mark struct {
	Time Millis
	Text string
}

// A Note is a note or a mark that the user made on a group.
type Note struct {
	Key   string // names of the path joined by #
	Text  string
	Color string // as #rrggbb; empty for none
}

// Usage is what a program did with its collections: lists, sets, maps and queues.
type Usage struct {
	// Aggregated reports that GETs are counted for each element and interval, in place of an event for each.
	Aggregated bool
	// Events visits all in order of time, each valid during the call only. If a part is damaged the others are visited, and the error is an
	// *[InputError].
	Events func(ctx context.Context, visit func(*usage.Event)) error
}

// Log reads all events into a log. An error is the context's or that of reading; with an *[InputError] comes what could
// be read.
func (u *Usage) Log(ctx context.Context) (*usage.Log, error) {
	b := usage.NewBuilder(usage.Options{Aggregated: u.Aggregated})
	err := u.Events(ctx, b.Take)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return b.Build(0), err
}
