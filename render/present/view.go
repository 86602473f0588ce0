package present

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/drawing"
	"memcity/render/stage"
	"memcity/render/ui/model"
)

// View returns the view of the scene to draw, with the given panels in front.
func (p *Presenter) View(panels []model.Frame) drawing.View {
	s := &p.Store.State.Settings
	v := drawing.View{
		Width: p.Screen.Width, Height: p.Screen.Height, Scale: p.Screen.Scale(), Camera: p.Store.State.Camera,
		Dark: s.Theme == scene.Dark, ColorBlind: s.ColorBlind, Labels: s.Labels, Tags: s.Labels,
		Covered: stage.Covered(panels),
	}
	if p.Store.City == nil {
		return v
	}
	if p.Store.State.View != state.CityView || p.Recording.Waits() { // a panel covers the scene
		v.Camera, v.Labels, v.Tags = stage.EmptySky, false, false
		return v
	}
	v.Hover = p.Pick.Hovered
	if p.Pick.OverPanel { // a panel may point at a group
		v.Hover = p.Store.City.Plan.Find(p.Store.State.Hover)
	}
	v.Selected, v.Also = p.Store.Selected()
	if v.Routes = p.Cityscape.Routes(); v.Routes != nil {
		v.Pointed = p.Pick.Pointed(v.Routes, v.Hover)
	} else if v.Selected.Kind != scene.Nothing && s.References {
		v.References = p.Stage.References(p.Store.City, append([]scene.Target{v.Selected}, v.Also...), v.Hover)
	}
	return v
}
