package drawing

import (
	"memcity/city/scene"
)

// roofLeastSeen is the share of a roof that is seen from which its building has a tag.
const roofLeastSeen = 0.3

// roofs keeps which roofs are seen, for a city and a camera.
type roofs struct {
	of     *scene.City
	camera scene.Camera
	seen   map[int32]bool
}

// roofSeen reports whether enough of a roof is in sight for a tag. While the camera moves, roofs count as seen as they were before.
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
		seen = s.to.RoofSeen(scene.Target{Kind: scene.OnBuilding, Index: building}, v.Camera.Eye()) >= roofLeastSeen
		r.seen[building] = seen
	}
	return seen
}
