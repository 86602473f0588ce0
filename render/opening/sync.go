package opening

import (
	"path/filepath"
	"time"

	"memcity/city/exchange"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/render/action"
	"memcity/render/recording"
)

// Take takes the newest result of the worker, and shows the recording that it opened.
func (o *Opening) Take(now time.Duration) {
	r := o.Worker.Result()
	if r.Version != o.Store.Result.Version {
		o.Store.Stale = true
	}
	o.Store.Result = r
	if r.Opening != o.Store.Opened.Number && (r.Plan != nil || r.NoStates != "") {
		o.Store.Opened.Number = r.Opening
		o.Notices.Opened()
		o.start(r)
	}
	if r.Plan != nil && (o.Store.City == nil || o.Store.City.Plan != r.Plan) {
		o.Store.Do(state.Extension(o.Store.Series(), r.Plan.Series))
		whole, before := o.Store.State.AtHome(), o.Store.State.Bounds
		o.Store.Do(state.Rebound{Bounds: r.Plan.Bounds(), Growing: o.Store.Opened.Growing, Plan: r.Plan})
		if whole && o.Store.City != nil && r.Live.Growing && o.Store.State.Bounds != before { // the layout is new
			o.Navigation.Fly(o.Store.State.Home(), now)
		}
		o.Store.Opened.Growing = !r.Whole
	}
	o.Memory.Recall()
	if o.Restorable() {
		left, _ := o.Memory.View()
		o.restore(left)
	}
	o.follow()
	o.beginPoint()
}

// Restorable reports whether the remembered view can be restored in the current city.
func (o *Opening) Restorable() bool {
	r := &o.Store.Result
	return r.Whole && o.Store.City != nil && o.Store.Opened.Number == r.Opening && o.Memory.HasView()
}

// start resets the view for a newly opened recording.
func (o *Opening) start(r exchange.Result) {
	settings := o.Store.State.Settings
	kept := o.Store.State.ChosenChain()
	settings = settings.With(r.Grouping)
	if r.Grouped { // keep the user's chain for the next recording
		settings.By = kept
	}
	points := 0
	if r.Plan != nil {
		points = r.Plan.Series.Len()
	}
	fresh := state.NewState(points, settings)
	fresh.Aspect, fresh.Frame, fresh.Views = o.Store.State.Aspect, o.Store.State.Frame, o.Store.State.Views.Reopened()
	if o.Store.State.Division == scene.ByFate || o.Store.State.Division == scene.ByAge || o.Store.State.Division == scene.ByUse {
		fresh.Division = o.Store.State.Division
	}
	if fresh.Baseline = r.Request.Baseline; !fresh.Baseline.Paths.Empty() {
		fresh.Division = scene.ByBaseline
	}
	if o.Store.Events = nil; r.NoStates != "" {
		o.Store.Events = &scene.Plan{Series: trees.NewSeries(nil)}
		fresh = state.Step(fresh, state.Show{View: view.That(view.HeapOverTime)})
	}
	o.Store.State, o.Store.City, o.Store.Opened.Growing, o.begun, o.pointed, o.seeks = fresh, nil, false, false, false, false
	o.Drawers.Opened()
	if o.Screen.Width > 0 {
		o.Store.State.Frame = o.Navigation.FreeFrame() // drawers may have changed since it was last set
	}
	o.Requests.Opened(settings, r.Request.Baseline)
	o.Store.Opened.Secret = nil
	o.Store.Opened.Paths = o.Memory.Opened(r.Name)
	if o.Drawers.Exercise() != "" {
		o.Notices.Toast("This is an exercise. " + o.keyLabel(action.PanelHelp) + " shows its question, and hints one at a time.")
	}
	o.Budgets.Opened()
	o.Watch.Opened()
	o.Recording.Opened(recording.ShownIn(o.Store))
	o.Stage.Moved()
	o.Pick.Resting = true
}

// Choose prompts for files and opens them.
func (o *Opening) Choose() {
	o.Files.Choose("Open recording", o.Files.Folder(), func(paths []string) {
		o.Memory.LookedIn(filepath.Dir(paths[0]))
		o.Open(trees.Baseline{}, paths...)
	})
}
