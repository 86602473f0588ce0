package trace

import (
	"context"
	"errors"
)

// Volume is how much of something is about to be held in memory.
type Volume struct {
	Objects    int64
	References int64 // those that are not null; estimated before the heap state is read
	Classes    int64
	Rows       int64 // GC roots and threads
	ByType     bool  // objects can be counted by type without holding them
	Bytes      int64 // of files that are read into memory, and of what else does not go with the rest
}

// Volume returns how much a heap state has.
func (h *Heap) Volume() Volume {
	return Volume{Objects: int64(h.Len()), References: int64(len(h.RefTo)), Classes: int64(len(h.Types)), Rows: int64(len(h.Roots) + len(h.Threads))}
}

type admissionKey struct{}

// WithAdmission returns a context in which readers call admit before they take memory for what they have counted. They end with the
// error that it returns. It may be called from several goroutines, and may wait.
func WithAdmission(ctx context.Context, admit func(context.Context, Volume) error) context.Context {
	return context.WithValue(ctx, admissionKey{}, admit)
}

// Admit reports whether there is memory for what a reader has counted: without [WithAdmission] there always is. An error is a
// [*Refused], or the context's.
func Admit(ctx context.Context, v Volume) error {
	admit, ok := ctx.Value(admissionKey{}).(func(context.Context, Volume) error)
	if !ok {
		return nil
	}
	if err := admit(ctx, v); err != nil {
		return &Refused{err}
	}
	return nil
}

// Refused says that there is too little memory for an input.
type Refused struct{ Err error }

// Error says how much it needs.
func (r *Refused) Error() string { return r.Err.Error() }

// Unwrap returns what [WithAdmission] was given.
func (r *Refused) Unwrap() error { return r.Err }

// RefusedBy returns the refusal in an error, nil if there is none.
func RefusedBy(err error) error {
	var r *Refused
	if errors.As(err, &r) {
		return r
	}
	return nil
}
