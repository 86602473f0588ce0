package recording

import (
	"context"

	"memcity/city/trees"
	"memcity/trace"
)

// Total returns the objects and shallow bytes of a GC point. It caches them.
func (o *Recording) Total(ctx context.Context, point int) (objects, bytes int64, err error) {
	p, err := o.Point(point)
	if err != nil {
		return 0, 0, err
	}
	o.mu.Lock()
	known, ok := o.totals[point]
	o.mu.Unlock()
	if ok {
		return known.Objects, known.Bytes, nil
	}
	if objects, bytes, err = o.count(ctx, point, p); err != nil {
		return 0, 0, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.totals == nil {
		o.totals = map[int]trees.Amount{}
	}
	o.totals[point] = trees.Amount{Objects: objects, Bytes: bytes}
	return objects, bytes, nil
}

// count counts the objects and shallow bytes of a GC point.
func (o *Recording) count(ctx context.Context, point int, p *trace.Point) (objects, bytes int64, err error) {
	switch {
	case p.Tree != nil:
		return p.Tree.Nodes[0].Objects, p.Tree.Nodes[0].Bytes, nil
	case p.Totals != nil:
		objects, bytes, warnings, err := p.Totals(ctx, nil)
		o.Warn(warnings)
		return objects, bytes, err
	case p.Counts != nil:
		for _, c := range p.Counts {
			objects, bytes = objects+c.Objects, bytes+c.Bytes
		}
		return objects, bytes, nil
	}
	h, err := o.Load(ctx, point, Once, nil)
	if err != nil {
		return 0, 0, err
	}
	for i := range h.heap.Len() {
		bytes += h.heap.Size(trace.ObjectID(i))
	}
	return int64(h.heap.Len()), bytes, nil
}
