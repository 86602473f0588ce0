package canvas

import (
	"image"
	"os"
	"runtime"
	"slices"
	"sync"

	"gioui.org/gpu/headless"
	"gioui.org/op"
	"gioui.org/op/clip"
)

// Surface paints with Gio offscreen: lines of text in scripts that the embedded fonts lack. It has its own OpenGL context, which costs 10 to
// 40 ms and about 20 MB in software. The context is therefore created for the first such line. Gio makes the context current on its own
// thread for each call, so any goroutine may use a surface, one at a time.
type Surface struct {
	window *headless.Window
	whole  *image.RGBA // buffer for reading back, as large as window
	root   op.Ops
}

// surfaceStep rounds sizes up, so that few lines need a larger surface than earlier ones.
const surfaceStep = 256

var prepare = sync.OnceFunc(func() {
	// Without a display, EGL must be set to need none; Mesa checks only once.
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" && os.Getenv("EGL_PLATFORM") == "" {
		os.Setenv("EGL_PLATFORM", "surfaceless")
	}
})

// Paint draws a recorded call without a background. Colors are premultiplied in linear light.
func (s *Surface) Paint(call op.CallOp, size image.Point) (*image.RGBA, error) {
	if err := s.Resize(size); err != nil {
		return nil, err
	}
	s.root.Reset()
	area := clip.Rect{Max: size}.Push(&s.root)
	call.Add(&s.root)
	area.Pop()
	if err := s.window.Frame(&s.root); err != nil {
		return nil, err
	}
	// Back ends differ in the order of rows, so read the whole surface.
	if s.whole == nil {
		s.whole = image.NewRGBA(image.Rectangle{Max: s.window.Size()})
	}
	if err := s.window.Screenshot(s.whole); err != nil {
		return nil, err
	}
	img := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		copy(img.Pix[y*img.Stride:(y+1)*img.Stride], s.whole.Pix[y*s.whole.Stride:])
	}
	return img, nil
}

// Resize ensures a surface of at least the given size.
func (s *Surface) Resize(size image.Point) error {
	up := func(v int) int { return (v + surfaceStep - 1) / surfaceStep * surfaceStep }
	want := image.Pt(up(size.X), up(size.Y))
	if s.window != nil {
		have := s.window.Size()
		if have.X >= want.X && have.Y >= want.Y {
			return nil
		}
		want = image.Pt(max(want.X, have.X), max(want.Y, have.Y))
		s.Release()
	}
	w, err := takeWindow(want)
	if err != nil {
		return err
	}
	s.window = w
	return nil
}

func (s *Surface) Release() {
	if s.window != nil {
		spare.Lock()
		spare.windows = append(spare.windows, s.window)
		spare.Unlock()
		s.window, s.whole = nil, nil
	}
}

// spare contains windows that no surface uses. They are reused and never released: Gio terminates EGL's display with each window, which
// destroys the contexts of all others.
var spare struct {
	sync.Mutex
	windows []*headless.Window
}

// takeWindow returns a spare window of at least the given size, or a new one.
func takeWindow(want image.Point) (*headless.Window, error) {
	spare.Lock()
	defer spare.Unlock()
	for i, w := range spare.windows {
		if have := w.Size(); have.X >= want.X && have.Y >= want.Y {
			spare.windows = slices.Delete(spare.windows, i, i+1)
			return w, nil
		}
	}
	prepare()
	return headless.NewWindow(want.X, want.Y)
}
