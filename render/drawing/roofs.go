package drawing

import (
	"memcity/city/scene"
)

// roofLeastSeen is the minimum visible share of a roof for its building to have a tag.
const roofLeastSeen = 0.3

// roofs caches which roofs are visible from a camera.
type roofs struct {
	of     *scene.City
	camera scene.Camera
	seen   map[int32]bool
}

// roofSeen reports whether enough of a roof is visible for a tag. While the camera moves, it uses the result from before.
func (s *Scene) roofSeen(v *View, building int32) bool {
	if s.to.Plan == nil {
		return true
	}
	r := &s.tags.roofs
	if r.of != s.to || r.camera != v.Camera && v.Quality == Full {
		r.of, r.camera, r.seen = s.to, v.Camera, map[int32]bool{}
	}
	seen, known := r.seen[building]
	if !known {
		seen = s.to.RoofSeen(scene.Target{Kind: scene.OnBuilding, Index: building}, v.Camera.Viewpoint(s.bounds)) >= roofLeastSeen
		r.seen[building] = seen
	}
	return seen
}
