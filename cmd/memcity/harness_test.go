package main

import (
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/scene"
	"memcity/city/session"
	"memcity/city/state"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/window"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/headless/gltest"
	"memcity/render/ui/model"
)

// asProgram is the environment variable that makes the test binary run as the program.
const asProgram = "MEMCITY_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	testscript.Main(tests{m}, map[string]func(){"memcity": main})
}

// tests runs all tests with an empty settings folder.
type tests struct{ *testing.M }

func (m tests) Run() int { return runTests(m.M) }

// runTests runs all tests with an empty settings folder.
func runTests(m *testing.M) int {
	folder, err := os.MkdirTemp("", "memcity")
	if err == nil {
		err = os.Setenv("XDG_CONFIG_HOME", folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	return m.Run()
}

// Size of the window in tests, in pixels.
const (
	testWidth  = 1024
	testHeight = 700
)

// screen is an offscreen app that is driven like a window. Its methods end the test on an error.
type screen struct {
	*render.OffScreen
	t             *testing.T
	width, height int
}

// failure is the panic value with which methods end a test.
type failure string

func (w *screen) fatalf(format string, args ...any) { panic(failure(fmt.Sprintf(format, args...))) }

func (w *screen) check(err error) {
	if err != nil {
		w.fatalf("%v", err)
	}
}

var (
	windowJobs  = make(chan func())
	startWindow sync.Once
	shared      *screen // owned by the goroutine of windowJobs; nil before the first test and after a failed one
)

// inWindow runs f with a window that has no panels and draws the city only for pictures. Tests share the window and its thread, since compiling
// shaders and drawing are slow in software. f must not call t.Fatal or t.Skip.
func inWindow(t *testing.T, f func(w *screen)) {
	t.Helper()
	onWindowThread(t, func() {
		if shared == nil {
			options := testOptions()
			options.NoImages = os.Getenv(shots) == ""
			o, err := render.NewOffScreen(options, testWidth, testHeight, 1)
			if err != nil {
				panic(err)
			}
			o.DrawLate()
			shared = &screen{OffScreen: o}
		}
		w := shared
		shared = nil
		w.t = t
		w.reset()
		before := t.Failed()
		f(w)
		if t.Failed() && !before {
			w.Close()
			return
		}
		shared = w
	})
}

// inNewWindow runs f with a new window, which draws like one on a screen.
func inNewWindow(t *testing.T, options render.Options, f func(w *screen)) {
	t.Helper()
	onWindowThread(t, func() {
		if shared != nil { // a context is bound to its thread
			shared.Close()
			shared = nil
		}
		o, err := render.NewOffScreen(options, testWidth, testHeight, 1)
		if err != nil {
			panic(err)
		}
		defer o.Close()
		f(&screen{OffScreen: o, t: t, width: testWidth, height: testHeight})
	})
}

// onWindowThread runs f on the thread of windows and turns its panics into test failures.
func onWindowThread(t *testing.T, f func()) {
	t.Helper()
	startWindow.Do(func() { go windowThread() })
	outcome := make(chan any)
	windowJobs <- func() {
		defer func() {
			r := recover()
			if _, expected := r.(failure); r != nil && !expected {
				if _, isError := r.(error); !isError || strings.Contains(fmt.Sprint(r), "runtime error") {
					r = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
				}
			}
			outcome <- r
		}()
		f()
	}
	switch r := (<-outcome).(type) {
	case nil:
	case error: // no window
		if os.Getenv(gltest.Required) == "1" {
			t.Fatal(r)
		}
		t.Skip(r)
	default:
		t.Fatal(r)
	}
}

// windowThread runs jobs. A job that ends its goroutine, as by t.Fatal, starts a new thread for the next jobs. They would otherwise wait
// forever.
func windowThread() {
	runtime.LockOSThread()
	defer func() { go windowThread() }()
	for job := range windowJobs {
		job()
	}
}

// testOptions returns the program's options, with the synthetic recordings of the tests.
func testOptions() render.Options {
	options := window.Options(&cli.Definitions{})
	options.Start = func(notify func()) render.Worker {
		return testWorker{window.Worker{Session: session.New(notify, recording.Options{Open: cli.Opener}), Definitions: &cli.Definitions{}}}
	}
	return options
}

// testWorker also opens the synthetic recordings of the tests.
type testWorker struct{ window.Worker }

func (w testWorker) Open(paths []string, req exchange.Request) {
	if r, ok := testRecordings[paths[0]]; ok {
		w.Session.Open(r.open, req)
		return
	}
	w.Worker.Open(paths, req)
}

// reset restores the window to its initial state, except for the open recording.
func (w *screen) reset() {
	w.Send(render.FocusLost{})
	for _, b := range []render.Button{render.LeftButton, render.RightButton, render.MiddleButton} {
		w.Send(render.PointerButton{Button: b})
	}
	w.Send(render.PointerLeave{})
	w.resize(testWidth, testHeight, 1)
	w.App.Panels().Blur()
	w.flush()
	for _, id := range []model.ID{model.FilesP, model.ChainP, model.Help, model.SettingsP} {
		for w.App.Panels().Rect(id) != (image.Rectangle{}) {
			w.key("Escape", 0)
		}
	}
	for w.App.State().CanUndo() {
		w.Send(render.Key{Name: "Z", Down: true, Mods: action.Ctrl})
	}
	w.App.Do(state.Set{To: scene.DefaultSettings()}) // undo cannot restore the settings that the last recording was opened with
	w.flush()
}

func (w *screen) open(paths ...string) {
	w.App.Open(paths...)
	w.flush()
	if err := w.problem(); err != "" {
		w.fatalf("%v: %s", paths, err)
	}
	if w.App.City() == nil {
		w.fatalf("%v: no city", paths)
	}
}

// problem returns the text of the card with problems.
func (w *screen) problem() string {
	var lines []string
	for _, it := range w.items() {
		if it.Panel == model.Problems && it.Kind == "text" {
			lines = append(lines, it.Text)
		}
	}
	return strings.Join(lines, "\n")
}

// flush lets panels and worker finish while the clock stands still.
func (w *screen) flush() { w.check(w.Finish()) }

// wait advances the clock like in a window, including the work of panels and worker.
func (w *screen) wait(d time.Duration) {
	w.flush()
	w.check(w.Advance(d))
	w.flush()
}

func (w *screen) settle() { w.check(w.Settle()) }

func (w *screen) resize(width, height int, scale float64) {
	w.width, w.height = width, height
	w.Send(render.Resize{Width: width, Height: height, Scale: scale})
	w.flush()
}

// key presses and releases a key.
func (w *screen) key(name string, mods action.Mods) {
	w.Send(render.Key{Name: name, Down: true, Mods: mods})
	w.Send(render.Key{Name: name, Mods: mods})
	w.flush()
}

func (w *screen) move(x, y float64) {
	w.Send(render.PointerMove{X: x, Y: y})
	w.flush()
}

func (w *screen) press(b render.Button, x, y float64, mods action.Mods) {
	w.Send(render.PointerMove{X: x, Y: y})
	w.Send(render.PointerButton{Button: b, Down: true, X: x, Y: y, Mods: mods})
	w.flush()
}

func (w *screen) release(b render.Button, x, y float64) {
	w.Send(render.PointerButton{Button: b, X: x, Y: y})
	w.flush()
}

func (w *screen) click(x, y float64) {
	w.press(render.LeftButton, x, y, 0)
	w.release(render.LeftButton, x, y)
}

// drag presses at the first position, moves along the others and releases at the last.
func (w *screen) drag(b render.Button, mods action.Mods, way ...[2]float64) {
	w.press(b, way[0][0], way[0][1], mods)
	for _, p := range way[1:] {
		w.move(p[0], p[1])
	}
	last := way[len(way)-1]
	w.release(b, last[0], last[1])
}

func (w *screen) items() []model.Item { return w.App.Panels().Describe() }

// find returns a visible text or control of a panel.
func (w *screen) find(panel model.ID, kind, text string) (model.Item, bool) {
	for _, it := range w.items() {
		if it.Panel == panel && it.Kind == kind && it.Text == text {
			return it, true
		}
	}
	return model.Item{}, false
}

func (w *screen) item(panel model.ID, kind, text string) model.Item {
	it, ok := w.find(panel, kind, text)
	if !ok {
		w.fatalf("no %s %q in %s; there are:\n%s", kind, text, panel, w.texts(panel))
	}
	return it
}

// texts lists the items of a panel, one per line.
func (w *screen) texts(panel model.ID) string {
	var b strings.Builder
	for _, it := range w.items() {
		if it.Panel == panel {
			fmt.Fprintf(&b, "%s %s", it.Kind, it.Text)
			if it.Value != "" {
				fmt.Fprintf(&b, " = %s", it.Value)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func middle(r image.Rectangle) (x, y float64) {
	return float64(r.Min.X+r.Max.X) / 2, float64(r.Min.Y+r.Max.Y) / 2
}

// clickItem clicks in the middle of a control.
func (w *screen) clickItem(panel model.ID, kind, text string) {
	x, y := middle(w.item(panel, kind, text).Rect)
	w.click(x, y)
}

// focusOn presses Tab until a control has the focus.
func (w *screen) focusOn(panel model.ID, text string) {
	for range 120 {
		w.Send(render.Key{Name: "Tab", Down: true})
		w.check(w.App.Panels().Settle())
		i := slices.IndexFunc(w.items(), func(it model.Item) bool { return it.Focused })
		if i >= 0 && w.items()[i].Panel == panel && w.items()[i].Text == text {
			w.flush()
			return
		}
	}
	w.fatalf("Tab does not reach %q in %s", text, panel)
}

func (w *screen) state() state.State { return w.App.State() }

func (w *screen) aspect() float64 { return float64(w.width) / float64(w.height) }

// project returns the pixel at which a position in the city is visible.
func (w *screen) project(v scene.Vec) (x, y float64) {
	px, py, _, ok := w.state().Camera.Project(v, w.aspect())
	if !ok {
		return math.NaN(), math.NaN()
	}
	return (px + 1) / 2 * float64(w.width), (1 - py) / 2 * float64(w.height)
}

// pick returns the object under a pixel and the position of the hit.
func (w *screen) pick(x, y float64) (scene.Target, scene.Vec) {
	return w.App.City().Pick(w.state().Camera.Ray(2*x/float64(w.width)-1, 1-2*y/float64(w.height), w.aspect()))
}

// target returns the building or district with a name in the current city, and its key.
func (w *screen) target(name string) (scene.Target, string) {
	c := w.App.City()
	for i := range c.Plan.Series.Nodes {
		node := int32(i)
		if c.Plan.Name(node) == name && c.Plan.Target(node).Kind != scene.Nothing {
			return c.Plan.Target(node), c.Plan.Series.Key(node)
		}
	}
	w.fatalf("nothing shown is named %q", name)
	return scene.Target{}, ""
}

// seenAt returns a pixel inside the visible part of the named building or district, and its key.
func (w *screen) seenAt(name string) (x, y float64, key string) {
	target, key := w.target(name)
	free := func(x, y float64) bool {
		got, _ := w.pick(x, y)
		return got == target && w.App.Panels().Hit(image.Pt(int(x), int(y))) == ""
	}
	for y := 2.0; y < float64(w.height); y += 5 {
		for x := 2.0; x < float64(w.width); x += 5 {
			if free(x, y) && free(x-2, y) && free(x+2, y) && free(x, y-2) && free(x, y+2) {
				return x, y, key
			}
		}
	}
	w.fatalf("%s cannot be seen", name)
	return 0, 0, ""
}

// view returns the pixels of the corners of the ground. They stay the same while the camera does, although plans may have different
// scales.
func (w *screen) view() [4][2]float64 {
	var out [4][2]float64
	g := w.App.City().Plan.Ground
	for i := range out {
		x, y := w.project(scene.Vec{X: g.X + g.W*float64(i&1), Z: g.Z + g.D*float64(i/2)})
		out[i] = [2]float64{x, y}
	}
	return out
}

// sameView ends the test unless the ground is at the same pixels.
func (w *screen) sameView(before [4][2]float64, after string) {
	w.t.Helper()
	for i, p := range w.view() {
		if !near(p, before[i], 0.01) {
			w.fatalf("the camera moved by %s: the ground's corners were at %.2f, are at %.2f", after, before, w.view())
		}
	}
}

func near(a, b [2]float64, by float64) bool { return math.Hypot(a[0]-b[0], a[1]-b[1]) <= by }

// shots is the environment variable with a folder in which to save pictures.
const shots = "MEMCITY_SHOTS"

// save saves a picture if requested.
func (w *screen) save(name string) {
	dir := os.Getenv(shots)
	if dir == "" {
		return
	}
	w.flush()
	img, err := w.Picture()
	w.check(err)
	f, err := os.Create(filepath.Join(dir, name+".png"))
	w.check(err)
	defer f.Close()
	w.check(png.Encode(f, img))
}
