package memory

import (
	"slices"
	"sync"
)

// newest is the number of cached results. It covers moving between a few GC points, or dragging over a few places.
const newest = 24

// Newest caches the newest results of queries. The zero Newest is empty. It is safe for concurrent use.
type Newest[Q, R comparable] struct {
	mu   sync.Mutex
	list []result[Q, R]
}

type result[Q, R comparable] struct {
	query Q
	value R
}

// Get returns the cached result of a query, or the zero R.
func (n *Newest[Q, R]) Get(q Q) (value R) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, kept := range n.list {
		if kept.query == q {
			value = kept.value
		}
	}
	return value
}

// Put caches the result of a query.
func (n *Newest[Q, R]) Put(q Q, value R) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.list = append(n.list, result[Q, R]{q, value}); len(n.list) > newest {
		n.list = slices.Delete(n.list, 0, 1)
	}
}

// Forget drops all results.
func (n *Newest[Q, R]) Forget() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.list = nil
}
