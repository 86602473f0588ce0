package typeset

import "testing"

// TestPanic: after a panic while loading fonts there are no fonts, and no caller waits forever.
func TestPanic(t *testing.T) {
	f := &Fonts{load: func() (*setter, error) { panic("injected") }, wake: func() {}}
	for range 2 {
		if line := f.Line("text", 12, 100); line != nil {
			t.Error("there is a line")
		}
		f.Wait()
	}
	if !f.broken || f.running || len(f.queue) > 0 {
		t.Errorf("broken %v, running %v, %d lines are waited for", f.broken, f.running, len(f.queue))
	}
}
