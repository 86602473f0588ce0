package render

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"log"
	"math"
	"runtime"
	"strings"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"memcity/render/action"
	"memcity/render/camera"
	"memcity/render/loop"
	"memcity/render/picture"
	"memcity/render/prefs"
	"memcity/render/ui/model"
	"memcity/trace/guard"
)

// Size of a new window, in points.
const (
	windowWidth  = 1280
	windowHeight = 760
)

// errNoDisplay reports that no window can be opened.
var errNoDisplay = errors.New("no display to open a window on; draw pictures without a display with `memcity shot`")

// Window runs the window until it is closed or ctx is done, neither of which is an error. It must be called on the main thread. It calls
// start once the window is ready, to open a first recording.
func Window(ctx context.Context, options Options, start func(*App)) error {
	runtime.LockOSThread()
	w, err := openWindow(programName, options.Memory)
	if err != nil {
		return err
	}
	defer glfw.Terminate()
	defer w.Destroy()

	options.Wake = glfw.PostEmptyEvent
	options.Copy = w.SetClipboardString
	options.Paste = w.GetClipboardString
	options.SystemFonts, options.Warm, options.Survive = true, true, true
	if runtime.GOOS != "linux" {
		if options.MakeContext, err = hiddenContext(); err != nil {
			return err
		}
	}
	d := &driver{window: w, now: clock(), title: programName}
	options.FullScreen = d.toggleFullScreen
	app, err := NewApp(options)
	if err != nil {
		return err
	}
	defer app.Close()
	d.app = app
	d.listen()
	d.resized()
	start(app)
	woken := make(chan struct{})
	stop := context.AfterFunc(ctx, guard.Safe(func() {
		defer close(woken)
		glfw.PostEmptyEvent()
	}))
	defer func() {
		if !stop() {
			<-woken // it must not run after glfw has ended
		}
	}()
	return loop.Run(ctx, d, &survivor{App: app}, d.now)
}

// hiddenContext creates a hidden window, for drawing pictures on another thread. It lasts until GLFW ends.
func hiddenContext() (picture.MakeContext, error) {
	glfw.WindowHint(glfw.Visible, glfw.False)
	defer glfw.WindowHint(glfw.Visible, glfw.True)
	w, err := glfw.CreateWindow(64, 64, programName, nil, nil)
	if err != nil {
		return nil, windowError(err)
	}
	return func() (release func(), err error) {
		w.MakeContextCurrent()
		return glfw.DetachCurrentContext, nil
	}, nil
}

// windowError explains why no window can be opened.
func windowError(err error) error {
	return fmt.Errorf("this needs OpenGL 3.3, which the graphics driver does not support (%s)", strings.ToLower(strings.TrimSpace(err.Error())))
}

func openWindow(title string, memory *prefs.Store) (*glfw.Window, error) {
	if err := initGLFW(); err != nil {
		return nil, err
	}
	glfw.WindowHint(glfw.ContextVersionMajor, 3)
	glfw.WindowHint(glfw.ContextVersionMinor, 3)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
	glfw.WindowHint(glfw.Samples, 0)
	glfw.WindowHint(glfw.DepthBits, 0)
	glfw.WindowHint(glfw.ScaleToMonitor, glfw.True)
	glfw.WindowHintString(glfw.X11ClassName, "memcity")
	place := prefs.Place{Width: windowWidth, Height: windowHeight}
	if memory != nil && memory.Window().Place.Known() {
		place = memory.Window().Place.On(screens())
	}
	if place.Maximized {
		glfw.WindowHint(glfw.Maximized, glfw.True)
	}
	w, err := glfw.CreateWindow(place.Width, place.Height, title, nil, nil)
	if err != nil {
		glfw.Terminate()
		return nil, windowError(err)
	}
	if place.X != 0 || place.Y != 0 {
		w.SetPos(place.X, place.Y)
	}
	w.SetSizeLimits(320, 240, glfw.DontCare, glfw.DontCare)
	w.MakeContextCurrent()
	glfw.SwapInterval(1)
	return w, nil
}

// screens returns the usable areas of all screens.
func screens() []image.Rectangle {
	var out []image.Rectangle
	for _, m := range glfw.GetMonitors() {
		x, y, width, height := m.GetWorkarea()
		out = append(out, image.Rect(x, y, x+width, y+height))
	}
	return out
}

