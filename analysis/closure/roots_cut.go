package closure

import (
	"slices"
	"strings"

	"memcity/trace"
)

// Removal returns the removal of all GC roots with wanted names. For static fields this includes the references of their class objects. For
// threads it includes all other roots of the thread, as when the thread ends. The cost is linear in GC roots, classes and static fields.
func (r *Roots) Removal(wanted func(RootName) bool) (removal Removal) {
	h := r.graph.heap
	names := map[RootName]bool{}
	ended := map[string]bool{} // names of removed threads
	for _, name := range r.Names {
		if names[name] = wanted(name); names[name] && name.Kind == trace.RootThread {
			ended[name.Owner] = true
		}
	}
	for i := range h.Roots {
		root := &h.Roots[i]
		name := rootName(h, root)
		ofThread := root.Thread >= 0 && int(root.Thread) < len(h.Threads) && ended[h.Threads[root.Thread].Name]
		if !names[name] && !ofThread {
			continue
		}
		removal.Roots = append(removal.Roots, i)
		if name.Kind == trace.RootThread && names[name] {
			removal.Objects = append(removal.Objects, root.Object)
		}
	}
	if !slices.ContainsFunc(r.Names, func(name RootName) bool { return name.Kind.IsNamed() && names[name] }) {
		return removal
	}
	for t := range h.Types {
		class := h.Types[t].Class
		if class == trace.NoObject || h.Types[h.TypeOf.At(class)].Kind != trace.ClassObject {
			continue
		}
		for i := range h.References(class) {
			field := h.FieldAt(class, i)
			if !strings.HasPrefix(field, "<") && names[RootName{h.NamedKind(), h.Types[t].Name, field}] {
				removal.References = append(removal.References, Reference{From: class, Index: i})
			}
		}
	}
	return removal
}
