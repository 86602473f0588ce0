package render

import (
	"slices"
	"time"

	"memcity/city/scene"
	"memcity/render/stage"
)

// spotlight is what stands out while the rest of the city is dimmed: what is isolated, or what a search found; and what is see-through
// because it stands before something else. The zero spotlight dims nothing.
type spotlight struct {
	targets []scene.Target
	refs    []scene.Reference
	before  []scene.Target
}

// spotlight returns what stands out in the city shown.
func (a *App) spotlight(now time.Duration) spotlight {
	if lit := a.finder.Highlight(a.city); lit != nil {
		return spotlight{targets: lit}
	}
	if !a.state.Isolated {
		return spotlight{before: a.hiding(now)}
	}
	var s spotlight
	for _, key := range a.state.Selected() {
		t := a.city.Plan.Find(key)
		if t.Kind == scene.Nothing {
			continue
		}
		refs, _ := a.city.References(t)
		if a.routes() == nil { // which are of all references
			refs = scene.Strongest(refs, stage.DrawnReferences, scene.Target{})
		}
		s.targets, s.refs = append(s.targets, t), append(s.refs, refs...)
	}
	return s
}

func (s spotlight) same(o spotlight) bool {
	return slices.Equal(s.targets, o.targets) && slices.Equal(s.refs, o.refs) && slices.Equal(s.before, o.before)
}

// apply returns the city as it is drawn.
func (s spotlight) apply(c *scene.City) *scene.City {
	if len(s.targets) == 0 {
		return c.Faded(s.before)
	}
	return c.Isolate(s.targets, s.refs)
}
