package record

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"memcity/trace/guard"
	"memcity/trace/tracetest/jdk"
)

// panicsIn returns a clock that panics once when it is called by the named function, after it is armed.
func panicsIn(name string) (now func() time.Time, armed *atomic.Bool) {
	armed = new(atomic.Bool)
	return func() time.Time {
		calls := make([]uintptr, 20)
		frames := runtime.CallersFrames(calls[:runtime.Callers(1, calls)])
		for more := true; more; {
			var f runtime.Frame
			if f, more = frames.Next(); strings.Contains(f.Function, name) && armed.CompareAndSwap(true, false) {
				panic("injected")
			}
		}
		return time.Now()
	}, armed
}

// TestPanics checks that a panic in the recording of one VM ends that file, which stays readable, and becomes the recording's error. The
// recording of another VM and the program continue.
func TestPanics(t *testing.T) {
	home := jdk.Homes(t)[0]
	t.Run("histograms", func(t *testing.T) {
		o := options(t, Histograms)
		var armed *atomic.Bool
		o.Now, armed = panicsIn("(*poller).loop")
		k, r := starts(t, command(t, home), o)
		until(t, r, "first point", points(1))
		say(t, k, "fork")
		k.expect(t, "ready")
		until(t, r, "second VM", func(s Status) bool { return len(s.Files) == 2 && s.Files[1].Points > 0 })
		armed.Store(true)
		until(t, r, "the panic", func(s Status) bool { return s.Files[0].Ended != s.Files[1].Ended && s.Err != nil })
		say(t, k, "exit 7")
		k.expect(t, "done")
		say(t, k, "exit 9")
		checkPanic(t, r)
	})
	t.Run("agent", func(t *testing.T) {
		o := options(t, Sampled)
		var armed *atomic.Bool
		o.Now, armed = panicsIn("(*track).collect.func")
		k, r := starts(t, command(t, home), o)
		k.do(t, "5")
		request(t, r)
		armed.Store(true)
		_ = r.Point()
		until(t, r, "the panic", func(s Status) bool { return s.Files[0].Ended && s.Err != nil })
		k.do(t, "5")
		say(t, k, "exit 9")
		checkPanic(t, r)
	})
}

func say(t *testing.T, k *talk, line string) {
	t.Helper()
	if _, err := io.WriteString(k.in, line+"\n"); err != nil {
		t.Fatal(err)
	}
}

// checkPanic waits for the end of a recording with a panic.
func checkPanic(t *testing.T, r *Recorder) {
	t.Helper()
	if status := r.WaitProgram(); status != 9 {
		t.Errorf("the program's status is %d, want 9", status)
	}
	var p *guard.Panic
	if err := r.Wait(); !errors.As(err, &p) || p.Value != "injected" || !strings.HasPrefix(p.Doing, "recording app.Shop") {
		t.Errorf("the recording's error is %v", err)
	}
	for _, f := range r.Status().Files {
		if rec := opened(t, f.Path); len(rec.Points) == 0 {
			t.Errorf("%s has no points", f.Path)
		}
	}
}

// TestPanicInParts checks that a panic in any part of a recording ends the recording with the panic as its error.
func TestPanicInParts(t *testing.T) {
	fall := func() { panic("injected") }
	for name, inject := range map[string]func(r *Recorder){
		"a part":          func(r *Recorder) { r.part("testing", fall) },
		"what is at end":  func(r *Recorder) { r.atEnd(fall) },
		"all of them":     func(r *Recorder) { r.atEnd(fall); r.part("testing", fall); r.part("testing", fall) },
		"the end's clock": func(r *Recorder) { r.o.Now = func() time.Time { panic("injected") } },
	} {
		o := options(t, Histograms)
		r := newRecorder(t.Context(), o)
		ended := false
		r.atEnd(func() { ended = true })
		inject(r)
		guard.Go(r.finish, r.finished)
		var p *guard.Panic
		<-r.Done()
		r.o.Now = time.Now
		if err := r.Wait(); !errors.As(err, &p) || p.Value != "injected" || !ended {
			t.Errorf("%s: the error is %v, cleaned: %v", name, err, ended)
		}
	}
}
