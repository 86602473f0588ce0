package ui

import (
	"image"
	"os"
	"runtime"
	"sync"

	"gioui.org/gpu/headless"
	"gioui.org/op"
	"gioui.org/op/clip"
)

// surface paints one panel off screen. It has a context of its own, so that Gio's cache of paths lives as long as the
// panel; making one costs 10 to 40 ms in software. Gio makes the context current on a thread of its own for each call,
// so any goroutine may use a surface, one at a time.
type surface struct {
	window *headless.Window
	whole  *image.RGBA // what was read back; as large as window
	root   op.Ops
}

// surfaceStep rounds sizes up, so that a panel that changes its size a little keeps its surface.
const surfaceStep = 64

var prepare = sync.OnceFunc(func() {
	// Without a display, EGL must be told that it needs none; Mesa looks only once.
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" && os.Getenv("EGL_PLATFORM") == "" {
		os.Setenv("EGL_PLATFORM", "surfaceless")
	}
})

// paint draws what call recorded into a new image: the rows from … to-1 anew, the others as in old.
func (s *surface) paint(call op.CallOp, size image.Point, old *image.RGBA, from, to int) (*image.RGBA, error) {
	if err := s.resize(size); err != nil {
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

func (s *surface) resize(size image.Point) error {
	up := func(v int) int { return (v + surfaceStep - 1) / surfaceStep * surfaceStep }
	want := image.Pt(up(size.X), up(size.Y))
	if s.window != nil {
		have := s.window.Size()
		if have.X >= want.X && have.Y >= want.Y && have.X*have.Y <= 4*want.X*want.Y {
			return nil
		}
		s.release()
	}
	prepare()
	w, err := headless.NewWindow(want.X, want.Y)
	if err != nil {
		return err
	}
	s.window = w
	return nil
}

func (s *surface) release() {
	if s.window != nil {
		s.window.Release()
		s.window, s.whole = nil, nil
	}
}
