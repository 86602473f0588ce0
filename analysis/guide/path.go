package guide

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

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
		if over := append(g.holders.Path(pile.Container), below[slices.Index(below, top):]...); !g.holders.Within(pile.Container, top) && g.isChain(over) {
			d.path = over
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

// fieldsAlong returns the field of the place before by which each place of a path is referred to at the last GC point, as [leak.Node] names
// fields; empty if there is no reference. The fields are those of one chain of objects, if one leads over all places: objects of a place may be
// referred to by several fields, and those that one leads to need not lead on. The cost is linear in the objects of the heap.
func (g *guided) fieldsAlong(path []leak.Place) []string {
	fields := make([]string, len(path))
	objects := leak.Objects(g.places, path[1:])
	reached, _ := g.reachedAlong(path, objects)
	o := trace.NoObject
	for i := len(path) - 1; i > 1; i-- {
		if o == trace.NoObject && len(reached[i]) > 0 {
			o = reached[i][0]
		}
		var from trace.ObjectID
		if from, fields[i] = g.referrer(reached[i-1], path, i, o); fields[i] == "" { // no chain leads on
			from, fields[i] = g.referrer(objects[path[i-1]], path, i, trace.NoObject)
		}
		o = from
	}
	return fields
}

// isChain reports whether a chain of objects leads over all places of a path.
func (g *guided) isChain(path []leak.Place) bool {
	_, whole := g.reachedAlong(path, leak.Objects(g.places, path[1:]))
	return whole
}

// reachedAlong returns, by step of a path, the objects that chains over its places lead to, which may go over several objects of a place.
// If none leads to a place, these are all its objects, and whole is false.
func (g *guided) reachedAlong(path []leak.Place, objects map[leak.Place][]trace.ObjectID) (reached [][]trace.ObjectID, whole bool) {
	reached, whole = make([][]trace.ObjectID, len(path)), true
	met := bitset.New(uint(len(g.places)))
	for i := 1; i < len(path); i++ {
		if reached[i] = objects[path[i]]; i == 1 {
			continue
		}
		met.ClearAll()
		var found []trace.ObjectID
		add := func(_ string, o trace.ObjectID) bool {
			if !met.Test(uint(o)) {
				met.Set(uint(o))
				found = append(found, o)
			}
			return false
		}
		for _, o := range reached[i-1] {
			g.references(o, path[i], add)
		}
		for at := 0; at < len(found); at++ {
			g.references(found[at], path[i], add)
		}
		if len(found) == 0 {
			whole = false
			continue
		}
		reached[i] = found
	}
	return reached, whole
}

// referrer returns the first of some objects that refers to one of a step of a path, and the field: best the one that the step's place was found by.
// With [trace.NoObject] any object of the place will do.
func (g *guided) referrer(from []trace.ObjectID, path []leak.Place, step int, to trace.ObjectID) (first trace.ObjectID, field string) {
	n := &g.holders.Nodes[path[step]]
	first = trace.NoObject
	for _, o := range from {
		if g.references(o, path[step], func(name string, target trace.ObjectID) bool {
			if to != trace.NoObject && target != to {
				return false
			}
			if n.Parent == path[step-1] && name == n.Field {
				first, field = o, name
				return true
			}
			if field == "" {
				first, field = o, name
			}
			return n.Parent != path[step-1]
		}) {
			break
		}
	}
	return first, field
}

// references calls enough for each reference of an object to one of a place until it returns true, and reports whether it did.
func (g *guided) references(o trace.ObjectID, to leak.Place, enough func(field string, target trace.ObjectID) bool) bool {
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
		if enough(field, target) {
			return true
		}
	}
	class := h.Types[t].Class
	return g.made != nil && g.made[t] && class != trace.NoObject && g.places[class] == to && enough(leak.Class, class)
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
