package typeset

import (
	"sync"
	"sync/atomic"

	"memcity/trace/guard"
)

// Fonts set lines of text. A nil Fonts has none. All methods may be called from any goroutine.
type Fonts struct {
	load func() (*setter, error)
	wake func()

	mu      sync.Mutex
	lines   [2]map[request]*Line // those requested recently, and those before them
	size    int                  // of the first of lines, in glyphs
	queue   []request
	running bool
	closed  bool

	work    sync.WaitGroup
	version atomic.Uint64
	setter  *setter // of the goroutine
	broken  bool    // there are no fonts
}

// request is a text with the size of its font and the room for it, in pixels.
type request struct {
	text        string
	size, width float64
}

// Line is a text ready to be drawn. Read-only.
type Line struct {
	Glyphs []Glyph // from left to right
	Width  float64 // pixels
}

// Glyph is a part of a line.
type Glyph struct {
	Mask *Mask
	X, Y float64 // of the upper left corner of the mask, pixels from the start of the baseline, y down
}

// Mask is the picture of a glyph: how much of each pixel it covers. Lines share masks.
type Mask struct {
	Width, Height int
	Pixels        []byte // rows without gaps
}

// Limits of what is kept. Of lines, what is on the screen at once fits many times.
const (
	maxKept  = 100_000 // glyphs of lines; twice as many for a while
	maxQueue = 10_000  // lines; more are not requested until these are set
	maxBytes = 512     // of a name, from its end: more never fits
)

// System returns fonts of the system in addition to a first one, in OpenType format, which goes before them. wake is called on a
// goroutine when lines are ready; it must not block, nor call a method.
func System(first []byte, wake func()) *Fonts {
	return &Fonts{load: func() (*setter, error) { return systemSetter(first) }, wake: wake}
}

// Files returns the given fonts, in OpenType format, in order of preference.
func Files(wake func(), files ...[]byte) *Fonts {
	return &Fonts{load: func() (*setter, error) { return fileSetter(files) }, wake: wake}
}

// Line returns a text at a size in pixels per em, cut at its start to be at most width pixels wide. It returns nil if the
// line is not ready yet, in which case it soon will be, or if no font but the first shows any of it. A line that cannot
// be cut so far is empty.
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

// keep stores a line; mu is held. Lines that were not requested recently are forgotten.
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

// Version changes when lines have become ready.
func (f *Fonts) Version() uint64 {
	if f == nil {
		return 0
	}
	return f.version.Load()
}

// Wait returns when all lines that were requested are ready.
func (f *Fonts) Wait() {
	if f != nil {
		f.work.Wait()
	}
}

// Close ends all work, after the last call of wake. A search for fonts of the system that is under way, which can take
// seconds the first time, is not waited for: it ends unheard.
func (f *Fonts) Close() {
	if f == nil {
		return
	}
	f.mu.Lock()
	f.closed, f.queue = true, nil
	f.mu.Unlock()
}

// run sets what is requested until nothing is.
func (f *Fonts) run() {
	done := false
	defer func() { // a panic is reported; there are no further lines then
		if !done {
			f.mu.Lock()
			f.broken, f.queue, f.running = true, nil, false
			f.mu.Unlock()
		}
	}()
	f.setAll()
	done = true
}

// setAll sets what is requested until nothing is.
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

// batch sets lines and notifies of them together.
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
