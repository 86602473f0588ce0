package cityscape

import (
	"memcity/city/scene"
	"memcity/city/state"
)

// Routes returns the visible routes; nil if references are not shown as routes.
func (c *Cityscape) Routes() *scene.Routes {
	s := &c.store.State.Settings
	if c.store.City == nil || c.store.State.View != state.CityView || !s.References || !s.Routes.On {
		return nil
	}
	var targets []scene.Target
	last, also := c.store.Selected()
	if last.Kind != scene.Nothing {
		targets = append(targets, last)
	}
	return c.stage.Routes(c.store.City, append(targets, also...), s.Routes)
}

// ToggleRoutes switches between routes and frustums for references.
func (c *Cityscape) ToggleRoutes() {
	s := c.store.State.Settings
	s.Routes.On = !s.Routes.On || !s.References
	s.References = true
	c.store.Do(state.Set{To: s})
}
