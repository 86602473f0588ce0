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

// Source is a recording as a guide sees it: the heap states that can be looked at, and what is known of the time between them.
// GC points are counted from 0.
type Source interface {
	Recorded() *trace.Recording // as it is by now
	Domain() *group.Domain      // the program's own types where no heap state says more
	Remedies() *remedy.Library  // what is known of containers; nil for nothing
	Warnings() []trace.Warning  // what was wrong with the input so far
	Warn(warnings []trace.Warning)
	LeaveOut(point int, why error) // warns that a GC point cannot be looked at

	HasObjects(point int) bool // there are single objects of a GC point
	// State reads a heap state. Only one that is kept may be looked at again at no cost.
	State(ctx context.Context, point int, keep bool) (HeapState, error)
	Types(ctx context.Context, points []int, progress trace.Progress) (types Groups, by []string, err error)
	// Grown lists the data structures that grew most between two GC points and show a pattern, at most so many; none if it is not
	// known what data structures are.
	Grown(ctx context.Context, from, to, most int, progress trace.Progress) ([]GrownStructure, error)
	// Turnover follows the contents of a data structure, by its head at the earlier of two GC points; nil if it is not known what became of
	// them.
	Turnover(ctx context.Context, from, to int, head trace.ObjectID, progress trace.Progress) (*structure.Turnover, error)
	// Usage returns what the program did with its collections; nil if that was not recorded.
	Usage(ctx context.Context) (*usage.Log, error)
	// Used says what the program did between two GC points with the collections that hold most of some objects of the later one, those
	// of one type and allocation site; nil if that was not recorded, or no such collections hold half of the objects.
	Used(ctx context.Context, from, to int, objects []trace.ObjectID) (*staleness.Use, error)

	Evolution(ctx context.Context, progress trace.Progress) (*window.Evolution, error)
	Churn(ctx context.Context, options churn.Options, progress trace.Progress) (*churn.Report, error)
}

// HeapState is one heap state that was read.
type HeapState interface {
	Heap() *trace.Heap
	Subject() *group.Subject
	Lost() bool // objects are missing in the file
	Roots(ctx context.Context) (*closure.Roots, error)
	GraphSource(ctx context.Context) (*graph.Source, error)
	Shed() // lets go of what was derived and can be made again
}

// Groups are the groups of a recording over those of its GC points that can be grouped.
type Groups interface {
	Len() int             // GC points
	Source(point int) int // the number of one in the recording
	Time(point int) time.Duration

	Nodes() int // groups, in pre-order
	IsLeaf(node int32) bool
	Name(node int32) string
	Key(node int32) string
	Objects(point int, node int32) int64
	Bytes(point int, node int32) int64
}

// GrownStructure is a data structure that grew.
type GrownStructure struct {
	Object           uint32  // its head, at the later GC point
	Was              uint32  // at the earlier one
	Type             string  // of the head
	Pattern, Meaning string  // of its growth
	Share            float64 // of the heap's growth that it retains, 0 to 1
}
