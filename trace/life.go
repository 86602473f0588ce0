package trace

import (
	"context"
	"math"
	"time"

	"memcity/trace/usage"
)

// A GC is a garbage collection.
type GC struct {
	Number     uint32        // 1-based
	Start, End time.Duration // since the start of the recording
	Pause      time.Duration // how long the program was stopped; the sum of the pauses of a concurrent GC
	Stalled    time.Duration // how long threads waited for memory while others ran; not stored in native traces
	Cause      string        // as named by the VM; empty if unknown
	Kind       string        // minor, major, or as named by the VM
	// Before, After and Capacity are the used heap before and after the GC and the reserved heap, in bytes; 0 if unknown.
	Before, After, Capacity int64
	Concurrent              bool // the program ran during the GC
}

// NoBirth is an unknown birth, such as that of objects allocated before the recording began.
const NoBirth uint32 = math.MaxUint32

// NoThread is an unknown thread.
const NoThread int32 = -1

// A Life contains allocations and deaths between the GC points of a recording. Its type, site and thread numbers refer to its own
// dictionaries.
type Life struct {
	Types   []Type // without ClassObjects: Class and Loader are NoObject
	Sites   []Site
	Threads []string
	// Interval is the mean number of allocated bytes between two recorded allocation sites; 0 if every site was recorded.
	Interval int64

	// Damaged parts of the input are skipped. After the rest has been visited, they are reported as an *[InputError].

	// Allocations calls visit for each allocation count, in order of time. Calls do not overlap. Nil if the input has none.
	Allocations func(ctx context.Context, visit func(Allocation)) error
	// Deaths calls visit for each object that a GC found dead, in order of time. Calls do not overlap. Nil if the input has none.
	Deaths func(ctx context.Context, visit func(Death)) error
}

// An Allocation counts the objects of one type that one thread allocated at one site.
type Allocation struct {
	After, Until   uint32 // number of GCs that had ended at the start and at the end of the counted period
	Type           TypeID
	Site           SiteID // NoSite if unknown
	Thread         int32  // NoThread if unknown
	Objects, Bytes int64
	Estimated      bool // extrapolated from samples
}

// A Death is an object that a GC found dead.
type Death struct {
	Identity uint64
	Type     TypeID
	Bytes    int64
	Site     SiteID // NoSite if unknown
	Thread   int32  // NoThread if unknown
	Birth    uint32 // number of GCs that had ended when it was allocated; NoBirth if unknown
	GC       uint32 // number of the GC that found it dead
}

// A Mark is a remark made at a moment during recording, such as "load test begins".
type Mark struct {
	Time Millis
	Text string
}

// A Note is a user's note or color mark on a group.
type Note struct {
	Key   string // path of the group, its names joined by #
	Text  string
	Color string // #rrggbb; empty for none
}

// Usage contains the operations of a program on its collections: lists, sets, maps and queues.
type Usage struct {
	// Aggregated means that GETs are counted by element and interval instead of being single events.
	Aggregated bool
	// Events calls visit for each event in order of time. The event is valid during the call only. Damaged parts are skipped; the error is
	// then an *[InputError].
	Events func(ctx context.Context, visit func(*usage.Event)) error
}

// Log reads all events into a log. If the error is an *[InputError], the log contains the events that could be read. If ctx is done, the
// log is nil.
func (u *Usage) Log(ctx context.Context) (*usage.Log, error) {
	b := usage.NewBuilder(usage.Options{Aggregated: u.Aggregated})
	err := u.Events(ctx, b.Take)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return b.Build(0), err
}
