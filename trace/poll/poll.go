// Package poll has long work end soon after it is cancelled: passes over many things look at their context every so often, all of them in
// this way, so that the time from a cancel to the end has one bound. Work with longer steps, such as expressions, looks more often.
package poll

import (
	"context"
	"slices"

	"memcity/trace/parallel"
)

// Every is the number of steps between two looks at a context. A step is what is done for one object, reference or row: at most some ten
// nanoseconds to a microsecond.
const Every = 1 << 16

// mask has the bits of a step that are 0 where the context is looked at.
var mask uint64 = Every - 1

// Often has [At] and [Steps] look every so many steps, a power of two, until restore is called: so tests see on small heaps how often work
// over large ones looks. Nothing else may run meanwhile.
func Often(every int) (restore func()) {
	before := mask
	mask = uint64(every - 1)
	return func() { mask = before }
}

// At returns the error of ctx at steps that are multiples of [Every], and nil at others.
func At[N ~int | ~uint | ~uint32](ctx context.Context, step N) error {
	if uint64(step)&mask != 0 {
		return nil
	}
	return ctx.Err()
}

// Steps counts steps of work that has no number for them, such as a loop in a loop.
type Steps struct {
	ctx  context.Context
	left int
	err  error
}

// Count returns a counter that looks at ctx.
func Count(ctx context.Context) Steps { return Steps{ctx: ctx, left: int(mask + 1)} }

// Add counts n more steps. It returns the error of the context, from the first look on that found one.
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

// Cancelled reports whether a look found the context cancelled. It does not look itself.
func (s *Steps) Cancelled() bool { return s.err != nil }

// Ranges calls do for ranges of at most [Every] that make up from to end, and looks at ctx before each.
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

// Parts calls do for ranges that make up 0 to n, several at a time where there are more than least, each as [Ranges] does.
func Parts(ctx context.Context, n, least int, do func(from, to int)) error {
	return parallel.Ranges(n, least, func(_, from, to int) error { return Ranges(ctx, from, to, do) })
}

// Sort is slices.SortFunc that ends when ctx is cancelled. The order is of no use then.
func Sort[S ~[]E, E any](ctx context.Context, s S, compare func(a, b E) int) error {
	steps := Count(ctx)
	slices.SortFunc(s, func(a, b E) int {
		if steps.Add(1) != nil {
			return 0 // of equal elements a sort makes short work
		}
		return compare(a, b)
	})
	return steps.err
}
