package render

import (
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/whatif"
	"memcity/render/prefs"
	"memcity/render/store"
)

// restore shows the recording as the user left it.
func (a *App) restore(v prefs.View) {
	a.store.Do(state.Recall{Window: v.Window, Begun: v.Begun, Marks: v.Marks, Notes: v.Notes, Removals: a.recalled(v.Removals)})
	a.budgets.Recall(v.Rules)
	if v.Point != nil {
		a.store.Do(state.GoTo{Point: *v.Point})
		a.store.Opened.Pointed = true
	}
	for _, key := range append(v.More, v.Selection) {
		if key != "" {
			a.store.Do(state.Select{Key: key, Add: true})
		}
	}
	if v.Isolated {
		a.store.Do(state.ToggleIsolate{})
	}
	if v.Camera != nil {
		a.store.Do(state.Look{From: v.Camera.Camera(a.store.State.Bounds)})
	}
}

// recalled returns the given removals, or nil if nothing can be removed from the recording.
func (a *App) recalled(removals []whatif.Removal) []whatif.Removal {
	if a.cityscape.WhyNoRemovals() != "" {
		return nil
	}
	return removals
}

// remember stores changes once the user pauses, and writes them in the background.
func (a *App) remember(now time.Duration) {
	if a.memory.Due(now) {
		a.noteAll()
		a.memory.Write()
	}
}

// noteAll notes the state of the window and the recording in the store.
func (a *App) noteAll() {
	m := a.memory
	m.Noted()
	s := &a.store.State
	m.Store().ChangeWindow(func(w *prefs.Window) {
		base := *w
		*w = prefs.Window{Place: a.memory.Place, Zoom: a.screen.Zoom, Presenter: a.screen.Presenter, Folder: base.Folder,
			Files: base.Files, Picture: base.Picture, Record: base.Record, Views: s.Views.Remembered(),
			Settings: a.windowSettings(base.Settings)}
		a.drawers.Remember(w)
	})
	if !m.Knows() || a.store.City == nil {
		return
	}
	secret := a.store.Opened.Secret
	v := prefs.View{Marks: store.Shareable(secret, s.Marks), Notes: store.Shareable(secret, s.Notes), Rules: a.budgets.Path()}
	if !a.store.Result.Contents && !secret.HasAny(append(s.More, s.Selection)) {
		v.Selection, v.More, v.Isolated = s.Selection, s.More, s.Isolated
	}
	if !a.store.Result.Contents && len(secret) == 0 { // removed groups were selected first
		v.Removals = s.Removals
	}
	if s.Point != a.store.UnlessLast(s.Points-1) {
		v.Point = &s.Point
	}
	if !s.Whole() {
		v.Window = &s.Window
	}
	v.Begun = s.Begun.Window
	if !s.AtHome() {
		if pose, ok := scene.PoseOf(s.Camera, s.Bounds); ok {
			v.Camera = &pose
		}
	}
	m.SetView(v)
}

// windowSettings returns the settings for the next recording. They exclude the chain of memory trees, which the user did not choose, and a
// grouping that has not been shown yet.
func (a *App) windowSettings(before scene.Settings) scene.Settings {
	s, r := a.store.State.Settings, &a.store.Result
	switch {
	case r.Grouped || r.Plan == nil:
		s = s.With(before.Grouping())
	case a.store.Opened.Number == r.Opening:
		shown := r.Request.Settings.Grouping()
		if shown.By == a.store.State.Settings.By {
			shown.By = a.store.State.ChosenChain()
		}
		s = s.With(shown)
	}
	return s
}

// openRecent opens a recent recording by its first path.
func (a *App) openRecent(path string) {
	for _, r := range a.memory.Store().Recent() {
		if len(r.Paths) > 0 && r.Paths[0] == path {
			a.Open(r.Paths...)
			return
		}
	}
	a.Open(path)
}

// SetPlace notes the position of the window on the screen for the next start.
func (a *App) SetPlace(p prefs.Place) { a.memory.SetPlace(p) }

// closeMemory writes pending changes and closes the memory.
func (a *App) closeMemory() {
	a.noteAll()
	a.memory.Close()
}
