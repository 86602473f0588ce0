package testrun

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// steps returns work that checks the context n times and ignores the result of one check.
func steps(n, ignoring int) func(context.Context) error {
	return func(ctx context.Context) error {
		for i := range n {
			if err := ctx.Err(); err != nil && i != ignoring {
				return err
			} else if err != nil {
				return nil
			}
		}
		return nil
	}
}

func TestEverywhere(t *testing.T) {
	for _, test := range []struct {
		name string
		work func(context.Context) error
		want string // start of the error
	}{
		{"looks each time", steps(5, -1), ""},
		{"ignores the first", steps(5, 0), "cancelled at look 1 of 5, "},
		{"ignores the last", steps(5, 4), "cancelled at look 5 of 5, "},
		{"ignores the last of as many as are tried", steps(maxCancelled, maxCancelled-1), "cancelled at look 60 of 60, "},
		{"looks often", steps(10*maxCancelled, -1), ""},
		{"ignores one that is tried", steps(10*maxCancelled, 10), "cancelled at look 11 of 600, "},
		{"never looks", func(context.Context) error { return nil }, "never looks"},
		{"fails", func(context.Context) error { return errors.New("broken") }, "broken"},
		{"hides the reason", func(ctx context.Context) error {
			if ctx.Err() != nil {
				return errors.New("broken")
			}
			return nil
		}, "cancelled at look 1 of 1, it returns the error broken"},
		{"waits", func(ctx context.Context) error {
			select {
			case <-ctx.Done():
				return context.Canceled
			default:
				return nil
			}
		}, ""},
		{"looks less often when watched", func() func(context.Context) error {
			n := 4
			return func(ctx context.Context) error { n--; return steps(n, -1)(ctx) }
		}(), ""},
	} {
		err := sometimes(maxCancelled, test.work)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), test.want)) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}
