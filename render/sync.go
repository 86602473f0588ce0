package render

import (
	"time"

	"memcity/city/exchange"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/city/view/pods"
	"memcity/render/finder"
)

// sync takes the results of the session and requests the results that the state needs.
func (a *App) sync(now time.Duration) {
	r := a.worker.Result()
	if r.Version != a.result.Version {
		a.stale = true
	}
	a.result = r
	if r.Opening != a.opened.number && (r.Plan != nil || r.NoStates != "") {
		a.opened.number = r.Opening
		a.dismissed.warnings = 0
		a.start(r)
	}
	if r.Plan != nil && (a.city == nil || a.city.Plan != r.Plan) {
		a.do(state.Extension(a.shownSeries(), r.Plan.Series))
		whole, before := a.state.AtHome(), a.state.Bounds
		a.do(state.Rebound{Bounds: r.Plan.Bounds(), Growing: a.opened.growing, Plan: r.Plan})
		if whole && a.city != nil && r.Live.Growing && a.state.Bounds != before { // the layout is new
			a.fly(a.state.Home(), now)
		}
		a.opened.growing = !r.Whole
	}
	a.memory.Recall()
	if a.restorable() {
		left, _ := a.memory.View()
		a.restore(left)
	}
	a.followLink()
	a.beginPoint()
	a.takeBack()
	a.takeBackBaseline()
	a.deselectLost()
	a.reportFired()
	a.keepPoints()
	a.want()
}

// restorable reports whether the remembered view can be restored in the current city.
func (a *App) restorable() bool {
	r := &a.result
	return r.Whole && a.city != nil && a.opened.number == r.Opening && a.memory.HasView()
}

// shownSeries returns the series of the current city; nil while there is none.
func (a *App) shownSeries() *trees.Series {
	if a.city == nil {
		return nil
	}
	return a.city.Plan.Series
}

// keepPoints protects the GC points of a live recording that the view refers to from being thinned out.
func (a *App) keepPoints() {
	r := &a.result
	if !r.Live.Growing || r.Plan == nil || a.opened.number != r.Opening {
		return
	}
	a.requests.Keep(a.state.Kept(r.Plan.Series))
}

// start resets the view for a newly opened recording.
func (a *App) start(r exchange.Result) {
	settings := a.state.Settings
	kept := settings.By
	settings = settings.With(r.Grouping)
	if r.Grouped { // keep the user's chain for the next recording
		settings.By = kept
	}
	points := 0
	if r.Plan != nil {
		points = r.Plan.Series.Len()
	}
	fresh := state.NewState(points, settings)
	fresh.Aspect, fresh.Frame, fresh.Views = a.state.Aspect, a.state.Frame, a.state.Views.Reopened()
	if a.state.Division == scene.ByFate || a.state.Division == scene.ByAge || a.state.Division == scene.ByUse {
		fresh.Division = a.state.Division
	}
	if fresh.Baseline = r.Request.Baseline; !fresh.Baseline.Paths.Empty() {
		fresh.Division = scene.ByBaseline
	}
	if a.events = nil; r.NoStates != "" {
		a.events = &scene.Plan{Series: trees.NewSeries(nil)}
		fresh = state.Step(fresh, state.Show{View: view.That(view.HeapOverTime)})
	}
	a.state, a.city, a.opened.growing, a.opened.begun, a.opened.pointed, a.opened.seeks = fresh, nil, false, false, false, false
	if a.screen.Width > 0 {
		a.state.Frame = a.freeFrame() // drawers may have changed since it was last set
	}
	a.requests.Opened(settings, r.Request.Baseline)
	a.finder, a.podsShown, a.opened.groups, a.opened.secret, a.drawers.chain = finder.Finder{}, pods.Latest{}, nil, nil, false
	a.opened.paths = a.memory.Opened(r.Name)
	a.reportExercise()
	a.watch.reported = nil
	a.beginGuide()
	a.beginBudgets()
	if r.Live.Growing {
		a.recallRules()
	}
	a.recording.Opened(a.shownRecording())
	a.stage.Moved()
}
