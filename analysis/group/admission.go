package group

import (
	"sync"
	"sync/atomic"
)

// Limits below which [Options.Admit] is not called. Most chains stay below both.
const (
	leastAdmitted = 1 << 15
	leastKeys     = 32 << 20
)

// admission requests memory for groups and their keys. Each request asks for a quarter more than needed, so that requests are rare.
type admission struct {
	admit  func(groups int, keys int64) error
	groups atomic.Int64 // number of groups at which the next request is made; 0 for leastAdmitted
	keys   atomic.Int64 // bytes of keys at which the next request is made; 0 for leastKeys

	mu  sync.Mutex
	err error
}

// want requests memory for the given number of groups and bytes of keys, unless it is already admitted.
func (a *admission) want(groups int, keys int64) error {
	if a.admit == nil || a.isAdmitted(groups, keys) {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err == nil && !a.isAdmitted(groups, keys) {
		if a.err = a.admit(groups+groups/4, keys+keys/4); a.err == nil {
			a.groups.Store(int64(groups) + int64(groups)/4)
			a.keys.Store(keys + keys/4)
		}
	}
	return a.err
}

func (a *admission) isAdmitted(groups int, keys int64) bool {
	return int64(groups) < max(leastAdmitted, a.groups.Load()) && keys < max(leastKeys, a.keys.Load())
}

// fault returns the error that ended the work; nil for none.
func (a *admission) fault() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.err
}
