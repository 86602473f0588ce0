package tracetest

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"memcity/trace"
)

// Closed returns the files with a check at the end of the test that all opened contents were closed.
func Closed(t testing.TB, files ...trace.File) []trace.File {
	t.Helper()
	watched := slices.Clone(files)
	for i, f := range files {
		open := new(atomic.Int64)
		watched[i].Open = func() (trace.Content, error) {
			content, err := f.Open()
			if err != nil {
				return nil, err
			}
			open.Add(1)
			return &countedContent{content, open}, nil
		}
		t.Cleanup(func() {
			if n := open.Load(); n != 0 {
				t.Errorf("%s is left open %d times", f.Name, n)
			}
		})
	}
	return watched
}

type countedContent struct {
	trace.Content
	open *atomic.Int64
}

func (c *countedContent) Close() error {
	c.open.Add(-1)
	return c.Content.Close()
}

// Unreadable returns a file whose Open returns err.
func Unreadable(name string, err error) trace.File {
	return trace.File{Name: name, Size: 100, Open: func() (trace.Content, error) { return nil, err }}
}

// WarningText returns warnings as text, one per line.
func WarningText(warnings []trace.Warning) string {
	var b strings.Builder
	for _, w := range warnings {
		b.WriteString(w.String() + "\n")
	}
	return b.String()
}
