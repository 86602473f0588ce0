package recording

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/render/jobs"
	"memcity/render/memory"
	"memcity/render/prefs"
	"memcity/render/ui/model"
	"memcity/trace/guard"
	"memcity/words"
)

// Pace of looking, on the window's clock.
const (
	listEvery   = 3 * time.Second        // for programs that run
	statusEvery = 500 * time.Millisecond // how far the recording is
)

// Host is the window that a [Controller] works for. Functions are called on the goroutine of the window, but for SaveFile and
// SaveRecording.
type Host struct {
	Recorder Recorder // nil if programs cannot be recorded
	Jobs     *jobs.Jobs
	Memory   *memory.Memory

	Open    func(paths ...string)
	Toast   func(text string)
	Refresh func() // the model of the panels has changed
	Reframe func() // a bar came or went: the city is to be placed next to it
	Thaw    func() // what waits while the city is frozen is shown
	Blur    func() // no control has the focus any more
	Wake    func() // from any goroutine: there is something to refresh

	// SaveFile prompts for a file to write; nil if there is no dialog for that. It may wait.
	SaveFile func(ctx context.Context, folder, name string) (string, error)
	// SaveRecording writes the recording that is open, which comes from no file; see Save of the window's worker.
	SaveRecording func(ctx context.Context, path string, file func(path string, write func(io.Writer) error) error,
		report func(query.Progress)) error
}

// Shown is what the window shows of recordings.
type Shown struct {
	Name    string
	Paths   []string
	Current bool // nothing else is being opened
	Grouped bool // the recording consists of memory trees
	Live    exchange.Live
}

// Controller is the dialog for recording, and the recording that the window makes. It belongs to the goroutine of the window.
type Controller struct {
	host Host

	open    bool
	choices model.RecordChoices
	folder  string // for recordings without a file of the user's

	programs []exchange.Program
	listed   bool
	unlisted string
	listAt   time.Duration

	line     string             // command line of the dialog that is being started; empty for none
	starting string             // what is being started; empty for nothing
	cancel   context.CancelFunc // cancels that
	fault    *exchange.RecordFault

	made     Recording   // nil before the first
	past     []Recording // that were made before; what was started for them may still run
	status   exchange.RecordStatus
	statusAt time.Duration
	busy     string // what it is doing on request
	opened   bool   // its file was opened
	away     bool   // the bar of the one that ended was dismissed

	outputOpen bool
	confirming bool // whether it is to end with the window

	saving saving
}

// New returns a controller with the choices that the last window left.
func New(host Host) *Controller {
	w := host.Memory.Store().Window()
	c := &Controller{host: host, choices: model.RecordChoices{Options: w.Record.Options}}
	if len(w.Record.Commands) > 0 {
		c.choices.Command, c.choices.Folder = w.Record.Commands[0].Line, w.Record.Commands[0].Folder
	}
	return c
}

// IsRecording reports whether a recording of this window is under way.
func (c *Controller) IsRecording() bool { return c.made != nil && !c.status.Ended }

// keepsProgram reports whether a program runs that ends with the window, as it was started here.
func (c *Controller) keepsProgram() bool {
	s := &c.status
	return c.made != nil && s.Started && !s.Exited
}

// ShowsBar reports whether the bar of a recording is shown.
func (c *Controller) ShowsBar(shown *Shown) bool {
	in := &shown.Live
	if c.away && (c.Shows(shown) || in.Ended) {
		return false // it was put away, though what was recorded may not be read to its end yet
	}
	return c.made != nil && !c.away || in.Growing || in.Ended
}

// Tend looks after the dialog and the recording as time goes by.
func (c *Controller) Tend(now time.Duration) {
	if c.open && c.choices.Way == model.RecordRunning && now >= c.listAt {
		c.listAt = now + listEvery
		c.listPrograms()
	}
	if !c.IsRecording() && !c.keepsProgram() || now < c.statusAt {
		return
	}
	c.statusAt = now + statusEvery
	c.takeStatus()
}

// Wake is when Tend is to be called next.
func (c *Controller) Wake() (at time.Duration, ok bool) {
	switch {
	case c.IsRecording(), c.keepsProgram():
		return c.statusAt, true
	case c.open && c.choices.Way == model.RecordRunning:
		return c.listAt, true
	}
	return 0, false
}

// Record starts a program or attaches to one and records it, on the side. What it does is shown in the dialog.
func (c *Controller) Record(req exchange.RecordRequest, what string) {
	ctx, cancel := context.WithCancel(c.host.Jobs.Context())
	started := c.host.Jobs.Start(jobs.StartRecording, func() string {
		var made Recording
		err := guard.While("starting a recording", func() (err error) { made, err = c.host.Recorder.Record(ctx, req); return err })
		guard.Report(os.Stderr, "", err)
		c.host.Jobs.Later(func() { c.started(req, made, err) })
		return ""
	})
	if !started {
		cancel()
		return
	}
	c.starting, c.cancel, c.fault = what, cancel, nil
}

// started takes in what came of starting.
func (c *Controller) started(req exchange.RecordRequest, made Recording, err error) {
	c.cancel()
	line := prefs.Command{Line: c.line, Folder: req.Folder}
	c.line, c.starting, c.cancel = "", "", nil
	c.host.Refresh()
	if err != nil {
		c.fault = nil
		if !errors.Is(err, context.Canceled) && !errors.As(err, &c.fault) {
			c.fault = &exchange.RecordFault{Text: err.Error()}
		}
		return
	}
	if line.Line != "" {
		c.rememberCommand(line)
	}
	c.forget()
	c.made, c.status = made, made.Status()
	c.open, c.opened, c.away, c.busy, c.outputOpen, c.confirming, c.statusAt = false, false, false, "", false, false, 0
	c.choices.Options.Out = ""
	c.host.Blur()
	c.host.Reframe()
}

