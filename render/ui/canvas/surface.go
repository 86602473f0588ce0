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

// Surface paints one panel off screen. It has a context of its own, so that Gio's cache of paths lives as long as the
// panel; making one costs 10 to 40 ms in software. Gio makes the context current on a thread of its own for each call,
// so any goroutine may use a surface, one at a time.
type Surface struct {
	window *headless.Window
	whole  *image.RGBA // what was read back; as large as window
	root   op.Ops
}

// surfaceStep rounds sizes up, so that a panel that changes its size a little keeps its surface.
const surfaceStep = 64

var prepare = sync.OnceFunc(func() {
	// Without a display, EGL must know that it needs none; Mesa looks only once.
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" && os.Getenv("EGL_PLATFORM") == "" {
		os.Setenv("EGL_PLATFORM", "surfaceless")
	}
})

// Paint draws what call recorded into a new image: the rows from … to-1 anew, the others as in old.
func (s *Surface) Paint(call op.CallOp, size image.Point, old *image.RGBA, from, to int) (*image.RGBA, error) {
	if err := s.Resize(size); err != nil {
		return nil, err
	}
	s.root.Reset()
	area := clip.Rect{Min: image.Pt(0, from), Max: image.Pt(size.X, to)}.Push(&s.root)
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
	if old != nil {
		copy(img.Pix, old.Pix)
	}
	for y := from; y < to; y++ {
		copy(img.Pix[y*img.Stride:(y+1)*img.Stride], s.whole.Pix[y*s.whole.Stride:])
	}
	return img, nil
}

func (s *Surface) Resize(size image.Point) error {
	up := func(v int) int { return (v + surfaceStep - 1) / surfaceStep * surfaceStep }
	want := image.Pt(up(size.X), up(size.Y))
	if s.window != nil {
		if fits(s.window, want) {
			return nil
		}
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

// spare are windows that no panel uses. They are kept for the next one and never released: Gio ends EGL's display with
// every window, which destroys the contexts of all others.
var spare struct {
	sync.Mutex
	windows []*headless.Window
}

// takeWindow returns the smallest spare window of at least a size that is not far too large, or a new one.
func takeWindow(want image.Point) (*headless.Window, error) {
	spare.Lock()
	defer spare.Unlock()
	best := -1
	for i, w := range spare.windows {
		if fits(w, want) && (best < 0 || area(w.Size()) < area(spare.windows[best].Size())) {
			best = i
		}
	}
	if best >= 0 {
		w := spare.windows[best]
		spare.windows = slices.Delete(spare.windows, best, best+1)
		return w, nil
	}
	prepare()
	return headless.NewWindow(want.X, want.Y)
}

// fits reports whether a window is large enough for a panel, and not so large that reading it back would be slow.
func fits(w *headless.Window, want image.Point) bool {
	have := w.Size()
	return have.X >= want.X && have.Y >= want.Y && area(have) <= 4*area(want)
}

func area(p image.Point) int { return p.X * p.Y }
