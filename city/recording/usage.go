package recording

import (
	"context"
	"errors"
	"sync"

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
	log, _, err := o.UsageByObject(ctx)
	return log, err
}

// UsageByObject returns the log of collection operations and its collections by object identity; nil if none was recorded. It is read
// once. Damaged parts are omitted with a warning.
func (o *Recording) UsageByObject(ctx context.Context) (*usage.Log, map[uint64]usage.CollectionID, error) {
	u := o.Now().Usage
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
