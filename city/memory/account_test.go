package memory

import (
	"runtime"
	"testing"

	"memcity/city/memory/allowance"
	"memcity/trace"
)

// TestWaitingForAnEnd: a request while another task returns its memory succeeds, at any stage of the return.
func TestWaitingForAnEnd(t *testing.T) {
	v := trace.Volume{Objects: 1000}
	for range 2000 {
		a := NewAccount(allowance.Allowance{Bytes: Tree.Process(v) + 1, By: "a test"})
		first, end := a.Begin(t.Context(), Tree)
		if err := a.TaskOf(first).Hold(first, "x", v, 0, nil); err != nil {
			t.Fatal(err)
		}
		a.TaskOf(first).OnEnd("x", func(int64) int64 { runtime.Gosched(); return 0 })
		second, endSecond := a.Begin(t.Context(), Tree)
		held := make(chan error)
		go func() { held <- a.TaskOf(second).Hold(second, "y", v, 0, nil) }()
		end()
		if err := <-held; err != nil {
			t.Fatal(err)
		}
		endSecond()
	}
}

// state is a heap state of a million objects.
type state struct {
	share Share
	shed  int
}

func (s *state) Volume() trace.Volume { return million }
func (s *state) Shed()                { s.shed++ }
func (s *state) Share() *Share        { return &s.share }

// TestExtend: memory for derived data outside the table is held in addition, while the state is cached. Other tasks get it when they need
// it, and a refusal contains both needs.
func TestExtend(t *testing.T) {
	const extra = 10 << 20
	a := NewAccount(allowance.Allowance{Bytes: Paths.Process(million) + extra, By: "a test"})
	c, s := NewCache[*state](a, 1), &state{}
	c.Put(0, s)
	work := func(bytes int64) error {
		ctx, end := a.Begin(t.Context(), Paths)
		defer end()
		if err := c.Hold(ctx, s); err != nil {
			return err
		}
		if err := c.Extend(ctx, s, "text", bytes/2); err != nil {
			return err
		}
		return c.Extend(ctx, s, "text", bytes) // as it grows
	}
	if err := work(extra); err != nil || s.shed > 0 {
		t.Fatalf("as many as fit: %v, shed %d times", err, s.shed)
	}
	if want := Paths.Process(million) + extra; a.used != want || s.share.kept != want-base {
		t.Errorf("%d bytes are kept, %d of the state, want %d", a.used, s.share.kept, want)
	}
	if err := work(extra); err != nil || a.used != Paths.Process(million)+extra || s.shed > 0 {
		t.Errorf("the same again: %v, %d bytes are kept, shed %d times", err, a.used, s.shed)
	}
	refused := RefusedBy(work(extra + 1))
	if refused == nil || refused.Need != Paths.Process(million)+extra+1 || refused.Volume.Objects != million.Objects || s.shed != 1 {
		t.Errorf("one more: %+v, shed %d times", refused, s.shed)
	}
	other := &state{}
	ctx, end := a.Begin(t.Context(), Paths)
	c.Put(1, other) // which drops the first
	if err := c.Hold(ctx, other); err != nil {
		t.Errorf("another state: %v", err)
	}
	if end(); a.used != Paths.Process(million) {
		t.Errorf("%d bytes are kept in the end, want %d", a.used, Paths.Process(million))
	}
}
