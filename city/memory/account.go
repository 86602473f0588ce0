package memory

import (
	"context"
	"sync"

	"memcity/city/memory/allowance"
	"memcity/trace"
)

// Account shares out what may be used to the work of a process. It may be used from several goroutines.
type Account struct {
	may   allowance.Allowance
	files Files // nil if all is in memory

	mu      sync.Mutex
	used    int64            // by tasks, and kept
	watch   func(used int64) // is called whenever that changes; nil for none
	tasks   map[*Task]bool
	ending  int           // tasks that are about to return what they held
	changed chan struct{} // closed when there is more to share out, or nobody will give any
}

// NewAccount makes the account of an allowance.
func NewAccount(may allowance.Allowance) *Account {
	return &Account{may: may, used: base, tasks: map[*Task]bool{}, changed: make(chan struct{})}
}

// Files is a folder in which columns of heap states are kept, see package scratch.
type Files interface {
	Free() (int64, error) // bytes that it has room for
}

// KeepIn says that columns are kept in files from now on, so that work needs less memory. It is called before any work begins.
func (a *Account) KeepIn(f Files) { a.files = f }

// need estimates the bytes of memory that some work needs for a heap state.
func (a *Account) need(w Work, v trace.Volume) int64 { return w.in(a.files != nil, v) }

// refused says that some work does not fit.
func (a *Account) refused(w Work, v trace.Volume) *Refused {
	return &Refused{Work: w, Volume: v, Need: base + a.need(w, v), May: a.may, InFiles: a.files != nil}
}

// roomFor returns a [*Refused] if there is no room on the disk for what some work keeps there.
func (a *Account) roomFor(w Work, v trace.Volume) error {
	if a.files == nil || w.Disk(v) == 0 {
		return nil
	}
	free, err := a.files.Free()
	if err == nil && w.Disk(v) > free {
		r := a.refused(w, v)
		r.Disk, r.Free = w.Disk(v), free
		return r
	}
	return err
}

// May is what may be used altogether.
func (a *Account) May() allowance.Allowance { return a.may }

// Used is what tasks hold now, with what is kept.
func (a *Account) Used() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.used
}

// Watch calls watch with what is used, now and whenever that changes. It must not use the account.
func (a *Account) Watch(watch func(used int64)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.watch = watch
	watch(a.used)
}

// use adds to what is used. The account is locked.
func (a *Account) use(bytes int64) {
	if a.used += bytes; a.watch != nil {
		a.watch(a.used)
	}
}

// Task is one piece of work with the memory that it holds.
type Task struct {
	account *Account
	parent  *Task // that waits for it
	work    Work
	holds   map[any]int64 // bytes, by what they are for
	settle  map[any]func(int64) int64
	waiting int  // goroutines that wait for memory in it and in its parts
	lasting bool // it ends with its parent
}

type taskKey struct{}

// Begin begins some work. If it is part of a task that needs as much, it is done by that, and end does nothing; else end ends it.
func (a *Account) Begin(ctx context.Context, work Work) (_ context.Context, end func()) {
	if t := a.TaskOf(ctx); t != nil && t.work >= work {
		return ctx, func() {}
	}
	ctx, t := a.Part(ctx, work)
	return ctx, t.End
}

// Lasting begins some work, part of the task of ctx, that returns what it holds at the end of that task; without one, never.
func (a *Account) Lasting(ctx context.Context, work Work) context.Context {
	ctx, t := a.Part(ctx, work)
	t.lasting = true
	return ctx
}

// Part begins some work that returns what it holds at its own end, for which the task of ctx waits.
func (a *Account) Part(ctx context.Context, work Work) (context.Context, *Task) {
	parent := a.TaskOf(ctx)
	t := &Task{account: a, parent: parent, work: work, holds: map[any]int64{}, settle: map[any]func(int64) int64{}}
	a.mu.Lock()
	a.tasks[t] = true
	a.mu.Unlock()
	return context.WithValue(ctx, taskKey{}, t), t
}

// TaskOf returns the task of ctx, nil if it has none of this account.
func (a *Account) TaskOf(ctx context.Context) *Task {
	if t, ok := ctx.Value(taskKey{}).(*Task); ok && t.account == a {
		return t
	}
	return nil
}

