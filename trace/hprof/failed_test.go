package hprof

import (
	"context"
	"errors"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestFailed: a dump was made for a failure if the innermost frame of a thread creates an OutOfMemoryError.
func TestFailed(t *testing.T) {
	for name, tt := range map[string]struct {
		frames []string
		want   bool
	}{
		"failed":        {[]string{"java/lang/OutOfMemoryError.<init>:48", "app/Main.run:3"}, true},
		"not innermost": {[]string{"app/Main.run:3", "java/lang/OutOfMemoryError.<init>:48"}, false},
		"another error": {[]string{"java/lang/StackOverflowError.<init>:48", "app/Main.run:3"}, false},
		"a method":      {[]string{"java/lang/OutOfMemoryError.getMessage:48", "app/Main.run:3"}, false},
		"no frames":     {nil, false},
	} {
		d := tracetest.NewDump()
		thread := d.Class("java/lang/Thread")
		d.Class("java/lang/OutOfMemoryError")
		d.Class("java/lang/StackOverflowError")
		d.Class("app/Main")
		d.Thread(d.Instance(thread), "app/Main.main:9")
		d.Thread(d.Instance(thread), tt.frames...)
		if got, err := Failed(t.Context(), d.File("x.hprof")); got != tt.want || err != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if got, err := Failed(t.Context(), trace.MemoryFile("x.hprof", []byte("no dump"))); got || err != nil {
		t.Errorf("no dump: %v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Failed(ctx, tracetest.NewDump().File("x.hprof")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestOnceKnown checks that a result is computed once, and again after an error.
func TestOnceKnown(t *testing.T) {
	calls, fault := 0, errors.New("done")
	f := onceKnown(func(context.Context) (bool, error) {
		calls++
		if calls == 1 {
			return false, fault
		}
		return true, nil
	})
	for i, want := range []error{fault, nil, nil} {
		if is, err := f(t.Context()); is != (want == nil) || err != want {
			t.Errorf("call %d: %v, %v, want error %v", i+1, is, err, want)
		}
	}
	if calls != 2 {
		t.Errorf("%d calls, want 2", calls)
	}
}
