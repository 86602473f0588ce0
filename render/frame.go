package render

import (
	"fmt"
	"image"
	"time"

	"memcity/city/exchange"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/drawing"
	"memcity/render/stage"
	budgetspkg "memcity/render/ui/card/budgets"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// Next tells the driver when to call [App.Frame] again.
type Next struct {
	Now bool // at once; the picture is moving or being refined
	At  time.Duration
	Any bool // At is set; else only when an event comes or Wake was called
}

// Frame brings everything up to the time now and draws what changed. It reports whether there is a new picture to show,
// and when to come back. The size must have been told by a [Resize].
func (a *App) Frame(now time.Duration) (drawn bool, next Next, err error) {
	a.drain(now)
	a.takeErrands()
	a.keepRules()
	a.tendRecording(now)
	a.sync(now)
	a.walk(now)
	a.do(state.Tick{Now: now})
	a.makeRoom()
	a.refresh(now)
	a.searchAgain()
	a.pointAt()
	a.expireToasts(now)
	a.stale = a.stale || a.mapIsStale(now)
	a.show(now)
	a.want()
	a.request()
	if err := a.panels.Err(); err != nil {
		return false, Next{}, fmt.Errorf("panels: %w", err)
	}
	frames := a.panels.Frames()
	drawn, err = a.stage.Draw(a.view(frames), frames, a.state.Marks, now)
	a.takePicture()
	a.remember(now)
	return drawn, a.next(), err
}

// refresh makes the city value that the state asks for.
func (a *App) refresh(now time.Duration) {
	plan := a.result.Plan
	if plan == nil || a.opening != a.result.Opening || plan.Series.Len() == 0 {
		return
	}
	point := min(a.state.Point, plan.Series.Len()-1)
	compared := a.comparing.of(plan, &a.state, &a.result.Results)
	if a.state.Division == scene.ByCut {
		compared = a.cutting.of(plan, &a.state, &a.result.Results)
	}
	aged := a.aging.of(plan, &a.state, &a.result.Results)
	comparing, aging := a.comparing.waits(plan, &a.state, &a.result.Results, now), a.aging.waits(plan, &a.state, &a.result.Results, now)
	cutting := a.cutting.waits(plan, &a.state, &a.result.Results, now)
	if (comparing || aging || cutting) && a.city != nil && a.city.Plan == plan {
		point, compared, aged = a.city.Point, a.city.Compared, a.city.Aged
	}
	another := a.city == nil || a.city.Plan != plan || a.city.Point != point || a.city.Compared != compared || a.city.Aged != aged || !a.shownAs.SameLook(a.state.Settings)
	held := a.budgets.over(plan, &a.state, &a.result)
	another = another || a.city.Budgets != held
	base := a.city != nil && a.city.Plan.Series.Base() != plan.Series.Base()
	if another {
		a.city, a.shownAs = plan.At(point, a.state.Settings), a.state.Settings
		if compared != nil {
			a.city = plan.Compared(compared, a.state.Settings)
		}
		if aged != nil {
			a.city = plan.Aged(aged, a.state.Settings)
		}
		a.city.Budgets = held
		a.hovered = scene.Target{}
		a.hoverAt = a.pointer.inside
		a.stale = true
	}
	if spot := a.spotlight(); another || !spot.same(a.lit) {
		a.lit = spot
		a.stage.SetCity(spot.apply(a.city), motion(a.state.View == state.CityView && !a.state.Settings.ReducedMotion, base, a.result.Live), now, a.options.Wake)
	}
}

// motion is how one city becomes another.
func motion(smooth, base bool, live exchange.Live) stage.Change {
	switch {
	case !smooth:
		return stage.ChangeAtOnce
	case live.Growing || live.Ended || base:
		return stage.ChangePlan
	}
	return stage.ChangeInPlan
}

// pointAt finds what is under the pointer after the pointer or the city has moved.
func (a *App) pointAt() {
	if r := a.routes(); r != a.routeOf {
		a.routeOf, a.route, a.stale = r, 0, true
		a.hoverAt = a.hoverAt || a.pointer.inside
	}
	if !a.hoverAt || a.pointer.owner != nobody || a.overPanel || !a.pointer.inside {
		return
	}
	a.hoverAt = false
	target, at := a.pick(a.pointer.x, a.pointer.y)
	route, _ := a.pickRoute(a.pointer.x, a.pointer.y, target, at)
	if route > 0 {
		target = scene.Target{}
	}
	if target != a.hovered || route != a.route {
		a.hover(target)
		a.route, a.stale = route, true
	} else if a.state.Hover != "" || route > 0 {
		a.stale = true // the tooltip follows the pointer
	}
}

// show hands the panels a new model when it has changed.
func (a *App) show(now time.Duration) {
	if at, ok := a.panels.Wake(); ok && at <= now {
		a.panels.Tick(now)
	}
	if !a.stale || a.width == 0 {
		return
	}
	a.stale = false
	a.panels.Show(a.model(), image.Pt(a.width, a.height), a.scale)
}

// view is how the scene is seen now, beside panels.
func (a *App) view(panels []model.Frame) drawing.View {
	s := &a.state.Settings
	v := drawing.View{
		Width: a.width, Height: a.height, Scale: a.scale, Camera: a.state.Camera,
		Dark: s.Theme == scene.Dark, ColorBlind: s.ColorBlind, Labels: s.Labels, Tags: s.Labels,
		Covered: stage.Covered(panels),
	}
	if a.city == nil {
		return v
	}
	if a.state.View != state.CityView { // a panel stands in front
		v.Camera, v.Labels, v.Tags = stage.Skyward, false, false
		return v
	}
	v.Hover = a.hovered
	if a.overPanel { // a panel may point at a group
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

// selected returns what stands in the city of what is selected: the last and the others.
func (a *App) selected() (last scene.Target, also []scene.Target) {
	last = a.city.Plan.Find(a.state.Selection)
	for _, key := range a.state.More {
		if t := a.city.Plan.Find(key); t.Kind != scene.Nothing && t != last {
			also = append(also, t)
		}
	}
	return last, also
}

func (a *App) next() Next {
	if a.stage.Busy() || len(a.held) > 0 || a.state.Flying() || a.panels.Moving() {
		return Next{Now: true}
	}
	var n Next
	soonest := func(at time.Duration, ok bool) {
		if ok && (!n.Any || at < n.At) {
			n.At, n.Any = at, true
		}
	}
	soonest(a.state.Wake())
	soonest(a.panels.Wake())
	soonest(a.recordingWake())
	for _, w := range []*waiting{&a.comparing.wait, &a.aging.wait, &a.cutting.wait} {
		soonest(w.until, w.on && !w.late)
	}
	for _, t := range a.toasts {
		soonest(t.until, true)
	}
	soonest(a.memory.since+memoryPause, a.memory.changed)
	return n
}

// resize takes in the size of the window.
func (a *App) resize(e Resize) {
	if e.Width < 1 || e.Height < 1 {
		return // minimised
	}
	a.width, a.height, a.screenScale = e.Width, e.Height, max(e.Scale, 0.5)
	a.rescale()
}

// presenterScale makes everything larger for an audience.
const presenterScale = 1.5

// rescale brings all sizes up to date with the window, its screen, and the user's zoom.
func (a *App) rescale() {
	a.scale = a.screenScale * a.zoom
	if a.presenter {
		a.scale *= presenterScale
	}
	if a.width == 0 {
		return
	}
	a.reframe(true)
	a.stage.Moved()
	a.stale = true
}

// reframe tells the state which part of the window is free of panels. The camera follows when it is next moved to a
// pose; with fit, one that was left where the whole city is seen follows at once.
func (a *App) reframe(fit bool) {
	a.do(state.Resize{Aspect: float64(a.width) / float64(a.height), Frame: a.freeFrame(), Fit: fit})
}

// wideWindow is the width in points from which the city is placed beside the legend instead of behind it.
const wideWindow = 1000

// roomyWindow is the width in points from which room is kept for the inspector before anything is selected.
const roomyWindow = 1200

// freeFrame is the part of the window that bars, drawers and, in wide windows, the legend leave free.
func (a *App) freeFrame() scene.Frame {
	free := place.Free(image.Pt(a.width, a.height), a.scale, a.showsLive())
	w, h := float64(a.width), float64(a.height)
	beside := place.Between(image.Pt(a.width, a.height), a.scale, a.sides(), a.showsLive())
	left, right := float64(beside.Min.X), w-float64(beside.Max.X)
	if w >= wideWindow*a.scale {
		left = max(left, float64(free.Min.X)+place.LegendWidth*a.scale)
		if a.budgets.open {
			left = max(left, float64(free.Min.X)+budgetspkg.BudgetsWidth*a.scale)
		}
		if (a.sides().Settings > 0 || a.budgets.open) && !a.legendIsFolded() { // it stands beside them
			left += place.LegendWidth * a.scale
		}
		if a.state.Selection != "" || w >= roomyWindow*a.scale { // a selection is then seen beside its panel
			right = max(right, place.InspectorWidth*a.scale)
		}
	}
	free.Min.Y += a.roomAbove(left, w-right, free, beside)
	return scene.Frame{Left: 2*left/w - 1, Right: 1 - 2*right/w, Top: 1 - 2*float64(free.Min.Y)/h, Bottom: 1 - 2*float64(free.Max.Y)/h}
}
