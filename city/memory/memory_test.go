package memory

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"memcity/assets/help"
	"memcity/city/memory/allowance"
	"memcity/trace"
	"memcity/words"
)

// million is a heap state of a million objects.
var million = trace.Volume{Objects: 1e6, References: 1.5e6, ByType: true}

func accountOf(states float64) *Account {
	return NewAccount(allowance.Allowance{Bytes: base + int64(states*float64(Tree.Need(million))), By: "a test"})
}

func hold(t *testing.T, a *Account, ctx context.Context, key any) (*Task, error) {
	t.Helper()
	ctx, task := a.Part(ctx, Tree)
	return task, task.Hold(ctx, key, million, 0, nil)
}

func TestFits(t *testing.T) {
	exact := NewAccount(allowance.Allowance{Bytes: Tree.Process(million)})
	task, err := hold(t, exact, t.Context(), 1)
	if err != nil {
		t.Error(err)
	}
	task.End()
	if exact.used != base {
		t.Errorf("%d bytes are left", exact.used-base)
	}
	_, err = hold(t, NewAccount(allowance.Allowance{Bytes: Tree.Process(million) - 1, By: "a test"}), t.Context(), 1)
	r := RefusedBy(err)
	if r == nil || r.Need != Tree.Process(million) || r.May.Bytes != r.Need-1 || r.Work != Tree {
		t.Fatalf("%+v", err)
	}
	if text := err.Error(); text != "groups: 1,000,000 objects need about 100 MB of memory, but only 100 MB can be used (a test)" {
		t.Error(text)
	}
	if offers := r.Offers(); len(offers) != 1 || offers[0] != (Offer{Counts, Counts.Process(million)}) {
		t.Errorf("%+v", offers)
	}
	r.Volume.ByType = false
	if offers := r.Offers(); len(offers) > 0 {
		t.Errorf("what cannot be counted by type is offered: %+v", offers)
	}
	r.Volume.ByType, r.May.Bytes = true, Counts.Process(million)-1
	if offers := r.Offers(); len(offers) > 0 {
		t.Errorf("%+v", offers)
	}
}

// TestKeys: memory for one key is held once, by a task and its parts.
func TestKeys(t *testing.T) {
	a := accountOf(2.5)
	ctx, end := a.Begin(t.Context(), Tree)
	defer end()
	task := a.TaskOf(ctx)
	for range 3 {
		if err := task.Hold(ctx, 1, million, 0, nil); err != nil {
			t.Fatal(err)
		}
	}
	if same, _ := a.Begin(ctx, Counts); a.TaskOf(same) != task {
		t.Error("less work is no task of its own")
	}
	for key, fits := range []bool{1: true, 2: true, 3: false} {
		ctx := a.Lasting(ctx, Tree)
		if err := a.TaskOf(ctx).Hold(ctx, max(key, 1), million, 0, nil); key > 0 && (err == nil) != fits || !fits && key > 0 && RefusedBy(err) == nil {
			t.Errorf("state %d of 2: %v", key, err)
		}
	}
	end()
	if a.used != base || len(a.tasks) > 0 {
		t.Errorf("parts end with their task: %d bytes, %d tasks", a.used-base, len(a.tasks))
	}
}

// TestWaiting: work that does not fit next to other work waits for it, and is refused once no task will return memory.
func TestWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := accountOf(1.5)
		first, err := hold(t, a, t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		var second *Task
		done := make(chan error, 1)
		go func() {
			var err error
			second, err = hold(t, a, t.Context(), 2)
			done <- err
		}()
		synctest.Wait()
		if len(done) > 0 {
			t.Fatalf("it does not wait: %v", <-done)
		}
		first.End()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		go func() { _, err := hold(t, a, ctx, 3); done <- err }()
		synctest.Wait()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
		second.End()
	})
}

// TestNobodyWaitsForEver: two tasks that each hold something and need more do not wait for each other.
func TestNobodyWaitsForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := accountOf(2.5)
		var tasks [2]*Task
		for i := range tasks {
			var err error
			if tasks[i], err = hold(t, a, t.Context(), i); err != nil {
				t.Fatal(err)
			}
		}
		refused := 0
		var wait sync.WaitGroup
		var mu sync.Mutex
		for i, task := range tasks {
			wait.Go(func() {
				if err := task.Hold(t.Context(), 10+i, million, 0, nil); RefusedBy(err) != nil {
					mu.Lock()
					refused++
					mu.Unlock()
				}
				task.End()
			})
		}
		wait.Wait()
		if refused != 1 {
			t.Errorf("%d of 2 were refused", refused)
		}
	})
}