// moved notes the position and size of the window. For a maximized window it keeps the previous ones.
func (d *driver) moved() {
	w := d.window
	if w.GetAttrib(glfw.Iconified) == glfw.True || d.full {
		return
	}
	p := d.app.memory.Place
	p.Maximized = w.GetAttrib(glfw.Maximized) == glfw.True
	if !p.Maximized {
		p.X, p.Y = w.GetPos()
		p.Width, p.Height = w.GetSize()
	}
	d.app.SetPlace(p)
}

// toggleFullScreen switches between full screen and window.
func (d *driver) toggleFullScreen() {
	w := d.window
	d.full = !d.full
	if !d.full {
		p := d.app.memory.Place
		w.SetMonitor(nil, p.X, p.Y, p.Width, p.Height, 0)
		return
	}
	m := glfw.GetPrimaryMonitor()
	mode := m.GetVideoMode()
	w.SetMonitor(m, 0, 0, mode.Width, mode.Height, mode.RefreshRate)
}

// initGLFW initializes GLFW. Without a display, Init may return nil and the next call panic.
func initGLFW() (err error) {
	defer func() {
		if recover() != nil {
			err = errNoDisplay
		}
	}()
	defer log.SetOutput(log.Writer()) // glfw logs a missing display
	log.SetOutput(io.Discard)
	if err := glfw.Init(); err != nil {
		return errNoDisplay
	}
	if glfw.GetPrimaryMonitor() == nil {
		glfw.Terminate()
		return errNoDisplay
	}
	return nil
}

// driver feeds an App with events from GLFW.
type driver struct {
	window *glfw.Window
	app    *App
	now    func() time.Duration
	full   bool    // full screen
	ratio  float64 // framebuffer pixels per unit of cursor position
	x, y   float64
	title  string
}

// maxFaults is the number of consecutive frames that may panic before the window closes in an orderly way, so that recordings are complete.
const maxFaults = 3

// survivor is an App that survives frames that panic.
type survivor struct {
	*App
	faults int // consecutive panics
}

// Frame runs a frame of the App and recovers from panics; see [loop.Program].
func (s *survivor) Frame(now time.Duration) (drawn bool, next loop.Next, err error) {
	err = guard.While("drawing the window", func() (err error) {
		drawn, next, err = s.App.Frame(now)
		return err
	})
	switch {
	case err == nil:
		s.faults = 0
	case s.survives(err) && s.faults < maxFaults:
		s.faults++
		return false, loop.Next{Now: true}, nil
	}
	return drawn, next, err
}

// Present shows the new picture.
func (d *driver) Present() { d.window.SwapBuffers() }

// Wait updates the cursor and the title, and handles events; see [loop.System].
func (d *driver) Wait(limit time.Duration) {
	d.window.SetCursor(d.cursor())
	if title := d.app.Title(); title != d.title {
		d.title = title
		d.window.SetTitle(title)
	}
	switch {
	case limit < 0:
		glfw.WaitEvents()
	case limit == 0:
		glfw.PollEvents()
	default:
		glfw.WaitEventsTimeout(limit.Seconds())
	}
}

// handle sends an event to the App. It recovers from panics, as these must not reach the C code that called it.
func (d *driver) handle(e Event) {
	d.app.survives(guard.While("handling input", func() error { d.app.Handle(e, d.now()); return nil }))
}

func (d *driver) listen() {
	w := d.window
	w.SetFramebufferSizeCallback(func(*glfw.Window, int, int) { d.resized() })
	w.SetContentScaleCallback(func(*glfw.Window, float32, float32) { d.resized() })
	w.SetPosCallback(func(*glfw.Window, int, int) { d.moved() })
	w.SetRefreshCallback(func(*glfw.Window) { d.app.Exposed() })
	w.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		d.x, d.y = x*d.ratio, y*d.ratio
		d.handle(PointerMove{d.x, d.y})
	})
	w.SetCursorEnterCallback(func(_ *glfw.Window, entered bool) {
		if !entered {
			d.handle(PointerLeave{})
		}
	})
	w.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, does glfw.Action, mods glfw.ModifierKey) {
		if int(b) < len(glfwButtons) {
			d.handle(PointerButton{glfwButtons[b], does == glfw.Press, d.x, d.y, modifiers(mods)})
		}
	})
	w.SetScrollCallback(func(_ *glfw.Window, dx, dy float64) { d.handle(Wheel{d.x, d.y, dx, dy, d.held()}) })
	w.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, scancode int, does glfw.Action, mods glfw.ModifierKey) {
		if name := keyName(key, scancode); name != "" {
			d.handle(Key{name, does != glfw.Release, does == glfw.Repeat, modifiers(mods)})
		}
	})
	w.SetCharCallback(func(_ *glfw.Window, char rune) { d.handle(Text{string(char)}) })
	w.SetFocusCallback(func(_ *glfw.Window, focused bool) {
		if !focused {
			d.handle(FocusLost{})
		}
	})
	w.SetDropCallback(func(_ *glfw.Window, names []string) { d.handle(Drop{names}) })
	w.SetCloseCallback(func(*glfw.Window) {
		w.SetShouldClose(false) // the App may prompt first
		d.handle(Close{})
	})
}

