package session

import (
	"context"

	"memcity/analysis/staleness"
	"memcity/city/trees"
	"memcity/city/view/collections"
	"memcity/trace"
	"memcity/trace/usage"
)

// usedIn returns a view of the collection log over a time range. The error may be [collections.ErrNone].
func (o *Recording) usedIn(ctx context.Context, of collections.Span) (*staleness.View, error) {
	log, err := o.Usage(ctx)
	switch {
	case err != nil:
		return nil, err
	case log == nil:
		return nil, collections.ErrNone
	}
	var times []trace.Millis
	for _, p := range o.now().Points {
		times = append(times, p.Time)
	}
	return collections.In(log, times, of)
}

// Collections lists collections as soon as possible, and again with their leak confidence. The error may be [collections.ErrNone].
func (o *Recording) Collections(ctx context.Context, q collections.Query, progress trace.Progress,
	show func(*collections.Report)) (*collections.Report, error) {
	progress.Report(0, 0, "reading what was done with collections")
	v, err := o.usedIn(ctx, q.Span)
	if err != nil {
		return nil, err
	}
	kept := &o.looked
	kept.Lock()
	defer kept.Unlock()
	r, err := kept.Report(ctx, o.now().Name, v, q)
	if err != nil || r.Whole {
		return r, err
	}
	show(r)
	if kept.Shares, err = o.shares(ctx, v, progress); err != nil {
		return nil, err
	}
	return kept.Report(ctx, o.now().Name, v, q)
}

// CollectionDetails reports the details of one collection. The error may be [collections.ErrNone].
func (o *Recording) CollectionDetails(ctx context.Context, q collections.DetailsQuery, _ trace.Progress) (*collections.DetailsReport,
	error) {
	v, err := o.usedIn(ctx, q.Span)
	if err != nil {
		return nil, err
	}
	return collections.NewDetailsReport(ctx, v, q)
}

// CollectionShares returns the mean share of the heap that each collection keeps alive, over at most eight GC points in the window of v.
func (o *Recording) CollectionShares(ctx context.Context, v *staleness.View, progress trace.Progress) (*collections.Shares, error) {
	o.looked.Lock()
	defer o.looked.Unlock()
	return o.shares(ctx, v, progress)
}

// shares computes the mean shares. It caches the shares of each GC point, so canceled work can resume.
func (o *Recording) shares(ctx context.Context, v *staleness.View, progress trace.Progress) (*collections.Shares, error) {
	now := o.now()
	if !now.Knows.Has(trace.KnowsIdentity) {
		return &collections.Shares{Why: collections.NoShareIdentities}, nil
	}
	var points []int
	for i, p := range now.Points {
		t := usage.Millis(p.Time) // may be later than the end of the log
		if p.Load != nil && p.Counts == nil && v.From <= t && (t <= v.To || v.To >= v.Log.End) {
			points = append(points, i)
		}
	}
	points = trees.Spread(points, turnoverPoints)
	known := o.looked.SharesAt(v.Log, points)
	mean := staleness.NewShares(v.Log)
	for i, point := range points {
		progress.Report(int64(i), int64(len(points)), "finding what collections keep alive")
		shares, err := known[point], error(nil)
		if shares == nil {
			shares, err = o.sharesAt(ctx, point, v.Log)
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			o.leaveOut(point, err)
		default:
			known[point] = shares
			mean.Add(usage.Millis(now.Points[point].Time), shares)
		}
	}
	if of := mean.Mean(); of != nil {
		return &collections.Shares{Of: of}, nil
	}
	return &collections.Shares{Why: collections.NoSharePoints}, nil
}

// sharesAt returns the share of the heap that each collection keeps alive at a GC point; 0 for collections that are not there.
func (o *Recording) sharesAt(ctx context.Context, point int, log *usage.Log) ([]float64, error) {
	_, byObject, err := o.usageOf(ctx)
	if err != nil {
		return nil, err
	}
	h, err := o.load(ctx, point, once, nil)
	if err != nil {
		return nil, err
	}
	d, err := h.dominatorsOf(ctx)
	if err != nil {
		return nil, err
	}
	shares := make([]float64, len(log.Collections))
	for object, id := range h.Heap().Identity {
		if c, ok := byObject[id]; ok && int(c) < len(shares) && h.Subject().Alive(trace.ObjectID(object)) {
			shares[c] = float64(d.Retained(trace.ObjectID(object)).Bytes) / float64(max(d.Top.Bytes, 1))
		}
	}
	return shares, nil
}
