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
		if over := append(g.holders.Path(pile.Container), below[slices.Index(below, top):]...); g.holders.Nodes[pile.Container].Parent != leak.NoPlace && !g.holders.Within(pile.Container, top) && g.isChain(over) {
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

// fieldsAlong returns, for each place of a path, the field by which the place before refers to it at the last GC point, named as in
// [leak.Node]; empty if there is no reference. If one chain of objects leads through all places, the fields are those of the chain: several
// fields may lead to a place, but not all of them lead further along the path. The cost is linear in the objects of the heap.
func (g *guided) fieldsAlong(path []leak.Place) []string {
	fields := make([]string, len(path))
	steps, _ := g.followPath(path)
	at := 0 // index into the objects of the step
	for i := len(path) - 1; i > 1; i-- {
		here, before := &steps[i], &steps[i-1]
		if len(here.objects) == 0 {
			continue
		}
		if here.from == nil { // no chain leads on
			at, fields[i] = g.referrer(before.objects, path, i)
			continue
		}
		for here.from[at] >= 0 {
			at = here.from[at]
		}
		to := here.objects[at]
		at = -1 - here.from[at]
		fields[i] = g.fieldTo(before.objects[at], path, i, to)
	}
	return fields
}

// isChain reports whether a chain of objects leads over all places of a path.
func (g *guided) isChain(path []leak.Place) bool {
	_, whole := g.followPath(path)
	return whole
}

// chainStep is the objects of one place of a path that chains over its places lead to, which may go over several objects of a place.
type chainStep struct {
	objects []trace.ObjectID
	from    []int // by object, its referrer: an index into objects, or -1 less an index into those of the step before; nil if no chain leads here
}

// followPath follows references from the first place of a path to the last. If no reference leads to a place, its step has all objects of the
// place, and whole is false.
func (g *guided) followPath(path []leak.Place) (steps []chainStep, whole bool) {
	steps, whole = make([]chainStep, len(path)), true
	if len(path) < 2 {
		return steps, false
	}
	all := leak.Objects(g.places, path[1:])
	met := bitset.New(uint(len(g.places))) // each object has one place, so it is for all steps
	steps[1].objects = all[path[1]]
	for i := 2; i < len(path); i++ {
		n, step := &g.holders.Nodes[path[i]], &steps[i]
		from := 0
		add := func(_ string, o trace.ObjectID) bool {
			if !met.Test(uint(o)) {
				met.Set(uint(o))
				step.objects, step.from = append(step.objects, o), append(step.from, from)
			}
			return false
		}
		for _, byField := range []bool{true, false} { // first by the field that the place was found by
			for at, o := range steps[i-1].objects {
				from = -1 - at
				g.references(o, path[i], func(name string, to trace.ObjectID) bool {
					return (n.Parent == path[i-1] && name == n.Field) == byField && add(name, to)
				})
			}
		}
		for at := 0; at < len(step.objects); at++ {
			from = at
			g.references(step.objects[at], path[i], add)
		}
		if len(step.objects) == 0 {
			step.objects, whole = all[path[i]], false
		}
	}
	return steps, whole
}

// referrer returns the index of the first object that refers to an object in a step of a path, and the field.
func (g *guided) referrer(from []trace.ObjectID, path []leak.Place, step int) (at int, field string) {
	for at, o := range from {
		if field = g.fieldTo(o, path, step, trace.NoObject); field != "" {
			return at, field
		}
	}
	return 0, ""
}

// fieldTo returns the field by which an object refers to an object in a step of a path. It prefers the field by which the step's place was found.
// With [trace.NoObject] as to, it accepts any object of the place.
func (g *guided) fieldTo(o trace.ObjectID, path []leak.Place, step int, to trace.ObjectID) (field string) {
	n := &g.holders.Nodes[path[step]]
	g.references(o, path[step], func(name string, target trace.ObjectID) bool {
		if to != trace.NoObject && target != to {
			return false
		}
		if n.Parent == path[step-1] && name == n.Field || field == "" {
			field = name
		}
		return field == n.Field
	})
	return field
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
