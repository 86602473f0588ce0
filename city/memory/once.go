package memory

import "sync"

// Once stores the first value made without an error, until it is forgotten. The zero Once is empty. It is safe for concurrent use:
// concurrent callers wait for the one that makes the value.
type Once[T any] struct {
	mu    sync.Mutex
	value T
	made  bool
}

// Get returns the stored value, or calls makeIt to make it.
func (o *Once[T]) Get(makeIt func() (T, error)) (T, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.made {
		value, err := makeIt()
		if err != nil {
			return value, err
		}
		o.value, o.made = value, true
	}
	return o.value, nil
}

// Forget drops the value.
func (o *Once[T]) Forget() {
	o.mu.Lock()
	defer o.mu.Unlock()
	var none T
	o.value, o.made = none, false
}
