package render

import (
	"memcity/city/state"
	"memcity/render/cityscape"
	"memcity/render/drawers"
	"memcity/render/export"
	"memcity/render/files"
	"memcity/render/navigation"
	"memcity/render/notices"
	"memcity/render/opening"
	"memcity/render/pick"
	"memcity/render/pointer"
	"memcity/render/present"
	"memcity/render/recording"
	"memcity/render/requests"
	"memcity/render/rules"
	"memcity/render/source"
)

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

// exportHost returns the window as the host of the export controller.
func (a *App) exportHost() export.Host {
	return export.Host{Jobs: a.jobs, Memory: a.memory, Toast: a.notices.Toast, Blur: a.panels.Blur,
		SaveFile: a.files.Save, CopyImage: a.files.CopyImage, MakeContext: a.options.MakeContext}
}

// connect creates the controllers.
func (a *App) connect() {
	a.notices = notices.New(a.store)
	a.drawers = drawers.New(a.store, a.screen, a.memory)
	a.files = files.New(a.options.Files, a.memory, a.jobs, a.options.Wake)
	a.requests = requests.NewController(a.worker, a.store, a.notices, a.jobs)
	a.export = export.New(a.exportHost())
	a.source = source.New(a.options.Editor, a.jobs.Report)
	a.recording = recording.New(a.recordingHost())
	a.budgets = rules.NewBudgets(a.worker, a.store, a.notices, a.drawers, a.files, a.jobs, a.panels)
	a.watch = rules.NewWatch(a.worker, a.store, a.notices, a.drawers, a.memory, a.recording, a.panels)
	a.cityscape = cityscape.New(a.store, a.notices, a.drawers, a.requests, a.stage, a.options.Wake)
	a.pick = pick.New(a.store, a.screen, a.cityscape, a.stage, a.panels, a.recording)
	a.navigation = navigation.New(a.store, a.screen, a.drawers, a.recording, a.cityscape, a.pick, a.memory, a.stage)
	a.pointer = pointer.New(a.store, a.screen, a.drawers, a.cityscape, a.pick, a.navigation, a.stage, a.panels)
	a.opening, a.stories, a.steering = opening.New(opening.Parts{Worker: a.worker, Store: a.store, Screen: a.screen, Notices: a.notices,
		Drawers: a.drawers, Requests: a.requests, Cityscape: a.cityscape, Pick: a.pick, Navigation: a.navigation, Files: a.files, Budgets: a.budgets,
		Watch: a.watch, Recording: a.recording, Memory: a.memory, Jobs: a.jobs, Stage: a.stage, Panels: a.panels, Copy: a.options.Copy,
		Wake: a.options.Wake})
	a.present = present.New(present.Parts{Store: a.store, Screen: a.screen, Notices: a.notices, Drawers: a.drawers, Requests: a.requests,
		Cityscape: a.cityscape, Pick: a.pick, Files: a.files, Budgets: a.budgets, Recording: a.recording, Export: a.export,
		Stories: a.stories, Steering: a.steering, Memory: a.memory, Stage: a.stage, Panels: a.panels, Demos: a.options.Demos,
		NoEditor: a.source.Why(), CanRecord: a.options.Recorder != nil})
}
