package guides

import (
	"sync"
)

// Kept caches the newest report on the whole recording and the newest on a part, for the city and the guide. The zero Kept is empty.
type Kept struct {
	mu          sync.Mutex
	whole, part *Report
}

// Get returns the cached report of a query; nil if there is none.
func (k *Kept) Get(q Query) *Report {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, r := range []*Report{k.whole, k.part} {
		if r != nil && r.Query == q {
			return r
		}
	}
	return nil
}

// Put caches a report; nil clears the cache.
func (k *Kept) Put(r *Report) {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case r == nil:
		k.whole, k.part = nil, nil
	case r.Query.Window.IsAll():
		k.whole = r
	default:
		k.part = r
	}
}
