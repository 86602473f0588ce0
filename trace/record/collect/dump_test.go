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

// describer returns a function that names objects for comparison; class objects are named after their types.
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
		return h.Types[h.TypeOf.At(o)].Name
	}
}

// referenceCounts counts references by source type, slot and target type.
func referenceCounts(h *trace.Heap) map[string][2]int64 {
	counts := map[string][2]int64{}
	name := describer(h)
	for o := range trace.ObjectID(h.Len()) {
		from := name(o)
		for i, to := range h.References(o) {
			slot := h.FieldAt(o, i)
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

// onlyHere are slots of class objects that the VM does not dump: fields of java.lang.Class, and string constants, which are in an array in
// dumps.
var onlyHere = []string{".<module> ->", ".<name> ->", ".<packageName> ->", ".<componentType> ->", ".<reflectionData> ->", ".<classData> ->",
	".<constant ", ".<annotationData> ->", ".<annotationType> ->", ".<enumConstants> ->", ".<enumConstantDirectory> ->",
	".<genericInfo> ->", ".<classValueMap> ->", ".<cachedConstructor> ->", ".<newInstanceCallerCache> ->", ".<classRedefinedCount> ->"}

// onlyThere are slots that a walk cannot report.
var onlyThere = []string{".<resolved_references> ->", ".<init_lock> ->"}

// compareDump compares a heap state with a dump of the same moment.
func compareDump(t *testing.T, h, dump *trace.Heap) {
	t.Helper()
	unlinked := map[string]bool{} // types of objects from the VM's archive, whose fields have no names yet
	for i := range h.Types {
		if k := &h.Types[i]; k.Kind == trace.Instance && len(k.References) == 0 {
			unlinked[k.Name] = true
		}
	}
	faults := 0
	for _, d := range differences(referenceCounts(h), referenceCounts(dump)) {
		from, _, _ := strings.Cut(d, " -> ")
		from = from[:strings.LastIndex(from, ".")]
		here, there := strings.Contains(d, "expected none"), strings.Contains(d, ": 0 objects")
		switch {
		case here && strings.HasPrefix(d, "class ") && containsAny(d, onlyHere), there && containsAny(d, onlyThere):
		case strings.Contains(d, "-> java.lang.Class:"): // archived classes that are not loaded; dumps leave them out
		case unlinked[strings.TrimPrefix(from, "class ")]:
		default:
			if faults++; faults < 30 {
				t.Errorf("reference %s", d)
			}
		}
	}
	for _, d := range differences(rootCounts(h), rootCounts(dump)) {
		switch {
		case strings.HasPrefix(d, "VM internal of "): // dumps have no such roots
		case strings.HasPrefix(d, "system class of class ") && strings.Contains(d, "[]: 1 objects"): // array classes
		case strings.HasPrefix(d, "JNI global of "): // held by the dump command
		default:
			t.Errorf("root %s", d)
		}
	}
}

func containsAny(text string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}