// held returns the modifier keys that are down, for events that lack them.
func (d *driver) held() action.Mods {
	var out action.Mods
	for key, m := range map[glfw.Key]action.Mods{glfw.KeyLeftShift: action.Shift, glfw.KeyRightShift: action.Shift,
		glfw.KeyLeftControl: action.Ctrl, glfw.KeyRightControl: action.Ctrl, glfw.KeyLeftAlt: action.Alt, glfw.KeyRightAlt: action.Alt} {
		if d.window.GetKey(key) == glfw.Press {
			out |= m
		}
	}
	return out
}

func (d *driver) resized() {
	width, height := d.window.GetFramebufferSize()
	windowWidth, _ := d.window.GetSize()
	d.ratio = 1
	if windowWidth > 0 && width > 0 {
		d.ratio = float64(width) / float64(windowWidth)
	}
	scale, _ := d.window.GetContentScale()
	d.handle(Resize{width, height, math.Max(float64(scale), 1)})
	d.moved()
}

var glfwButtons = [...]Button{glfw.MouseButtonLeft: LeftButton, glfw.MouseButtonRight: RightButton, glfw.MouseButtonMiddle: MiddleButton}

func modifiers(m glfw.ModifierKey) action.Mods {
	var out action.Mods
	if m&glfw.ModShift != 0 {
		out |= action.Shift
	}
	if m&glfw.ModControl != 0 {
		out |= action.Ctrl
	}
	if m&glfw.ModAlt != 0 {
		out |= action.Alt
	}
	if m&glfw.ModSuper != 0 {
		out |= action.Super
	}
	return out
}

var keyNames = map[glfw.Key]string{
	glfw.KeySpace: "Space", glfw.KeyEscape: "Escape", glfw.KeyEnter: "Enter", glfw.KeyKPEnter: "Enter", glfw.KeyTab: "Tab",
	glfw.KeyBackspace: "Backspace", glfw.KeyDelete: "Delete", glfw.KeyLeft: "Left", glfw.KeyRight: "Right",
	glfw.KeyUp: "Up", glfw.KeyDown: "Down", glfw.KeyHome: "Home", glfw.KeyEnd: "End", glfw.KeyPageUp: "PageUp",
	glfw.KeyPageDown: "PageDown", glfw.KeyMenu: "Menu", glfw.KeyF1: "F1", glfw.KeyF10: "F10", glfw.KeyF11: "F11",
}

// walkKeys are identified by their position, so that they stay together on every layout.
var walkKeys = map[glfw.Key]string{glfw.KeyW: "W", glfw.KeyA: "A", glfw.KeyS: "S", glfw.KeyD: "D", glfw.KeyQ: "Q", glfw.KeyE: "E"}

// keyName returns the name of a key, as [Key] defines it. Letters that do not move the camera are identified by their label.
func keyName(key glfw.Key, scancode int) string {
	if name, ok := keyNames[key]; ok {
		return name
	}
	if name, ok := walkKeys[key]; ok {
		return name
	}
	name := strings.ToUpper(glfw.GetKeyName(key, scancode))
	if camera.Flies(name) { // a movement letter in another position of this layout
		return ""
	}
	return name
}

var cursorShapes = map[model.Cursor]glfw.StandardCursor{
	model.CursorHand: glfw.HandCursor, model.CursorText: glfw.IBeamCursor, model.CursorColumn: glfw.HResizeCursor,
}

// cursors caches cursors by shape.
var cursors = map[glfw.StandardCursor]*glfw.Cursor{}

func (d *driver) cursor() *glfw.Cursor {
	shape, ok := cursorShapes[d.app.panels.Cursor()]
	if !ok || !d.app.pick.OverPanel {
		return nil
	}
	if cursors[shape] == nil {
		cursors[shape] = glfw.CreateStandardCursor(shape)
	}
	return cursors[shape]
}
