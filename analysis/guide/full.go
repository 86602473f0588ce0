package guide

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/words"
)

// fullRule is one way to recognize a full heap: by the last GCs of a recording, which all leave a share of it at least.
type fullRule struct {
	leaves   float64 // share that each GC leaves at least: of the capacity or, if that is not known, of the heap before a full GC
	mean     float64 // share of the capacity that full GCs leave on average at least
	full     int     // number of full GCs at least
	overhead float64 // share of the time in GCs at least
	forced   bool    // also counts full GCs that a program or tool requested
}

// Rules for a full heap.
var (
	byCapacity = fullRule{leaves: 0.85, mean: 0.9, full: 3, forced: true}
	byTime     = fullRule{leaves: 0.7, full: 5, overhead: 0.3} // one generation may be full before the others
	byFreed    = fullRule{leaves: 0.95, full: 5, overhead: 0.1}
)

// sameCapacity is the share of the largest capacity from which on a capacity counts as the same.
const sameCapacity = 0.98

// fullHeap is the part of a recording, up to its end, in which the heap stays full.
type fullHeap struct {
	gcs      []trace.GC // all of that time
	full     int        // number of full GCs among them
	share    float64    // mean share of the capacity that full GCs leave; 0 if the capacity is not known
	before   float64    // lowest share of the capacity after a GC before that; 1 if there is none
	after    int64      // bytes after the last full GC
	capacity int64      // in bytes; 0 if not known
	freed    float64    // mean share of the heap that full GCs free
	busy     bool       // it was recognized by the time in GCs
}

// isForced reports whether a program or tool requested a GC, so that it says nothing about room.
func isForced(gc *trace.GC) bool {
	return slices.ContainsFunc([]string{"System.gc", "Inspection", "Heap Dump", "Diagnostic", "JvmtiEnv", "Metadata", "CodeCache"},
		func(cause string) bool { return strings.Contains(gc.Cause, cause) || strings.Contains(gc.Kind, cause) })
}

// showsRoom reports whether a GC shows how much of the heap is alive. What a concurrent GC leaves includes what was allocated
// meanwhile, and its collector may keep a small capacity, so it counts only if threads waited for memory.
func showsRoom(gc *trace.GC) bool {
	return gc.IsFull() && (!gc.Concurrent || gc.Stalled > 0 || strings.Contains(gc.Cause+gc.Kind, "Stall"))
}

// findFull looks for a heap that is full at the end. ok is false if it is not, or if the GCs do not show it. The cost is linear in
// the GCs.
func findFull(all []trace.GC) (f fullHeap, ok bool) {
	gcs := slices.DeleteFunc(slices.Clone(all), func(gc trace.GC) bool { return gc.After <= 0 })
	capacity := int64(0)
	for i := range gcs {
		capacity = max(capacity, gcs[i].Capacity)
	}
	if capacity == 0 {
		return byFreed.find(gcs, 0)
	}
	if f, ok = byCapacity.find(gcs, capacity); ok {
		return f, true
	}
	f, ok = byTime.find(gcs, capacity)
	f.busy = ok
	return f, ok
}

// find looks for a heap that is full by the rule. Capacity is the largest, 0 if it is not known.
func (r *fullRule) find(gcs []trace.GC, capacity int64) (f fullHeap, ok bool) {
	from := len(gcs)
	for from > 0 && r.staysFull(&gcs[from-1], capacity) {
		from--
	}
	f = fullHeap{gcs: gcs[from:], capacity: capacity, before: 1}
	for i := range f.gcs {
		gc := &f.gcs[i]
		if !showsRoom(gc) || !r.forced && isForced(gc) {
			continue
		}
		f.full++
		f.after = gc.After
		f.freed += freedBy(gc)
		f.share += float64(gc.After)
	}
	if f.full < r.full || f.overhead() < r.overhead {
		return f, false
	}
	f.freed /= float64(f.full)
	if f.share /= float64(f.full) * float64(max(1, capacity)); capacity == 0 {
		f.share = 0
		return f, true
	}
	for i := range from {
		f.before = min(f.before, float64(gcs[i].After)/float64(capacity))
	}
	return f, f.share >= r.mean
}

