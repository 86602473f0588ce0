package checks

import (
	"context"

	"memcity/analysis/check"
	"memcity/analysis/closure"
	"memcity/analysis/collection"
	"memcity/analysis/guide/leak"
	"memcity/analysis/userfile"
	"memcity/analysis/waste"
	"memcity/trace"
)

// lastState returns the GC point of size rules that need single objects.
func (c *ruleInput) lastState() (point int, ok bool) { return c.begin(c.HasObjects) }

// latest loads the last heap state and its places.
func (c *ruleInput) latest(ctx context.Context) error {
	if c.last != nil {
		return nil
	}
	point, ok := c.lastState()
	if !ok {
		return &check.Unknown{Text: "the input has no single objects; open a heap dump, or record the running program"}
	}
	h, err := c.State(ctx, point, true)
	if err != nil {
		return err
	}
	if c.places, err = c.Places(ctx, point); err == nil {
		c.last, c.point = h, point
	}
	return err
}

// closure returns the retained or deep size of all objects of a subject together.
func (c *ruleInput) closure(ctx context.Context, m check.Quantity, s check.Subject) (check.Number, error) {
	if err := c.latest(ctx); err != nil {
		return check.Number{}, err
	}
	h := c.last.Heap()
	references, err := c.last.Subject().ReferenceGraph(ctx)
	if err != nil {
		return check.Number{}, err
	}
	kind := closure.Deep
	if m == check.RetainedBytes {
		if kind = closure.Retained; !references.KnowsRoots() {
			return check.Number{}, &check.Unknown{Text: noRoots}
		}
	}
	objects, err := c.objects(ctx, references, s)
	if err != nil {
		return check.Number{}, err
	}
	found, err := references.NewFinder().Find(ctx, kind, objects)
	n := check.Number{}
	for _, o := range found {
		n.Value += float64(h.Size(o))
	}
	return n, err
}

// objects returns the objects of a subject in the last heap state.
func (c *ruleInput) objects(ctx context.Context, references *closure.Graph, s check.Subject) (objects []trace.ObjectID, err error) {
	h := c.last.Heap()
	if s.Kind == check.Group {
		by, err := GroupingFor(c.Recording, s)
		if err != nil {
			return nil, err
		}
		g, err := c.Groups(ctx, by, c.point, c.progress)
		if err != nil {
			return nil, err
		}
		set, err := g.KeyedObjects(ctx, []string{s.Name})
		if err != nil {
			return nil, &check.Unknown{Text: err.Error()}
		}
		for o := range set.EachSet() {
			objects = append(objects, trace.ObjectID(o))
		}
		return objects, nil
	}
	for o, t := range h.TypeOf.All() {
		if references.IsLive(trace.ObjectID(o)) && s.HasType(h.Types[t].Name) {
			objects = append(objects, trace.ObjectID(o))
		}
	}
	return objects, nil
}

// maxStructures is the number of largest data structures that rules consider.
const maxStructures = 500

// largest returns the size of the largest data structure whose head matches the subject.
func (c *ruleInput) largest(ctx context.Context, m check.Quantity, s check.Subject) (check.Number, error) {
	last, err := c.lastPoint()
	if err != nil {
		return check.Number{}, err
	}
	const lacks = "data structures: the input has no references between single objects"
	if _, ok := c.lastState(); !ok || !c.recording.Knows.Has(trace.KnowsReferences) {
		return check.Number{}, &check.Unknown{Text: lacks}
	}
	found, ok, err := c.Largest(ctx, last, maxStructures, c.progress)
	if err == nil && !ok {
		err = &check.Unknown{Text: lacks}
	}
	if err != nil {
		return check.Number{}, err
	}
	var n check.Number
	for i := range found {
		d := &found[i]
		size := d.Sizes.Deep
		if m == check.RetainedBytes {
			size = d.Sizes.Retained
		}
		if size == nil || !userfile.Match(s.Name, d.Type) {
			continue
		}
		value := float64(size.Bytes)
		if m == check.Objects {
			value = float64(size.Objects)
		}
		if value > n.Value {
			n.Value, n.Where = value, d.Type
			if d.HeldBy != "" {
				n.Where = d.HeldBy
			}
		}
	}
	return n, nil
}

// wasted returns the bytes that duplicate strings or wasteful collections take in the last heap state.
func (c *ruleInput) wasted(ctx context.Context, m check.Quantity) (check.Number, error) {
	if err := c.latest(ctx); err != nil {
		return check.Number{}, err
	}
	n := check.Number{Whole: float64(c.places.Bytes())}
	if m == check.Duplicates {
		if why := waste.Lacks(c.recording, c.last.Heap(), true); why != "" {
			return check.Number{}, &check.Unknown{Text: why}
		}
		d, err := waste.Duplicates(ctx, c.last.Heap(), c.places.Has)
		n.Value = float64(d.All.Wasted)
		return n, err
	}
	if !c.recording.Knows.Has(trace.KnowsReferences) {
		return n, &check.Unknown{Text: noReferences}
	}
	bytes, most, err := c.places.Collections(ctx, c.last.Heap(), patternsOf[m]...)
	n.Value, n.Where = float64(bytes), most
	return n, err
}

// patternsOf maps measures to the collection patterns that they add up.
var patternsOf = map[check.Quantity][]collection.Pattern{
	check.Collections: collection.Moment[:2], check.Nested: {collection.Nested}, check.Small: {collection.Small}, check.Boxed: {collection.Boxed},
	check.AllCollections: collection.Moment,
}

// Path implements [check.Source].
func (c *ruleInput) Path(ctx context.Context, from, to check.Subject) (string, error) {
	if err := c.latest(ctx); err != nil {
		return "", err
	}
	if !c.recording.Knows.Has(trace.KnowsReferences) {
		return "", &check.Unknown{Text: noReferences}
	}
	q := leak.PathQuery{To: func(name string) bool { return userfile.Match(to.Name, name) }}
	fits := func(name string) bool { return userfile.Match(from.Name, name) }
	if from.Kind == check.Static {
		q.Static = fits
	} else {
		q.From = fits
	}
	steps, err := leak.FindPath(ctx, c.last.Heap(), c.last.Subject().Reachable, q)
	if err != nil || steps == nil {
		return "", err
	}
	text := ""
	for i, s := range steps {
		switch {
		case i == 0:
			text = s.Name
		case s.Field == "":
			text += " → " + s.Name
		default:
			text += " → " + s.Field + ": " + s.Name
		}
	}
	return text, nil
}
