package drawing

import (
	"image"

	budgetpkg "memcity/city/budget"
	"memcity/city/scene"
	"memcity/layout"
)

// warm draws small pictures with every program, in the ways that later pictures use them.
func (s *Scene) warm() error {
	from, to := warmCity(2), warmCity(5)
	s.SetCity(from, to)
	s.names = func(int32) string { return "a" }
	v := View{
		Width: 32, Height: 24, Camera: scene.Camera{Target: s.bounds.Center(), Yaw: 0.5, Pitch: 0.6, Distance: 4 * s.bounds.Radius()},
		Labels: true, Tags: true,
		Hover: scene.Target{Kind: scene.OnBuilding, Index: 1}, Selected: scene.Target{Kind: scene.OnBuilding},
		References: []scene.Reference{{From: 0, To: 1, FromRadius: 1, ToRadius: 1}, {From: 1, To: 0, Incoming: true}},
		Routes:     warmRoutes(), Pointed: 1,
	}
	s.setGlows([]glow{{scene.Target{Kind: scene.OnDistrict}, budgetpkg.BudgetState{Status: budgetpkg.BudgetBroken}}})
	panel := Panel{ID: "warm", Image: image.NewRGBA(image.Rect(0, 0, 4, 4)), Radius: 1, Shadow: 2, Opacity: 1}
	s.SetShade(ComputeShade(from, 16), ComputeShade(to, 16))
	for _, mix := range []float32{0.5, 0} {
		v.Mix = mix
		v.Resolution = 0.5
		if err := s.Draw(v); err != nil {
			return err
		}
		if err := s.DrawFinal(v, 2); err != nil {
			return err
		}
	}
	if _, err := s.Snapshot([]Panel{panel}); err != nil {
		return err
	}
	s.panels.frame.Bind()
	s.copy(screenMaterial, s.programs.copy, s.targets.work, s.targets.width, s.targets.height) // as for a window
	s.targets.delete()
	s.targets, s.shown, s.drawn = nil, nil, false
	s.from, s.to, s.names = nil, nil, nil
	s.glows.list = nil
	s.packed, s.spare, s.useShade, s.view = packed{}, packed{}, [2]*Shade{}, View{}
	s.samples, s.all, s.kept, s.choice = 0, 0, false, chosen{}
	s.d.Counters.Draws, s.d.Counters.Uploaded = 0, 0
	return s.d.Err("first pictures")
}

// warmRoutes returns a single route.
func warmRoutes() *scene.Routes {
	r := scene.Route{From: 0, To: 1, FromRadius: 0.2, ToRadius: 0.1}
	for i := range scene.RouteSegments + 1 {
		r.Points = append(r.Points, scene.Vec{X: 5 + 9*float64(i)/scene.RouteSegments, Y: 8, Z: 5})
	}
	return &scene.Routes{List: []scene.Route{r}, Selected: true}
}

// warmCity returns a city with an opaque and a translucent building on a slab.
func warmCity(height float64) *scene.City {
	ground := layout.Rect{W: 20, D: 12}
	c := &scene.City{Districts: []scene.District{{Parent: -1, Plot: ground, Label: layout.Rect{Z: 10, W: 20, D: 2}, End: 2}}}
	for i, opacity := range []float64{1, 0.4} {
		r := layout.Rect{X: 2 + 9*float64(i), Z: 2, W: 6, D: 6}
		c.Buildings = append(c.Buildings, scene.Building{Plot: r, Base: r, Bottom: 1, Height: height, Opacity: opacity, Solid: i == 0,
			Objects: 2, FirstObjects: 1})
	}
	return c
}
