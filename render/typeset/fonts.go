package typeset

import (
	"sync"
	"sync/atomic"

	"memcity/trace/guard"
)

// Fonts sets lines of text. A nil Fonts has no fonts. All methods may be called from any goroutine.
type Fonts struct {
	load func() (*setter, error)
	wake func()

	mu      sync.Mutex
	lines   [2]map[request]*Line // lines requested recently, and before that
	size    int                  // glyphs in lines[0]
	queue   []request
	running bool
	closed  bool

	work    sync.WaitGroup
	version atomic.Uint64
	setter  *setter // used only by the goroutine
	broken  bool    // no fonts could be loaded
}

// request is a text with its font size and maximum width, in pixels.
type request struct {
	text        string
	size, width float64
}

// Line is a text ready to be drawn. It is read-only.
type Line struct {
	Glyphs []Glyph // left to right
	Width  float64 // in pixels
}

// Glyph is a glyph of a line.
type Glyph struct {
	Mask *Mask
	X, Y float64 // top left corner of the mask, in pixels from the start of the baseline, y down
}

// Mask is the picture of a glyph: the coverage of each pixel. Lines share masks.
type Mask struct {
	Width, Height int
	Pixels        []byte // rows without gaps
}

// Limits of the caches. The lines on the screen fit many times.
const (
	maxKept  = 100_000 // glyphs of lines; temporarily twice as many
	maxQueue = 10_000  // lines; further requests are dropped until these are set
	maxBytes = 512     // of the end of a text; more never fits
)

// System returns the fonts of the system, preceded by the given one in OpenType format. wake is called on a goroutine when lines are ready.
// It must not block or call a method.
func System(first []byte, wake func()) *Fonts {
	return &Fonts{load: func() (*setter, error) { return systemSetter(first) }, wake: wake}
}

// Files returns the given fonts in OpenType format, in order of preference.
func Files(wake func(), files ...[]byte) *Fonts {
	return &Fonts{load: func() (*setter, error) { return fileSetter(files) }, wake: wake}
}

// Line returns a text at a size in pixels per em, cut at its start to be at most width pixels wide. It returns nil if the line is not ready
// yet, or if only the first font can show any of it. A line that cannot be cut enough is empty.
func (f *Fonts) Line(text string, size, width float64) *Line {
	if f == nil {
		return nil
	}
	r := request{tail(text), size, width}
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, lines := range f.lines {
		if line, ok := lines[r]; ok {
			if i > 0 && line != nil {
				f.keep(r, line)
			}
			return line
		}
	}
	if f.closed || f.broken || len(f.queue) >= maxQueue {
		return nil
	}
	f.keep(r, nil)
	f.queue = append(f.queue, r)
	if !f.running {
		f.running = true
		f.work.Go(guard.Safe(f.run))
	}
	return nil
}

// keep stores a line and drops lines that were not requested recently. f.mu must be held.
func (f *Fonts) keep(r request, line *Line) {
	if f.lines[0] == nil || f.size >= maxKept {
		f.lines[1], f.lines[0], f.size = f.lines[0], map[request]*Line{}, 0
	}
	f.lines[0][r] = line
	f.size++
	if line != nil {
		f.size += len(line.Glyphs)
	}
}

// Version returns a number that changes when lines become ready.
func (f *Fonts) Version() uint64 {
	if f == nil {
		return 0
	}
	return f.version.Load()
}

// Wait waits until all requested lines are ready.
func (f *Fonts) Wait() {
	if f != nil {
		f.work.Wait()
	}
}

// Close stops all work. wake is not called afterwards. Close does not wait for a search for system fonts, which can take seconds the first
// time.
func (f *Fonts) Close() {
	if f == nil {
		return
	}
	f.mu.Lock()
	f.closed, f.queue = true, nil
	f.mu.Unlock()
}

// run sets requested lines until the queue is empty. After a panic it marks the fonts as broken.
func (f *Fonts) run() {
	done := false
	defer func() { // after a panic there are no further lines
		if !done {
			f.mu.Lock()
			f.broken, f.queue, f.running = true, nil, false
			f.mu.Unlock()
		}
	}()
	f.setAll()
	done = true
}

// setAll sets requested lines until the queue is empty.
func (f *Fonts) setAll() {
	if f.setter == nil {
		s, err := f.load()
		f.mu.Lock()
		f.broken = err != nil
		f.mu.Unlock()
		f.setter = s
	}
	for {
		f.mu.Lock()
		if f.broken || len(f.queue) == 0 {
			f.queue, f.running = nil, false
			f.mu.Unlock()
			return
		}
		batch := f.queue
		f.queue = nil
		f.mu.Unlock()
		f.batch(batch)
	}
}

// batch sets lines and wakes once for all of them.
func (f *Fonts) batch(requests []request) {
	lines := make([]*Line, len(requests))
	ready := false
	for i, r := range requests {
		lines[i] = f.setter.line(r)
		ready = ready || lines[i] != nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, r := range requests {
		if lines[i] != nil {
			f.keep(r, lines[i])
		}
	}
	if ready && !f.closed {
		f.version.Add(1)
		f.wake()
	}
}