// staysFull reports whether the heap is as full after a GC as the rule has it.
func (r *fullRule) staysFull(gc *trace.GC, capacity int64) bool {
	if capacity > 0 {
		return float64(gc.Capacity) >= sameCapacity*float64(capacity) && float64(gc.After) >= r.leaves*float64(capacity)
	}
	return !showsRoom(gc) || isForced(gc) || float64(gc.After) >= r.leaves*float64(gc.Before)
}

// freedBy returns the share of the heap that a GC frees; 1 if it is not known.
func freedBy(gc *trace.GC) float64 {
	if gc.Before <= 0 {
		return 1
	}
	return max(0, 1-float64(gc.After)/float64(gc.Before))
}

// overhead returns the share of the time in pauses; 0 if it covers no time.
func (f *fullHeap) overhead() float64 {
	paused := time.Duration(0)
	for i := range f.gcs {
		switch gc := &f.gcs[i]; {
		case gc.Pause > 0:
			paused += gc.Pause
		case !gc.Concurrent:
			paused += gc.End - gc.Start
		}
	}
	if whole := f.gcs[len(f.gcs)-1].End - f.gcs[0].Start; whole > 0 {
		return min(1, float64(paused)/float64(whole))
	}
	return 0
}

// full reports a heap that stays full. Its size cannot grow, so growth does not show whether it leaks.
func (g *guided) full(context.Context) error {
	if f, ok := findFull(g.recording.GCs); ok {
		g.add(f.finding())
		return nil
	}
	g.failed()
	return nil
}

// leastRise is the difference between two shares from which on a finding says that the share has risen.
const leastRise = 0.1

func (f *fullHeap) finding() findings.Finding {
	first, last := &f.gcs[0], &f.gcs[len(f.gcs)-1]
	title := fmt.Sprintf("The heap is full: full GCs free %s of it", words.PercentOf(f.freed))
	left := words.RoundSize(f.after)
	if f.capacity > 0 {
		title = fmt.Sprintf("The heap is full: %s stays after full GCs", words.WholePercent(f.share))
		if f.share-f.before >= leastRise {
			title += ", up from " + words.WholePercent(f.before)
		}
		if f.busy {
			title += ", and GCs take " + words.WholePercent(f.overhead()) + " of the time"
		}
		left += " of " + words.RoundSize(f.capacity)
	}
	overhead := f.overhead()
	return findings.Finding{Rule: findings.RuleFull, Grade: findings.Full, Confidence: min(0.95, 0.6+0.05*float64(f.full)), Title: title,
		Highlight: findings.Highlight{View: findings.OverviewView, Start: millis(first.Start), End: millis(last.End)},
		Numbers: []findings.FindingNumber{{Name: "stays after full GCs", Value: f.share, Unit: "share"},
			{Name: "heap after the last full GC", Value: float64(f.after), Unit: "bytes"}, {Name: "capacity", Value: float64(f.capacity), Unit: "bytes"},
			{Name: "freed by full GCs", Value: f.freed, Unit: "share"}, {Name: "full GCs", Value: float64(f.full), Unit: "GCs"},
			{Name: "overhead", Value: overhead, Unit: "share"}},
		Explain: []string{fmt.Sprintf("%s from %s to %s left %s. On average they freed %s of the heap.", words.Counted(int64(f.full), "full GC"),
			words.Moment(first.Start), words.Moment(last.End), left, words.PercentOf(f.freed)),
			fmt.Sprintf("GCs took %s of that time.", words.PercentOf(overhead)),
			"A full heap stays level, so its size does not show whether the program still adds objects. Look at the largest holders in a heap dump."},
		Doubts: []string{"If the heap limit (-Xmx) is too small for the program, it looks the same."},
		Next:   []findings.Step{{Text: "See the windows in time", Show: findings.Highlight{View: findings.OverviewView}, Command: []string{"windows", findings.Path}}}}
}

// fullVerdict sums up a guide without a leak whose heap is full.
func fullVerdict(g *findings.Report, f *findings.Finding) string {
	text := f.Title + ". This does not show whether it leaks."
	for i := range g.Findings {
		if other := &g.Findings[i]; other.Grade == findings.Grows || other.Grade == findings.Large && other.Pile != nil {
			return text + " " + pick(other.Grade == findings.Grows, "It grows: ", "Largest holder: ") + brief(other) + "."
		}
	}
	return text
}
