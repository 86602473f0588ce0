package guide

import (
	"slices"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
)

// leadOver sets the path of d to one from the GC root over the container of a pile and one of its places, to the counted place below that has
// most objects. Each step of the path is a reference of the heap. Where the container refers to none of the places, or is itself below the only
// one that it refers to, the path does not lead over it.
func (d *detail) leadOver(g *guided, pile *leak.Pile) {
	d.fields = nil
	if len(pile.Tops) == 0 { // the container gets larger itself
		d.path = g.holders.Path(g.most(d.counted, pile.Container))
		return
	}
	first := pile.Tops[0]
	for _, top := range pile.Tops {
		if g.holders.Nodes[top].Objects[g.holders.Points-1] == 0 {
			continue
		}
		if g.holders.Nodes[first].Objects[g.holders.Points-1] == 0 {
			first = top
		}
		below := g.holders.Path(g.most(d.counted, top))
		if g.holders.Nodes[top].Parent == pile.Container {
			d.path = below
			return
		}
		// A container that is within what it holds would make the path a circle.
		if !g.holders.Within(pile.Container, top) && g.refers(pile.Container, top) {
			d.path = append(g.holders.Path(pile.Container), below[slices.Index(below, top):]...)
			return
		}
	}
	d.path = g.holders.Path(g.most(d.counted, first))
}

// most returns the place below top, or top itself, that has most objects of some places; top if there is none of these.
func (g *guided) most(places []leak.Place, top leak.Place) leak.Place {
	last, most := g.holders.Points-1, top
	for _, p := range places {
		if n := g.holders.Nodes[p].Objects[last]; n > 0 && g.holders.Within(p, top) && (most == top || n > g.holders.Nodes[most].Objects[last]) {
			most = p
		}
	}
	return most
}

// refers reports whether an object of one place refers to an object of another at the last GC point. The cost is linear in the objects of the heap.
func (g *guided) refers(from, to leak.Place) bool {
	return g.fieldsAlong([]leak.Place{leak.NoPlace, from, to})[2] != ""
}

// fieldsAlong returns the field of the place before by which each place of a path is referred to at the last GC point, as [leak.Node] names
// fields: the one that the place was found by if an object has it, else that of the first object that refers there; empty if there is none. Places
// below a container may be referred to by several fields. The cost is linear in the objects of the heap.
func (g *guided) fieldsAlong(path []leak.Place) []string {
	fields := make([]string, len(path))
	steps := make(map[leak.Place]int, len(path))
	for i := 1; i+1 < len(path); i++ {
		steps[path[i]] = i + 1
	}
	for o, p := range g.places {
		next, on := steps[p]
		if !on {
			continue
		}
		n := &g.holders.Nodes[path[next]]
		if g.references(trace.ObjectID(o), path[next], func(field string) bool {
			if n.Parent == p && field == n.Field {
				fields[next] = field
				return true
			}
			if fields[next] == "" {
				fields[next] = field
			}
			return n.Parent != p
		}) {
			if delete(steps, p); len(steps) == 0 {
				break
			}
		}
	}
	return fields
}

// references calls enough for each reference of an object to one of a place until it returns true, and reports whether it did.
func (g *guided) references(o trace.ObjectID, to leak.Place, enough func(field string) bool) bool {
	h := g.last.Heap()
	t := h.TypeOf.At(o)
	for i, target := range h.References(o) {
		if g.places[target] != to || g.weak.Special[t] && g.weak.Reference(o, i) {
			continue
		}
		field := leak.Element
		if h.Types[t].Kind != trace.ObjectArray {
			field = h.FieldAt(o, i)
		}
		if enough(field) {
			return true
		}
	}
	class := h.Types[t].Class
	return g.made != nil && g.made[t] && class != trace.NoObject && g.places[class] == to && enough(leak.Class)
}

// fieldOf returns the field by which a step of the path of d is reached, and the type that declares it.
func (g *guided) fieldOf(d *detail, step int) (field, declares string) {
	n := &g.holders.Nodes[d.path[step]]
	if step < 2 || d.fields == nil || d.fields[step] == "" || d.fields[step] == n.Field && n.Parent == d.path[step-1] {
		return n.Field, g.holders.Declares(d.path[step])
	}
	return d.fields[step], g.holders.Nodes[d.path[step-1]].Type
}

// stepsOf describes the path of d at the last GC point. It ends before a step that has no objects or references by then.
func (g *guided) stepsOf(d *detail) []findings.PathStep {
	steps := g.steps(d.path)
	for i := 1; i < len(steps); i++ {
		if steps[i].Objects == 0 || i > 1 && d.fields != nil && d.fields[i] == "" {
			return steps[:i]
		}
		steps[i].Field, _ = g.fieldOf(d, i)
	}
	return steps
}
