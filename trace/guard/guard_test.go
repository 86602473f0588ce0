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

// TestGroup checks that Wait waits for all work, and that a panic reaches the waiting goroutine with its original stack.
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

// TestReport checks that a panic is described with its stack and instructions, and that other errors are not reported.
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

// TestWhile checks that a panic contains the innermost description of the work, and that other errors are unchanged.
func TestWhile(t *testing.T) {
	err := guard.While("outer", func() error { return guard.While("reading a.hprof", func() error { fall(); return nil }) })
	if err == nil || err.Error() != "internal error while reading a.hprof: a stone" {
		t.Error(err)
	}
	if err := guard.While("reading", func() error { return io.EOF }); err != io.EOF {
		t.Error(err)
	}
}

// TestHostile checks that names in a panic cannot control the terminal that it is reported to.
func TestHostile(t *testing.T) {
	var w strings.Builder
	guard.Report(&w, "info \x1b[31m", guard.While("reading \u202ename\n", func() error { panic("\x9b2J\xff") }))
	first, _, _ := strings.Cut(w.String(), "\n\n")
	if want := `memcity: "info \x1b[31m": internal error while "reading \u202ename\n": "\x9b2J\xff"`; first != want {
		t.Errorf("got %s\nwant %s", first, want)
	}
}

// TestReportOnce checks that instructions for a panic are reported once, even if it is reported in several places.
func TestReportOnce(t *testing.T) {
	var first, second strings.Builder
	err := guard.Try(func() error { fall(); return nil })
	guard.Report(&first, "", err)
	guard.Report(&second, "", guard.While("reading", func() error { return err }))
	if !strings.Contains(first.String(), "Please report it") || second.String() != "memcity: internal error while reading: a stone\n" {
		t.Errorf("first %s\nsecond %s", &first, &second)
	}
}
