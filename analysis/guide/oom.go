package guide

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/threads"
	"memcity/trace"
	"memcity/words"
)

// notTheHeap contains prefixes of methods whose OutOfMemoryError is not about the heap but about class metadata, a new thread, or direct
// memory.
var notTheHeap = []string{"java.lang.ClassLoader.defineClass", "java.lang.Thread.start", "java.nio.Bits.reserveMemory", "java.lang.invoke.MethodHandleNatives."}

// failedThread returns the name of the thread that ran out of heap memory, and its frame. Both are empty for none. A dump has at most one
// such thread.
func failedThread(h *trace.Heap) (thread, at string) {
	for i := range h.Threads {
		t := &h.Threads[i]
		if !threads.Failed(t) {
			continue
		}
		below := t.Frames[1:]
		isOther := func(frame string) bool {
			return slices.ContainsFunc(notTheHeap, func(prefix string) bool { return strings.HasPrefix(frame, prefix) })
		}
		if slices.ContainsFunc(below[:min(len(below), 4)], isOther) {
			return "", ""
		}
		if own := slices.IndexFunc(below, func(frame string) bool { return !leak.OfRuntime(frame) }); own >= 0 {
			at = below[own]
		} else if len(below) > 0 {
			at = below[0]
		}
		return t.Name, at
	}
	return "", ""
}

// failure is a heap dump that was written because the heap was full.
type failure struct {
	point      int // 0-based
	bytes      int64
	thread, at string
}

// noteFailure records whether a heap dump was written for an OutOfMemoryError. The objects of h must have places.
func (g *guided) noteFailure(point int, h *trace.Heap) {
	if thread, at := failedThread(h); thread != "" {
		g.failures = append(g.failures, failure{point, g.Bytes(), thread, at})
	}
}

// maxFailed is the number of heap dumps for an OutOfMemoryError that are read in addition to those for growth.
const maxFailed = 2

// withFailed adds the newest dumps written for an OutOfMemoryError to the given points. It reads the start of each file.
func (g *guided) withFailed(ctx context.Context, states, points []int) ([]int, error) {
	added := 0
	for _, p := range slices.Backward(states) {
		failed := g.recording.Points[p].Failed
		if failed == nil || slices.Contains(points, p) {
			continue
		}
		is, err := failed(ctx)
		if err != nil {
			return nil, err
		}
		if is {
			points, added = append(points, p), added+1
		}
		if added == maxFailed {
			break
		}
	}
	slices.Sort(points)
	return points, nil
}

// failed adds a finding if a heap dump was written because the heap was full, and reports whether it did. Of several dumps, it takes the
// last.
func (g *guided) failed() bool {
	if len(g.failures) == 0 {
		return false
	}
	last := &g.failures[len(g.failures)-1]
	where := ""
	if last.at != "" {
		where = " at " + last.at
	}
	made := "The heap dump was written because of this error."
	if n := len(g.recording.Points); n > 1 {
		made = fmt.Sprintf("GC point %d of %d is the heap dump that was written because of this error.", last.point+1, n)
		if source := g.recording.Points[last.point].Source; source != "" {
			made = fmt.Sprintf("GC point %d of %d (%s) is the heap dump that was written because of this error.", last.point+1, n, source)
		}
	}
	var ended findings.Ending
	if last.point < g.point {
		ended = findings.Unseen
	}
	g.add(findings.Finding{Rule: findings.RuleFull, Grade: findings.Full, Confidence: 0.95, Ended: ended,
		Title:     fmt.Sprintf("The heap was full: the thread %s failed with OutOfMemoryError%s", last.thread, where),
		Highlight: findings.Highlight{View: findings.HeapView, By: []string{"type"}, At: last.point + 1},
		Numbers:   []findings.FindingNumber{{Name: "heap", Value: float64(last.bytes), Unit: "bytes"}},
		Explain: []string{fmt.Sprintf("%s It contains %s of reachable objects.", made, words.RoundSize(last.bytes)),
			"This thread requested memory when none was left, but something else may have filled the heap. Check the largest holders."},
		Doubts: []string{smallLimit}})
	if last.point == g.point && g.hideGrowth() {
		g.missing(growthHidden)
	}
	return true
}