// TestFree: memory that can be freed is freed before work is refused, and cached memory counts as used.
func TestFree(t *testing.T) {
	a := accountOf(1.5)
	task, err := hold(t, a, t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	task.OnEnd(1, func(held int64) int64 { return held })
	task.End()
	if kept := a.used - base; kept != Tree.Need(million) {
		t.Fatalf("%d bytes are kept", kept)
	}
	if _, err := hold(t, a, t.Context(), 2); RefusedBy(err) == nil {
		t.Errorf("it is kept: %v", err)
	}
	frees := 0
	ctx, next := a.Part(t.Context(), Tree)
	err = next.Hold(ctx, 2, million, 0, func() bool {
		if frees++; frees == 1 {
			a.Free(Tree.Need(million))
		}
		return frees == 1
	})
	if err != nil || frees != 1 {
		t.Errorf("after %d calls: %v", frees, err)
	}
	part := accountOf(0.5)
	ctx, half := part.Part(t.Context(), Tree)
	if err := half.Hold(ctx, 1, million, Tree.Need(million)-Tree.Need(million)/2, nil); err != nil {
		t.Errorf("half of it is there: %v", err)
	}
}

func TestManual(t *testing.T) {
	all, files, _ := strings.Cut(strings.TrimSpace(manual()), "\n\n")
	lines, less := strings.Split(all, "\n"), strings.Split(files, "\n")
	if len(lines) != 2+len(All()) || !strings.Contains(lines[3], "| groups | `tree`") {
		t.Errorf("%q", lines)
	}
	if len(less) != 2+2 || !strings.HasPrefix(less[3], "| deep and retained sizes | 17 | 3 |") {
		t.Errorf("%q", less)
	}
}

// TestFirstObjects: the guided exploration needs more only for the first objects, and never less than the search for data structures.
func TestFirstObjects(t *testing.T) {
	per := func(n int64) int64 {
		return Analyze.Need(trace.Volume{Objects: n + 1000}) - Analyze.Need(trace.Volume{Objects: n})
	}
	if few, many := per(firstObjects-1000), per(firstObjects); few != 166_000 || many != 51_000 {
		t.Errorf("1,000 objects take %d and %d", few, many)
	}
	for _, n := range []int64{0, 1, firstObjects, 1e9} {
		if v := (trace.Volume{Objects: n, References: 2 * n}); Analyze.Need(v) < Structures.Need(v) {
			t.Errorf("%d objects: %d", n, Analyze.Need(v))
		}
	}
}

// heap is a state of a cache.
type heap struct {
	volume trace.Volume
	share  Share
	shed   int
}

func (h *heap) Volume() trace.Volume { return h.volume }
func (h *heap) Shed()                { h.shed++ }
func (h *heap) Share() *Share        { return &h.share }

// use does some work on a state of a cache, and reports whether it fit.
func use(t *testing.T, c *Cache[*heap], work Work, h *heap) bool {
	t.Helper()
	ctx, end := c.account.Begin(t.Context(), work)
	defer end()
	err := c.Hold(ctx, h)
	if err != nil && RefusedBy(err) == nil {
		t.Fatal(err)
	}
	return err == nil
}

// TestCache: cached memory counts, is freed for other states, and is not held twice.
func TestCache(t *testing.T) {
	const all = 1 << 40
	a := accountOf(1.5)
	c := NewCache[*heap](a, all)
	first, second := &heap{volume: million}, &heap{volume: million}
	c.Put(1, first)
	if !use(t, c, Tree, first) || a.used != base+Tree.Need(million) {
		t.Fatalf("%d bytes are used", a.used-base)
	}
	if !use(t, c, Tree, first) || a.used != base+Tree.Need(million) {
		t.Errorf("the same work takes more: %d bytes", a.used-base)
	}
	if use(t, c, Structures, first) || first.shed != 1 {
		t.Errorf("three times as much does not fit, and what was derived goes, %d times", first.shed)
	}
	c.Put(2, second)
	if !use(t, c, Tree, second) {
		t.Error("the first state makes no room")
	}
	if _, ok := c.Get(1); ok || a.used != base+Tree.Need(million) {
		t.Errorf("the first state is kept: %v, %d bytes", ok, a.used-base)
	}
	if got, ok := c.Get(2); !ok || got != second {
		t.Error("the second state is not kept")
	}
}

// TestCacheBudget: the newest states within the budget are cached, and states in use count until they are released.
func TestCacheBudget(t *testing.T) {
	a := NewAccount(allowance.None)
	c := NewCache[*heap](a, 2*Analyze.Need(million))
	var states []*heap
	for i := range 3 {
		states = append(states, &heap{volume: million})
		c.Put(i, states[i])
		ctx, end := a.Begin(t.Context(), Tree)
		if err := c.Hold(ctx, states[i]); err != nil {
			t.Fatal(err)
		}
		if i < 2 {
			end()
		} else {
			defer end()
		}
	}
	n := 0
	c.Each(func(*heap) { n++ })
	if _, ok := c.Get(0); ok || n != 2 || a.used != base+2*Tree.Need(million) {
		t.Errorf("%d states, %d bytes", n, a.used-base)
	}
	c.Put(3, &heap{volume: million})
	c.Put(4, &heap{volume: million})
	if _, ok := c.Get(2); ok || a.used != base+Tree.Need(million) {
		t.Errorf("a state that is worked on counts on: %v, %d bytes", ok, a.used-base)
	}
}

func figure(bytes float64) string { return strconv.FormatFloat(bytes, 'f', -1, 64) }

// manual returns the table as a table of the manual.
func manual() string {
	var b strings.Builder
	b.WriteString("| work | commands | bytes for each object | for each reference |\n|---|---|---|---|\n")
	for w, f := range table {
		object := figure(f.object)
		if more := first[Work(w)]; more > 0 {
			object += fmt.Sprintf(", and %s more for the first %s", figure(more), words.Count(firstObjects))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", f.name, f.commands, object, figure(f.reference))
	}
	b.WriteString("\n| with `--scratch FOLDER` | bytes of memory for each object | for each reference | bytes on disk for each object | for each reference |\n|---|---|---|---|---|\n")
	for _, row := range table {
		if f := row.files; f != (inFiles{}) {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", row.name, figure(f.object), figure(f.reference), figure(f.diskObject), figure(f.diskReference))
		}
	}
	return b.String()
}

// TestHelp checks that the manual contains the numbers that the code uses.
func TestHelp(t *testing.T) {
	page := help.Find("troubleshooting")
	if page == nil || !strings.Contains(string(page.Source), manual()) {
		t.Errorf("assets/help/troubleshooting.md lacks this table:\n%s", manual())
	}
}
