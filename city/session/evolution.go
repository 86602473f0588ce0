package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"memcity/analysis/churn"
	"memcity/analysis/trend"
	"memcity/analysis/window"
	"memcity/city"
	"memcity/trace"
)

// Evolution is the heap of a recording over time.
type Evolution struct {
	window.Series
	// Sources are the GC points of the recording that the points are, by number from 0. Nil if the recording has too few
	// and the points are the heap after each GC.
	Sources []int

	times []time.Duration // of all GC points of the recording
}

// ErrNoEvolution says that a recording has neither two GC points nor two GCs.
var ErrNoEvolution = errors.New("evolution: it has a single GC point and tells of no GCs; a series of dumps, a trace or a GC log has more")

// Evolution counts the heap at each GC point, which reads each of them once. Points that cannot be read are left out and
// told.
func (o *Opened) Evolution(ctx context.Context, progress trace.Progress) (*Evolution, error) {
	r := o.now()
	e := &Evolution{Series: window.Series{GCs: r.GCs}}
	for i := range r.Points {
		e.times = append(e.times, time.Duration(r.Points[i].Time)*time.Millisecond)
		progress.Tell(int64(i), int64(len(r.Points)), fmt.Sprintf("counting GC point %d of %d", i+1, len(r.Points)))
		objects, bytes, err := o.total(ctx, i)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			o.leaveOut(i, err)
			continue
		}
		e.Points = append(e.Points, window.Point{Time: e.times[i], Objects: objects, Bytes: bytes, GC: r.Points[i].GC})
		e.Sources = append(e.Sources, i)
	}
	progress.Tell(1, 1, "counted")
	if len(e.Points) > 1 {
		return e, nil
	}
	if len(r.GCs) < 2 {
		return nil, ErrNoEvolution
	}
	e.Points, e.Sources = nil, nil
	for _, gc := range r.GCs {
		if gc.After > 0 {
			e.Points = append(e.Points, window.Point{Time: gc.End, Bytes: gc.After, GC: gc.Number})
		}
	}
	return e, nil
}

// total counts the objects and shallow bytes of a GC point.
func (o *Opened) total(ctx context.Context, point int) (objects, bytes int64, err error) {
	p, err := o.point(point)
	switch {
	case err != nil:
		return 0, 0, err
	case p.Tree != nil:
		return p.Tree.Nodes[0].Objects, p.Tree.Nodes[0].Bytes, nil
	case p.Totals != nil:
		return p.Totals(ctx, nil)
	case p.Counts != nil:
		for _, c := range p.Counts {
			objects, bytes = objects+c.Objects, bytes+c.Bytes
		}
		return objects, bytes, nil
	}
	h, err := o.load(ctx, point, false, nil)
	if err != nil {
		return 0, 0, err
	}
	for i := range h.heap.Len() {
		bytes += h.heap.Size(trace.ObjectID(i))
	}
	return int64(h.heap.Len()), bytes, nil
}

// PointsOf returns the GC points of the recording that a window covers, by number from 0: two at least, if there are two.
func (e *Evolution) PointsOf(w window.Window) (from, to int) {
	if w.Kind < window.Overhead && e.Sources != nil {
		return e.Sources[w.From], e.Sources[w.To]
	}
	to = len(e.times) - 1
	for i, t := range e.times {
		if t <= w.Start {
			from = i
		}
	}
	for i := len(e.times) - 1; i > from; i-- {
		if e.times[i] >= w.End {
			to = i
		}
	}
	return min(from, max(0, to-1)), to
}

// GCsOf returns the numbers of the GCs that a window covers; from is more than to if there are none.
func (e *Evolution) GCsOf(w window.Window) (from, to uint32) {
	if w.Kind == window.Overhead || w.Kind == window.Churn {
		return e.GCs[w.From].Number, e.GCs[w.To].Number
	}
	from = 1
	for _, gc := range e.GCs {
		if gc.End <= w.Start {
			from = gc.Number + 1
		}
		if gc.End <= w.End {
			to = gc.Number
		}
	}
	return from, to
}

// TrendAsk says which series are asked for.
type TrendAsk struct {
	By       city.Grouping // with the measure whose sizes are the values
	Key      string        // of the group whose groups are series; empty for the root
	From, To int           // GC points of the recording, by number from 0
	Choice   trend.Choice  // which of them are looked at
	Options  trend.Options // Node and Overlap are found
}

// Trend is the series of one level with what they are of.
type Trend struct {
	*trend.Trend
	Series *city.Series // of the GC points that were looked at
}

// Key returns the key of the group that a series shows.
func (t *Trend) Key(s *trend.Series) string { return t.Series.Key(s.Node) }

// Errors of [Opened.Trend].
var (
	ErrNoGroup = errors.New("no GC point looked at has a group with this key")
	ErrNoSizes = errors.New("these memory trees came without them, and without the objects to compute them from")
)

