package present

import (
	"maps"
	"slices"
	"time"

	"memcity/city/scene"
	"memcity/layout"
	"memcity/render/stage"
	"memcity/render/ui/model"
)

// mapBuildings is the maximum number of buildings on the minimap. The strongest growing ones come first.
const mapBuildings = 2000

// minimap is the city seen from above. It is redrawn for another city or selection, and when the camera comes to rest.
type minimap struct {
	of       *scene.City
	camera   scene.Camera
	selected []scene.Target
	marks    map[string]scene.RGB
	made     *model.Minimap
}

// minimapModel returns the minimap of the current city.
func (p *Presenter) minimapModel() *model.Minimap {
	m := &p.overview
	if p.Stage.Base && m.of == p.Store.City {
		return m.made // update once the camera rests
	}
	var selected []scene.Target
	for _, key := range p.Store.State.Selected() {
		if t := p.Store.City.Plan.Find(key); t.Kind != scene.Nothing {
			selected = append(selected, t)
		}
	}
	if m.of == p.Store.City && m.camera == p.Store.State.Camera && slices.Equal(m.selected, selected) && maps.Equal(m.marks, p.Store.State.Marks) {
		return m.made
	}
	m.of, m.camera, m.selected, m.marks = p.Store.City, p.Store.State.Camera, selected, p.Store.State.Marks
	m.made = p.drawMinimap(selected)
	return m.made
}

// MapIsStale reports whether the camera is at rest and the minimap does not show it yet.
func (p *Presenter) MapIsStale(now time.Duration) bool {
	at, ok := p.MapWake()
	return ok && now >= at
}

// MapWake returns when to update the minimap if the camera does not move until then. ok is false if no update is due.
func (p *Presenter) MapWake() (at time.Duration, ok bool) {
	return p.Stage.LastBase + stage.RestTime, p.Store.City != nil && !p.Stage.Base && p.overview.camera != p.Store.State.Camera
}

func (p *Presenter) drawMinimap(selected []scene.Target) *model.Minimap {
	c := p.Store.City
	if len(c.Buildings) == 0 {
		return nil
	}
	out := &model.Minimap{Ground: mapRect(c.Plan.Ground, scene.RGB{}), View: p.footprint(),
		At: [2]float32{float32(p.Store.State.Camera.Target.X), float32(p.Store.State.Camera.Target.Z)}}
	for i := range c.Districts {
		d := &c.Districts[i]
		out.Rects = append(out.Rects, mapRect(d.Plot, d.Color))
	}
	gray := p.Store.State.Settings.Palette().Growth(0)
	drawn := 0
	for i := range c.Buildings {
		b := &c.Buildings[i]
		if b.Height > 0 && (b.Solid || b.Color != gray) && drawn < mapBuildings {
			out.Rects = append(out.Rects, mapRect(b.Base, b.Color))
			drawn++
		}
	}
	for key, color := range p.Store.State.Marks {
		if t := c.Plan.Find(key); t.Kind == scene.OnBuilding {
			out.Rects = append(out.Rects, mapRect(c.Buildings[t.Index].Base, color))
		}
	}
	for _, t := range selected {
		switch t.Kind {
		case scene.OnBuilding:
			out.Selected = append(out.Selected, mapRect(c.Buildings[t.Index].Plot, scene.RGB{}))
		case scene.OnBlock:
			out.Selected = append(out.Selected, mapRect(c.Blocks[t.Index].Plot, scene.RGB{}))
		case scene.OnDistrict:
			out.Selected = append(out.Selected, mapRect(c.Districts[t.Index].Plot, scene.RGB{}))
		}
	}
	return out
}

func mapRect(r layout.Rect, color scene.RGB) model.MapRect {
	return model.MapRect{X: float32(r.X), Z: float32(r.Z), W: float32(r.W), D: float32(r.D), Color: color}
}

// footprint returns the corners of the ground that the camera sees. In perspective they are clamped to 100 radii of the city.
func (p *Presenter) footprint() []float32 {
	var out []float32
	far := 100 * p.Store.State.Bounds.Radius()
	for _, corner := range [][2]float64{{0, float64(p.Screen.Height)}, {float64(p.Screen.Width), float64(p.Screen.Height)},
		{float64(p.Screen.Width), 0}, {0, 0}} {
		r := p.Pick.Ray(corner[0], corner[1])
		t := far
		if r.Dir.Y < 0 {
			t = -r.Origin.Y / r.Dir.Y
		}
		if !p.Store.State.Camera.Orthographic { // all of its rays start far away and meet the ground
			t = min(t, far)
		}
		p := r.At(t)
		out = append(out, float32(p.X), float32(p.Z))
	}
	return out
}
