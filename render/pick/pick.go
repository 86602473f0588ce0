// Package pick finds the target under the pointer, and pixels that hit a target of the city.
package pick

import (
	"math"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/camera"
	"memcity/render/cityscape"
	"memcity/render/recording"
	"memcity/render/stage"
	"memcity/render/store"
	"memcity/render/ui"
)

// Pick contains the position of the pointer and its target.
type Pick struct {
	X, Y      float64 // position in pixels
	Inside    bool    // the pointer is in the window
	OverPanel bool
	Resting   bool // has not moved since the recording was opened; nothing is described then
	Again     bool // the target under the pointer must be updated
	Hovered   scene.Target
	Route     int // route under the pointer, 1-based; 0 for none

	routeOf *scene.Routes // routes that Route belongs to

	store     *store.Store
	screen    *camera.Viewport
	cityscape *cityscape.Cityscape
	stage     *stage.Stage
	panels    *ui.UI
	recording *recording.Controller
}

// New returns a Pick with the pointer outside the window.
func New(s *store.Store, screen *camera.Viewport, c *cityscape.Cityscape, st *stage.Stage, panels *ui.UI, r *recording.Controller) *Pick {
	return &Pick{store: s, screen: screen, cityscape: c, stage: st, panels: panels, recording: r}
}

// Forget forgets the target, as there is another city.
func (p *Pick) Forget() { p.Hovered, p.Again = scene.Target{}, p.Inside }

// Ray returns the ray through a pixel.
func (p *Pick) Ray(x, y float64) scene.Ray {
	return p.screen.Ray(p.store.State.Camera, x, y)
}

// At returns the target at a pixel and its position.
func (p *Pick) At(x, y float64) (scene.Target, scene.Vec) {
	if p.store.City == nil || p.recording.Waits() {
		return scene.Target{}, scene.Vec{}
	}
	target, at := p.store.City.Pick(p.Ray(x, y))
	if target.Kind == scene.OnGround && !p.nearGround(at) {
		return scene.Target{}, at
	}
	return target, at
}

// nearGround reports whether a point on the ground is close enough to the city to zoom to or turn about.
func (p *Pick) nearGround(at scene.Vec) bool {
	b := p.store.State.Bounds
	d := b.Center()
	return math.Hypot(at.X-d.X, at.Z-d.Z) < 4*b.Radius()
}

// Hover makes t the target of the pointer.
func (p *Pick) Hover(t scene.Target) {
	key := ""
	if p.store.City != nil {
		if node, ok := p.store.City.Plan.Node(t); ok {
			key = p.store.City.Plan.Series.Key(node)
		}
	}
	if t != p.Hovered && (t.Kind == scene.OnBlock || p.Hovered.Kind == scene.OnBlock) {
		p.store.Stale = true // blocks have no key, so compare targets
		p.stage.Marked()
	}
	p.Hovered, p.Route = t, 0
	p.store.Do(state.HoverOver{Key: key})
}

// Update updates the target under the pointer after the pointer or the city has moved. The target stays while the pointer is
// dragging.
func (p *Pick) Update(dragging bool) {
	if r := p.cityscape.Routes(); r != p.routeOf {
		p.routeOf, p.Route, p.store.Stale = r, 0, true
		p.Again = p.Again || p.Inside
	}
	if !p.Again || p.Resting || dragging || p.OverPanel || !p.Inside {
		return
	}
	p.Again = false
	target, at := p.At(p.X, p.Y)
	route, _ := p.RouteAt(p.X, p.Y, target, at)
	if route > 0 {
		target = scene.Target{}
	}
	if target != p.Hovered || route != p.Route {
		p.Hover(target)
		p.Route, p.store.Stale = route, true
	} else if p.store.State.Hover != "" || route > 0 || target.Kind == scene.OnBlock {
		p.store.Stale = true // the tooltip follows the pointer
	}
}
