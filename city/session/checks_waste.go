package session

import (
	"context"

	"memcity/analysis/check"
	"memcity/analysis/collection"
	"memcity/analysis/waste"
	"memcity/trace"
)

// wasted is what duplicate strings or collections take of the last heap state.
func (c *checked) wasted(ctx context.Context, m check.Measure) (check.Number, error) {
	if err := c.latest(ctx); err != nil {
		return check.Number{}, err
	}
	n := check.Number{Whole: float64(c.places.Bytes())}
	if m == check.Duplicates {
		if why := waste.Lacks(c.recording, c.last.heap); why != "" {
			return check.Number{}, &check.Unknown{Text: why}
		}
		d, err := waste.Duplicates(ctx, c.last.heap, c.places.Has)
		if err != nil {
			return n, err
		}
		n.Value = float64(d.All.Wasted)
		return n, nil
	}
	if !c.recording.Knows.Has(trace.KnowsReferences) {
		return check.Number{}, &check.Unknown{Text: noReferences}
	}
	held, err := collection.Measure(ctx, c.last.heap, c.places.Has)
	if err != nil {
		return n, err
	}
	found, err := collection.Find(ctx, held, nil, c.places.Bytes(), c.places.Has)
	if err != nil {
		return n, err
	}
	most := int64(0)
	for _, p := range patternsOf[m] {
		n.Value += float64(found.Of[p].Bytes)
		for i := range found.Of[p].Groups {
			if g := &found.Of[p].Groups[i]; g.Bytes > most {
				most, n.Where = g.Bytes, g.Type
			}
		}
	}
	return n, nil
}

// patternsOf are the patterns of collections that numbers of rules add up.
var patternsOf = map[check.Measure][]collection.Pattern{
	check.Collections: {collection.Empty, collection.Sparse}, check.Nested: {collection.Nested},
	check.Small: {collection.Small}, check.Boxed: {collection.Boxed},
	check.AllCollections: {collection.Empty, collection.Sparse, collection.Nested, collection.Small, collection.Boxed},
}
