package state

import (
	"memcity/city/scene"
)

// flyingState returns a state with the camera at home over a city with the given bounds.
func flyingState(b scene.Box, aspect float64) State {
	s := NewState(5, scene.DefaultSettings())
	s.Bounds, s.Aspect = b, aspect
	s.Camera = s.limited(scene.Look{}.Home(b, aspect, scene.Frame{}))
	return s
}
