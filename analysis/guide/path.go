package guide

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
)

// leadOver sets the path of d. It leads from the GC root through a pile's container and one of its tops to the counted place with most
// objects. Each step is a reference in the heap. The path bypasses the container if the container refers to none of the tops, or is below
// the only top that it refers to.
func (d *detail) leadOver(g *guided, pile *leak.Pile) {
	d.fields = nil
	if len(pile.Tops) == 0 { // the container itself grows in size
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
		// A container below one of its tops would turn the path into a cycle.
		if over := append(g.holders.Path(pile.Container), below[slices.Index(below, top):]...); g.holders.Nodes[pile.Container].Parent != leak.NoPlace && !g.holders.Within(pile.Container, top) && g.isChain(over) {
			d.path = over
			return
		}
	}
	d.path = g.holders.Path(g.most(d.counted, first))
}

// most returns the place with most objects among those at or below top; top if none of them has objects.
func (g *guided) most(places []leak.Place, top leak.Place) leak.Place {
	last, most := g.holders.Points-1, top
	for _, p := range places {
		if n := g.holders.Nodes[p].Objects[last]; n > 0 && g.holders.Within(p, top) && (most == top || n > g.holders.Nodes[most].Objects[last]) {
			most = p
		}
	}
	return most
}

// fieldsAlong returns, for each place of a path, the field through which the previous place refers to it at the last GC point, named as in
// [leak.Node]; empty for no reference. If a chain of objects leads through all places, it returns the chain's fields, as other fields to a
// place may not continue along the path. The cost is linear in the objects of the heap.
func (g *guided) fieldsAlong(path []leak.Place) []string {
	fields := make([]string, len(path))
	steps, _ := g.followPath(path)
	at := 0 // index into the objects of the step
	for i := len(path) - 1; i > 1; i-- {
		here, before := &steps[i], &steps[i-1]
		if here.from == nil { // no reference leads here
			at = 0
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

// isChain reports whether a chain of objects leads through all places of a path.
func (g *guided) isChain(path []leak.Place) bool {
	_, whole := g.followPath(path)
	return whole
}

// chainStep contains the objects in one place of a path that chains reach. A chain may pass several objects of a place.
type chainStep struct {
	objects []trace.ObjectID
	from    []int // by object: index of its referrer in objects, or -1 minus an index into those of the previous step; nil if no chain leads here
}

// followPath follows references from the first place of a path to the last. whole is false if the chain passes
// through other places, as in cycles of several types, or if no reference leads to a place. Its step then contains all objects of the place.
func (g *guided) followPath(path []leak.Place) (steps []chainStep, whole bool) {
	steps, whole = make([]chainStep, len(path)), true
	if len(path) < 2 {
		return steps, false
	}
	all := leak.Objects(g.places, path[1:])
	met := bitset.New(uint(len(g.places))) // each object has one place, so one set serves all steps
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
		enter := func(first int) { // from the objects of the previous step, starting with the given one
			for _, byField := range []bool{true, false} { // the field that led to the place comes first
				for at, o := range steps[i-1].objects[first:] {
					from = -1 - first - at
					g.references(o, path[i], func(name string, to trace.ObjectID) bool {
						return (n.Parent == path[i-1] && name == n.Field) == byField && add(name, to)
					})
				}
			}
		}
		enter(0)
		if reached := len(steps[i-1].objects); len(step.objects) == 0 && steps[i-1].from != nil {
			whole = false
			g.reachAround(&steps[i-1], path[i-1], met)
			enter(reached)
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

// reachAround adds to a step the other objects of its place that the objects of the step lead to by way of other places. The cost is linear in
// the objects and references of the heap.
func (g *guided) reachAround(step *chainStep, place leak.Place, met *bitset.BitSet) {
	h := g.last.Heap()
	type reached struct {
		object trace.ObjectID
		from   int // index into the objects of the step
	}
	seen := bitset.New(uint(h.Len()))
	queue := make([]reached, 0, len(step.objects))
	for at, o := range step.objects {
		seen.Set(uint(o))
		queue = append(queue, reached{o, at})
	}
	for at := 0; at < len(queue); at++ {
		from := queue[at]
		t := h.TypeOf.At(from.object)
		for i, o := range h.References(from.object) {
			if o == trace.NoObject || seen.Test(uint(o)) || g.weak.Special[t] && g.weak.Reference(from.object, i) {
				continue
			}
			seen.Set(uint(o))
			queue = append(queue, reached{o, from.from})
			if g.places[o] == place && !met.Test(uint(o)) {
				met.Set(uint(o))
				step.objects, step.from = append(step.objects, o), append(step.from, from.from)
			}
		}
	}
}

// fieldTo returns the field of o that refers to the object to, which is in the place of a step. Of several fields, it prefers [leak.Node.Field].
func (g *guided) fieldTo(o trace.ObjectID, path []leak.Place, step int, to trace.ObjectID) (field string) {
	n := &g.holders.Nodes[path[step]]
	g.references(o, path[step], func(name string, target trace.ObjectID) bool {
		if target != to {
			return false
		}
		if n.Parent == path[step-1] && name == n.Field || field == "" {
			field = name
		}
		return field == n.Field
	})
	return field
}

// references calls enough for each reference from an object to a place until it returns true, and reports whether it did.
func (g *guided) references(o trace.ObjectID, to leak.Place, enough func(field string, target trace.ObjectID) bool) bool {
	h := g.last.Heap()
	t := h.TypeOf.At(o)
	for i, target := range h.References(o) {
		if g.places[target] != to || g.weak.Special[t] && g.weak.Reference(o, i) {
			continue
		}
		field := leak.Element
		if !h.Types[t].IsElement(h.Slot(o, i)) {
			field = h.FieldAt(o, i)
		}
		if enough(field, target) {
			return true
		}
	}
	class := h.Types[t].Class
	return g.made != nil && g.made[t] && class != trace.NoObject && g.places[class] == to && enough(leak.Class, class)
}

// fieldOf returns the field that leads to a step of d's path, and the type that declares it. The caller sets d.fields first.
func (g *guided) fieldOf(d *detail, step int) (field, declares string) {
	n := &g.holders.Nodes[d.path[step]]
	if step < 2 || d.fields[step] == "" || d.fields[step] == n.Field && n.Parent == d.path[step-1] {
		return n.Field, g.holders.Declares(d.path[step])
	}
	return d.fields[step], g.holders.Nodes[d.path[step-1]].Type
}

// stepsOf returns the path of d at the last GC point. It ends before a step that no longer has objects or references. It sets d.fields if
// they were not looked up, as a place keeps the field of an earlier GC point.
func (g *guided) stepsOf(d *detail) []findings.PathStep {
	if d.fields == nil {
		d.fields = g.fieldsAlong(d.path)
	}
	last, steps := g.holders.Points-1, []findings.PathStep{}
	for i, p := range d.path {
		n := &g.holders.Nodes[p]
		if i > 0 && n.Objects[last] == 0 || i > 1 && d.fields[i] == "" {
			break
		}
		step := findings.PathStep{Type: n.Type, Objects: n.Objects[last]}
		if i > 0 {
			step.Field, _ = g.fieldOf(d, i)
		}
		steps = append(steps, step)
	}
	return steps
}