// Trend makes the series of the groups below one group. Only chosen GC points are read.
func (o *Opened) Trend(ctx context.Context, ask TrendAsk, progress trace.Progress) (*Trend, error) {
	series, err := o.chosen(ctx, ask, progress)
	if err != nil {
		return nil, err
	}
	if len(series.Nodes) == 0 {
		return nil, errors.New("heap states: none of the GC points looked at has any groups")
	}
	options := ask.Options
	options.Overlap = ask.By.Measure != city.Shallow
	if ask.Key != "" {
		node, ok := series.Find(ask.Key)
		if !ok {
			return nil, fmt.Errorf("group %q: %w", ask.Key, ErrNoGroup)
		}
		options.Node = node
	}
	return &Trend{trend.New(levels{series}, options), series}, nil
}

// chosen is the series of the chosen GC points.
func (o *Opened) chosen(ctx context.Context, ask TrendAsk, progress trace.Progress) (*city.Series, error) {
	r := o.now()
	if len(r.Points) == 0 {
		return nil, cmp.Or(r.NoStates(), errors.New("heap states: none has come yet"))
	}
	from := max(0, min(ask.From, len(r.Points)-1))
	to := max(from, min(ask.To, len(r.Points)-1))
	var times []trace.Millis
	for _, p := range r.Points[from : to+1] {
		times = append(times, p.Time)
	}
	points := ask.Choice.Of(times)
	for i := range points {
		points[i] += from
	}
	if o.Grouped() {
		return o.readyMade(points, ask.By.Measure)
	}
	by, err := o.Grouping(ask.By)
	if err != nil {
		return nil, err
	}
	if len(points) == len(r.Points) {
		return o.Series(ctx, by, progress, nil)
	}
	o.mu.Lock()
	points = slices.DeleteFunc(points, func(i int) bool { return o.gone[i] })
	o.mu.Unlock()
	return o.trees(ctx, by, city.NewSeries(nil), points, progress, nil)
}

// readyMade is the series of trees that the recording came with, of a size that they came with.
func (o *Opened) readyMade(points []int, m city.Measure) (*city.Series, error) {
	var trees []city.PointTree
	known := m == city.Shallow
	for _, i := range points {
		p, err := o.point(i)
		if err != nil || p.Tree == nil {
			continue // it has been thinned out, or has only counts
		}
		t := p.Tree
		column := t.Deep
		if m == city.Retained {
			column = t.Retained
		}
		known = known || column != nil
		if m != city.Shallow {
			nodes := slices.Clone(t.Nodes)
			for n := range nodes {
				nodes[n].Objects, nodes[n].Bytes = 0, 0
				if column != nil {
					nodes[n].Bytes = max(0, column[n])
				}
			}
			t = &trace.Tree{Names: t.Names, Nodes: nodes}
		}
		trees = append(trees, city.PointTree{Time: p.Time, Source: i, Tree: t})
	}
	if !known {
		return nil, fmt.Errorf("%s sizes: %w", m, ErrNoSizes)
	}
	return city.NewSeries(trees), nil
}

// levels are the levels of a series.
type levels struct{ *city.Series }

func (l levels) Children(node int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		if int(node) >= len(l.Nodes) {
			return
		}
		for c := node + 1; c < l.Nodes[node].End; c = l.Nodes[c].End {
			if !yield(c) {
				return
			}
		}
	}
}

// Churn tells what died in a window of GCs. What of the input is damaged becomes a warning.
func (o *Opened) Churn(ctx context.Context, ask churn.Options, progress trace.Progress) (*churn.Report, error) {
	r := o.now()
	ask.Domain = o.options.Domain
	source := churn.Source{GCs: r.GCs, Life: r.Life}
	if churn.NeedsHeap(r.Life) {
		var err error
		if source.Later, err = o.later(ctx, ask.To, progress); err != nil {
			return nil, err
		}
	}
	report, err := churn.Find(ctx, source, ask, progress)
	if err != nil {
		return nil, err
	}
	o.tell(report.Damage)
	return report, nil
}

// later returns the first heap state after a GC that can be read, or else the last one before it; nil if there is none.
func (o *Opened) later(ctx context.Context, gc uint32, progress trace.Progress) (*trace.Heap, error) {
	r := o.now()
	if n := len(r.GCs); n > 0 {
		gc = min(gc, r.GCs[n-1].Number)
	}
	var behind, before []int
	for i := range r.Points {
		switch p := &r.Points[i]; {
		case p.Load == nil || p.GC == 0:
		case p.GC >= gc:
			behind = append(behind, i)
		default:
			before = append(before, i)
		}
	}
	slices.Reverse(before)
	for _, i := range append(behind, before...) {
		h, err := o.load(ctx, i, true, progress)
		if err == nil {
			return h.heap, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		o.leaveOut(i, err)
	}
	return nil, nil
}
