package guide

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/window"
	"memcity/trace"
)

// fullRule recognizes a full heap by consecutive GCs that each leave at least a given share of it.
type fullRule struct {
	leaves   float64 // least share that each GC leaves: of the capacity or, if unknown, of the heap before a full GC
	mean     float64 // least mean share of the capacity that full GCs leave
	full     int     // least number of full GCs
	overhead float64 // least share of the time in GCs
	forced   bool    // true to count full GCs that a program or tool requested
	waits    bool    // true to count concurrent GCs for which threads waited, by their cause, instead of full GCs
}

// Rules for a full heap.
var (
	byCapacity = fullRule{leaves: 0.85, mean: 0.9, full: 3, forced: true}
	byTime     = fullRule{leaves: 0.7, full: 5, overhead: 0.3} // one generation may be full before the others
	byFreed    = fullRule{leaves: 0.95, full: 5, overhead: 0.1}
	byWaits    = fullRule{leaves: 0.85, mean: 0.9, full: 3, waits: true} // with [fullHeap.judgeLive]
)

const (
	// sameCapacity is the least share of the largest capacity that counts as the same capacity.
	sameCapacity = 0.98
	// leastWhile is the least share of the recording for which a heap must be full if it is not full at the end. Then only GCs that stop
	// the program count, as threads may fill the heap again during concurrent ones.
	leastWhile = 0.05
	// leastAlive and mostAlive are shares of the capacity. With at least leastAlive reachable, threads wait because the heap is full. With
	// less than mostAlive, they wait because the program allocates much.
	leastAlive, mostAlive = 0.85, 0.7
	// leastLivePoints is the number of GC points needed to show how much is alive.
	leastLivePoints = 2
)

// fullHeap is the part of a recording in which the heap stays full.
type fullHeap struct {
	gcs      []trace.GC // all GCs of that time
	full     int        // number of full GCs
	stopped  int        // number of full GCs that are not concurrent; threads may refill the heap during concurrent ones
	share    float64    // mean share of the capacity that full GCs leave; 0 if the capacity is unknown
	before   float64    // lowest share of the capacity after earlier GCs; 1 for none
	after    int64      // size after the last full GC, in bytes
	capacity int64      // in bytes; 0 if unknown
	freed    float64    // mean share of the heap that full GCs free; negative if unknown
	busy     bool       // true if recognized by the time in GCs

	cleared trace.GC // first GC that leaves less; its End is 0 if the heap is full at the end

	// For a heap recognized by waiting threads:
	waits     bool
	live      []int64 // reachable bytes at GC points of that time
	reachable float64 // mean of live as a share of the capacity
}

// isForced reports whether a program or tool requested a GC, which therefore does not mean that the heap is short of memory.
func isForced(gc *trace.GC) bool {
	return slices.ContainsFunc([]string{"System.gc", "Inspection", "Heap Dump", "Diagnostic", "JvmtiEnv", "Metadata", "CodeCache"},
		func(cause string) bool { return strings.Contains(gc.Cause, cause) || strings.Contains(gc.Kind, cause) })
}

// waited reports whether a concurrent GC's cause shows that threads waited for memory until it ended.
func waited(gc *trace.GC) bool {
	return gc.Concurrent && (strings.Contains(gc.Cause+gc.Kind, "Stall") || strings.Contains(gc.Cause, "Allocation Failure"))
}

// isCounted reports whether a concurrent GC comes from VM counters. They report heap usage near the end of a cycle, including allocations
// during the cycle.
func isCounted(gc *trace.GC) bool {
	return gc.Concurrent && slices.ContainsFunc([]string{"major", "minor", "Z concurrent", "ZGC m", "Shenandoah "},
		func(kind string) bool { return strings.HasPrefix(gc.Kind, kind) })
}

// showsRoom reports whether a GC shows how much of the heap is alive. A concurrent GC leaves objects allocated during the GC, and its
// collector may keep the capacity small. Therefore it counts only if threads waited for memory.
func showsRoom(gc *trace.GC) bool {
	return gc.IsFull() && (!gc.Concurrent || gc.Stalled > 0 || waited(gc) && !isCounted(gc))
}

