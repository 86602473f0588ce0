package cityscape

import (
	"slices"
	"time"

	"memcity/city/scene"
	"memcity/render/stage"
)

// spotlight contains the targets that stand out while the rest is dimmed: the isolated ones, or the search results. It also contains
// buildings made transparent because they hide another. The zero spotlight dims nothing.
type spotlight struct {
	targets []scene.Target
	refs    []scene.Reference
	before  []scene.Target
}

// spotlight returns the targets that stand out in the current city.
func (c *Cityscape) spotlight(now time.Duration) spotlight {
	if lit := c.drawers.Finder.Highlight(c.store.City); lit != nil {
		return spotlight{targets: lit}
	}
	if !c.store.State.Isolated {
		return spotlight{before: c.hiding(now)}
	}
	var s spotlight
	for _, key := range c.store.State.Selected() {
		t := c.store.City.Plan.Find(key)
		if t.Kind == scene.Nothing {
			continue
		}
		refs, _ := c.store.City.References(t)
		if c.Routes() == nil { // routes are already limited
			refs = scene.Strongest(refs, stage.DrawnReferences, scene.Target{})
		}
		s.targets, s.refs = append(s.targets, t), append(s.refs, refs...)
	}
	return s
}

func (s spotlight) same(o spotlight) bool {
	return slices.Equal(s.targets, o.targets) && slices.Equal(s.refs, o.refs) && slices.Equal(s.before, o.before)
}

// apply returns the city with the spotlight applied.
func (s spotlight) apply(c *scene.City) *scene.City {
	if len(s.targets) == 0 {
		return c.Faded(s.before)
	}
	return c.Isolate(s.targets, s.refs)
}
