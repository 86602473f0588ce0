package render

import (
	"context"
	"io"
	"time"

	"memcity/assets"
	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/pods"
	"memcity/render/browse"
	"memcity/render/camera"
	"memcity/render/describe"
	"memcity/render/division"
	"memcity/render/export"
	"memcity/render/finder"
	"memcity/render/jobs"
	"memcity/render/memory"
	"memcity/render/picture"
	"memcity/render/prefs"
	"memcity/render/recording"
	"memcity/render/requests"
	"memcity/render/scenes"
	"memcity/render/stage"
	"memcity/render/toast"
	"memcity/render/typeset"
	"memcity/render/ui"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Options wire an [App] to the program.
type Options struct {
	Settings scene.Settings
	Demos    []model.Demo

	// Start starts the worker that reads and computes; it calls notify from any goroutine when its result has changed.
	Start func(notify func()) Worker

	// Wake is called from any goroutine when [App.Frame] has something new to do. It must not block.
	Wake func()
	// Copy puts text on the clipboard, Paste takes it from there. Either may be nil.
	Copy  func(text string)
	Paste func() string
	// Files prompts for files and copies pictures; what is nil is not offered.
	Files Files
	// Memory keeps what the window remembers; nil for nothing. Warnings about it are shown at the start.
	Memory   *prefs.Store
	Warnings []string
	// SystemFonts lets names fall back to fonts of the system, for scripts that the bundled ones lack.
	SystemFonts bool
	// MakeContext gives pictures a context of their own, on another thread; nil for one without a window, which only Linux
	// has.
	MakeContext picture.MakeContext
	// Recorder finds programs and records them; nil if that is not offered.
	Recorder recording.Recorder
	// Warm makes the start half a second longer in a software renderer, so that the first pictures are not late.
	Warm bool
	// Did is called after every step of the work of panels, on their goroutine; nil for nothing.
	Did func(widget.Step)
	// Survive lets the window go on after a panic in a panel, which shows the fault then.
	Survive bool
	// NoImages lays out panels but paints none, which saves most of the time of a test off screen.
	NoImages bool
}

// Worker opens recordings and makes plans, without ever letting the caller wait. city/session has the real one.
type Worker interface {
	// Open opens files and folders, or a bundled recording by its name after "demo:", in place of what is open.
	Open(paths []string, req exchange.Request)
	// Want requests another plan of what is open.
	Want(req exchange.Request)
	// Request says what else is to be known of it, in place of what was requested before.
	Request(request query.Request)
	// SetRules sets the rules that watch a recording that grows, in place of those before; Rearm lets one fire again.
	SetRules(rules []budget.Rule)
	Rearm(rule budget.Rule)
	// Keep names GC points of the recording that are not thinned out, by their number in it.
	Keep(points []int)
	// Save writes what is open, with all that has come by now, as of a recording that comes from no file: a native trace or,
	// of one that comes grouped, a new folder of memory trees. File makes a file, whole or not at all, and the folders above
	// it. It reads every heap state, and may be called from any goroutine.
	Save(ctx context.Context, path string, file func(path string, write func(io.Writer) error) error, report func(query.Progress)) error
	// Describe keeps the description of a data structure among the user's, and looks for data structures with it from now on.
	// Name is that of the type. File is where it was written; empty if it is known only until the program ends. It may be called
	// from any goroutine, once at a time.
	Describe(name, text string) (file string, err error)
	// Cancel ends the running work.
	Cancel()
	// Result returns what is finished and what is going on.
	Result() exchange.Result
	// Close ends all work.
	Close()
}

// App is the window's logic: state, session, scene and panels.
type App struct {
	options Options
	worker  Worker
	stage   *stage.Stage
	panels  *ui.UI

	state     state.State
	result    exchange.Result // newest that was taken in
	opened    opened
	requests  *requests.Requests
	working   working
	now       time.Duration // of the frame
	dismissed dismissed

	city        *scene.City // shown; nil while there is none
	events      *scene.Plan // an empty one while what is open has no heap states; else nil
	shownAs     scene.Settings
	pinned      *scene.Pins // that the city was made with; nil for none
	division    division.Division
	budgets     budgets
	highlighted spotlight
	sights      sights
	overview    minimap
	slices      describe.Slices
	podsShown   pods.Latest

	pressed string // the sign of the key pressed last, if that did something: it comes as text as well

	screen camera.Viewport
	flight camera.Flight

	pointer pointer

	help        helping
	drawers     drawers
	finder      finder.Finder
	memory      *memory.Memory
	jobs        *jobs.Jobs
	browser     *browse.Browser
	export      *export.Controller
	recording   *recording.Controller
	watch       watch
	awaited     *awaited // nil for none
	steering    steering
	story       scenes.Story
	pose        *scene.Pose // of the scene that is to be shown; nil for none
	storyPlayed bool        // at the last frame
	guide       guide
	toasts      toast.List
	spare       spareMemory
	stale       bool // the panels' model has to be made anew
	closing     bool
}

// opened is the recording that is shown.
type opened struct {
	number  int           // as the worker counts them; 0 before the first
	paths   []string      // that it was opened by
	begun   bool          // the view that it begins in was chosen
	pointed bool          // the GC point that it begins at was chosen
	growing bool          // the plan shown covers only the points read so far
	groups  *trees.Series // whose keys the selection has; nil until the recording is read
	secret  secretKeys
}

// dismissed are the problems that the user has put away.
type dismissed struct {
	warnings int  // the first ones
	errors   bool // those of what was requested last
}

// NewApp starts the logic. The OpenGL context must be current, and stay so on this thread.
func NewApp(options Options) (*App, error) {
	if options.Wake == nil {
		options.Wake = func() {}
	}
	a := &App{options: options, screen: camera.NewViewport(), flight: camera.NewFlight(), stale: true, jobs: jobs.New(options.Wake),
		memory: memory.New(options.Memory, options.Wake)}
	w := a.memory.Store().Window()
	a.drawers = rememberedDrawers(w)
	if a.screen.Presenter = w.Presenter; w.Zoom > 0 {
		a.screen.Zoom = w.Zoom
	}
	a.useBrowser()
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
	a.state = state.NewState(0, options.Settings)
	a.state.Views = rememberedViews(&w)
	for _, text := range options.Warnings {
		a.toast(text)
	}
	a.worker = options.Start(a.options.Wake)
	a.requests, a.export = requests.New(a.worker), export.New(a.exportHost())
	a.recording = recording.New(a.recordingHost())
	a.memory.CheckRecent()
	return a, nil
}

// Close ends the worker and frees everything.
func (a *App) Close() {
	a.recording.Close()
	a.jobs.Close()
	a.browser.Close()
	a.worker.Close()
	a.closeMemory()
	a.panels.Close()
	a.stage.Close()
}

// Closing reports whether the user requested the end of the program.
func (a *App) Closing() bool { return a.closing }

// Working reports whether something is being read or computed on the side.
func (a *App) Working() bool {
	r := a.worker.Result()
	return r.Busy || r.Results.Busy || a.stage.Pending.Load() > 0 || a.jobs.PendingBut(a.browser.Waiting()) || a.memory.Looking()
}

// quiet reports whether everything that was made on the side has been shown.
func (a *App) quiet() bool {
	return !a.Working() && !a.stale && !a.restorable() && !a.followable() && a.worker.Result().Version == a.result.Version && !a.stage.Waiting(a.panels.Frames())
}

// Title returns what the window is to be called.
func (a *App) Title() string {
	if a.result.Opening == 0 || a.result.Name == "" {
		return programName
	}
	return words.Printable(a.result.Name) + " – " + programName
}

const programName = "Memory City"

// Exposed reports that the window's picture was lost and has to be shown again.
func (a *App) Exposed() { a.stage.Exposed = true }

// State returns the view state.
func (a *App) State() state.State { return a.state }

// City returns the city shown; nil while there is none.
func (a *App) City() *scene.City { return a.city }

// Results returns what is known of what the view shows in addition to the city, for tests.
func (a *App) Results() query.Results { return a.result.Results }

// Panels returns the panels, for tests and scripts.
func (a *App) Panels() *ui.UI { return a.panels }

// Open opens files and folders as one recording, or a bundled recording by its name after "demo:".
func (a *App) Open(paths ...string) {
	a.OpenWith(trees.Baseline{}, paths...)
}

// do is the only place where the state moves.
func (a *App) do(action state.Action) {
	before := a.state
	a.opened.secret.note(action, a.result.Contents)
	a.state = state.Step(a.state, action)
	if !idle(action, &before, &a.state) {
		a.changed(&before)
		a.announce(action, &before)
	}
	if _, step := action.(state.FollowGuide); step {
		a.followed()
	}
}

// idle reports whether an action that comes all the time, whatever the user does, changed nothing.
func idle(action state.Action, before, now *state.State) bool {
	switch action.(type) {
	case state.Tick:
		return before.Camera == now.Camera && before.Point == now.Point && before.Playing == now.Playing
	case state.HoverOver:
		return before.Hover == now.Hover
	}
	return false
}

// changed notes what a step makes necessary.
func (a *App) changed(before *state.State) {
	now := &a.state
	if now.Hover == before.Hover {
		a.memory.Changed()
	}
	if before.Camera != now.Camera {
		a.stage.Moved()
		a.pointer.hoverAt = a.pointer.inside
		if before.Bounds == now.Bounds && a.state.Hover == "" {
			return // the panels do not show the camera
		}
	}
	if now.Selection != before.Selection {
		a.selectionChanged()
	}
	if now.Hover != before.Hover || now.Selection != before.Selection {
		a.stage.Marked()
	}
	a.stale = true
}

// drain takes in what the panels and the session have to say.
func (a *App) drain(now time.Duration) {
	for _, e := range a.panels.Events() {
		a.panelEvent(e, now)
	}
}
