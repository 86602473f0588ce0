package render

import (
	"path/filepath"
	"time"

	"memcity/city/exchange"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/city/view/pods"
	"memcity/render/action"
	"memcity/render/recording"
)

// sync takes the results of the session and requests the results that the state needs.
func (a *App) sync(now time.Duration) {
	r := a.worker.Result()
	if r.Version != a.store.Result.Version {
		a.store.Stale = true
	}
	a.store.Result = r
	if r.Opening != a.store.Opened.Number && (r.Plan != nil || r.NoStates != "") {
		a.store.Opened.Number = r.Opening
		a.notices.Opened()
		a.start(r)
	}
	if r.Plan != nil && (a.store.City == nil || a.store.City.Plan != r.Plan) {
		a.store.Do(state.Extension(a.store.Series(), r.Plan.Series))
		whole, before := a.store.State.AtHome(), a.store.State.Bounds
		a.store.Do(state.Rebound{Bounds: r.Plan.Bounds(), Growing: a.store.Opened.Growing, Plan: r.Plan})
		if whole && a.store.City != nil && r.Live.Growing && a.store.State.Bounds != before { // the layout is new
			a.navigation.Fly(a.store.State.Home(), now)
		}
		a.store.Opened.Growing = !r.Whole
	}
	a.memory.Recall()
	if a.restorable() {
		left, _ := a.memory.View()
		a.restore(left)
	}
	a.followLink()
	a.beginPoint()
	a.requests.TakeBackGrouping()
	a.requests.TakeBackBaseline()
	a.requests.DeselectLost()
	a.watch.Report()
	a.requests.KeepPoints()
	a.requests.Want()
}

// restorable reports whether the remembered view can be restored in the current city.
func (a *App) restorable() bool {
	r := &a.store.Result
	return r.Whole && a.store.City != nil && a.store.Opened.Number == r.Opening && a.memory.HasView()
}

// start resets the view for a newly opened recording.
func (a *App) start(r exchange.Result) {
	settings := a.store.State.Settings
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
	fresh.Aspect, fresh.Frame, fresh.Views = a.store.State.Aspect, a.store.State.Frame, a.store.State.Views.Reopened()
	if a.store.State.Division == scene.ByFate || a.store.State.Division == scene.ByAge || a.store.State.Division == scene.ByUse {
		fresh.Division = a.store.State.Division
	}
	if fresh.Baseline = r.Request.Baseline; !fresh.Baseline.Paths.Empty() {
		fresh.Division = scene.ByBaseline
	}
	if a.store.Events = nil; r.NoStates != "" {
		a.store.Events = &scene.Plan{Series: trees.NewSeries(nil)}
		fresh = state.Step(fresh, state.Show{View: view.That(view.HeapOverTime)})
	}
	a.store.State, a.store.City, a.store.Opened.Growing, a.store.Opened.Begun, a.store.Opened.Pointed, a.store.Opened.Seeks = fresh, nil, false, false, false, false
	if a.screen.Width > 0 {
		a.store.State.Frame = a.navigation.FreeFrame() // drawers may have changed since it was last set
	}
	a.requests.Opened(settings, r.Request.Baseline)
	a.podsShown, a.store.Opened.Secret = pods.Latest{}, nil
	a.store.Opened.Paths = a.memory.Opened(r.Name)
	if a.drawers.Exercise() != "" {
		a.notices.Toast("This is an exercise. " + a.keyLabel(action.PanelHelp) + " shows its question, and hints one at a time.")
	}
	a.drawers.Opened()
	a.budgets.Opened()
	a.watch.Opened()
	a.recording.Opened(recording.ShownIn(a.store))
	a.stage.Moved()
}

// takeJobs applies the results of background jobs and shows their messages.
func (a *App) takeJobs() {
	results, messages := a.jobs.Take()
	for _, f := range results {
		f()
	}
	for _, text := range messages {
		a.notices.Toast(text)
	}
	if err := a.memory.Trouble(); err != nil {
		a.notices.Toast("Could not save settings: " + err.Error())
	}
	a.store.Stale = a.memory.Checked() || a.files.Browser.Changed() || a.store.Stale
}

// chooseFiles prompts for files and opens them.
func (a *App) chooseFiles() {
	a.files.Choose("Open recording", a.files.Folder(), func(paths []string) {
		a.memory.LookedIn(filepath.Dir(paths[0]))
		a.Open(paths...)
	})
}
