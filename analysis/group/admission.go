package group

import (
	"sync"
	"sync/atomic"
)

// leastAdmitted is how many groups there may be without a call of [Options.Admit]: those of most chains. leastKeys is how many bytes
// their keys may have.
const (
	leastAdmitted = 1 << 15
	leastKeys     = 32 << 20
)

// admission requests memory for groups and their keys, for a quarter more than there are each time.
type admission struct {
	admit  func(groups int, keys int64) error
	groups atomic.Int64 // from which on it is to be called; 0 for leastAdmitted
	keys   atomic.Int64 // bytes of keys from which on it is to be called; 0 for leastKeys

	mu  sync.Mutex
	err error
}

// want requests memory for a number of groups whose keys have some bytes together, if that much is not admitted yet.
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

// fault returns the error that ended the work.
func (a *admission) fault() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.err
}
