package ui

import (
	"errors"
	"image"
	"testing"

	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/trace/guard"
)

// TestPanicInLayout: panels that panic are rebuilt and show the same contents. If panics must not be survived or rebuilding fails, the
// panels end with the panic as their error.
func TestPanicInLayout(t *testing.T) {
	for _, survive := range []bool{true, false} {
		u, err := New(widget.Options{NoImages: true, Survive: survive})
		if err != nil {
			t.Fatal(err)
		}
		u.Show(model.Model{}, image.Pt(1280, 760), 1)
		if err := u.Settle(); err != nil {
			t.Fatal(err)
		}
		before := len(u.Describe())
		u.mu.Lock()
		u.core.Faces = nil // every text panics
		u.last = widget.Shown{}
		u.mu.Unlock()
		u.Show(model.Model{}, image.Pt(1280, 760), 1)
		err = u.Settle()
		var p *guard.Panic
		if survive && (err != nil || len(u.Describe()) != before || before == 0) {
			t.Errorf("survived: %v, %d items of %d are shown", err, len(u.Describe()), before)
		}
		if !survive && !errors.As(err, &p) {
			t.Errorf("not survived: %v", err)
		}
		u.Close()
	}
}
