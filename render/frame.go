package render

import (
	"fmt"
	"time"

	"memcity/city/exchange"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/drawing"
	"memcity/render/loop"
	"memcity/render/stage"
	budgetspkg "memcity/render/ui/card/budgets"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// Frame advances everything to the time now and draws what changed. It reports whether there is a new picture, and when to call Frame again.
// A [Resize] must have set the size before.
func (a *App) Frame(now time.Duration) (drawn bool, next loop.Next, err error) {
	a.now = now
	a.drain(now)
	a.takeJobs()
	a.keepRules()
	a.recording.Tend(now)
	a.react()
	a.sync(now)
	a.flyByKeys(now)
	a.do(state.Tick{Now: now})
	a.fitCityBelowWhatIf()
	a.react()
	a.refresh(now)
	a.beginView()
	a.begin()
	a.beginFound()
	a.judgeChosen(now)
	a.searchAgain()
	a.react()
	a.pointAt()
	a.followStory(now)
	a.react()
	a.stale = a.toasts.Expire(now) || a.stale || a.mapIsStale(now)
	a.show(now)
	a.want()
	a.request()
	if err := a.panels.Err(); err != nil {
		return false, loop.Next{}, fmt.Errorf("panels: %w", err)
	}
	frames := a.panels.Frames()
	drawn, err = a.stage.Draw(a.view(frames), frames, a.state.Marks, now)
	a.takePicture()
	a.remember(now)
	if next = a.next(); !next.Now && !a.result.Busy {
		a.giveBack()
	}
	return drawn, next, err
}

// refresh updates the city to the state.
func (a *App) refresh(now time.Duration) {
	plan := a.result.Plan
	if plan == nil || a.opened.number != a.result.Opening || plan.Series.Len() == 0 {
		return
	}
	point := min(a.state.Point, plan.Series.Len()-1)
	parts := a.division.Of(plan, &a.state, &a.result.Results, now)
	compared, aged, used, versions, pinned := parts.Compared, parts.Aged, parts.Used, parts.Versions, parts.Pinned
	if parts.Waits && a.city != nil && a.city.Plan == plan {
		point, compared, aged, used, versions, pinned = a.city.Point, a.city.Compared, a.city.Aged, a.city.Used, a.city.Versions, a.pinned
	}
	another := a.city == nil || a.city.Plan != plan || a.city.Point != point || a.city.Compared != compared || a.city.Aged != aged ||
		a.city.Used != used || a.city.Versions != versions || a.pinned != pinned || !a.shownAs.SameLook(a.state.Settings)
	held := a.budgets.over(plan, &a.state, &a.result)
	another = another || a.city.Budgets != held
	base := a.city != nil && a.city.Plan.Series.Baseline() != plan.Series.Baseline()
	if another {
		a.city, a.shownAs, a.pinned = plan.At(point, a.state.Settings), a.state.Settings, pinned
		if pinned != nil {
			look := a.opening(plan, pinned)
			a.city = plan.WithPins(pinned, a.state.Settings, look)
			a.lookAt(look, now)
		}
		if compared != nil {
			a.city = plan.Compared(compared, a.state.Settings)
		}
		if aged != nil {
			a.city = plan.Aged(aged, a.state.Settings)
		}
		if used != nil {
			a.city = plan.Used(used, a.state.Settings)
		}
		if versions != nil {
			a.city = plan.Versioned(versions, a.state.Settings)
		}
		a.city.Budgets = held
		a.pointer.hovered = scene.Target{}
		a.pointer.hoverAt = a.pointer.inside
		a.stale = true
	}
	if spot := a.spotlight(now); another || !spot.same(a.highlighted) {
		a.highlighted = spot
		a.stage.SetCity(spot.apply(a.city), motion(a.state.View == state.CityView && !a.state.Settings.ReducedMotion, base, a.result.Live),
			now, a.options.Wake)
	}
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

// pointAt updates the target under the pointer after the pointer or the city has moved.
func (a *App) pointAt() {
	if r := a.routes(); r != a.pointer.routeOf {
		a.pointer.routeOf, a.pointer.route, a.stale = r, 0, true
		a.pointer.hoverAt = a.pointer.hoverAt || a.pointer.inside
	}
	if !a.pointer.hoverAt || a.pointer.owner != nobody || a.pointer.overPanel || !a.pointer.inside {
		return
	}
	a.pointer.hoverAt = false
	target, at := a.pick(a.pointer.x, a.pointer.y)
	route, _ := a.pickRoute(a.pointer.x, a.pointer.y, target, at)
	if route > 0 {
		target = scene.Target{}
	}
	if target != a.pointer.hovered || route != a.pointer.route {
		a.hover(target)
		a.pointer.route, a.stale = route, true
	} else if a.state.Hover != "" || route > 0 || target.Kind == scene.OnBlock {
		a.stale = true // the tooltip follows the pointer
	}
}

// show updates the panels if their model has changed.
func (a *App) show(now time.Duration) {
	if at, ok := a.panels.Wake(); ok && at <= now {
		a.panels.Tick(now)
	}
	if !a.stale || a.screen.Width == 0 {
		return
	}
	a.stale = false
	a.panels.Show(a.model(), a.screen.Size(), a.screen.Scale())
}

// view returns the view of the scene to draw, with the given panels in front.
func (a *App) view(panels []model.Frame) drawing.View {
	s := &a.state.Settings
	v := drawing.View{
		Width: a.screen.Width, Height: a.screen.Height, Scale: a.screen.Scale(), Camera: a.state.Camera,
		Dark: s.Theme == scene.Dark, ColorBlind: s.ColorBlind, Labels: s.Labels, Tags: s.Labels,
		Covered: stage.Covered(panels),
	}
	if a.city == nil {
		return v
	}
	if a.state.View != state.CityView || a.waits() { // a panel covers the scene
		v.Camera, v.Labels, v.Tags = stage.EmptySky, false, false
		return v
	}
	v.Hover = a.pointer.hovered
	if a.pointer.overPanel { // a panel may point at a group
		v.Hover = a.city.Plan.Find(a.state.Hover)
	}
	v.Selected, v.Also = a.selected()
	if v.Routes = a.routes(); v.Routes != nil {
		v.Pointed = a.pointed(v.Routes, v.Hover)
	} else if v.Selected.Kind != scene.Nothing && s.References {
		v.References = a.stage.References(a.city, append([]scene.Target{v.Selected}, v.Also...), v.Hover)
	}
	return v
}

// selected returns the selected targets in the city: the last one, and the others.
func (a *App) selected() (last scene.Target, also []scene.Target) {
	last = a.city.Plan.Find(a.state.Selection)
	for _, key := range a.state.More {
		if t := a.city.Plan.Find(key); t.Kind != scene.Nothing && t != last {
			also = append(also, t)
		}
	}
	return last, also
}

func (a *App) next() loop.Next {
	if a.stage.Moving() || a.flight.Flying() || a.state.Flying() {
		return loop.Next{Now: true}
	}
	var n loop.Next
	n.Soonest(a.stage.Wake())
	n.Soonest(a.sightWake())
	n.Soonest(a.mapWake())
	n.Soonest(a.state.Wake())
	n.Soonest(a.panels.Wake())
	n.Soonest(a.recording.Wake())
	n.Soonest(a.division.Wake())
	n.Soonest(a.toasts.Wake())
	n.Soonest(a.story.Wake())
	n.Soonest(a.guideWake())
	n.Soonest(a.memory.Wake())
	return n
}

// Took reports how long it took to show the last picture. The quality of later pictures depends on it.
func (a *App) Took(d time.Duration) { a.stage.Took(d) }

// resize sets the size of the window.
func (a *App) resize(e Resize) {
	if a.screen.Resize(e.Width, e.Height, e.Scale) {
		a.rescale()
	}
}

// rescale updates all sizes to the window, its screen and the user's zoom.
func (a *App) rescale() {
	if a.screen.Width == 0 {
		return
	}
	a.reframe(true)
	a.stage.Moved()
	a.stale = true
}

// reframe updates the part of the window that is free of panels. The camera adapts at its next move to a pose. With fit, a camera that shows
// the whole city adapts immediately.
func (a *App) reframe(fit bool) {
	a.react() // the drawers have to follow the changes so far
	a.do(state.Resize{Aspect: a.screen.Aspect(), Frame: a.freeFrame(), Fit: fit})
}

// wideWindow is the width in points at which the city is placed between the legend and the map. In narrower windows it is behind them.
const wideWindow = 1000

// roomyWindow is the width in points at which space is reserved for the inspector even if nothing is selected.
const roomyWindow = 1200

// freeFrame returns the part of the window not covered by bars and drawers or, in wide windows, by the legend and the map.
func (a *App) freeFrame() scene.Frame {
	free := place.Free(a.screen.Size(), a.screen.Scale(), a.recording.ShowsBar(a.shownRecording()))
	w, h := float64(a.screen.Width), float64(a.screen.Height)
	gap := place.Between(a.screen.Size(), a.screen.Scale(), a.sides(), a.recording.ShowsBar(a.shownRecording()))
	left, right := float64(gap.Min.X), w-float64(gap.Max.X)
	if w >= wideWindow*a.screen.Scale() {
		left = max(left, float64(free.Min.X)+place.LegendWidth*a.screen.Scale())
		if a.budgets.open {
			left = max(left, float64(free.Min.X)+budgetspkg.BudgetsWidth*a.screen.Scale())
		}
		if (a.sides().Settings > 0 || a.budgets.open) && !a.legendIsFolded() { // the legend is beside them
			left += place.LegendWidth * a.screen.Scale()
		}
		right = max(right, place.MapWidth*a.screen.Scale())
		if a.state.Selection != "" || w >= roomyWindow*a.screen.Scale() { // keep the selection visible beside the inspector
			right = max(right, place.InspectorWidth*a.screen.Scale())
		}
	}
	free.Min.Y += a.whatIfHeight(left, w-right, free, gap)
	return scene.Frame{Left: 2*left/w - 1, Right: 1 - 2*right/w, Top: 1 - 2*float64(free.Min.Y)/h, Bottom: 1 - 2*float64(free.Max.Y)/h}
}