// OnEnd has the task report, when it ends, what it holds by a key: so much stays in memory then, unless settle returns less. It returns
// false if something else is called already.
func (t *Task) OnEnd(key any, settle func(held int64) (kept int64)) bool {
	t.account.mu.Lock()
	defer t.account.mu.Unlock()
	if t.settle[key] != nil {
		return false
	}
	t.settle[key] = settle
	return true
}

// End returns what the task holds.
func (t *Task) End() {
	a := t.account
	for part := t.part(); part != nil; part = t.part() {
		part.End()
	}
	a.mu.Lock()
	holds, settle := t.holds, t.settle
	t.holds, t.settle = map[any]int64{}, nil
	delete(a.tasks, t)
	a.ending++
	a.mu.Unlock()
	freed := int64(0)
	for key, n := range holds {
		freed += n
		if s := settle[key]; s != nil {
			freed -= s(n)
			delete(settle, key)
		}
	}
	for _, s := range settle { // by those keys nothing more was held
		s(0)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ending--
	a.use(-freed)
	a.wake()
}

// part returns a part of the task that has not ended, nil if there is none.
func (t *Task) part() *Task {
	t.account.mu.Lock()
	defer t.account.mu.Unlock()
	for part := range t.account.tasks {
		if part.parent == t {
			return part
		}
	}
	return nil
}

// Work is what the task does.
func (t *Task) Work() Work { return t.work }

// Hold holds what the task needs for a heap state of a volume, known by key, but for a part that is kept already. If there is too
// little, it calls free as long as that frees something, and waits for other tasks to end. An error is a [*Refused] or ctx's.
func (t *Task) Hold(ctx context.Context, key any, v trace.Volume, part int64, free func() bool) error {
	a := t.account
	for {
		a.mu.Lock()
		more, changed := a.need(t.work, v)-part-t.held(key), a.changed
		fits := a.used+more <= a.may.Bytes
		if part == 0 && t.held(key) == 0 {
			if err := a.roomFor(t.work, v); err != nil {
				a.mu.Unlock()
				return err
			}
		}
		if fits && more > 0 {
			a.use(more)
			t.holds[key] += more
		}
		a.mu.Unlock()
		switch {
		case fits || more <= 0:
			return nil
		case free != nil && free():
		case !t.wait(ctx, changed):
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return a.refused(t.work, v)
		}
	}
}

// Admitting returns a context in which readers hold memory of the task: as much as the largest heap state needs.
func (t *Task) Admitting(ctx context.Context) context.Context {
	return trace.WithAdmission(ctx, func(ctx context.Context, v trace.Volume) error { return t.Hold(ctx, t, v, 0, nil) })
}

// held is what the task and those that wait for it hold by a key. The account is locked.
func (t *Task) held(key any) int64 {
	sum := int64(0)
	for ; t != nil; t = t.parent {
		sum += t.holds[key]
	}
	return sum
}

// wait waits until there may be more to share out, which changed reports. It returns false if there will not be, or ctx ended.
func (t *Task) wait(ctx context.Context, changed <-chan struct{}) bool {
	a := t.account
	a.mu.Lock()
	if a.changed != changed {
		a.mu.Unlock()
		return true
	}
	t.block(1)
	hope := t.hope()
	if !hope {
		a.wake() // others may have hoped for this one
	}
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		t.block(-1)
	}()
	if !hope {
		return false
	}
	select {
	case <-changed:
		return true
	case <-ctx.Done():
		return false
	}
}

// block counts a goroutine that waits.
func (t *Task) block(n int) {
	for ; t != nil; t = t.parent {
		t.waiting += n
	}
}

// hope reports whether a task holds memory that it will return without the help of t, or is just returning it.
func (t *Task) hope() bool {
	if t.account.ending > 0 {
		return true
	}
	for other := range t.account.tasks {
		ends := other
		for ends.lasting && ends.parent != nil {
			ends = ends.parent
		}
		if !ends.lasting && ends.waiting == 0 && len(other.holds) > 0 {
			return true
		}
	}
	return false
}

// wake lets those that wait look again. The account is locked.
func (a *Account) wake() {
	close(a.changed)
	a.changed = make(chan struct{})
}

// Free notes that bytes that were kept are free.
func (a *Account) Free(bytes int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.use(-bytes)
	a.wake()
}
