package memory

import (
	"runtime"
	"testing"

	"memcity/city/memory/allowance"
	"memcity/trace"
)

// TestWaitingForAnEnd: who asks while another task is returning its memory gets it, however far that has come.
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

// TestHoldSelected: what is selected is requested in addition to the heap state, and a refusal has the need of both.
func TestHoldSelected(t *testing.T) {
	v := trace.Volume{Objects: 1000, ByType: true}
	a := NewAccount(allowance.Allowance{Bytes: Paths.Process(v) + 10*perSelected, By: "a test"})
	ctx, end := a.Begin(t.Context(), Paths)
	defer end()
	task := a.TaskOf(ctx)
	if err := task.Hold(ctx, "heap", v, 0, nil); err != nil {
		t.Fatal(err)
	}
	if err := task.HoldSelected(ctx, v, 10); err != nil {
		t.Errorf("as many as fit: %v", err)
	}
	refused := RefusedBy(task.HoldSelected(ctx, v, 11))
	if refused == nil || refused.Need != Paths.Process(v)+11*perSelected || refused.Volume.Objects != 1000 {
		t.Errorf("one more: %+v", refused)
	}
}
