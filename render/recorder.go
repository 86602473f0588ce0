package render

import (
	"memcity/city/exchange"
	"memcity/city/state"
	"memcity/render/recording"
)

// Record starts a program or attaches to one and records it, as if that had been chosen in the dialog.
func (a *App) Record(req exchange.RecordRequest) { a.recording.Record(req, "Starting…") }

// recordingHost is the window as the controller of recordings sees it.
func (a *App) recordingHost() recording.Host {
	return recording.Host{
		Recorder: a.options.Recorder, Jobs: a.jobs, Memory: a.memory,
		Open: a.Open, Toast: a.toast, Wake: a.options.Wake, Blur: a.panels.Blur,
		Refresh:  func() { a.stale = true },
		Reframe:  func() { a.reframe(true) },
		Thaw:     func() { a.do(state.Freeze{}) },
		SaveFile: a.options.Files.Save, SaveRecording: a.worker.Save,
	}
}

// shownRecording is the recording that is open, as the controller of recordings sees it.
func (a *App) shownRecording() *recording.Shown {
	r := &a.result
	return &recording.Shown{Name: r.Name, Paths: a.opened.paths, Current: a.opened.number == r.Opening, Grouped: r.Grouped, Live: r.Live}
}

// waits reports whether a recording of this window has no GC point yet. What was open before is not shown meanwhile: it would pass for
// what is recorded.
func (a *App) waits() bool { return a.recording.Waits() }

// confirmClose ends the window, after a prompt if that ends a recording or a program.
func (a *App) confirmClose() { a.closing = a.recording.ConfirmClose() || a.closing }
