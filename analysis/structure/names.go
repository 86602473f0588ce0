package structure

import (
	"slices"
	"strings"

	"memcity/trace"
)

// names provides the names under which references may refer to the types of a heap state.
type names struct {
	heap    *trace.Heap
	element map[string]trace.TypeID // type by name, for the elements of arrays
	own     []ownName               // class objects with a type of their own
}

type ownName struct {
	name string
	is   trace.TypeID
}

func newNames(h *trace.Heap) *names {
	n := &names{heap: h, element: map[string]trace.TypeID{}}
	for t := range h.Types {
		if _, ok := n.element[h.Types[t].Name]; !ok && h.Types[t].Kind != trace.ObjectArray {
			n.element[h.Types[t].Name] = trace.TypeID(t)
		}
	}
	return n
}

func (n *names) classObject(name string, is trace.TypeID) { n.own = append(n.own, ownName{name, is}) }

// maxLine limits the number of supertypes of a type. Real programs have far fewer, but an input may contain a cycle.
const maxLine = 256

// maxDimensions is the maximum number of dimensions of a Java array.
const maxDimensions = 255

// line returns the names of a type that is not an array and of its supertypes, closest first.
func (n *names) line(t trace.TypeID) []string {
	var line []string
	for t := range n.heap.Supers(t) {
		if line = append(line, n.heap.Types[t].Name); len(line) == maxLine {
			break
		}
	}
	return line
}

// all returns the names of a type and of its supertypes. The supertypes of an array include arrays of its elements' supertypes and of
// objects.
func (n *names) all(t int) []string {
	if own := t - len(n.heap.Types); own >= 0 {
		return append([]string{n.own[own].name}, n.line(n.own[own].is)...)
	}
	typ := &n.heap.Types[t]
	if typ.Kind != trace.ObjectArray && typ.Kind != trace.PrimitiveArray {
		return n.line(trace.TypeID(t))
	}
	base := strings.TrimRight(typ.Name, "[]")
	brackets := typ.Name[len(base):]
	all := []string{typ.Name}
	element, known := n.element[base]
	if known {
		for _, name := range n.line(element) {
			all = append(all, name+brackets)
		}
	}
	if typ.Kind == trace.ObjectArray {
		for dims := min(len(brackets)/2, maxDimensions); dims > 0; dims-- {
			all = append(all, rootType+strings.Repeat("[]", dims))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
