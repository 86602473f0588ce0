package testrun

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// limited is a test whose deadline is set by the test of this package.
type limited struct {
	testing.TB
	end    time.Time
	failed string
}

func (l *limited) Deadline() (time.Time, bool) { return l.end, !l.end.IsZero() }

func (l *limited) Fatalf(format string, args ...any) {
	l.failed = fmt.Sprintf(format, args...)
	panic(l)
}

// until calls Until and returns how the test failed.
func (l *limited) until(ok func() bool) (failed string) {
	l.failed = ""
	defer func() {
		if got := recover(); got != nil && got != any(l) {
			panic(got)
		}
		failed = l.failed
	}()
	Until(l, "rain", ok)
	return ""
}

func TestUntil(t *testing.T) {
	looks := 0
	third := func() bool { looks++; return looks == 3 }
	if failed := (&limited{TB: t}).until(third); failed != "" || looks != 3 {
		t.Errorf("after %d looks: %s", looks, failed)
	}
	late := &limited{TB: t, end: time.Now().Add(lastWords)}
	if failed := late.until(func() bool { return false }); !strings.HasSuffix(failed, "waiting for rain") {
		t.Errorf("at the end of the time: %q", failed)
	}
	if failed := late.until(func() bool { return true }); failed != "" {
		t.Errorf("what has happened is too late: %s", failed)
	}
}

func TestTooLate(t *testing.T) {
	if TooLate(&limited{TB: t}) != nil {
		t.Error("without a timeout there is a deadline")
	}
	early := TooLate(&limited{TB: t, end: time.Now().Add(24 * time.Hour)})
	select {
	case <-early:
		t.Error("the deadline of tomorrow has come")
	default:
	}
	<-TooLate(&limited{TB: t, end: time.Now().Add(lastWords)})
	if _, ok := Deadline(struct{ testing.TB }{t}); ok {
		t.Error("what has no timeout has a deadline")
	}
}
