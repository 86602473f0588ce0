package guard_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"memcity/trace/guard"
)

func fall() { panic("a stone") }

func TestTry(t *testing.T) {
	if err := guard.Try(func() error { return io.EOF }); err != io.EOF {
		t.Error(err)
	}
	var p *guard.Panic
	err := guard.Try(func() error { fall(); return nil })
	if !errors.As(err, &p) || err.Error() != "internal error: a stone" || !strings.Contains(string(p.Stack), "guard_test.fall") {
		t.Errorf("%v, %+v", err, p)
	}
	var zero []int
	if err := guard.Try(func() error { _ = zero[len(zero)]; return nil }); err == nil {
		t.Error("a fault of the runtime is not caught")
	}
}

// TestGroup: all work is waited for, and the panic of one reaches who waits, with the stack of where it was.
func TestGroup(t *testing.T) {
	var g guard.Group
	done := make(chan int, 3)
	for i := range 3 {
		g.Start(func() { done <- i })
	}
	g.Wait()
	if len(done) != 3 {
		t.Errorf("%d of 3 are done", len(done))
	}
	g.Start(fall)
	g.Start(func() {})
	var p *guard.Panic
	err := guard.Try(func() error { g.Wait(); return nil })
	if !errors.As(err, &p) || p.Value != "a stone" || !strings.Contains(string(p.Stack), "guard_test.fall") {
		t.Errorf("%v", err)
	}
}

func TestGo(t *testing.T) {
	ended := make(chan error)
	guard.Go(func() error { fall(); return nil }, func(err error) { ended <- err })
	if err := <-ended; err == nil || err.Error() != "internal error: a stone" {
		t.Error(err)
	}
	guard.Go(func() error { return io.EOF }, func(err error) { ended <- err })
	if err := <-ended; err != io.EOF {
		t.Error(err)
	}
}

// TestReport: a panic is described with its stack and what to do about it; other errors are not.
func TestReport(t *testing.T) {
	var w strings.Builder
	guard.Report(&w, "info a.hprof", io.EOF)
	guard.Report(&w, "info a.hprof", nil)
	if w.Len() > 0 {
		t.Errorf("other errors: %s", &w)
	}
	guard.Report(&w, "info a.hprof", fmt.Errorf("around: %w", guard.Try(func() error { fall(); return nil })))
	for _, part := range []string{"memcity: info a.hprof: internal error: a stone\n", "Please report it", "guard_test.fall"} {
		if !strings.Contains(w.String(), part) {
			t.Errorf("%q is missing in %s", part, &w)
		}
	}
}
