package history

import (
	"context"

	"memcity/analysis/staleness"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/city/view/collections"
	"memcity/trace"
	"memcity/trace/usage"
)

// usedIn returns a view of the collection log over a time range. The error may be [collections.ErrNone].
func usedIn(ctx context.Context, o *recording.Recording, of collections.Span) (*staleness.View, error) {
	log, err := o.Usage(ctx)
	switch {
	case err != nil:
		return nil, err
	case log == nil:
		return nil, collections.ErrNone
	}
	var times []trace.Millis
	for _, p := range o.Now().Points {
		times = append(times, p.Time)
	}
	return collections.In(log, times, of)
}

// Collections lists collections as soon as possible, and again with their leak confidence. The error may be [collections.ErrNone].
func Collections(ctx context.Context, o *recording.Recording, q collections.Query, progress trace.Progress,
	show func(*collections.Report)) (*collections.Report, error) {
	progress.Report(0, 0, "reading the use of collections")
	v, err := usedIn(ctx, o, q.Span)
	if err != nil {
		return nil, err
	}
	kept := &o.CollectionLook
	kept.Lock()
	defer kept.Unlock()
	r, err := kept.Report(ctx, o.Now().Name, v, q)
	if err != nil || r.Whole {
		return r, err
	}
	show(r)
	if kept.Shares, err = shares(ctx, o, v, progress); err != nil {
		return nil, err
	}
	return kept.Report(ctx, o.Now().Name, v, q)
}

// CollectionDetails reports the details of one collection. The error may be [collections.ErrNone].
func CollectionDetails(ctx context.Context, o *recording.Recording, q collections.DetailsQuery, _ trace.Progress) (*collections.DetailsReport,
	error) {
	v, err := usedIn(ctx, o, q.Span)
	if err != nil {
		return nil, err
	}
	return collections.NewDetailsReport(ctx, v, q)
}

// CollectionShares returns the mean share of the heap that each collection keeps alive, over at most eight GC points in the window of v.
func CollectionShares(ctx context.Context, o *recording.Recording, v *staleness.View, progress trace.Progress) (*collections.Shares, error) {
	o.CollectionLook.Lock()
	defer o.CollectionLook.Unlock()
	return shares(ctx, o, v, progress)
}

// shares computes the mean shares. It caches the shares of each GC point, so canceled work can resume.
func shares(ctx context.Context, o *recording.Recording, v *staleness.View, progress trace.Progress) (*collections.Shares, error) {
	now := o.Now()
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
	known := o.CollectionLook.SharesAt(v.Log, points)
	mean := staleness.NewShares(v.Log)
	for i, point := range points {
		progress.Report(int64(i), int64(len(points)), "computing what collections keep alive")
		shares, err := known[point], error(nil)
		if shares == nil {
			shares, err = sharesAt(ctx, o, point, v.Log)
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			o.LeaveOut(point, err)
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
func sharesAt(ctx context.Context, o *recording.Recording, point int, log *usage.Log) ([]float64, error) {
	_, byObject, err := o.UsageByObject(ctx)
	if err != nil {
		return nil, err
	}
	h, err := o.Load(ctx, point, recording.Once, nil)
	if err != nil {
		return nil, err
	}
	d, err := h.Dominators(ctx)
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
