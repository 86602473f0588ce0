package opening

import (
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/whatif"
	"memcity/render/prefs"
	"memcity/render/store"
)

// restore shows the recording as the user left it.
func (o *Opening) restore(v prefs.View) {
	o.Store.Do(state.Recall{Window: v.Window, Begun: v.Begun, Marks: v.Marks, Notes: v.Notes, Removals: o.recalled(v.Removals)})
	o.Budgets.Recall(v.Rules)
	if v.Point != nil {
		o.Store.Do(state.GoTo{Point: *v.Point})
		o.pointed = true
	}
	for _, key := range append(v.More, v.Selection) {
		if key != "" {
			o.Store.Do(state.Select{Key: key, Add: true})
		}
	}
	if v.Isolated {
		o.Store.Do(state.ToggleIsolate{})
	}
	if v.Camera != nil {
		o.Store.Do(state.Look{From: v.Camera.Camera(o.Store.State.Bounds)})
	}
}

// recalled returns the given removals, or nil if nothing can be removed from the recording.
func (o *Opening) recalled(removals []whatif.Removal) []whatif.Removal {
	if o.Cityscape.WhyNoRemovals() != "" {
		return nil
	}
	return removals
}

// Remember stores changes once the user pauses, and writes them in the background.
func (o *Opening) Remember(now time.Duration) {
	if o.Memory.Due(now) {
		o.NoteAll()
		o.Memory.Write()
	}
}

// NoteAll notes the state of the window and the recording in the store.
func (o *Opening) NoteAll() {
	m := o.Memory
	m.Noted()
	s := &o.Store.State
	m.Store().ChangeWindow(func(w *prefs.Window) {
		base := *w
		*w = prefs.Window{Place: o.Memory.Place, Zoom: o.Screen.Zoom, Presenter: o.Screen.Presenter, Folder: base.Folder,
			Files: base.Files, Picture: base.Picture, Record: base.Record, Views: s.Views.Remembered(),
			Settings: o.windowSettings(base.Settings)}
		o.Drawers.Remember(w)
	})
	if !m.Knows() || o.Store.City == nil {
		return
	}
	secret := o.Store.Opened.Secret
	v := prefs.View{Marks: store.Shareable(secret, s.Marks), Notes: store.Shareable(secret, s.Notes), Rules: o.Budgets.Path()}
	if !o.Store.Result.Contents && !secret.HasAny(append(s.More, s.Selection)) {
		v.Selection, v.More, v.Isolated = s.Selection, s.More, s.Isolated
	}
	if !o.Store.Result.Contents && len(secret) == 0 { // removed groups were selected first
		v.Removals = s.Removals
	}
	if s.Point != o.Store.UnlessLast(s.Points-1) {
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
func (o *Opening) windowSettings(before scene.Settings) scene.Settings {
	s, r := o.Store.State.Settings, &o.Store.Result
	switch {
	case r.Grouped || r.Plan == nil:
		s = s.With(before.Grouping())
	case o.Store.Opened.Number == r.Opening:
		shown := r.Request.Settings.Grouping()
		if shown.By == o.Store.State.Settings.By {
			shown.By = o.Store.State.ChosenChain()
		}
		s = s.With(shown)
	}
	return s
}

// OpenRecent opens a recent recording by its first path.
func (o *Opening) OpenRecent(path string) {
	for _, r := range o.Memory.Store().Recent() {
		if len(r.Paths) > 0 && r.Paths[0] == path {
			o.Open(trees.Baseline{}, r.Paths...)
			return
		}
	}
	o.Open(trees.Baseline{}, path)
}
