package render

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

// OpenWith opens files and folders as Open does, and a baseline to compare with. Rules of a rules file among the paths are checked on the
// recording. Given a story, it shows the first scene and opens the recording that the story names.
func (a *App) OpenWith(base trees.Baseline, paths ...string) {
	if i := slices.IndexFunc(paths, rules.IsFile); i >= 0 {
		a.budgets.Open(paths[i])
		paths = slices.DeleteFunc(slices.Clone(paths), rules.IsFile)
	}
	if i := slices.IndexFunc(paths, link.IsStory); i >= 0 {
		a.OpenStory(paths[i])
		return
	}
	if len(paths) == 0 {
		return
	}
	a.findStory(paths)
	a.awaited = nil
	a.budgets.Opening()
	division := a.store.State.Division
	if division == scene.ByBaseline {
		division = scene.Undivided
	}
	if !base.Paths.Empty() {
		division = scene.ByBaseline
	}
	a.store.Do(state.KeepBaseline{To: base, Division: division}) // stop comparing the current recording, unless the opening fails
	a.memory.Look(paths)
	a.notices.Renew()
	a.requests.Open(paths, exchange.Request{Settings: a.store.State.Settings, Baseline: base})
	a.store.Stale = true
}

// CompareWith opens files and folders as a baseline for the current recording.
func (a *App) CompareWith(paths ...string) {
	if len(paths) == 0 {
		return
	}
	if a.store.City == nil {
		a.notices.Toast("Open a recording first, then the baseline to compare it with.")
		return
	}
	a.store.Do(state.Show{View: state.CityView})
	a.store.Do(state.CompareWith{To: trees.Baseline{Paths: seq.Of(paths...), Shares: a.store.State.Baseline.Shares}})
}

// toggleBase switches the comparison with the baseline on or off. It prompts for a baseline if there is none.
func (a *App) toggleBase() {
	if a.store.State.Baseline.Paths.Empty() {
		a.chooseBase()
		return
	}
	a.store.Do(state.Divide{By: a.store.State.Division.Toggled(scene.ByBaseline)})
}

// chooseBase prompts for the files of a baseline.
func (a *App) chooseBase() {
	a.files.Choose("Compare "+a.store.Result.Name+" with", a.folderOfRecording(), func(paths []string) {
		a.memory.LookedIn(filepath.Dir(paths[0]))
		a.CompareWith(paths...)
	})
}

// folderOfRecording returns the folder of the open recording, where a baseline probably is. Otherwise it returns the folder last used.
func (a *App) folderOfRecording() string {
	if len(a.store.Opened.Paths) == 0 || !link.IsFile(a.store.Opened.Paths[0]) {
		return a.memory.Store().Window().Folder
	}
	return filepath.Dir(a.store.Opened.Paths[0])
}
