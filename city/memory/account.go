package memory

import (
	"context"
	"sync"

	"memcity/city/memory/allowance"
	"memcity/trace"
)

// Account divides a memory allowance among the work of a process. It is safe for concurrent use.
type Account struct {
	may   allowance.Allowance
	files Files // nil if everything is in memory

	mu      sync.Mutex
	used    int64            // by tasks and caches
	watch   func(used int64) // called whenever used changes; nil for none
	tasks   map[*Task]bool
	ending  int           // tasks that are about to return their memory
	changed chan struct{} // closed when more memory is available, or no task will return any
}

// NewAccount returns an account for an allowance.
func NewAccount(may allowance.Allowance) *Account {
	return &Account{may: may, used: base, tasks: map[*Task]bool{}, changed: make(chan struct{})}
}

// Files is a folder that stores columns of heap states, see package scratch.
type Files interface {
	Free() (int64, error) // free space in bytes
}

// KeepIn makes work store columns in files, which takes less memory. Call it before any work begins.
func (a *Account) KeepIn(f Files) { a.files = f }

// need estimates the bytes of memory that some work needs for a heap state.
func (a *Account) need(w Work, v trace.Volume) int64 { return w.in(a.files != nil, v) }

// refused returns the refusal of some work.
func (a *Account) refused(w Work, v trace.Volume) *Refused {
	return &Refused{Work: w, Volume: v, Need: base + a.need(w, v), May: a.may, InFiles: a.files != nil}
}

// checkDisk returns a [*Refused] if the disk lacks space for the files of some work.
func (a *Account) checkDisk(w Work, v trace.Volume) error {
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

// May returns the allowance of the process.
func (a *Account) May() allowance.Allowance { return a.may }

// Used returns the bytes that tasks and caches hold.
func (a *Account) Used() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.used
}

// Watch calls watch with the used bytes, immediately and whenever they change. watch must not use the account.
func (a *Account) Watch(watch func(used int64)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.watch = watch
	watch(a.used)
}

// use adds to the used bytes. The account is locked.
func (a *Account) use(bytes int64) {
	if a.used += bytes; a.watch != nil {
		a.watch(a.used)
	}
}

// Task is a unit of work with the memory that it holds.
type Task struct {
	account *Account
	parent  *Task // waits for this task
	work    Work
	holds   map[any]int64 // bytes, by purpose
	settle  map[any]func(int64) int64
	waiting int  // goroutines that wait for memory in the task or its parts
	lasting bool // true if it ends with its parent
}

type taskKey struct{}

// Begin begins some work. If the task of ctx already covers it, that task does the work and end does nothing. Otherwise end ends the new
// task.
func (a *Account) Begin(ctx context.Context, work Work) (_ context.Context, end func()) {
	if t := a.TaskOf(ctx); t != nil && t.work >= work {
		return ctx, func() {}
	}
	ctx, t := a.Part(ctx, work)
	return ctx, t.End
}

// Lasting begins some work as part of the task of ctx. It returns its memory when that task ends, or never if there is none.
func (a *Account) Lasting(ctx context.Context, work Work) context.Context {
	ctx, t := a.Part(ctx, work)
	t.lasting = true
	return ctx
}

// Part begins some work that returns its memory when it ends. The task of ctx waits for it.
func (a *Account) Part(ctx context.Context, work Work) (context.Context, *Task) {
	parent := a.TaskOf(ctx)
	t := &Task{account: a, parent: parent, work: work, holds: map[any]int64{}, settle: map[any]func(int64) int64{}}
	a.mu.Lock()
	a.tasks[t] = true
	a.mu.Unlock()
	return context.WithValue(ctx, taskKey{}, t), t
}

// TaskOf returns the task of ctx; nil if it has none of this account.
func (a *Account) TaskOf(ctx context.Context) *Task {
	if t, ok := ctx.Value(taskKey{}).(*Task); ok && t.account == a {
		return t
	}
	return nil
}

// OnEnd registers settle, which the task calls at its end with the bytes that it holds for a key. The bytes that settle returns stay
// allocated. It returns false if the key already has a function.
func (t *Task) OnEnd(key any, settle func(held int64) (kept int64)) bool {
	t.account.mu.Lock()
	defer t.account.mu.Unlock()
	if t.settle[key] != nil {
		return false
	}
	t.settle[key] = settle
	return true
}

// End returns the memory of the task.
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
	for _, s := range settle { // the task holds nothing for these keys
		s(0)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ending--
	a.use(-freed)
	a.wake()
}

// part returns a part of the task that has not ended; nil if there is none.
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

// Hold allocates the memory that the task needs for a heap state of the given volume, except for a part that is cached already. key
// identifies the state. If memory is short, it calls free repeatedly while that frees something, and waits for other tasks to end. The
// error is a [*Refused] or ctx's.
func (t *Task) Hold(ctx context.Context, key any, v trace.Volume, part int64, free func() bool) error {
	a := t.account
	for {
		a.mu.Lock()
		more, changed := a.need(t.work, v)-part-t.held(key), a.changed
		fits := a.used+more <= a.may.Bytes
		if part == 0 && t.held(key) == 0 {
			if err := a.checkDisk(t.work, v); err != nil {
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

// Admitting returns a context in which readers allocate memory of the task: as much as the largest heap state needs.
func (t *Task) Admitting(ctx context.Context) context.Context {
	return trace.WithAdmission(ctx, func(ctx context.Context, v trace.Volume) error { return t.Hold(ctx, t, v, 0, nil) })
}

// held returns the bytes that the task and its waiting parents hold for a key. The account is locked.
func (t *Task) held(key any) int64 {
	sum := int64(0)
	for ; t != nil; t = t.parent {
		sum += t.holds[key]
	}
	return sum
}

// wait waits until changed is closed, when more memory may be available. It returns false if there will be none, or if ctx is done.
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
		a.wake() // others may have waited for this task
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

// block adds n to the number of waiting goroutines of the task and its parents.
func (t *Task) block(n int) {
	for ; t != nil; t = t.parent {
		t.waiting += n
	}
}

// hope reports whether a task will return memory without depending on a waiting one, or is returning it now.
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

// wake wakes all waiting goroutines. The account is locked.
func (a *Account) wake() {
	close(a.changed)
	a.changed = make(chan struct{})
}

// Free returns the given bytes of cached memory to the account.
func (a *Account) Free(bytes int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.use(-bytes)
	a.wake()
}
