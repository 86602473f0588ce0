package render

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"memcity/assets"
	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/link"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/browse"
	"memcity/render/camera"
	"memcity/render/cityscape"
	"memcity/render/describe"
	"memcity/render/drawers"
	"memcity/render/export"
	"memcity/render/files"
	"memcity/render/jobs"
	"memcity/render/memory"
	"memcity/render/navigation"
	"memcity/render/notices"
	"memcity/render/opening"
	"memcity/render/pick"
	"memcity/render/picture"
	"memcity/render/pointer"
	"memcity/render/prefs"
	"memcity/render/present"
	"memcity/render/recording"
	"memcity/render/requests"
	"memcity/render/rules"
	"memcity/render/source"
	"memcity/render/stage"
	"memcity/render/store"
	"memcity/render/typeset"
	"memcity/render/ui"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/trace/guard"
	"memcity/words"
)

// Options connects an [App] to the rest of the program.
type Options struct {
	Settings scene.Settings
	Demos    []model.Demo

	// Start starts the worker, which reads and computes. The worker calls notify from any goroutine when its result has changed.
	Start func(notify func()) Worker

	// Wake is called from any goroutine when [App.Frame] has new work. It must not block.
	Wake func()
	// Copy writes text to the clipboard and Paste reads it. Either may be nil.
	Copy  func(text string)
	Paste func() string
	// Files contains the file dialogs and the copying of pictures. Its functions may be nil.
	Files files.Dialogs
	// Memory stores what the window remembers; nil for nothing. Warnings lists problems with it, shown at startup.
	Memory   *prefs.Store
	Warnings []string
	// FullScreen switches between full screen and window; nil disables it.
	FullScreen func()
	// SystemFonts enables system fonts for scripts that the bundled fonts lack.
	SystemFonts bool
	// MakeContext creates an OpenGL context for drawing pictures on another thread; nil for one without a window, which only Linux supports.
	MakeContext picture.MakeContext
	// Recorder finds and records programs; nil disables recording.
	Recorder recording.Recorder
	// Editor opens source lines for the user.
	Editor source.Editor
	// Warm draws with each shader once at startup, so that the first pictures are not late. It costs half a second with a software renderer.
	Warm bool
	// Did is called after each step of work in panels, on their goroutine; nil for none.
	Did func(widget.Step)
	// Survive keeps the window open after a panic in a panel. The panel then shows the fault.
	Survive bool
	// NoImages lays out panels without painting them. This saves most of the time of an offscreen test.
	NoImages bool
}

// Worker opens recordings and makes plans. It never blocks its caller. The implementation is in city/session.
type Worker interface {
	// Open opens files and folders in place of the current recording. "demo:" and a name opens a bundled recording.
	Open(paths []string, req exchange.Request)
	// Want requests another plan of the open recording.
	Want(req exchange.Request)
	// Request replaces the queries about the open recording.
	Request(request query.Request)
	// SetRules replaces the rules that watch a live recording. Rearm lets a rule fire again.
	SetRules(rules []budget.Rule)
	Rearm(rule budget.Rule)
	// Keep protects GC points from being thinned out. They are given by their index in the recording.
	Keep(points []int)
	// Save writes the open recording as of now, if it comes from no file. It writes a native trace, or a new folder of memory trees if the
	// recording came grouped. The given function file creates a file completely or not at all, with its parent folders. Save reads every
	// heap state. It may be called from any goroutine.
	Save(ctx context.Context, path string, file func(path string, write func(io.Writer) error) error, report func(query.Progress)) error
	// Describe adds a description of a data structure to the user's own and uses it immediately. The given name is that of the type. The
	// result is the file it was written to; "" if it lasts only until the program ends. Describe may be called from any goroutine, but not
	// concurrently.
	Describe(name, text string) (file string, err error)
	// Cancel cancels the running work.
	Cancel()
	// Result returns the latest results and the work in progress.
	Result() exchange.Result
	// Close stops all work.
	Close()
}

// App implements the window. It connects the controllers: they read the store and act by [store.Store.Do], and App calls them in a fixed order.
type App struct {
	options Options
	worker  Worker
	stage   *stage.Stage
	panels  *ui.UI
	screen  *camera.Viewport
	store   *store.Store
	jobs    *jobs.Jobs
	memory  *memory.Memory
	pressed string // character of the last key that did something; it also arrives as text
	spare   spareMemory
	closing bool

	// The controllers, from bottom to top: each may use only the controllers above its line.
	notices    *notices.Notices
	drawers    *drawers.Drawers
	files      *files.Files
	requests   *requests.Controller
	export     *export.Controller
	source     *source.Controller
	recording  *recording.Controller
	cityscape  *cityscape.Cityscape
	pick       *pick.Pick
	navigation *navigation.Navigation
	budgets    *rules.Budgets
	watch      *rules.Watch
	opening    *opening.Opening
	stories    *opening.Stories
	steering   *opening.Steering
	pointer    *pointer.Pointer
	present    *present.Presenter
}

