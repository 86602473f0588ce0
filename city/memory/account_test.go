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
