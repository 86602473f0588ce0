package recording

import (
	"context"
	"errors"
	"memcity/city/memory"
	"memcity/city/view/collections"
	"sync"
	"time"

	"memcity/analysis/group"
	"memcity/analysis/holding"
	"memcity/analysis/staleness"
	"memcity/city/view/held"
	"memcity/trace"
	"memcity/trace/usage"
)

// Held reports by group how stale the collections are that hold the objects at a GC point.
func (o *Recording) Held(ctx context.Context, q held.Query, progress trace.Progress) (*held.Report, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Sizes)
	defer end()
	if why := o.WhyNoUses(); why != "" {
		return nil, errors.New("staleness: " + why)
	}
	g, err := o.Groups(ctx, q.By, q.Point, progress)
	if err != nil {
		return nil, err
	}
	h, err := o.Load(ctx, q.Point, Keeping, progress)
	if err != nil {
		return nil, err
	}
	progress.Report(0, 0, "computing what collections hold")
	column, v, err := o.HeldAt(ctx, h, q.Point, q.From, q.Threshold)
	if err != nil {
		return nil, err
	}
	r := &held.Report{Query: q, Tree: g.Tree, Holders: column.Holders, Labels: make([]string, len(column.Holders)), Exact: v.Exact,
		Length: trace.Millis(v.Span())}
	for i := range r.Labels {
		r.Labels[i] = v.Log.Label(column.Holders[i].ID)
	}
	r.Groups, err = column.Count(ctx, g)
	return r, err
}

// WhyNoUses returns what the recording lacks to analyze the use of collections; empty if nothing.
func (o *Recording) WhyNoUses() string {
	r := o.Now()
	switch {
	case r.Usage == nil:
		return "needs the use of collections; record with --collections"
	case !r.Knows.Has(trace.KnowsObjects | trace.KnowsReferences | trace.KnowsIdentity):
		return "needs single objects that are tracked; open a recording of one run"
	}
	return ""
}

// keptHolders caches the last requested holders of a heap state's objects.
type keptHolders struct {
	mu        sync.Mutex
	from      int
	threshold float64
	log       *usage.Log
	column    *holding.Column
	view      *staleness.View
}

// HeldAt returns the holders of a heap state's objects, for the window from GC point from to point. It caches them with the heap state.
func (o *Recording) HeldAt(ctx context.Context, h *HeapState, point, from int, threshold float64) (*holding.Column, *staleness.View, error) {
	log, byObject, err := o.UsageByObject(ctx)
	if err != nil {
		return nil, nil, err
	}
	if log == nil {
		return nil, nil, errors.New("staleness: " + o.WhyNoUses())
	}
	k := &h.holders
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.column != nil && k.from == from && k.threshold == threshold && k.log == log {
		return k.column, k.view, nil
	}
	points := o.Now().Points
	start := log.Start
	if from >= 0 && from < point {
		start = usage.Millis(points[from].Time)
	}
	in := &holding.Input{Heap: h.heap, Threshold: threshold, Number: func(object trace.ObjectID) (usage.CollectionID, bool) {
		if int(object) >= len(h.heap.Identity) {
			return 0, false
		}
		c, ok := byObject[h.heap.Identity[object]]
		return c, ok
	}}
	if in.View, err = staleness.New(log, start, max(usage.Millis(points[point].Time), start+1)); err != nil {
		return nil, nil, err
	}
	if in.Graph, err = h.subject.ReferenceGraph(ctx); err != nil {
		return nil, nil, err
	}
	in.Alive = in.Graph.IsLive
	if in.Dominators, err = h.Dominators(ctx); err != nil {
		return nil, nil, err
	}
	column, err := holding.Find(ctx, in)
	if err != nil {
		return nil, nil, err
	}
	k.from, k.threshold, k.log, k.column, k.view = from, threshold, log, column, in.View
	return column, in.View, nil
}

// usesAt returns a function for classifiers that finds the collections holding the objects at a GC point. The window begins with the
// recording.
func (o *Recording) usesAt(point int, h *HeapState) func(context.Context) (*group.Uses, error) {
	return func(ctx context.Context) (*group.Uses, error) {
		column, v, err := o.HeldAt(ctx, h, point, -1, collections.DefaultThreshold)
		if err != nil {
			return nil, err
		}
		u := &group.Uses{Of: column.Of, Holders: make([]group.Holder, len(column.Holders)), ByPoints: len(o.Now().GCs) == 0}
		for i := range u.Holders {
			c := &column.Holders[i]
			u.Holders[i] = group.Holder{Label: v.Log.Label(c.ID), Staleness: c.Staleness, Since: o.gcsSince(c.LastRead, v.To)}
		}
		return u, nil
	}
}

// gcsSince counts the GCs after one time and up to another, or GC points if the recording has no GCs; -1 if from is never.
func (o *Recording) gcsSince(from, to usage.Millis) int {
	if from == usage.Never {
		return -1
	}
	r, n := o.Now(), 0
	in := func(t usage.Millis) {
		if t > from && t <= to {
			n++
		}
	}
	for _, gc := range r.GCs {
		in(usage.Millis(gc.End / time.Millisecond))
	}
	if len(r.GCs) == 0 {
		for i := range r.Points {
			in(usage.Millis(r.Points[i].Time))
		}
	}
	return n
}
