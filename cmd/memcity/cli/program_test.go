package cli

import (
	"errors"
	"io"
	"strings"
	"testing"

	"memcity/trace/guard"
)

// TestFaultOfACommand: a panic is returned as an error with its own exit status, even when wrapped.
func TestFaultOfACommand(t *testing.T) {
	fall := func(*Call) error { panic("a stone") }
	p := &Program{Name: "p", Commands: []Command{{Name: "fall", Run: fall}}, Open: fall}
	for _, args := range [][]string{{"fall"}, {"a.hprof"}} {
		err := p.Run(t.Context(), args, strings.NewReader(""), io.Discard, io.Discard)
		var fault *guard.Panic
		if Status(err) != 70 || !errors.As(err, &fault) || err.Error() != "internal error: a stone" {
			t.Errorf("%q: status %d, %v", args, Status(err), err)
		}
	}
}
