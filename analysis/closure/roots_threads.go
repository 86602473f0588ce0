package closure

import (
	"slices"
	"strings"

	"memcity/trace"
)

// WithoutNumbers replaces each number in a name by N, so that all threads of a pool get the same name. It keeps numbers of lines and of
// functions in the names of goroutines.
func WithoutNumbers(name string) string {
	var b strings.Builder
	digits, kept := false, false
	for i, r := range name {
		if r < '0' || r > '9' {
			digits = false
			b.WriteRune(r)
			continue
		}
		if !digits {
			if kept = isCode(name[:i]); !kept {
				b.WriteByte('N')
			}
		}
		if digits = true; kept {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isCode reports whether the number after the given text is part of a position in Go code.
func isCode(before string) bool {
	return slices.ContainsFunc(codeNumbers, func(end string) bool { return strings.HasSuffix(before, end) })
}

// codeNumbers are the texts before the numbers of lines and functions in Go.
var codeNumbers = []string{".go:", ".s:", ".func", ".gowrap", "-range"}

// LoneThreads returns thread names, by name without numbers. The value is empty if several threads share the key.
func LoneThreads(h *trace.Heap) map[string]string {
	names := map[string]string{}
	for i := range h.Threads {
		name := h.Threads[i].Name
		kind := WithoutNumbers(name)
		if _, ok := names[kind]; ok {
			name = "" // two threads may even have the same name
		}
		names[kind] = name
	}
	return names
}

// Pooled returns r with one root for all threads whose names differ only in numbers, and one root for each frame with local variables of
// such threads. Other threads keep their names. The cost is linear in the references from GC roots.
func (r *Roots) Pooled() *Roots {
	names := LoneThreads(r.graph.heap)
	pooled := *r
	pooled.Names, pooled.holds = slices.Clone(r.Names), slices.Clone(r.holds)
	changed := false
	for i := range pooled.Names {
		n := &pooled.Names[i]
		if n.Kind.IsNamed() {
			continue
		}
		kind := WithoutNumbers(n.Owner)
		if name, ok := names[kind]; ok && name == "" && n.Owner != kind {
			n.Owner, changed = kind, true
		}
	}
	if !changed {
		return r
	}
	pooled.join()
	return &pooled
}

// join merges GC roots with equal names.
func (r *Roots) join() {
	names := slices.Clone(r.Names)
	slices.SortFunc(names, RootName.compare)
	names = slices.Compact(names)
	now := make([]RootID, len(r.Names))
	for i := range r.Names {
		at, _ := slices.BinarySearchFunc(names, r.Names[i], RootName.compare)
		now[i] = RootID(at)
	}
	r.Names = names
	for i := range r.holds {
		r.holds[i].root = now[r.holds[i].root]
	}
	r.orderHolds()
}
