// Package cityscape makes the city of the current state: its parts, its references, and the targets that stand out.
package cityscape

import (
	"time"

	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/division"
	"memcity/render/drawers"
	"memcity/render/notices"
	"memcity/render/requests"
	"memcity/render/stage"
	"memcity/render/store"
)

// Cityscape makes the city of a window.
type Cityscape struct {
	store    *store.Store
	notices  *notices.Notices
	drawers  *drawers.Drawers
	requests *requests.Controller
	stage    *stage.Stage
	wake     func()

	shownAs     scene.Settings
	pinned      *scene.Pins // pins that the city was made with; nil for none
	division    division.Division
	highlighted spotlight
	sights      sights
}

// New returns a Cityscape without a city. The stage calls wake when it has something new to show.
func New(s *store.Store, n *notices.Notices, d *drawers.Drawers, r *requests.Controller, st *stage.Stage, wake func()) *Cityscape {
	return &Cityscape{store: s, notices: n, drawers: d, requests: r, stage: st, wake: wake}
}

// Pinned returns the pins that the city was made with; nil for none.
func (c *Cityscape) Pinned() *scene.Pins { return c.pinned }

// Lit returns the city with the parts that stand out.
func (c *Cityscape) Lit() *scene.City { return c.highlighted.apply(c.store.City) }

// Isolates reports whether all but some targets are dimmed.
func (c *Cityscape) Isolates() bool { return len(c.highlighted.targets) > 0 }

// Wake returns when to update the city if nothing happens until then; ok is false if no update is due.
func (c *Cityscape) Wake() (at time.Duration, ok bool) {
	at, ok = c.sightWake()
	if late, waits := c.division.Wake(); waits && (!ok || late < at) {
		return late, true
	}
	return at, ok
}

// Refresh updates the city to the state and to the given budgets, and reports whether there is another city.
func (c *Cityscape) Refresh(held *budget.Budgets, now time.Duration) (another bool) {
	plan := c.store.Plan()
	if plan == nil {
		return false
	}
	point := min(c.store.State.Point, plan.Series.Len()-1)
	parts := c.division.Of(plan, &c.store.State, &c.store.Result.Results, now)
	compared, aged, used, versions, pinned := parts.Compared, parts.Aged, parts.Used, parts.Versions, parts.Pinned
	if parts.Waits && c.store.City != nil && c.store.City.Plan == plan {
		point, compared, aged, used, versions, pinned = c.store.City.Point, c.store.City.Compared, c.store.City.Aged, c.store.City.Used, c.store.City.Versions, c.pinned
	}
	another = c.store.City == nil || c.store.City.Plan != plan || c.store.City.Point != point || c.store.City.Compared != compared || c.store.City.Aged != aged ||
		c.store.City.Used != used || c.store.City.Versions != versions || c.pinned != pinned || !c.shownAs.SameLook(c.store.State.Settings)
	another = another || c.store.City.Budgets != held
	base := c.store.City != nil && c.store.City.Plan.Series.Baseline() != plan.Series.Baseline()
	if another {
		c.store.City, c.shownAs, c.pinned = plan.At(point, c.store.State.Settings), c.store.State.Settings, pinned
		if pinned != nil {
			look := c.opening(plan, pinned)
			c.store.City = plan.WithPins(pinned, c.store.State.Settings, look)
			c.lookAt(look, now)
		}
		if compared != nil {
			c.store.City = plan.Compared(compared, c.store.State.Settings)
		}
		if aged != nil {
			c.store.City = plan.Aged(aged, c.store.State.Settings)
		}
		if used != nil {
			c.store.City = plan.Used(used, c.store.State.Settings)
		}
		if versions != nil {
			c.store.City = plan.Versioned(versions, c.store.State.Settings)
		}
		c.store.City.Budgets = held
		c.store.Stale = true
	}
	if spot := c.spotlight(now); another || !spot.same(c.highlighted) {
		c.highlighted = spot
		c.stage.SetCity(spot.apply(c.store.City), motion(c.store.State.View == state.CityView && !c.store.State.Settings.ReducedMotion, base, c.store.Result.Live),
			now, c.wake)
	}
	return another
}

// motion returns how to animate the change from one city to another.
func motion(smooth, base bool, live exchange.Live) stage.Change {
	switch {
	case !smooth:
		return stage.ChangeAtOnce
	case live.Growing || live.Ended || base:
		return stage.ChangePlan
	}
	return stage.ChangeInPlan
}
