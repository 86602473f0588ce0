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
	"memcity/render/store"
	"memcity/render/ui/model"
	"memcity/trace/guard"
	"memcity/words"
)

// Polling intervals, on the window's clock.
const (
	listEvery   = 3 * time.Second        // for running programs
	statusEvery = 500 * time.Millisecond // for the status of the recording
)

// Host connects a [Controller] to its window. Its functions are called on the window's goroutine, except SaveFile and SaveRecording.
type Host struct {
	Recorder Recorder // nil if programs cannot be recorded
	Jobs     *jobs.Jobs
	Memory   *memory.Memory

	Open    func(paths ...string)
	Toast   func(text string)
	Refresh func() // the panels' model has changed
	Reframe func() // a bar appeared or disappeared: place the city beside it
	Thaw    func() // Show what waits while the city is frozen
	Blur    func() // takes the focus from any control
	Wake    func() // refresh the window; may be called from any goroutine

	// SaveFile prompts for a file to write; nil if there is no dialog. It may block.
	SaveFile func(ctx context.Context, folder, name string) (string, error)
	// SaveRecording writes the open recording, which comes from no file; see Save of the window's worker.
	SaveRecording func(ctx context.Context, path string, file func(path string, write func(io.Writer) error) error,
		report func(query.Progress)) error
}

// Shown describes the open recording.
type Shown struct {
	Name    string
	Paths   []string
	Current bool // nothing else is being opened
	Grouped bool // the recording consists of memory trees
	Live    exchange.Live
}

// ShownIn returns the open recording of a store.
func ShownIn(s *store.Store) *Shown {
	r := &s.Result
	return &Shown{Name: r.Name, Paths: s.Opened.Paths, Current: s.Opened.Number == r.Opening, Grouped: r.Grouped, Live: r.Live}
}

// Controller manages the recording dialog and the recording made by the window. Use it only on the window's goroutine.
type Controller struct {
	host Host

	open    bool
	choices model.RecordChoices
	folder  string // folder for recordings without a file chosen by the user

	programs []exchange.Program
	listed   bool
	unlisted string
	listAt   time.Duration

	line     string             // command line being started from the dialog; "" for none
	starting string             // description of the recording being started; "" for nothing
	cancel   context.CancelFunc // cancels the start; nil if nothing is being started
	fault    *exchange.RecordFault

	made     Recording   // current recording; nil before the first
	past     []Recording // earlier recordings, whose programs may still run
	status   exchange.RecordStatus
	statusAt time.Duration
	busy     string // command in progress; "" for none
	opened   bool   // its file was opened
	away     bool   // the bar of an ended recording was dismissed

	outputOpen bool
	confirming bool // the prompt before closing is open

	saving saving
}

// New returns a controller with the stored choices of the last window.
func New(host Host) *Controller {
	w := host.Memory.Store().Window()
	c := &Controller{host: host, choices: model.RecordChoices{Options: w.Record.Options}}
	if len(w.Record.Commands) > 0 {
		c.choices.Command, c.choices.Folder = w.Record.Commands[0].Line, w.Record.Commands[0].Folder
	}
	return c
}

// IsRecording reports whether this window is recording a program.
func (c *Controller) IsRecording() bool { return c.made != nil && !c.status.Ended }

// keepsProgram reports whether a program started by this window is running. It ends with the window.
func (c *Controller) keepsProgram() bool {
	s := &c.status
	return c.made != nil && s.Started && !s.Exited
}

// ShowsBar reports whether the recording bar is visible.
func (c *Controller) ShowsBar(shown *Shown) bool {
	in := &shown.Live
	if c.away && (c.Shows(shown) || in.Ended) {
		return false // dismissed, though the file may not be read completely yet
	}
	return c.made != nil && !c.away || in.Growing || in.Ended
}

// Tend updates the dialog and the recording. Call it regularly.
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

// Wake returns when to call Tend next; ok is false if nothing is due.
func (c *Controller) Wake() (at time.Duration, ok bool) {
	switch {
	case c.IsRecording(), c.keepsProgram():
		return c.statusAt, true
	case c.open && c.choices.Way == model.RecordRunning:
		return c.listAt, true
	}
	return 0, false
}

// Record starts a program or attaches to one, and records it in the background. The dialog shows the given description.
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

// started handles the result of starting a recording.
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

// takeStatus updates the status of the recording. It opens the file once that has a GC point.
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

// forget drops an ended recording.
func (c *Controller) forget() {
	if c.made != nil {
		c.past = append(c.past, c.made)
		c.made, c.status = nil, exchange.RecordStatus{}
	}
}

// reportEnd shows a message about the completed recording.
func (c *Controller) reportEnd() {
	s := &c.status
	if s.Points > 0 {
		c.host.Toast("Recorded " + words.Points(s.Points) + " in " + words.Size(s.Size) + ": " + s.File)
		c.host.Memory.Store().Touch("", s.File)
	}
}

// command runs a command on the recording in the background.
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

// Point requests a GC point now. It runs in the background.
func (c *Controller) Point() { c.command("analyzing the heap…", Recording.Point) }

// Stop ends the recording. It runs in the background.
func (c *Controller) Stop() { c.command("stopping…", Recording.Stop) }

// Show opens the file of the recording again.
func (c *Controller) Show() {
	if c.made != nil && c.status.Points > 0 {
		c.opened = true
		c.host.Open(c.status.File)
	}
}

// Shows reports whether the window shows the recording that it makes.
func (c *Controller) Shows(shown *Shown) bool {
	return c.made != nil && len(shown.Paths) == 1 && shown.Paths[0] == c.status.File && shown.Current
}

// Dismiss hides the bar of an ended recording.
func (c *Controller) Dismiss() {
	c.away, c.outputOpen = true, false
	c.host.Thaw()
	c.host.Reframe()
}

// ConfirmClose reports whether the window may close. If that would end a recording or a program, it opens a prompt first.
func (c *Controller) ConfirmClose() (closes bool) {
	if (c.IsRecording() || c.keepsProgram()) && !c.confirming {
		c.confirming, c.away = true, false
		c.host.Blur()
		c.host.Refresh()
		return false
	}
	return true
}

// Confirming reports whether the prompt before closing is open.
func (c *Controller) Confirming() bool { return c.confirming }

// Close ends all recordings of the window and waits for them.
func (c *Controller) Close() {
	c.CancelStart()
	c.forget()
	for _, made := range c.past {
		_ = made.End() // there is nobody left to notify
	}
}

// Waits reports whether the recording has no GC point yet, or ended without one. It is false once dismissed.
func (c *Controller) Waits() bool { return c.made != nil && !c.away && c.status.Points == 0 }

// Bar returns the model of the recording bar; nil if there is none.
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

// Opened notes that the window shows another recording.
func (c *Controller) Opened(shown *Shown) {
	if c.away = false; !c.Shows(shown) && !c.IsRecording() {
		c.forget()
	}
}

// ToggleOutput shows or hides the output of the recorded program.
func (c *Controller) ToggleOutput() { c.outputOpen = !c.outputOpen }

// StayOpen closes the prompt before closing.
func (c *Controller) StayOpen() { c.confirming = false }

// Escape closes the topmost dialog or panel of the recording; ok is false if there is none.
func (c *Controller) Escape() (ok bool) {
	switch {
	case c.confirming:
		c.confirming = false
	case c.open && c.starting != "":
		c.CancelStart()
	case c.open:
		c.Toggle()
	case c.outputOpen:
		c.outputOpen = false
	default:
		return false
	}
	return true
}