// takeStatus looks how far the recording is, and opens its file as soon as there is something to be seen.
func (c *Controller) takeStatus() {
	before := c.status.Ended
	c.status = c.made.Status()
	c.host.Refresh()
	if c.status.Points > 0 && !c.opened {
		c.opened = true
		c.host.Open(c.status.File)
	}
	if c.status.Ended && !before {
		c.busy = ""
		c.reportEnd()
	}
	c.confirming = c.confirming && (c.IsRecording() || c.keepsProgram())
}

// forget drops a recording that has ended.
func (c *Controller) forget() {
	if c.made != nil {
		c.past = append(c.past, c.made)
		c.made, c.status = nil, exchange.RecordStatus{}
	}
}

// reportEnd says in a short message what was recorded.
func (c *Controller) reportEnd() {
	s := &c.status
	if s.Points > 0 {
		c.host.Toast("Recorded " + words.Points(s.Points) + " in " + words.Size(s.Size) + ": " + s.File)
		c.host.Memory.Store().Touch("", s.File)
	}
}

// command lets the recording do something, on the side.
func (c *Controller) command(what string, do func(Recording) error) {
	if !c.IsRecording() || c.busy != "" {
		return
	}
	made := c.made
	if c.host.Jobs.Start(jobs.CommandRecording, func() string {
		err := guard.While(what, func() error { return do(made) })
		guard.Report(os.Stderr, "", err)
		c.host.Jobs.Later(func() {
			c.busy, c.statusAt = "", 0
			c.host.Refresh()
		})
		if err != nil {
			return err.Error()
		}
		return ""
	}) {
		c.busy = what
	}
}

// Point analyses the heap of the program that is recorded now; Stop ends the recording. Both work on the side.
func (c *Controller) Point() { c.command("analysing the heap…", Recording.Point) }

// Stop ends the recording.
func (c *Controller) Stop() { c.command("stopping…", Recording.Stop) }

// show opens the file of the recording again, after something else was opened.
func (c *Controller) show() {
	if c.made != nil && c.status.Points > 0 {
		c.opened = true
		c.host.Open(c.status.File)
	}
}

// Shows reports whether the recording that the window makes is what it shows.
func (c *Controller) Shows(shown *Shown) bool {
	return c.made != nil && len(shown.Paths) == 1 && shown.Paths[0] == c.status.File && shown.Current
}

// dismiss hides the bar of a recording that has ended.
func (c *Controller) dismiss() {
	c.away, c.outputOpen = true, false
	c.host.Thaw()
	c.host.Reframe()
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// ConfirmClose reports whether the window may close; else that ends a recording or a program, and a prompt is shown first.
func (c *Controller) ConfirmClose() (closes bool) {
	if (c.IsRecording() || c.keepsProgram()) && !c.confirming {
		c.confirming, c.away = true, false
		c.host.Blur()
		c.host.Refresh()
		return false
	}
	return true
}

// Confirming reports whether the prompt is shown that comes before closing.
func (c *Controller) Confirming() bool { return c.confirming }

// Close ends what the window records, and waits for it.
func (c *Controller) Close() {
	c.cancelStarting()
	c.forget()
	for _, made := range c.past {
		_ = made.End() // there is nobody left to notify
	}
}

// Waits reports whether it is shown that the recording has no GC point yet, or ended without one.
func (c *Controller) Waits() bool { return c.made != nil && !c.away && c.status.Points == 0 }

// Bar is what the bar of a recording shows; nil if there is none.
func (c *Controller) Bar(shown *Shown) *model.Live {
	if !c.ShowsBar(shown) {
		return nil
	}
	l := &model.Live{Ours: c.made != nil && !c.away, Status: c.status, Busy: c.busy, Saving: c.saving.text(), OutputOpen: c.outputOpen,
		Input: shown.Live}
	l.Shown = !l.Ours || c.Shows(shown)
	if !l.Shown {
		l.Input = exchange.Live{}
	}
	return l
}

// Opened takes over that the window shows another recording than before.
func (c *Controller) Opened(shown *Shown) {
	if c.away = false; !c.Shows(shown) && !c.IsRecording() {
		c.forget()
	}
}

// Command does what the dialog and the bar request; ok is false if that is something else.
func (c *Controller) Command(command model.Command, shown *Shown) (ok bool) {
	switch command {
	case model.ToggleRecord:
		c.Toggle()
	case model.CancelRecord:
		c.cancelStarting()
	case model.ChooseRecordFile:
		c.chooseFile()
	case model.PointNow:
		c.Point()
	case model.StopRecording:
		c.Stop()
	case model.SaveLive:
		c.save(shown)
	case model.CancelSave:
		c.cancelSave()
	case model.ShowLive:
		c.show()
	case model.DismissLive:
		c.dismiss()
	case model.ToggleOutput:
		c.outputOpen = !c.outputOpen
	case model.StayOpen:
		c.confirming = false
	default:
		return false
	}
	return true
}

// Escape closes what lies on top of the recording; ok is false if nothing does.
func (c *Controller) Escape() (ok bool) {
	switch {
	case c.confirming:
		c.confirming = false
	case c.open && c.starting != "":
		c.cancelStarting()
	case c.open:
		c.Toggle()
	case c.outputOpen:
		c.outputOpen = false
	default:
		return false
	}
	return true
}
