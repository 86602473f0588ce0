// Package churn reports the objects that died in a time window, with their ages and allocation sites, after Weninger, Gander, Mössenböck:
// Investigating High Memory Churn via Object Lifetime Analysis to Improve Software Performance (SSP 2020), sections 4 to 6. Churn consists
// of objects that died without having survived a GC; see [Report.Suspects].
//
// The age of a dead object is the number of GCs that it survived: the number of the GC that found it dead, minus that of the first GC after
// its birth.
//
// # Data
//
// Recordings contain different data. The result uses the most precise data available, see [Basis]:
//
//   - Deaths of all objects: they are counted.
//   - Deaths of objects that survived a GC, and all allocations: other objects allocated in the window died at their first GC, unless they
//     are alive in the heap state after it. This heap state is required.
//   - Deaths of a sample: each object with a known site stands for the mean number of allocations of its size per sample. Deaths of other
//     objects were reported by chance, because they were alive at a GC point. They count only beyond the number that the sample
//     explains, by type. These numbers are marked as estimated.
//   - Allocations only: they are counted, exactly or estimated, without ages.
//   - None of these: only the amount by which each GC reduced the heap.
package churn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"memcity/analysis/group"
	"memcity/analysis/window"
	"memcity/trace"
)

// Source contains the data of a recording about births and deaths.
type Source struct {
	GCs  []trace.GC  // in order of their numbers
	Life *trace.Life // nil if there is no data by type

	// Later is the first heap state after the last GC of the window, or else the last one of the recording; nil if none has births. It is
	// required if [NeedsHeap] returns true.
	Later *trace.Heap
}

// NeedsHeap reports whether a heap state is required to compute what died.
func NeedsHeap(life *trace.Life) bool {
	return life != nil && life.Deaths != nil && life.Allocations != nil && life.Interval == 0
}

// LastGC is the maximum value of Options.To. It stands for the end of the recording.
const LastGC uint32 = math.MaxUint32 - 2

// Options contains the settings of a report.
type Options struct {
	From, To uint32        // numbers of the first and last GC of the window
	Domain   *group.Domain // nil to derive it from the sites
	Bytes    bool          // true to find suspects by bytes, false by objects
	Share    float64       // minimum share of the youngest garbage for a suspect; 0 for DefaultShare
	// MaxGroups limits the number of groups by age, type and site, which take about 100 bytes each; 0 for DefaultMaxGroups. Further sites
	// are counted as [OtherSites].
	MaxGroups int
}

// DefaultShare is the minimum share in the paper on guided exploration (section 5.2.2, detection 2).
const DefaultShare = 0.1

// DefaultMaxGroups is far above the number of groups in real programs.
const DefaultMaxGroups = 1 << 19

// OtherSites is the name of the group of sites beyond Options.MaxGroups.
const OtherSites = "(other sites)"

// Basis is the kind of data that a report is based on.
type Basis uint8

// Bases, from best to worst.
const (
	Died      Basis = iota // deaths, both reported and computed
	Allocated              // allocations; deaths and ages are unknown
	Freed                  // only sizes of the heap before and after GCs
)

var basisNames = [...]string{"died", "allocated", "freed"}

// String returns the name of the basis in lower case.
func (b Basis) String() string {
	if int(b) < len(basisNames) {
		return basisNames[b]
	}
	return fmt.Sprintf("basis %d", uint8(b))
}

// Amount is a number of objects and their size.
type Amount struct {
	trace.Amount
	Estimated bool // true if at least a part is extrapolated from samples
}

func (a *Amount) add(b Amount) {
	a.Amount.Add(b.Amount)
	a.Estimated = a.Estimated || b.Estimated
}

// by returns the number of bytes or of objects.
func (a Amount) by(bytes bool) int64 {
	if bytes {
		return a.Bytes
	}
	return a.Objects
}

// Report describes the garbage of a window.
type Report struct {
	From, To   uint32        // first and last known GC of the window
	Start, End time.Duration // end of the GC before the window, and of its last GC
	GCs        []trace.GC    // GCs in the window
	Freed      int64         // bytes that these GCs freed
	Rate       float64       // Freed per second
	Average    float64       // the same for the whole recording

	Basis   Basis
	Garbage Amount
	Young   Amount // part of Garbage that survived no GC
	Unaged  Amount // part of Garbage with unknown age
	Samples int64  // number of sampled objects behind the estimates

	// Tree contains the garbage by age, type, allocation site and call sites; without ages for [Allocated], and nil for [Freed]. Siblings
	// are sorted by number of objects, largest first. Estimated marks nodes with estimated numbers.
	Tree      *trace.Tree
	Estimated []bool

	Suspects []Suspect // types with a large share of what survived no GC, or of everything for [Allocated]; largest first
	Notes    []string  // missing or approximate data, in whole sentences
	Damage   []trace.Warning
}

// Errors of [Find].
var (
	ErrNothing = errors.New("no deaths, allocations or GCs in this input")
	ErrRuns    = errors.New("several runs have GCs with the same numbers, which cannot be told apart; open one run alone")
)

// Find reports what died in a window. It reads deaths and allocations once. The cost is linear in these, and memory is linear in the number
// of groups. It returns [ErrNothing] if there is no data.
func Find(ctx context.Context, s Source, o Options, progress trace.Progress) (*Report, error) {
	if o.Domain == nil {
		o.Domain = group.DefaultDomain()
		if s.Life != nil {
			o.Domain = group.DomainOfSites(s.Life.Sites)
		}
	}
	if o.Share <= 0 {
		o.Share = DefaultShare
	}
	if o.MaxGroups <= 0 {
		o.MaxGroups = DefaultMaxGroups
	}
	if !slices.IsSortedFunc(s.GCs, func(a, b trace.GC) int {
		if a.Number < b.Number {
			return -1
		}
		return 1
	}) {
		return nil, ErrRuns
	}
	r := &Report{From: o.From, To: o.To}
	r.collections(s.GCs)
	if s.Life == nil || s.Life.Deaths == nil && s.Life.Allocations == nil {
		r.Basis = Freed
		if len(s.GCs) == 0 {
			return nil, ErrNothing
		}
		return r, ctx.Err()
	}
	if err := newTally(s, o, r).run(ctx, progress); err != nil {
		return nil, err
	}
	progress.Report(1, 1, "counted")
	return r, nil
}

// collections adds the data of the GCs in the window.
func (r *Report) collections(gcs []trace.GC) {
	if len(gcs) == 0 {
		return
	}
	var all int64
	for _, gc := range gcs {
		freed := window.FreedBy(gc)
		all += freed
		switch {
		case gc.Number < r.From:
			r.Start = max(r.Start, gc.End)
		case gc.Number <= r.To:
			r.GCs = append(r.GCs, gc)
			r.Freed += freed
			r.End = max(r.End, gc.End)
		}
	}
	r.End = max(r.Start, r.End)
	r.Rate = perSecond(r.Freed, r.End-r.Start)
	r.Average = perSecond(all, gcs[len(gcs)-1].End)
	if n := len(r.GCs); n > 0 {
		r.From, r.To = r.GCs[0].Number, r.GCs[n-1].Number
	}
}

func perSecond(bytes int64, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return float64(bytes) / d.Seconds()
}
