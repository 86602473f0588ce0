package render

import (
	"context"
	"errors"
	"time"

	"memcity/city/exchange"
	"memcity/render/jobs"
	"memcity/render/prefs"
	"memcity/render/ui/model"
	"memcity/words"
)

// Pace of looking, on the window's clock.
const (
	listEvery   = 3 * time.Second        // for programs that run
	statusEvery = 500 * time.Millisecond // how far the recording is
)

// recording is the dialog for recording, and the recording that the window makes. It belongs to the main goroutine.
type recording struct {
	open    bool
	choices model.RecordChoices
	folder  string // for recordings without a file of the user's

	programs []exchange.Program
	listed   bool
	unlisted string
	listAt   time.Duration

	line     string             // command line of the dialog that is being started; empty for none
	starting string             // what is being started; empty for nothing
	cancel   context.CancelFunc // gives that up
	fault    *exchange.RecordFault

	made     Recording   // nil before the first
	past     []Recording // that were made before; what was started for them may still run
	status   exchange.RecordStatus
	statusAt time.Duration
	busy     string // what it was told to do
	opened   bool   // its file was opened
	away     bool   // the bar of the one that ended was put away

	outputOpen bool
	asked      bool // whether it is to end with the window

	watch  watch
	saving saving
}

// recordStored are the choices that the last window left.
func recordStored(w prefs.Window) model.RecordChoices {
	c := model.RecordChoices{Options: w.Record.Options}
	if len(w.Record.Commands) > 0 {
		c.Command, c.Folder = w.Record.Commands[0].Line, w.Record.Commands[0].Folder
	}
	return c
}

// isRecording reports whether a recording of this window is under way.
func (a *App) isRecording() bool { return a.recording.made != nil && !a.recording.status.Ended }

// keepsProgram reports whether a program runs that ends with the window, as it was started here.
func (a *App) keepsProgram() bool {
	s := &a.recording.status
	return a.recording.made != nil && s.Started && !s.Exited
}

// showsLive reports whether the bar of a recording is shown.
func (a *App) showsLive() bool {
	r, in := &a.recording, &a.result.Live
	if r.away && (a.isShown() || in.Ended) {
		return false // it was put away, though what was recorded may not be read to its end yet
	}
	return r.made != nil && !r.away || in.Growing || in.Ended
}

// tendRecording looks after the dialog and the recording as time goes by.
func (a *App) tendRecording(now time.Duration) {
	r := &a.recording
	if r.open && r.choices.Way == model.RecordRunning && now >= r.listAt {
		r.listAt = now + listEvery
		a.listPrograms()
	}
	if !a.isRecording() && !a.keepsProgram() || now < r.statusAt {
		return
	}
	r.statusAt = now + statusEvery
	a.takeStatus()
}

// recordingWake is when tendRecording is to be called next.
func (a *App) recordingWake() (at time.Duration, ok bool) {
	r := &a.recording
	switch {
	case a.isRecording(), a.keepsProgram():
		return r.statusAt, true
	case r.open && r.choices.Way == model.RecordRunning:
		return r.listAt, true
	}
	return 0, false
}

// Record starts a program or attaches to one and records it, as if the dialog had been asked to.
func (a *App) Record(wish exchange.RecordWish) { a.record(wish, "Starting…") }

func (a *App) record(wish exchange.RecordWish, what string) {
	r := &a.recording
	ctx, cancel := context.WithCancel(a.jobs.Context())
	started := a.jobs.Start(jobs.StartRecording, func() string {
		made, err := a.options.Recorder.Record(ctx, wish)
		a.jobs.Later(func() { a.started(wish, made, err) })
		return ""
	})
	if !started {
		cancel()
		return
	}
	r.starting, r.cancel, r.fault = what, cancel, nil
}

// started takes in what came of starting.
func (a *App) started(wish exchange.RecordWish, made Recording, err error) {
	r := &a.recording
	r.cancel()
	line := prefs.Command{Line: r.line, Folder: wish.Folder}
	r.line, r.starting, r.cancel = "", "", nil
	a.stale = true
	if err != nil {
		r.fault = nil
		if !errors.Is(err, context.Canceled) && !errors.As(err, &r.fault) {
			r.fault = &exchange.RecordFault{Text: err.Error()}
		}
		return
	}
	if line.Line != "" {
		a.rememberCommand(line)
	}
	a.forgetRecording()
	r.made, r.status = made, made.Status()
	r.open, r.opened, r.away, r.busy, r.outputOpen, r.asked, r.statusAt = false, false, false, "", false, false, 0
	r.choices.Options.Out = ""
	a.panels.Blur()
	a.reframe(true)
}