// findFull returns the full heap at the end or, if there is none, the longest earlier one. ok is false if there is none or the GCs do not
// show it. The cost is linear in the GCs.
func findFull(gcs []trace.GC) (f fullHeap, ok bool) {
	capacity := largestCapacity(gcs)
	if capacity == 0 {
		return byFreed.longest(gcs, 0)
	}
	a, isFull := byCapacity.longest(gcs, capacity)
	b, isBusy := byTime.longest(gcs, capacity)
	b.busy = true
	if isBusy && (!isFull || a.cleared.End > 0 && (b.cleared.End == 0 || b.span() > a.span())) {
		return b, true
	}
	return a, isFull
}

func largestCapacity(gcs []trace.GC) (capacity int64) {
	for i := range gcs {
		capacity = max(capacity, gcs[i].Capacity)
	}
	return capacity
}

// longest returns the full heap at the end or, if there is none, the longest earlier one, the first of equal ones. capacity is the largest
// capacity; 0 if unknown.
func (r *fullRule) longest(gcs []trace.GC, capacity int64) (f fullHeap, ok bool) {
	least, fewest := 0.0, int64(math.MaxInt64) // fewest is the smallest heap after the GCs before from
	if len(gcs) > 0 {
		least = leastWhile * float64(gcs[len(gcs)-1].End-gcs[0].Start)
	}
	for from := 0; from < len(gcs); from++ {
		if gcs[from].After <= 0 {
			continue
		}
		if !r.staysFull(&gcs[from], capacity) {
			fewest = min(fewest, gcs[from].After)
			continue
		}
		to := from
		for to < len(gcs) && r.staysFull(&gcs[to], capacity) {
			to++
		}
		isLast, last := to == len(gcs), to
		for !isLast && gcs[last-1].After <= 0 {
			last--
		}
		found, isFull := r.judge(gcs[from:last], fewest, capacity)
		isFull = isFull && (isLast || found.stopped >= r.full)
		if isFull && (isLast || float64(found.span()) >= least && found.span() > f.span()) {
			f, ok = found, true
			if !isLast {
				f.cleared = gcs[to]
			}
		}
		if from = to; to < len(gcs) && gcs[to].After > 0 {
			fewest = min(fewest, gcs[to].After)
		}
	}
	return f, ok
}

// judge reports whether the heap is full during consecutive GCs that each satisfy staysFull. fewest is the smallest heap after earlier GCs.
func (r *fullRule) judge(gcs []trace.GC, fewest, capacity int64) (f fullHeap, ok bool) {
	f = fullHeap{gcs: gcs, capacity: capacity, before: 1, waits: r.waits}
	freed, known := 0.0, 0
	for i := range f.gcs {
		gc := &f.gcs[i]
		if gc.After <= 0 || !r.counts(gc) {
			continue
		}
		f.full++
		if !gc.Concurrent {
			f.stopped++
		}
		f.after = gc.After
		f.share += float64(gc.After)
		if gc.Before > 0 {
			freed += max(0, 1-float64(gc.After)/float64(gc.Before))
			known++
		}
	}
	if f.full < r.full || f.overhead() < r.overhead {
		return f, false
	}
	f.freed = -1
	if known > 0 {
		f.freed = freed / float64(known)
	}
	if f.share /= float64(f.full) * float64(max(1, capacity)); capacity == 0 {
		f.share = 0
		return f, true
	}
	f.before = min(f.before, float64(fewest)/float64(capacity))
	return f, f.share >= r.mean
}

// counts reports whether the rule counts a GC as one that shows how much is alive.
func (r *fullRule) counts(gc *trace.GC) bool {
	if r.waits {
		return waited(gc) && (isCounted(gc) || gc.Kind == "Shenandoah")
	}
	return showsRoom(gc) && (r.forced || !isForced(gc))
}

// staysFull reports whether a GC leaves at least the share that the rule requires. It returns true for a GC without a heap size.
func (r *fullRule) staysFull(gc *trace.GC, capacity int64) bool {
	if gc.After <= 0 {
		return true
	}
	if capacity > 0 {
		return float64(gc.Capacity) >= sameCapacity*float64(capacity) && float64(gc.After) >= r.leaves*float64(capacity)
	}
	return !showsRoom(gc) || isForced(gc) || float64(gc.After) >= r.leaves*float64(gc.Before)
}

