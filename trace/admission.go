package trace

import (
	"context"
	"errors"
)

// Volume is an estimate of the memory that an input needs, as counts.
type Volume struct {
	Objects    int64
	References int64 // references that are not null; estimated before the heap state is read
	Classes    int64
	Rows       int64 // GC roots and threads
	ByType     bool  // whether objects can be counted by type without holding them
	Bytes      int64 // files that are read into memory, and anything the other fields do not cover
}

// Volume returns the volume of h.
func (h *Heap) Volume() Volume {
	return Volume{Objects: int64(h.Len()), References: int64(len(h.RefTo)), Classes: int64(len(h.Types)), Rows: int64(len(h.Roots) + len(h.Threads))}
}

type admissionKey struct{}

// WithAdmission returns a context that makes readers call admit before they allocate memory for a volume that they have counted. If admit
// returns an error, the reader fails with it. admit may be called concurrently, and may block.
func WithAdmission(ctx context.Context, admit func(context.Context, Volume) error) context.Context {
	return context.WithValue(ctx, admissionKey{}, admit)
}

// Admit returns nil if a reader may allocate memory for v. Without [WithAdmission] it always may. An error is a [*Refused] or the
// context's.
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

// Refused reports that there is too little memory for an input.
type Refused struct{ Err error }

// Error returns the text of Err, which names the memory needed.
func (r *Refused) Error() string { return r.Err.Error() }

// Unwrap returns the error of the function given to [WithAdmission].
func (r *Refused) Unwrap() error { return r.Err }

// RefusedBy returns the [*Refused] in the chain of err; nil if there is none.
func RefusedBy(err error) error {
	var r *Refused
	if errors.As(err, &r) {
		return r
	}
	return nil
}
