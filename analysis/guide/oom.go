package guide

import (
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/words"
)

// outOfMemory is the frame that HotSpot puts on top of the stack of the thread for whose OutOfMemoryError it makes a heap dump.
const outOfMemory = "java.lang.OutOfMemoryError.<init>"

// notTheHeap lists prefixes of methods that throw an OutOfMemoryError about something else: class metadata, a new thread, or direct memory.
var notTheHeap = []string{"java.lang.ClassLoader.defineClass", "java.lang.Thread.start", "java.nio.Bits.reserveMemory", "java.lang.invoke.MethodHandleNatives."}

// failedThread returns the name of the thread that ran out of heap memory, and the frame in which it did. Both are empty if there is
// none. A dump has one such thread at most.
func failedThread(h *trace.Heap) (thread, at string) {
	for i := range h.Threads {
		t := &h.Threads[i]
		if len(t.Frames) == 0 || !strings.HasPrefix(t.Frames[0], outOfMemory) {
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

// failed adds a finding if the heap dump was made because the heap was full.
func (g *guided) failed() {
	if g.last == nil {
		return
	}
	thread, at := failedThread(g.last.Heap())
	if thread == "" {
		return
	}
	where := ""
	if at != "" {
		where = " at " + at
	}
	g.add(findings.Finding{Rule: findings.RuleFull, Grade: findings.Full, Confidence: 0.95,
		Title:     fmt.Sprintf("The heap was full: the thread %s failed with OutOfMemoryError%s", thread, where),
		Highlight: findings.Highlight{View: findings.HeapView, By: []string{"type"}, At: g.point + 1},
		Numbers:   []findings.FindingNumber{{Name: "heap", Value: float64(g.Bytes()), Unit: "bytes"}},
		Explain: []string{fmt.Sprintf("The heap dump was made for this error. %s of it is reachable.", words.RoundSize(g.Bytes())),
			"The thread asked for memory when none was left; what filled the heap may be something else. Look at the largest holders."},
		Doubts: []string{"If the heap limit (-Xmx) is too small for the program, it looks the same."}})

}
