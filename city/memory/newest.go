package memory

import (
	"slices"
	"sync"
)

// newest is how many results are kept: as many GC points as one goes to and fro, or places as one drags something over.
const newest = 24

// Newest keeps the newest results of queries. The zero Newest has none. It may be used from several goroutines.
type Newest[Q, R comparable] struct {
	mu   sync.Mutex
	list []result[Q, R]
}

type result[Q, R comparable] struct {
	query Q
	value R
}

// Get returns the result of a query, the zero R if it is not kept.
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

// Put keeps the result of a query.
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
