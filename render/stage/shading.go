package stage

import (
	"memcity/city/scene"
	"memcity/render/drawing"
	"memcity/trace/guard"
)

// shading computes shadow maps in the background, one at a time. If several cities are waiting, only the newest gets one, as the others will
// no longer be shown.
type shading struct {
	next *scene.City // next city to compute; nil for none
	busy bool
}

// shadeSoon computes the shadows of c in the background and then calls wake.
func (s *Stage) shadeSoon(c *scene.City, wake func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shading.next = c; s.shading.busy {
		return
	}
	s.shading.busy = true
	s.Pending.Add(1)
	s.computing.Go(guard.Safe(func() {
		defer wake()
		for c := s.toShade(); c != nil; c = s.toShade() {
			guard.Safe(func() { s.keepShade(c, drawing.ComputeShade(c, drawing.ShadeSize)) })() // after a panic, the city has no shadows
		}
	}))
}

// toShade returns the next city to compute shadows for; nil for none, which ends the work.
func (s *Stage) toShade() *scene.City {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.shading.next
	s.shading.next = nil
	if c == nil {
		s.shading.busy = false
		s.Pending.Add(-1)
	}
	return c
}

// keepShade stores shadows for takeShade, unless another city is waiting.
func (s *Stage) keepShade(c *scene.City, shade *drawing.Shade) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shading.next == nil {
		clear(s.shades)
		s.shades[c] = shade
	}
}
