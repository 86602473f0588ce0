// Package poll ends long work soon after it is canceled. All passes over many items check their context at the same interval, so that the
// time from cancel to end has one bound. Work with longer steps, such as expressions, checks more often.
package poll

import (
	"context"
	"slices"

	"memcity/trace/parallel"
)

// Every is the number of steps between checks of a context. A step is the work for one object, reference or row. It takes about ten
// nanoseconds to at most a microsecond.
const Every = 1 << 16

// mask selects the bits of a step number that are 0 when the context is checked.
var mask uint64 = Every - 1

// Often sets the number of steps between checks, a power of two, until restore is called. Tests use it to observe on small heaps how often
// work on large heaps checks. It is not safe for concurrent use.
func Often(every int) (restore func()) {
	before := mask
	mask = uint64(every - 1)
	return func() { mask = before }
}

// At returns the error of ctx at steps that are multiples of [Every]; otherwise nil.
func At[N ~int | ~uint | ~uint32](ctx context.Context, step N) error {
	if uint64(step)&mask != 0 {
		return nil
	}
	return ctx.Err()
}

// Steps counts steps of work without a step number, such as nested loops.
type Steps struct {
	ctx  context.Context
	left int
	err  error
}

// Count returns a counter that checks ctx.
func Count(ctx context.Context) Steps { return Steps{ctx: ctx, left: int(mask + 1)} }

// Add counts n more steps. It returns the error of the context once a check has found one.
func (s *Steps) Add(n int) error {
	if s.left -= n; s.left <= 0 {
		s.look()
	}
	return s.err
}

//go:noinline // so that Add is inlined
func (s *Steps) look() {
	s.left = int(mask + 1)
	if s.err == nil {
		s.err = s.ctx.Err()
	}
}

// Canceled reports whether a check found the context canceled. It does not check itself.
func (s *Steps) Canceled() bool { return s.err != nil }

// Ranges divides from to end into ranges of at most [Every] and calls do for each, after checking ctx.
func Ranges(ctx context.Context, from, end int, do func(from, to int)) error {
	for from < end {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := min(from+int(mask+1), end)
		do(from, to)
		from = to
	}
	return nil
}

// Parts calls do for ranges that cover 0 to n, concurrently if there are more than least, and otherwise like [Ranges].
func Parts(ctx context.Context, n, least int, do func(from, to int)) error {
	return parallel.Ranges(n, least, func(_, from, to int) error { return Ranges(ctx, from, to, do) })
}

// Sort is slices.SortFunc that ends when ctx is canceled. The order is then undefined.
func Sort[S ~[]E, E any](ctx context.Context, s S, compare func(a, b E) int) error {
	steps := Count(ctx)
	slices.SortFunc(s, func(a, b E) int {
		if steps.Add(1) != nil {
			return 0 // sorting equal elements ends quickly
		}
		return compare(a, b)
	})
	return steps.err
}
