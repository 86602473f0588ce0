package memory

import "sync"

// Once keeps the first value that was made without an error, until it is forgotten. The zero Once has none. It may be used from several
// goroutines, which wait for the one that makes the value.
type Once[T any] struct {
	mu    sync.Mutex
	value T
	made  bool
}

// Get returns the value, which makeIt makes if there is none.
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

// Forget lets go of the value.
func (o *Once[T]) Forget() {
	o.mu.Lock()
	defer o.mu.Unlock()
	var none T
	o.value, o.made = none, false
}
