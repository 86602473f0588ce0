package group

import (
	"sync"
	"sync/atomic"
)

// leastAdmitted is how many groups there may be without a call of [Options.Admit]: those of most chains.
const leastAdmitted = 1 << 15

// admission requests memory for groups, for a quarter more than there are each time.
type admission struct {
	admit func(groups int) error
	next  atomic.Int64 // groups from which on it is to be called; 0 for leastAdmitted

	mu  sync.Mutex
	err error
}

// want requests memory for n groups, if that many are not admitted yet.
func (a *admission) want(n int) error {
	if n < leastAdmitted || int64(n) < a.next.Load() || a.admit == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err == nil && int64(n) >= a.next.Load() {
		if a.err = a.admit(n + n/4); a.err == nil {
			a.next.Store(int64(n) + int64(n)/4)
		}
	}
	return a.err
}

// fault returns the error that ended the work.
func (a *admission) fault() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.err
}
