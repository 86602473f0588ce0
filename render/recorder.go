package render

import (
	"memcity/city/exchange"
	"memcity/city/state"
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
