package render

import (
	"path/filepath"
	"slices"
	"strings"

	"memcity/city/exchange"
	"memcity/render/jobs"
	"memcity/render/prefs"
	"memcity/render/ui/model"
)

// toggleRecord opens or closes the dialog.
func (a *App) toggleRecord() {
	r := &a.recording
	switch {
	case a.options.Recorder == nil:
		a.toast("Programs cannot be recorded here.")
		return
	case a.isRecording():
		a.toast("A recording is running; stop it before another one begins.")
		return
	}
	r.open = !r.open
	r.fault, r.listed, r.listAt = nil, false, 0
	if r.open {
		a.findRecordFolder()
	} else {
		a.giveUpStarting()
	}
	a.panels.Blur()
}

// findRecordFolder finds out on the side where recordings go without a file of the user's.
func (a *App) findRecordFolder() {
	a.jobs.Start(jobs.FindRecordFolder, func() string {
		folder := a.options.Recorder.Folder()
		a.jobs.Later(func() { a.recording.folder, a.stale = folder, true })
		return ""
	})
}

// giveUpStarting ends what is being started.
func (a *App) giveUpStarting() {
	if r := &a.recording; r.cancel != nil {
		r.cancel()
	}
}

func (a *App) setRecord(c model.RecordChoices) {
	c.Options = c.Options.Normal()
	a.recording.choices = c
	a.memory.Store().ChangeWindow(func(w *prefs.Window) {
		w.Record.Options = c.Options
		w.Record.Options.Out = "" // the next recording is another file
	})
	a.memory.Changed()
}

// listPrograms looks on the side for programs that run.
func (a *App) listPrograms() {
	a.jobs.Start(jobs.ListPrograms, func() string {
		list, err := a.options.Recorder.Programs(a.jobs.Context())
		a.jobs.Later(func() {
			r := &a.recording
			r.programs, r.listed, r.unlisted = list, true, ""
			if err != nil {
				r.unlisted = "Programs that run cannot be listed: " + err.Error()
			}
			a.stale = true
		})
		return ""
	})
}

// startRecording starts or attaches to what was chosen, on the side.
func (a *App) startRecording(e model.StartRecord) {
	r := &a.recording
	a.setRecord(e.Choices)
	wish := exchange.RecordWish{PID: e.PID, RecordOptions: e.Choices.Options}
	what := "Attaching to " + r.nameOf(e.PID) + "…"
	if e.PID == 0 {
		words, err := exchange.SplitCommand(e.Choices.Command)
		if err != nil {
			r.fault = &exchange.RecordFault{Text: err.Error()}
			return
		}
		wish.Command, wish.Folder = words, strings.TrimSpace(e.Choices.Folder)
		r.line = strings.TrimSpace(e.Choices.Command)
		what = "Starting " + filepath.Base(words[0]) + "…"
	}
	a.record(wish, what)
}

// nameOf names a program that was listed.
func (r *recording) nameOf(pid int) string {
	if i := slices.IndexFunc(r.programs, func(p exchange.Program) bool { return p.PID == pid }); i >= 0 {
		return r.programs[i].Name
	}
	return "the program"
}

// rememberCommand puts a command line that worked at the head of those used before.
func (a *App) rememberCommand(c prefs.Command) {
	a.memory.Store().ChangeWindow(func(w *prefs.Window) { w.Record = w.Record.Used(c) })
	a.memory.Changed()
}

// chooseRecordFile asks for the file that the next recording is written to.
func (a *App) chooseRecordFile() {
	if a.options.Files.Save == nil {
		return
	}
	folder := a.memory.Store().Window().Folder
	a.jobs.Start(jobs.ChooseRecordFile, func() string {
		path, err := a.options.Files.Save(a.jobs.Context(), folder, "recording"+traceEnding)
		if path != "" && err == nil {
			a.memory.LookedIn(filepath.Dir(path))
			a.jobs.Later(func() { a.recording.choices.Options.Out, a.stale = path, true })
		}
		return textOf(err)
	})
}

// openAddress opens what was typed: a path, or an address to watch.
func (a *App) openAddress(text string) {
	a.recording.open = false
	a.Open(text)
}

// recordModel is what the dialog shows; nil while it is closed.
func (a *App) recordModel() *model.Record {
	r := &a.recording
	if !r.open {
		return nil
	}
	m := &model.Record{RecordChoices: r.choices, Programs: r.programs, Listed: r.listed, Unlisted: r.unlisted, Starting: r.starting,
		Fault: r.fault, OutFolder: r.folder, NoSave: a.options.Files.Save == nil}
	for _, c := range a.memory.Store().Window().Record.Commands {
		m.Commands = append(m.Commands, model.CommandLine(c))
	}
	return m
}
