package structure

import (
	"slices"

	"memcity/trace"
)

// Explained is a description applied to a heap state.
type Explained struct {
	*Description
	Types   []string // types that it describes: its own, and subtypes without one of their own; sorted
	Objects int64    // number of objects of these types
	Refs    []ExplainedRef
}

// ExplainedRef is a reference of a description applied to a heap state.
type ExplainedRef struct {
	*Ref
	Types []string // sorted; empty if Any is true
	Any   bool
}

// Explain returns the types of a heap state that each name in a library stands for, in the order of the library. The cost is linear in
// objects, and in types times references.
func Explain(h *trace.Heap, l *Library) []Explained {
	m := match(h, l)
	objects := make([]int64, len(m.types))
	for o := range h.Len() {
		objects[m.typeOf(trace.ObjectID(o))]++
	}
	out := make([]Explained, len(l.Descriptions))
	for i, d := range l.Descriptions {
		out[i] = Explained{Description: d, Refs: make([]ExplainedRef, len(d.Refs))}
		for j := range d.Refs {
			out[i].Refs[j] = ExplainedRef{Ref: &d.Refs[j], Any: d.Refs[j].any()}
		}
	}
	r := newRefs(l)
	types := make([][]string, len(r.patterns))
	for t := range m.types {
		for _, p := range r.meaning(m.names.all(t)) {
			types[p] = append(types[p], m.name(trace.TypeID(t)))
		}
		if d := m.types[t].description; d >= 0 && int(d) < len(out) {
			out[d].Types = append(out[d].Types, m.name(trace.TypeID(t)))
			out[d].Objects += objects[t]
		}
	}
	for i := range out {
		out[i].Types = distinct(out[i].Types)
		for j := range out[i].Refs {
			ref := &out[i].Refs[j]
			if ref.Any {
				continue
			}
			for _, name := range ref.Names() {
				ref.Types = append(ref.Types, types[r.id(name)]...)
			}
			ref.Types = distinct(ref.Types)
		}
	}
	return out
}

func distinct(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