// NewApp creates the window's logic. The OpenGL context must be current on this thread, and stay current.
func NewApp(options Options) (*App, error) {
	if options.Wake == nil {
		options.Wake = func() {}
	}
	a := &App{options: options, store: &store.Store{Stale: true}, jobs: jobs.New(options.Wake),
		memory: memory.New(options.Memory, options.Wake)}
	w := a.memory.Store().Window()
	screen := camera.NewViewport()
	a.screen = &screen
	if a.screen.Presenter = w.Presenter; w.Zoom > 0 {
		a.screen.Zoom = w.Zoom
	}
	var err error
	var fonts *typeset.Fonts
	if options.SystemFonts {
		fonts = typeset.System(assets.InterMedium, a.options.Wake)
	}
	if a.stage, err = stage.New(fonts, options.Warm); err != nil {
		return nil, err
	}
	if a.panels, err = ui.New(widget.Options{Notify: a.options.Wake, SystemFonts: options.SystemFonts, Survive: options.Survive,
		NoImages: options.NoImages, Did: options.Did}); err != nil {
		a.stage.Close()
		return nil, err
	}
	a.store.State = state.NewState(0, options.Settings)
	a.store.State.Views = w.Views
	a.worker = options.Start(a.options.Wake)
	a.connect()
	for _, text := range options.Warnings {
		a.notices.Toast(text)
	}
	a.memory.CheckRecent()
	return a, nil
}

// Close stops the worker and frees all resources.
func (a *App) Close() {
	a.recording.Close()
	a.jobs.Close()
	a.files.Browser.Close()
	a.worker.Close()
	a.opening.NoteAll()
	a.memory.Close()
	a.panels.Close()
	a.stage.Close()
}

// Closing reports whether the user asked to quit.
func (a *App) Closing() bool { return a.closing }

// Working reports whether reading or computing is in progress in the background.
func (a *App) Working() bool {
	r := a.worker.Result()
	return r.Busy || r.Results.Busy || a.stage.Pending.Load() > 0 || a.jobs.PendingBut(a.files.Browser.Waiting()) || a.memory.Looking()
}

// quiet reports whether all background work is done and its results are shown.
func (a *App) quiet() bool {
	return !a.Working() && !a.store.Stale && !a.opening.Restorable() && !a.opening.Followable() && a.worker.Result().Version == a.store.Result.Version && !a.stage.Waiting(a.panels.Frames())
}

// Title returns the title of the window.
func (a *App) Title() string {
	if a.store.Result.Opening == 0 || a.store.Result.Name == "" {
		return programName
	}
	return words.Printable(a.store.Result.Name) + " – " + programName
}

const programName = "Memory City"

// Exposed reports that the window's picture was lost, so that it is shown again.
func (a *App) Exposed() { a.stage.Exposed = true }

// State returns the view state.
func (a *App) State() state.State { return a.store.State }

// City returns the current city; nil while there is none.
func (a *App) City() *scene.City { return a.store.City }

// Results returns the results of the view's queries, for tests.
func (a *App) Results() query.Results { return a.store.Result.Results }

// Panels returns the panels, for tests and scripts.
func (a *App) Panels() *ui.UI { return a.panels }

// Browser returns the built-in file browser.
func (a *App) Browser() *browse.Browser { return a.files.Browser }

// Open opens files and folders as one recording. "demo:" and a name opens a bundled recording.
func (a *App) Open(paths ...string) {
	a.opening.Open(trees.Baseline{}, paths...)
}

// Record starts a program or attaches to one, and records it, as if the user had chosen that in the dialog.
func (a *App) Record(req exchange.RecordRequest) { a.recording.Record(req, "Starting…") }

// OpenRules reads a rules file in the background. Its rules are checked on the open recording, or on the one being opened.
func (a *App) OpenRules(path string) { a.budgets.Open(path) }

// OpenWith opens files and folders as one recording, and a baseline to compare with.
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

// confirmClose closes the window. It prompts first if that would end a recording or a program.
func (a *App) confirmClose() { a.closing = a.recording.ConfirmClose() || a.closing }

// drain handles the events of the panels, and lets the controllers react to each.
func (a *App) drain(now time.Duration) {
	for _, e := range a.panels.Events() {
		a.panelEvent(e, now)
		a.react()
	}
}

// survives reports whether an error is a panic, after which the window stays open. It shows the error and writes it to standard error.
func (a *App) survives(err error) bool {
	var p *guard.Panic
	if !errors.As(err, &p) {
		return false
	}
	guard.Report(os.Stderr, "", err)
	a.notices.Toast("This is a bug in memcity. Please report it with the output on standard error: " + err.Error())
	return true
}

// Describe returns a description of the window; see [present.Presenter.Describe].
func (a *App) Describe() describe.Description { return a.present.Describe() }

// Place returns where to click a control, a building or a district; see [present.Presenter.Place].
func (a *App) Place(name string) (x, y float64, err error) { return a.present.Place(name) }
