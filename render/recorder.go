package render

import (
	"memcity/city/exchange"
	"memcity/city/link"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/export"
	"memcity/render/opening"
	"memcity/render/prefs"
	"memcity/render/recording"
)

// Record starts a program or attaches to one, and records it, as if the user had chosen that in the dialog.
func (a *App) Record(req exchange.RecordRequest) { a.recording.Record(req, "Starting…") }

// recordingHost returns the window as the host of the recording controller.
func (a *App) recordingHost() recording.Host {
	return recording.Host{
		Recorder: a.options.Recorder, Jobs: a.jobs, Memory: a.memory,
		Open: a.Open, Toast: a.notices.Toast, Wake: a.options.Wake, Blur: a.panels.Blur,
		Refresh:  func() { a.store.Stale = true },
		Reframe:  a.store.Relayout,
		Thaw:     func() { a.store.Do(state.Freeze{}) },
		SaveFile: a.files.Save, SaveRecording: a.worker.Save,
	}
}

// confirmClose closes the window. It prompts first if that would end a recording or a program.
func (a *App) confirmClose() { a.closing = a.recording.ConfirmClose() || a.closing }

// OpenRules reads a rules file in the background. Its rules are checked on the open recording, or on the one being opened.
func (a *App) OpenRules(path string) { a.budgets.Open(path) }

// OpenWith opens files and folders as Open does, and a baseline to compare with.
func (a *App) OpenWith(base trees.Baseline, paths ...string) { a.opening.Open(base, paths...) }

// OpenAt opens the recording of a link, with a baseline. It shows the link once the recording has been read.
func (a *App) OpenAt(base trees.Baseline, l link.Link) { a.opening.OpenAt(base, l) }

// CompareWith opens files and folders as a baseline for the current recording.
func (a *App) CompareWith(paths ...string) { a.opening.CompareWith(paths...) }

// Link returns a link to the current view; ok is false if no recording is open.
func (a *App) Link() (l link.Link, ok bool) { return a.opening.Link() }

// Steer handles another program's request to show a link; see [opening.Steering.Steer]. It may be called from any goroutine.
func (a *App) Steer(r link.Request, answer func(opening.Steered)) { a.steering.Steer(r, answer) }

// SetPlace notes the position of the window on the screen for the next start.
func (a *App) SetPlace(p prefs.Place) { a.memory.SetPlace(p) }

// exportHost returns the window as the host of the export controller.
func (a *App) exportHost() export.Host {
	return export.Host{Jobs: a.jobs, Memory: a.memory, Toast: a.notices.Toast, Blur: a.panels.Blur,
		SaveFile: a.files.Save, CopyImage: a.files.CopyImage, MakeContext: a.options.MakeContext}
}
