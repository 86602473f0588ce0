package recording

import (
	"path/filepath"
	"slices"
	"strings"

	"memcity/city/exchange"
	"memcity/render/jobs"
	"memcity/render/prefs"
	"memcity/render/ui/model"
)

// Toggle opens or closes the dialog.
func (c *Controller) Toggle() {
	switch {
	case c.host.Recorder == nil:
		c.host.Toast("Recording programs is not supported here.")
		return
	case c.IsRecording():
		c.host.Toast("A recording is running. Stop it before you start another.")
		return
	}
	c.open = !c.open
	c.fault, c.listed, c.listAt = nil, false, 0
	if c.open {
		c.findFolder()
	} else {
		c.CancelStart()
	}
	c.host.Blur()
}

// findFolder determines the default folder for recordings, in the background.
func (c *Controller) findFolder() {
	c.host.Jobs.Start(jobs.FindRecordFolder, func() string {
		folder := c.host.Recorder.Folder()
		c.host.Jobs.Later(func() { c.folder = folder; c.host.Refresh() })
		return ""
	})
}

// CancelStart cancels the start of a recording, if one is in progress.
func (c *Controller) CancelStart() {
	if c.cancel != nil {
		c.cancel()
	}
}

// Set sets the choices of the dialog and stores them for the next window.
func (c *Controller) Set(choices model.RecordChoices) {
	choices.Options = choices.Options.Normal()
	c.choices = choices
	c.host.Memory.Store().ChangeWindow(func(w *prefs.Window) {
		w.Record.Options = choices.Options
		w.Record.Options.Out = "" // the next recording has another file
	})
	c.host.Memory.Changed()
}

// listPrograms updates the list of running programs in the background.
func (c *Controller) listPrograms() {
	c.host.Jobs.Start(jobs.ListPrograms, func() string {
		list, err := c.host.Recorder.Programs(c.host.Jobs.Context())
		c.host.Jobs.Later(func() {
			c.programs, c.listed, c.unlisted = list, true, ""
			if err != nil {
				c.unlisted = "Running programs cannot be listed: " + err.Error()
			}
			c.host.Refresh()
		})
		return ""
	})
}

// Start starts a program or attaches to one, as chosen in the dialog. It runs in the background.
func (c *Controller) Start(e model.StartRecord) {
	c.Set(e.Choices)
	req := exchange.RecordRequest{PID: e.PID, RecordOptions: e.Choices.Options}
	what := "Attaching to " + c.nameOf(e.PID) + "…"
	if e.PID == 0 {
		words, err := exchange.SplitCommand(e.Choices.Command)
		if err != nil {
			c.fault = &exchange.RecordFault{Text: err.Error()}
			return
		}
		req.Command, req.Folder = words, strings.TrimSpace(e.Choices.Folder)
		c.line = strings.TrimSpace(e.Choices.Command)
		what = "Starting " + filepath.Base(words[0]) + "…"
	}
	c.Record(req, what)
}

// nameOf returns the name of a listed program.
func (c *Controller) nameOf(pid int) string {
	if i := slices.IndexFunc(c.programs, func(p exchange.Program) bool { return p.PID == pid }); i >= 0 {
		return c.programs[i].Name
	}
	return "the program"
}

// rememberCommand moves a successful command line to the head of the stored ones.
func (c *Controller) rememberCommand(used prefs.Command) {
	c.host.Memory.Store().ChangeWindow(func(w *prefs.Window) { w.Record = w.Record.Used(used) })
	c.host.Memory.Changed()
}

// ChooseFile prompts for the file of the next recording.
func (c *Controller) ChooseFile() {
	if c.host.SaveFile == nil {
		return
	}
	folder := c.host.Memory.Store().Window().Folder
	c.host.Jobs.Start(jobs.ChooseRecordFile, func() string {
		path, err := c.host.SaveFile(c.host.Jobs.Context(), folder, "recording"+traceEnding)
		if path != "" && err == nil {
			c.host.Memory.LookedIn(filepath.Dir(path))
			c.host.Jobs.Later(func() { c.choices.Options.Out = path; c.host.Refresh() })
		}
		return jobs.TextOf(err)
	})
}

// OpenAddress opens a typed path, or an address to watch.
func (c *Controller) OpenAddress(text string) {
	c.open = false
	c.host.Open(text)
}

// Dialog returns the model of the dialog; nil while it is closed.
func (c *Controller) Dialog() *model.Record {
	if !c.open {
		return nil
	}
	m := &model.Record{RecordChoices: c.choices, Programs: c.programs, Listed: c.listed, Unlisted: c.unlisted, Starting: c.starting,
		Fault: c.fault, OutFolder: c.folder, NoSave: c.host.SaveFile == nil}
	for _, used := range c.host.Memory.Store().Window().Record.Commands {
		m.Commands = append(m.Commands, model.CommandLine(used))
	}
	return m
}
