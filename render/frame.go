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
	a.store.Now = now
	a.drain(now)
	a.takeJobs()
	a.keepRules()
	a.recording.Tend(now)
	a.react()
	a.sync(now)
	a.flyByKeys(now)
	a.store.Do(state.Tick{Now: now})
	a.fitCityBelowWhatIf()
	a.react()
	a.refresh(now)
	a.beginView()
	a.begin()
	a.beginFound()
	a.drawers.JudgeChosen(now)
	a.drawers.SearchAgain()
	a.react()
	a.pointAt()
	a.followStory(now)
	a.react()
	a.store.Stale = a.notices.Expire(now) || a.store.Stale || a.mapIsStale(now)
	a.show(now)
	a.requests.Want()
	a.request()
	if err := a.panels.Err(); err != nil {
		return false, loop.Next{}, fmt.Errorf("panels: %w", err)
	}
	frames := a.panels.Frames()
	drawn, err = a.stage.Draw(a.view(frames), frames, a.store.State.Marks, now)
	a.takePicture()
	a.remember(now)
	if next = a.next(); !next.Now && !a.store.Result.Busy {
		a.giveBack()
	}
	return drawn, next, err
}

// refresh updates the city to the state.
func (a *App) refresh(now time.Duration) {
	plan := a.store.Result.Plan
	if plan == nil || a.store.Opened.Number != a.store.Result.Opening || plan.Series.Len() == 0 {
		return
	}
	point := min(a.store.State.Point, plan.Series.Len()-1)
	parts := a.division.Of(plan, &a.store.State, &a.store.Result.Results, now)
	compared, aged, used, versions, pinned := parts.Compared, parts.Aged, parts.Used, parts.Versions, parts.Pinned
	if parts.Waits && a.store.City != nil && a.store.City.Plan == plan {
		point, compared, aged, used, versions, pinned = a.store.City.Point, a.store.City.Compared, a.store.City.Aged, a.store.City.Used, a.store.City.Versions, a.pinned
	}
	another := a.store.City == nil || a.store.City.Plan != plan || a.store.City.Point != point || a.store.City.Compared != compared || a.store.City.Aged != aged ||
		a.store.City.Used != used || a.store.City.Versions != versions || a.pinned != pinned || !a.shownAs.SameLook(a.store.State.Settings)
	held := a.budgets.over(plan, &a.store.State, &a.store.Result)
	another = another || a.store.City.Budgets != held
	base := a.store.City != nil && a.store.City.Plan.Series.Baseline() != plan.Series.Baseline()
	if another {
		a.store.City, a.shownAs, a.pinned = plan.At(point, a.store.State.Settings), a.store.State.Settings, pinned
		if pinned != nil {
			look := a.opening(plan, pinned)
			a.store.City = plan.WithPins(pinned, a.store.State.Settings, look)
			a.lookAt(look, now)
		}
		if compared != nil {
			a.store.City = plan.Compared(compared, a.store.State.Settings)
		}
		if aged != nil {
			a.store.City = plan.Aged(aged, a.store.State.Settings)
		}
		if used != nil {
			a.store.City = plan.Used(used, a.store.State.Settings)
		}
		if versions != nil {
			a.store.City = plan.Versioned(versions, a.store.State.Settings)
		}
		a.store.City.Budgets = held
		a.pointer.hovered = scene.Target{}
		a.pointer.hoverAt = a.pointer.inside
		a.store.Stale = true
	}
	if spot := a.spotlight(now); another || !spot.same(a.highlighted) {
		a.highlighted = spot
		a.stage.SetCity(spot.apply(a.store.City), motion(a.store.State.View == state.CityView && !a.store.State.Settings.ReducedMotion, base, a.store.Result.Live),
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
		a.pointer.routeOf, a.pointer.route, a.store.Stale = r, 0, true
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
		a.pointer.route, a.store.Stale = route, true
	} else if a.store.State.Hover != "" || route > 0 || target.Kind == scene.OnBlock {
		a.store.Stale = true // the tooltip follows the pointer
	}
}

// show updates the panels if their model has changed.
func (a *App) show(now time.Duration) {
	if at, ok := a.panels.Wake(); ok && at <= now {
		a.panels.Tick(now)
	}
	if !a.store.Stale || a.screen.Width == 0 {
		return
	}
	a.store.Stale = false
	a.panels.Show(a.model(), a.screen.Size(), a.screen.Scale())
}

// view returns the view of the scene to draw, with the given panels in front.
func (a *App) view(panels []model.Frame) drawing.View {
	s := &a.store.State.Settings
	v := drawing.View{
		Width: a.screen.Width, Height: a.screen.Height, Scale: a.screen.Scale(), Camera: a.store.State.Camera,
		Dark: s.Theme == scene.Dark, ColorBlind: s.ColorBlind, Labels: s.Labels, Tags: s.Labels,
		Covered: stage.Covered(panels),
	}
	if a.store.City == nil {
		return v
	}
	if a.store.State.View != state.CityView || a.waits() { // a panel covers the scene
		v.Camera, v.Labels, v.Tags = stage.EmptySky, false, false
		return v
	}
	v.Hover = a.pointer.hovered
	if a.pointer.overPanel { // a panel may point at a group
		v.Hover = a.store.City.Plan.Find(a.store.State.Hover)
	}
	v.Selected, v.Also = a.store.Selected()
	if v.Routes = a.routes(); v.Routes != nil {
		v.Pointed = a.pointed(v.Routes, v.Hover)
	} else if v.Selected.Kind != scene.Nothing && s.References {
		v.References = a.stage.References(a.store.City, append([]scene.Target{v.Selected}, v.Also...), v.Hover)
	}
	return v
}

func (a *App) next() loop.Next {
	if a.stage.Moving() || a.flight.Flying() || a.store.State.Flying() {
		return loop.Next{Now: true}
	}
	var n loop.Next
	n.Soonest(a.stage.Wake())
	n.Soonest(a.sightWake())
	n.Soonest(a.mapWake())
	n.Soonest(a.store.State.Wake())
	n.Soonest(a.panels.Wake())
	n.Soonest(a.recording.Wake())
	n.Soonest(a.division.Wake())
	n.Soonest(a.notices.Wake())
	n.Soonest(a.story.Wake())
	n.Soonest(a.drawers.GuideWake())
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
	a.store.Stale = true
}

// reframe updates the part of the window that is free of panels. The camera adapts at its next move to a pose. With fit, a camera that shows
// the whole city adapts immediately.
func (a *App) reframe(fit bool) {
	a.react() // the drawers have to follow the changes so far
	a.store.Do(state.Resize{Aspect: a.screen.Aspect(), Frame: a.freeFrame(), Fit: fit})
}

// wideWindow is the width in points at which the city is placed between the legend and the map. In narrower windows it is behind them.
const wideWindow = 1000

// roomyWindow is the width in points at which space is reserved for the inspector even if nothing is selected.
const roomyWindow = 1200

// freeFrame returns the part of the window not covered by bars and drawers or, in wide windows, by the legend and the map.
func (a *App) freeFrame() scene.Frame {
	free := place.Free(a.screen.Size(), a.screen.Scale(), a.recording.ShowsBar(a.shownRecording()))
	w, h := float64(a.screen.Width), float64(a.screen.Height)
	gap := place.Between(a.screen.Size(), a.screen.Scale(), a.drawers.Sides(), a.recording.ShowsBar(a.shownRecording()))
	left, right := float64(gap.Min.X), w-float64(gap.Max.X)
	if w >= wideWindow*a.screen.Scale() {
		left = max(left, float64(free.Min.X)+place.LegendWidth*a.screen.Scale())
		if a.drawers.Budgets {
			left = max(left, float64(free.Min.X)+budgetspkg.BudgetsWidth*a.screen.Scale())
		}
		if (a.drawers.Sides().Settings > 0 || a.drawers.Budgets) && !a.drawers.LegendIsFolded() { // the legend is beside them
			left += place.LegendWidth * a.screen.Scale()
		}
		right = max(right, place.MapWidth*a.screen.Scale())
		if a.store.State.Selection != "" || w >= roomyWindow*a.screen.Scale() { // keep the selection visible beside the inspector
			right = max(right, place.InspectorWidth*a.screen.Scale())
		}
	}
	free.Min.Y += a.whatIfHeight(left, w-right, free, gap)
	return scene.Frame{Left: 2*left/w - 1, Right: 1 - 2*right/w, Top: 1 - 2*float64(free.Min.Y)/h, Bottom: 1 - 2*float64(free.Max.Y)/h}
}
