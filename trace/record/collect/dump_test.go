package collect_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace"
)

// dump makes a heap dump.
func (p *program) dump() string {
	p.t.Helper()
	file := filepath.Join(filepath.Dir(p.file), "dump.hprof")
	p.jcmd("GC.heap_dump", file)
	return file
}

// describe names an object so that it can be compared: class objects by what they stand for.
func describer(h *trace.Heap) func(o trace.ObjectID) string {
	stands := map[trace.ObjectID]string{}
	for i := range h.Types {
		if c := h.Types[i].Class; c != trace.NoObject {
			stands[c] = h.Types[i].Name
		}
	}
	return func(o trace.ObjectID) string {
		if name, ok := stands[o]; ok {
			return "class " + name
		}
		return h.Types[h.TypeOf[o]].Name
	}
}

// referenceCounts counts references by the type they come from, the slot, and the type they lead to.
func referenceCounts(h *trace.Heap) map[string][2]int64 {
	counts := map[string][2]int64{}
	name := describer(h)
	for o := range trace.ObjectID(h.Len()) {
		from := name(o)
		for i, to := range h.References(o) {
			slot := h.SlotName(o, h.RefSlot[int(h.RefStart[o])+i])
			key := fmt.Sprintf("%s.%s -> %s", from, slot, name(to))
			counts[key] = [2]int64{counts[key][0] + 1}
		}
	}
	return counts
}

func rootCounts(h *trace.Heap) map[string][2]int64 {
	counts := map[string][2]int64{}
	name := describer(h)
	for i := range h.Roots {
		r := &h.Roots[i]
		key := fmt.Sprintf("%v of %s %s", r.Kind, name(r.Object), r.Detail)
		if r.Thread >= 0 {
			key += " " + h.Threads[r.Thread].Name
			if r.Frame >= 0 {
				key += " " + h.Threads[r.Thread].Frames[r.Frame]
			}
		}
		counts[key] = [2]int64{counts[key][0] + 1}
	}
	return counts
}

func compareDump(t *testing.T, h, dump *trace.Heap) {
	var report []string
	for _, d := range differences(referenceCounts(h), referenceCounts(dump)) {
		report = append(report, "reference "+d)
	}
	for _, d := range differences(rootCounts(h), rootCounts(dump)) {
		report = append(report, "root "+d)
	}
	t.Errorf("%d differences:\n%s", len(report), strings.Join(report, "\n"))
}
