// Package parallel does work on all processors. A panic in it is one of the caller.
package parallel

import (
	"iter"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"memcity/trace/guard"
)

// Parts returns into how many ranges of n [Ranges] cuts: as many as there are processors, but none of fewer than least.
func Parts(n, least int) int { return max(1, min(runtime.GOMAXPROCS(0), n/least)) }

// Ranges calls do for ranges that make up 0 to n, all at a time, with the number of each in their order, so that the
// caller can join results in that order whichever is done first. It returns when all are done.
func Ranges(n, least int, do func(part, from, to int) error) error {
	var group group
	parts := Parts(n, least)
	for i := range parts {
		group.run(func() error { return do(i, n*i/parts, n*(i+1)/parts) })
	}
	return group.wait()
}

// group is an errgroup whose panics reach who waits.
type group struct{ errgroup.Group }

func (g *group) run(do func() error) { g.Go(func() error { return guard.Try(do) }) }

func (g *group) wait() error {
	err := g.Wait()
	if p, ok := err.(*guard.Panic); ok {
		panic(p)
	}
	return err
}

// Each calls do for 0 to n-1, as many at a time as there are processors, with the number of the worker that calls, below
// [Parts] of n and 1. It returns when all are done; after an error, which it returns, it starts no more.
func Each(n int, do func(worker, i int) error) error {
	var group group
	var next atomic.Int64
	for worker := range min(Parts(n, 1), n) {
		group.run(func() error {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				if err := do(worker, int(i)); err != nil {
					next.Store(int64(n))
					return err
				}
			}
			return nil
		})
	}
	return group.wait()
}

// Results calls do for 0 to n-1 as [Each] does, at most atOnce at a time, and yields each number with its result in the
// goroutine of the caller, in the order in which they are done. When the loop ends early it starts no more, and waits for
// those that are under way.
func Results[T any](n, atOnce int, do func(worker, i int) T) iter.Seq2[int, T] {
	type result struct {
		i     int
		value T
		fault error
	}
	return func(yield func(int, T) bool) {
		var group group
		var next atomic.Int64
		results := make(chan result, n) // nobody waits for the caller
		for worker := range min(Parts(n, 1), n, atOnce) {
			group.run(func() error {
				for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
					r := result{i: int(i)}
					r.fault = guard.Try(func() error { r.value = do(worker, r.i); return nil })
					results <- r
				}
				return nil
			})
		}
		defer func() {
			next.Store(int64(n))
			_ = group.Wait() // there are no errors
		}()
		for range n {
			r := <-results
			if r.fault != nil {
				panic(r.fault)
			}
			if !yield(r.i, r.value) {
				return
			}
		}
	}
}