// takeStatus looks how far the recording is, and opens its file as soon as there is something to be seen.
func (a *App) takeStatus() {
	r := &a.recording
	before := r.status.Ended
	r.status = r.made.Status()
	a.stale = true
	if r.status.Points > 0 && !r.opened {
		r.opened = true
		a.Open(r.status.File)
	}
	if r.status.Ended && !before {
		r.busy = ""
		a.tellEnd()
	}
	r.asked = r.asked && (a.isRecording() || a.keepsProgram())
}

// forgetRecording lets go of a recording that has ended.
func (a *App) forgetRecording() {
	if r := &a.recording; r.made != nil {
		r.past = append(r.past, r.made)
		r.made, r.status = nil, exchange.RecordStatus{}
	}
}

// tellEnd says in a quiet word what was recorded.
func (a *App) tellEnd() {
	s := &a.recording.status
	if s.Points > 0 {
		a.toast("Recorded " + words.Points(s.Points) + " in " + words.Size(s.Size) + ": " + s.File)
		a.memory.Store().Touch("", s.File)
	}
}

// tellRecording tells the recording to do something, on the side.
func (a *App) tellRecording(what string, do func(Recording) error) {
	r := &a.recording
	if !a.isRecording() || r.busy != "" {
		return
	}
	made := r.made
	if a.jobs.Start(jobs.CommandRecording, func() string {
		err := do(made)
		a.jobs.Later(func() {
			r.busy, r.statusAt, a.stale = "", 0, true
		})
		if err != nil {
			return err.Error()
		}
		return ""
	}) {
		r.busy = what
	}
}

func (a *App) pointNow()      { a.tellRecording("analysing the heap…", Recording.Point) }
func (a *App) stopRecording() { a.tellRecording("stopping…", Recording.Stop) }

// showRecording opens the file of the recording again, after something else was opened.
func (a *App) showRecording() {
	if r := &a.recording; r.made != nil && r.status.Points > 0 {
		r.opened = true
		a.Open(r.status.File)
	}
}

// isShown reports whether the recording that the window makes is what it shows.
func (a *App) isShown() bool {
	r := &a.recording
	return r.made != nil && len(a.shown) == 1 && a.shown[0] == r.status.File && a.opening == a.result.Opening
}

// dismissLive puts the bar of a recording that has ended away.
func (a *App) dismissLive() {
	a.recording.away, a.recording.outputOpen = true, false
	a.reframe(true)
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// askToClose ends the window, after a question if that ends a recording or a program.
func (a *App) askToClose() {
	r := &a.recording
	if (a.isRecording() || a.keepsProgram()) && !r.asked {
		r.asked, r.away = true, false
		a.panels.Blur()
		a.stale = true
		return
	}
	a.closing = true
}

// endRecording ends what the window records, and waits for it.
func (a *App) endRecording() {
	a.giveUpStarting()
	a.forgetRecording()
	for _, made := range a.recording.past {
		_ = made.End() // there is nobody left to tell
	}
}

// liveModel is what the bar of a recording shows; nil if there is none.
func (a *App) liveModel() *model.Live {
	r := &a.recording
	if !a.showsLive() {
		return nil
	}
	l := &model.Live{Ours: r.made != nil && !r.away, Status: r.status, Busy: r.busy, Saving: r.saving.text(), OutputOpen: r.outputOpen, Input: a.result.Live}
	l.Shown = !l.Ours || a.isShown()
	if !l.Shown {
		l.Input = exchange.Live{}
	}
	return l
}

// recordCommand does what the dialog and the bar ask for; ok is false if that is something else.
func (a *App) recordCommand(c model.Command) (ok bool) {
	switch c {
	case model.ToggleRecord:
		a.toggleRecord()
	case model.CancelRecord:
		a.giveUpStarting()
	case model.ChooseRecordFile:
		a.chooseRecordFile()
	case model.PointNow:
		a.pointNow()
	case model.StopRecording:
		a.stopRecording()
	case model.SaveLive:
		a.saveLive()
	case model.CancelSave:
		a.cancelSave()
	case model.ShowLive:
		a.showRecording()
	case model.DismissLive:
		a.dismissLive()
	case model.ToggleOutput:
		a.recording.outputOpen = !a.recording.outputOpen
	case model.ToggleRules:
		a.toggleRules()
	case model.CloseAnyway:
		a.closing = true
	case model.StayOpen:
		a.recording.asked = false
	default:
		return false
	}
	return true
}

// escapeRecording closes what lies on top of the recording; ok is false if nothing does.
func (a *App) escapeRecording() (ok bool) {
	r := &a.recording
	switch {
	case r.asked:
		r.asked = false
	case r.open && r.starting != "":
		a.giveUpStarting()
	case r.open:
		a.toggleRecord()
	case r.outputOpen:
		r.outputOpen = false
	case r.watch.open:
		a.toggleRules()
	default:
		return false
	}
	return true
}
