package stage

import (
	"memcity/city/scene"
	"memcity/render/drawing"
	"memcity/trace/guard"
)

// shading computes shadow maps on the side, one at a time: of the cities that come meanwhile only the newest gets one, as the others
// are no longer shown when theirs would be ready.
type shading struct {
	next *scene.City // to be computed after the one under way; nil for none
	busy bool
}

// shadeSoon computes the shadows of c on the side. wake is called when they are ready.
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
			guard.Safe(func() { s.keepShade(c, drawing.ComputeShade(c, drawing.ShadeSize)) })() // a city may have no shadows
		}
	}))
}

// toShade returns the city to compute the shadows of; nil for none, which ends the work.
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

// keepShade keeps shadows to be taken, unless another city has come.
func (s *Stage) keepShade(c *scene.City, shade *drawing.Shade) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shading.next == nil {
		clear(s.shades)
		s.shades[c] = shade
	}
}
