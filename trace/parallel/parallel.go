// Package parallel runs functions on all CPUs. A panic in one of them continues in the caller.
package parallel

import (
	"iter"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"memcity/trace/guard"
)

// Parts returns the number of ranges into which [Ranges] divides n: one per CPU, but none with fewer than least items.
func Parts(n, least int) int { return max(1, min(runtime.GOMAXPROCS(0), n/least)) }

// Ranges divides 0 to n into ranges and calls do for all of them concurrently. part is the index of the range, so that the caller can
// combine results in order. Ranges returns when all calls are done.
func Ranges(n, least int, do func(part, from, to int) error) error {
	var group group
	parts := Parts(n, least)
	for i := range parts {
		group.run(func() error { return do(i, n*i/parts, n*(i+1)/parts) })
	}
	return group.wait()
}

// group is an errgroup that passes panics on to the waiting goroutine.
type group struct{ errgroup.Group }

func (g *group) run(do func() error) { g.Go(func() error { return guard.Try(do) }) }

func (g *group) wait() error {
	err := g.Wait()
	if p, ok := err.(*guard.Panic); ok {
		panic(p)
	}
	return err
}

// Each calls do for 0 to n-1, with one worker per CPU. worker is less than [Parts](n, 1). Each returns when all calls are done. After
// an error, which it returns, it starts no more.
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

// Results calls do for 0 to n-1 like [Each], at most atOnce at a time. It yields each number with its result in the caller's goroutine, in
// the order of completion. If the loop ends early, it starts no more calls and waits for the running ones.
func Results[T any](n, atOnce int, do func(worker, i int) T) iter.Seq2[int, T] {
	type result struct {
		i     int
		value T
		fault error
	}
	return func(yield func(int, T) bool) {
		var group group
		var next atomic.Int64
		results := make(chan result, n) // workers never block on the caller
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
			_ = group.Wait() // always nil
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
