// Package churn says what died in a window of time, how old it was, and where it was allocated, after Weninger, Gander,
// Mössenböck: Investigating High Memory Churn via Object Lifetime Analysis to Improve Software Performance (SSP 2020),
// sections 4 to 6. Objects that died without having survived a GC are what makes churn; see [Report.Suspects].
//
// The age of a dead object is the number of GCs that it survived: the number of the GC that found it dead, less that of the
// first one after its birth.
//
// # What is counted
//
// Recordings report different things, and the result is made of what there is, see [Basis]:
//
//   - Deaths of all objects: they are counted.
//   - Deaths of those objects that survived a GC, with all allocations: what else was allocated in the window, and is not
//     alive in the heap state behind it, died at its first GC. That needs this heap state.
//   - Deaths of a sample: each object whose site is known stands for as many as an object of its size had to be allocated,
//     on average, until one was sampled. Other deaths were reported by chance, as a GC point saw the objects; they count where
//     there are more of a type than the sample makes up for. These numbers are marked as estimated.
//   - Allocations alone: they are counted, exactly or estimated, without ages.
//   - Neither: only how much smaller each GC made the heap.
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

// Source is what a recording says about births and deaths.
type Source struct {
	GCs  []trace.GC  // in order of their numbers
	Life *trace.Life // nil if nothing is known of single types

	// Later is the first heap state after the last GC of the window, or else the last one of the recording; nil if there is
	// none with births. It is needed if [NeedsHeap] says so.
	Later *trace.Heap
}

// NeedsHeap reports whether a heap state is needed to know what died.
func NeedsHeap(life *trace.Life) bool {
	return life != nil && life.Deaths != nil && life.Allocations != nil && life.Interval == 0
}

// LastGC is a last GC behind all there may be.
const LastGC uint32 = math.MaxUint32 - 2

// Options are what is requested.
type Options struct {
	From, To uint32        // first and last GC of the window, by their numbers
	Domain   *group.Domain // nil for what the sites say
	Bytes    bool          // suspects are found by bytes instead of objects
	Share    float64       // least share of the youngest garbage that makes a type a suspect; 0 for DefaultShare
	// MaxGroups bounds memory: how many groups of age, type and site are distinguished, at about 100 bytes each. Further sites
	// are counted as [OtherSites]. 0 for DefaultMaxGroups.
	MaxGroups int
}

// DefaultShare is the least share of the paper on guided exploration (section 5.2.2, detection 2).
const DefaultShare = 0.1

// DefaultMaxGroups is far above what programs have.
const DefaultMaxGroups = 1 << 19

// OtherSites is the name of the group of sites that were too many to be distinguished.
const OtherSites = "(other sites)"

// Basis is what a report is made of.
type Basis uint8

// Bases, from the best to the least.
const (
	Died      Basis = iota // deaths, those that were not reported worked out
	Allocated              // allocations: what of it died is not known, nor are ages
	Freed                  // sizes of the heap before and after GCs only
)

var basisNames = [...]string{"died", "allocated", "freed"}

// String returns the name of the basis, in lower case.
func (b Basis) String() string {
	if int(b) < len(basisNames) {
		return basisNames[b]
	}
	return fmt.Sprintf("basis %d", uint8(b))
}

// Amount is a number of objects.
type Amount struct {
	trace.Amount
	Estimated bool // at least a part is extrapolated from samples
}

func (a *Amount) add(b Amount) {
	a.Amount.Add(b.Amount)
	a.Estimated = a.Estimated || b.Estimated
}

// by returns objects or bytes.
func (a Amount) by(bytes bool) int64 {
	if bytes {
		return a.Bytes
	}
	return a.Objects
}

// Report reports the garbage of a window.
type Report struct {
	From, To   uint32        // GCs of the window, as far as they are known
	Start, End time.Duration // end of the GC before it, and of its last one
	GCs        []trace.GC    // of the window
	Freed      int64         // bytes by which they made the heap smaller
	Rate       float64       // that, by the second
	Average    float64       // the same of the whole recording

	Basis   Basis
	Garbage Amount
	Young   Amount // of it, what survived no GC
	Unaged  Amount // of it, that of which no age is known
	Samples int64  // sampled objects that the estimates are made of

	// Tree is the garbage by age, type, allocation site and call sites, without ages for [Allocated]; Estimated marks the
	// nodes whose numbers are. Siblings are in order of their objects, most first. Nil for [Freed].
	Tree      *trace.Tree
	Estimated []bool

	Suspects []Suspect // types that make up much of what survived no GC, or for [Allocated] of all, most first
	Notes    []string  // what is missing or only near the truth, in whole sentences
	Damage   []trace.Warning
}

// Errors of [Find].
var (
	ErrNothing = errors.New("neither deaths nor allocations nor GCs are known")
	ErrRuns    = errors.New("GCs of several runs with the same numbers cannot be distinguished; open one run alone")
)

// Find says what died in a window. It reads deaths and allocations once each and takes time in proportion to them, and
// memory in proportion to the groups that it finds. Without anything to report the error is [ErrNothing].
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

// collections says what GCs say about the window.
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
