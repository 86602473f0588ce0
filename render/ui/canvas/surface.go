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

// Surface paints with Gio, off screen: lines of text in scripts that the embedded fonts lack. It has an OpenGL context of its own, which
// costs 10 to 40 ms and some 20 MB in software, so it is made when the first such line is seen. Gio makes the context current on a thread
// of its own for each call, so any goroutine may use a surface, one at a time.
type Surface struct {
	window *headless.Window
	whole  *image.RGBA // what was read back; as large as window
	root   op.Ops
}

// surfaceStep rounds sizes up, so that few lines need a larger surface than those before.
const surfaceStep = 256

var prepare = sync.OnceFunc(func() {
	// Without a display, EGL must know that it needs none; Mesa looks only once.
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" && os.Getenv("EGL_PLATFORM") == "" {
		os.Setenv("EGL_PLATFORM", "surfaceless")
	}
})

// Paint draws what call recorded, without a ground: colours are multiplied by their opacity in linear light.
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
	// Back ends differ in which end of a surface they count rows from, so it is read as a whole.
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

// Resize makes room for a size.
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

// spare are windows that no surface uses. They are kept for the next one and never released: Gio ends EGL's display with
// every window, which destroys the contexts of all others.
var spare struct {
	sync.Mutex
	windows []*headless.Window
}

// takeWindow returns a spare window of at least a size, or a new one.
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
