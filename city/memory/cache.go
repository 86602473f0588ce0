package memory

import (
	"context"
	"slices"
	"sync"

	"memcity/trace"
)

// State is a heap state with the data derived from it.
type State interface {
	comparable
	Volume() trace.Volume
	Shed()         // frees derived data that can be recomputed
	Share() *Share // the same at every call
}

// Share is the memory of a state while no task uses it. The cache owns it.
type Share struct {
	kept  int64
	more  map[any]int64 // part of kept for derived data that the table does not include
	done  map[Work]bool // work that data was derived for
	users int           // tasks that use it
}

// Cache caches heap states by GC point, the most recently used last. The account includes their memory. It is safe for concurrent use.
type Cache[S State] struct {
	account *Account
	budget  int64 // bytes; the newest state is kept even if it takes more

	mu     sync.Mutex
	states []cachedState[S]
}

type cachedState[S State] struct {
	point int
	state S
}

// NewCache returns a cache whose states, with all data derived from them, take at most budget bytes.
func NewCache[S State](account *Account, budget int64) *Cache[S] {
	return &Cache[S]{account: account, budget: budget}
}

// Get returns the cached state of a GC point; ok is false if there is none.
func (c *Cache[S]) Get(point int) (state S, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, s := range c.states {
		if s.point == point {
			c.states = append(slices.Delete(c.states, i, i+1), s)
			return s.state, true
		}
	}
	return state, false
}

// Kept reports by GC point whether its state is cached.
func (c *Cache[S]) Kept(points []int) []bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make([]bool, len(points))
	for i, p := range points {
		list[i] = slices.ContainsFunc(c.states, func(s cachedState[S]) bool { return s.point == p })
	}
	return list
}

// Put caches a state and evicts the least recently used until the others are within the budget.
func (c *Cache[S]) Put(point int, state S) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.IndexFunc(c.states, func(s cachedState[S]) bool { return s.point == point }); i >= 0 {
		c.drop(i)
	}
	c.states = append(c.states, cachedState[S]{point, state})
	sum := int64(0)
	for _, s := range c.states {
		sum += c.account.need(Analyze, s.state.Volume())
	}
	for len(c.states) > 1 && sum > c.budget {
		sum -= c.account.need(Analyze, c.states[0].state.Volume())
		c.drop(0)
	}
}

// drop evicts a state. Its memory is free once no task uses it. The cache is locked.
func (c *Cache[S]) drop(i int) {
	share := c.states[i].state.Share()
	c.states = slices.Delete(c.states, i, i+1)
	c.release(share)
}

func (c *Cache[S]) release(share *Share) {
	if share.users == 0 {
		c.account.Free(share.kept)
		share.kept = 0
	}
}

// Each calls do with every state.
func (c *Cache[S]) Each(do func(S)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.states {
		do(s.state)
	}
}

// Admitting returns a context in which a reader allocates memory for the work of ctx's task on a state.
func (c *Cache[S]) Admitting(ctx context.Context, state S) context.Context {
	t := c.account.TaskOf(ctx)
	return trace.WithAdmission(ctx, func(ctx context.Context, v trace.Volume) error {
		return t.Hold(ctx, state, v, 0, func() bool { return c.free(state) })
	})
}

// Hold reserves memory for the work of ctx's task on a state that was read. Derived data remains in memory while the state is cached.
func (c *Cache[S]) Hold(ctx context.Context, state S) error {
	t := c.account.TaskOf(ctx)
	if t == nil {
		return nil
	}
	c.mu.Lock()
	v := state.Volume()
	for _, bytes := range state.Share().more {
		v.Bytes += bytes
	}
	c.mu.Unlock()
	return c.hold(ctx, t, state, v)
}

// Extend allocates memory for data that ctx's task derives from a state and that the table does not include. what identifies the data. The
// memory belongs to the state until it is dropped or sheds.
func (c *Cache[S]) Extend(ctx context.Context, state S, what any, bytes int64) error {
	t := c.account.TaskOf(ctx)
	if t == nil {
		return nil
	}
	share := state.Share()
	c.mu.Lock()
	before := share.more[what]
	v := state.Volume()
	v.Bytes += bytes - before
	for _, n := range share.more {
		v.Bytes += n
	}
	c.mu.Unlock()
	if bytes <= before {
		return nil
	}
	if err := c.hold(ctx, t, state, v); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if share.more == nil {
		share.more = map[any]int64{}
	}
	share.more[what] = max(share.more[what], bytes)
	return nil
}

// hold allocates memory for a state of the given volume.
func (c *Cache[S]) hold(ctx context.Context, t *Task, state S, v trace.Volume) error {
	share := state.Share()
	c.mu.Lock()
	part := int64(0)
	if need := c.account.need(t.work, v); share.done[t.work] && share.kept >= need {
		part = need
	} else if share.kept > 0 {
		part = min(share.kept, c.account.need(Tree, state.Volume()))
	}
	c.mu.Unlock()
	if t.OnEnd(state, func(held int64) int64 { return c.settle(state, t.work, held) }) {
		c.mu.Lock()
		share.users++
		c.mu.Unlock()
	}
	return t.Hold(ctx, state, v, part, func() bool { return c.free(state) })
}

// settle returns the bytes that stay allocated after a task that held memory for a state has ended.
func (c *Cache[S]) settle(state S, work Work, held int64) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	share := state.Share()
	share.users--
	if !slices.ContainsFunc(c.states, func(s cachedState[S]) bool { return s.state == state }) {
		c.release(share)
		return 0
	}
	if share.done == nil {
		share.done = map[Work]bool{}
	}
	share.kept += held
	share.done[work] = true
	return held
}

// free drops a state that no task uses. If only the given state remains, it frees the data derived from it. It reports whether it freed
// anything.
func (c *Cache[S]) free(state S) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.IndexFunc(c.states, func(s cachedState[S]) bool { return s.state != state && s.state.Share().users == 0 }); i >= 0 {
		c.drop(i)
		return true
	}
	share := state.Share()
	if share.kept == 0 || share.users != 1 || len(share.done) == 0 {
		return false
	}
	state.Shed()
	clear(share.done)
	clear(share.more)
	least := min(share.kept, c.account.need(Tree, state.Volume()))
	c.account.Free(share.kept - least)
	share.kept = least
	return true
}
