package guides

import (
	"sync"
)

// Kept keeps the newest report: the city points at what the guide found, and the guide shows it. The zero Kept has none.
type Kept struct {
	mu   sync.Mutex
	last *Report
}

// Get returns the report of a query; nil if another one is kept, or none.
func (k *Kept) Get(q Query) *Report {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.last != nil && k.last.Query == q {
		return k.last
	}
	return nil
}

// Put keeps a report; nil forgets what was kept.
func (k *Kept) Put(r *Report) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last = r
}
