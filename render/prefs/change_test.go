package prefs

import (
	"fmt"
	"sync"
	"testing"
)

// TestConcurrentChanges: no change is lost when many goroutines change two windows while both write.
func TestConcurrentChanges(t *testing.T) {
	dir := t.TempDir()
	stores := []*Store{open(t, dir), open(t, dir)}
	const each = 20 // goroutines per window
	var all sync.WaitGroup
	for i, s := range stores {
		for n := range each {
			all.Go(func() {
				s.ChangeWindow(func(w *Window) { w.Drawers[fmt.Sprintf("%d-%d", i, n)] = true })
				s.ChangeWindow(func(w *Window) {
					if i == 0 {
						w.Zoom += 0.01
					} else {
						w.Picture.Scale = 3
					}
				})
				if n%10 == 0 {
					if err := s.Flush(); err != nil {
						t.Error(err)
					}
				}
				s.Window().Drawers["of the caller"] = true
			})
		}
	}
	all.Wait()
	for _, s := range stores {
		flush(t, s)
	}
	w := open(t, dir).Window()
	for i := range stores {
		for n := range each {
			if name := fmt.Sprintf("%d-%d", i, n); !w.Drawers[name] {
				t.Errorf("drawer %s is lost", name)
			}
		}
	}
	if fmt.Sprintf("%.2f", w.Zoom) != "1.20" || w.Picture.Scale != 3 || w.Drawers["of the caller"] {
		t.Errorf("zoom %v, scale %d, drawers %v", w.Zoom, w.Picture.Scale, w.Drawers)
	}
}
