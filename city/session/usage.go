package session

import (
	"context"
	"errors"
	"sync"

	"memcity/analysis/staleness"
	"memcity/trace"
	"memcity/trace/usage"
)

// keptUsage is what the program did with its collections, once it was requested.
type keptUsage struct {
	mu       sync.Mutex
	of       *trace.Usage
	log      *usage.Log
	byObject map[uint64]usage.CollectionID // by identity
}

// Usage returns what the program did with its collections; nil if that was not recorded. It is read once. What is damaged is left out,
// with a warning.
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
		o.warn([]trace.Warning{{Source: trace.File{Name: damaged.Source}.Base(), Text: damaged.Text}})
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

// Used says what the program did with a collection, by its object at a GC point, between two of them.
func (s guideSource) Used(ctx context.Context, from, to int, object trace.ObjectID) (*staleness.Use, error) {
	log, byObject, err := s.usageOf(ctx)
	if log == nil || err != nil {
		return nil, err
	}
	h, err := s.load(ctx, to, true, nil)
	if err != nil {
		return nil, err
	}
	if int(object) >= len(h.heap.Identity) {
		return nil, nil
	}
	c, ok := byObject[h.heap.Identity[object]]
	if !ok || !log.Collections[c].Followed {
		return nil, nil
	}
	points := s.now().Points
	return staleness.UseOf(ctx, log, c, usage.Millis(points[from].Time), usage.Millis(points[to].Time))
}
