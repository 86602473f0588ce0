package guides

import (
	"sync"
)

// Kept keeps the newest report of the whole recording and the newest of a part of it, for the city and the guide. The zero Kept has none.
type Kept struct {
	mu          sync.Mutex
	whole, part *Report
}

// Get returns the report of a query; nil if it is not kept.
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

// Put keeps a report; nil forgets what was kept.
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
