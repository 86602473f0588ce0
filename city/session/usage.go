package session

import (
	"context"
	"errors"
	"memcity/city/view/collections"
	"sync"

	"memcity/analysis/holding"
	"memcity/analysis/staleness"
	"memcity/trace"
	"memcity/trace/usage"
)

// keptUsage caches the collection log after its first request.
type keptUsage struct {
	mu       sync.Mutex
	of       *trace.Usage
	log      *usage.Log
	byObject map[uint64]usage.CollectionID // by object identity
}

// Usage returns the log of collection operations; nil if none was recorded. It is read once. Damaged parts are omitted with a warning.
func (o *Recording) Usage(ctx context.Context) (*usage.Log, error) {
	log, _, err := o.usageOf(ctx)
	return log, err
}

func (o *Recording) usageOf(ctx context.Context) (*usage.Log, map[uint64]usage.CollectionID, error) {
	u := o.now().Usage
	if u == nil {
		return nil, nil, nil
	}
	kept := &o.usage
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if kept.of == u {
		return kept.log, kept.byObject, nil
	}
	log, err := u.Log(ctx)
	var damaged *trace.InputError
	switch {
	case errors.As(err, &damaged):
		o.Warn([]trace.Warning{{Source: trace.File{Name: damaged.Source}.Base(), Text: damaged.Text}})
	case err != nil:
		return nil, nil, err
	}
	kept.of, kept.log, kept.byObject = u, log, map[uint64]usage.CollectionID{}
	for c := range log.Collections {
		if object := log.Collections[c].Object; object != usage.NoObject {
			kept.byObject[uint64(object)] = usage.CollectionID(c)
		}
	}
	return log, kept.byObject, nil
}

// maxUsed is the maximum number of collections of one type and site whose use is added up.
const maxUsed = 10_000

// Used implements [guide.Source].
func (s guideSource) Used(ctx context.Context, from, to int, objects []trace.ObjectID) (*staleness.Use, error) {
	if s.withoutUses() != "" {
		return nil, nil
	}
	h, err := s.load(ctx, to, keeping, nil)
	if err != nil {
		return nil, err
	}
	column, v, err := s.heldAt(ctx, h, to, -1, collections.DefaultThreshold)
	if err != nil {
		return nil, err
	}
	points := s.now().Points
	return staleness.UseOf(ctx, v.Log, mostHolding(column, v.Log, objects), usage.Millis(points[from].Time), usage.Millis(points[to].Time))
}

// mostHolding returns the collections, of one type and allocation site, that hold most of the given objects; none if they hold less than
// half.
func mostHolding(c *holding.Column, log *usage.Log, objects []trace.ObjectID) (holders []usage.CollectionID) {
	type kind struct{ of, site usage.StringID }
	count, most := map[kind]int{}, kind{}
	of := func(holder int32) kind {
		x := &log.Collections[c.Holders[holder].ID]
		return kind{x.Type, x.Site}
	}
	for _, o := range objects {
		if holder := c.Of[o]; holder != holding.None {
			k := of(holder)
			if count[k]++; count[k] > count[most] {
				most = k
			}
		}
	}
	if count[most] == 0 || 2*count[most] < len(objects) {
		return nil
	}
	for i := range c.Holders {
		if of(int32(i)) == most && len(holders) < maxUsed {
			holders = append(holders, c.Holders[i].ID)
		}
	}
	return holders
}