// overhead returns the share of the time in GCs; 0 if they cover no time.
func (f *fullHeap) overhead() float64 { return window.Share(f.gcs) }

// span returns how long the heap is full.
func (f *fullHeap) span() time.Duration {
	if len(f.gcs) == 0 {
		return 0
	}
	return f.gcs[len(f.gcs)-1].End - f.gcs[0].Start
}

// liveAnswer is the result of judging reachable sizes for a heap for which threads wait.
type liveAnswer uint8

// Results of [fullHeap.judgeLive].
const (
	aliveUnknown liveAnswer = iota
	aliveFull
	aliveLess
)

// judgeLive reports whether reachable objects fill the heap at the GC points of that time. most contains GC points whose sizes include
// garbage. They are used only if points has too few, and can only show that less is reachable.
func (f *fullHeap) judgeLive(points, most []window.Point) liveAnswer {
	f.live, f.reachable = f.within(points)
	if f.capacity == 0 {
		return aliveUnknown
	}
	if len(f.live) < leastLivePoints {
		if all, share := f.within(most); len(all) >= leastLivePoints && share < mostAlive {
			return aliveLess
		}
		return aliveUnknown
	}
	switch {
	case f.reachable >= leastAlive:
		return aliveFull
	case f.reachable < mostAlive:
		return aliveLess
	}
	return aliveUnknown
}

// within returns the sizes at the GC points of that time, and their mean share of the capacity; 0 for none.
func (f *fullHeap) within(points []window.Point) (bytes []int64, share float64) {
	for _, p := range points {
		if p.Time >= f.gcs[0].Start && p.Time <= f.gcs[len(f.gcs)-1].End {
			bytes = append(bytes, p.Bytes)
			share += float64(p.Bytes)
		}
	}
	return bytes, share / float64(max(1, len(bytes))) / float64(max(1, f.capacity))
}

// full reports a heap that stays full. A full heap cannot grow, so its size does not show a leak.
func (g *guided) full(ctx context.Context) error {
	gcs := g.recording.GCs
	f, ok := findFull(gcs)
	if ok && f.stopped == 0 { // GC points may show more
		live, err := g.judgeLive(ctx, &f)
		if err != nil {
			return err
		}
		ok = live != aliveLess
	}
	switch waits, isWaiting := byWaits.longest(gcs, max(1, largestCapacity(gcs))); {
	case ok && f.cleared.End == 0:
		g.addFull(&f)
	case g.failed():
	case ok:
		g.addFull(&f)
	case isWaiting:
		return g.waitedFor(ctx, &waits)
	case len(gcs) > 0 && !slices.ContainsFunc(gcs, func(gc trace.GC) bool { return gc.After > 0 && max(gc.Before, gc.Capacity) > 0 }):
		g.fullUnknown(capacityMissing)
	}
	return nil
}

// judgeLive judges a full heap by the recording's GC points, if there are enough.
func (g *guided) judgeLive(ctx context.Context, f *fullHeap) (liveAnswer, error) {
	if err := g.evolve(ctx); err != nil || g.evolution == nil || g.evolution.Sources == nil {
		return aliveUnknown, err
	}
	var points, most []window.Point
	for i, p := range g.evolution.Points {
		if g.recording.CountsGarbage() && g.recording.Counting(g.evolution.Sources[i]) == trace.CountsTypes {
			most = append(most, p)
		} else {
			points = append(points, p)
		}
	}
	return f.judgeLive(points, most), nil
}

// waitedFor reports a heap for which threads wait if reachable objects fill it, or records that this is unknown.
func (g *guided) waitedFor(ctx context.Context, f *fullHeap) error {
	live, err := g.judgeLive(ctx, f)
	if err != nil {
		return err
	}
	switch live {
	case aliveFull:
		g.addFull(f)
	case aliveUnknown:
		g.fullUnknown(waitsMissing)
		if !slices.ContainsFunc(g.out.Findings, func(f findings.Finding) bool { return f.Growth != nil }) {
			g.hideGrowth()
			g.out.Judged, g.out.MayBeFull = false, true
			g.out.Undecided = "Threads waited for memory, but this input does not show whether the heap is full or leaking"
		}
	}
	return nil
}
