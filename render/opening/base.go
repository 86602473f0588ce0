package opening

import (
	"path/filepath"
	"slices"

	"memcity/city/exchange"
	"memcity/city/link"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/rules"
)

// Open opens files and folders as one recording, and a baseline to compare with. Rules of a rules file among the paths are checked on the
// recording. Given a story, it shows the first scene and opens the recording that the story names.
func (o *Opening) Open(base trees.Baseline, paths ...string) {
	if i := slices.IndexFunc(paths, rules.IsFile); i >= 0 {
		o.Budgets.Open(paths[i])
		paths = slices.DeleteFunc(slices.Clone(paths), rules.IsFile)
	}
	if i := slices.IndexFunc(paths, link.IsStory); i >= 0 {
		o.stories.Open(paths[i])
		return
	}
	if len(paths) == 0 {
		return
	}
	o.stories.find(paths)
	o.stories.pose = nil // of a scene that was to be shown
	o.awaited = nil
	o.Budgets.Opening()
	division := o.Store.State.Division
	if division == scene.ByBaseline {
		division = scene.Undivided
	}
	if !base.Paths.Empty() {
		division = scene.ByBaseline
	}
	o.Store.Do(state.KeepBaseline{To: base, Division: division}) // stop comparing the current recording, unless the opening fails
	o.Memory.Look(paths)
	o.Notices.Renew()
	settings := o.Store.State.Settings
	settings.By = o.Store.State.ChosenChain()
	o.Requests.Open(paths, exchange.Request{Settings: settings, Baseline: base})
	o.Store.Stale = true
}

// CompareWith opens files and folders as a baseline for the current recording.
func (o *Opening) CompareWith(paths ...string) {
	if len(paths) == 0 {
		return
	}
	if o.Store.City == nil {
		o.Notices.Toast("Open a recording first, then the baseline to compare it with.")
		return
	}
	o.Store.Do(state.Show{View: state.CityView})
	o.Store.Do(state.CompareWith{To: trees.Baseline{Paths: seq.Of(paths...), Shares: o.Store.State.Baseline.Shares}})
}

// ToggleBaseline switches the comparison with the baseline on or off. It prompts for a baseline if there is none.
func (o *Opening) ToggleBaseline() {
	if o.Store.State.Baseline.Paths.Empty() {
		o.ChooseBaseline()
		return
	}
	o.Store.Do(state.Divide{By: o.Store.State.Division.Toggled(scene.ByBaseline)})
}

// ChooseBaseline prompts for the files of a baseline.
func (o *Opening) ChooseBaseline() {
	o.Files.Choose("Compare "+o.Store.Result.Name+" with", o.folder(), func(paths []string) {
		o.Memory.LookedIn(filepath.Dir(paths[0]))
		o.CompareWith(paths...)
	})
}

// folder returns the folder of the open recording, where a baseline probably is. Otherwise it returns the folder last used.
func (o *Opening) folder() string {
	if len(o.Store.Opened.Paths) == 0 || !link.IsFile(o.Store.Opened.Paths[0]) {
		return o.Memory.Store().Window().Folder
	}
	return filepath.Dir(o.Store.Opened.Paths[0])
}
