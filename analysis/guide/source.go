package guide

import (
	"context"
	"time"

	"memcity/analysis/churn"
	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/analysis/group"
	"memcity/analysis/remedy"
	"memcity/analysis/staleness"
	"memcity/analysis/structure"
	"memcity/analysis/window"
	"memcity/trace"
	"memcity/trace/usage"
)

// Source is the recording that a guide explores: its heap states and the events between them. GC points are 0-based.
type Source interface {
	Recorded() *trace.Recording // returns the recording read so far
	Domain() *group.Domain      // returns the program's domain, for use without a heap state
	Remedies() *remedy.Library  // returns advice about containers; nil for none
	Warnings() []trace.Warning  // returns the problems of the input so far
	Warn(warnings []trace.Warning)
	LeaveOut(point int, why error) // warns that a GC point cannot be read

	HasObjects(point int) bool // reports whether a GC point has single objects
	// State reads a heap state. Reading it again costs nothing only if keep is true.
	State(ctx context.Context, point int, keep bool) (HeapState, error)
	Types(ctx context.Context, points []int, progress trace.Progress) (types Groups, by []string, err error)
	// Grown returns at most the given number of data structures that grew most between two GC points and show a pattern; none if data
	// structures are unknown.
	Grown(ctx context.Context, from, to, most int, progress trace.Progress) ([]GrownStructure, error)
	// Turnover follows the contents of a data structure between two GC points, given its head at the earlier one; nil if objects cannot be
	// followed.
	Turnover(ctx context.Context, from, to int, head trace.ObjectID, progress trace.Progress) (*structure.Turnover, error)
	// Usage returns what the program did with its collections; nil if that was not recorded.
	Usage(ctx context.Context) (*usage.Log, error)
	// Used describes what the program did between two GC points with the collections that hold most of the given objects of the later one.
	// These collections have one type and one allocation site. It returns nil if nothing was recorded or no such collections hold half of
	// the objects.
	Used(ctx context.Context, from, to int, objects []trace.ObjectID) (*staleness.Use, error)

	Evolution(ctx context.Context, progress trace.Progress) (*window.Evolution, error)
	Churn(ctx context.Context, options churn.Options, progress trace.Progress) (*churn.Report, error)
}

// HeapState is a heap state that was read.
type HeapState interface {
	Heap() *trace.Heap
	Subject() *group.Subject
	Lost() bool // reports whether objects are missing in the file
	Roots(ctx context.Context) (*closure.Roots, error)
	GraphSource(ctx context.Context) (*graph.Source, error)
	Shed() // frees derived data that can be computed again
}

// Groups is a series of groups at the GC points of a recording that can be grouped.
type Groups interface {
	Len() int             // returns the number of GC points
	Source(point int) int // returns the number of a GC point in the recording
	Time(point int) time.Duration

	Nodes() int // returns the number of groups, which are in pre-order
	IsLeaf(node int32) bool
	Name(node int32) string
	Key(node int32) string
	Objects(point int, node int32) int64
	Bytes(point int, node int32) int64
}

// GrownStructure is a data structure that grew.
type GrownStructure struct {
	Object           uint32  // head at the later GC point
	Was              uint32  // head at the earlier GC point
	Type             string  // type of the head
	Pattern, Meaning string  // pattern of the growth
	Share            float64 // share of the heap's growth that it retains, 0 to 1
}
