package ui

import (
	"image"
	"slices"
	"sync"
	"time"

	"gioui.org/io/pointer"

	"memcity/city"
)

// Options say how panels are made.
type Options struct {
	// Notify is called from another goroutine when there are new events or frames. It must not wait.
	Notify func()
	// SystemFonts lets fonts of the system serve letters that the embedded ones lack. Pictures then differ from
	// machine to machine.
	SystemFonts bool
	// NoImages lays out and answers events, but paints nothing, so no graphics are needed.
	NoImages bool
}

// UI is the panels. Its methods may be called from any goroutine and, but for [UI.Settle] and [UI.Close], never wait for a
// layout.
type UI struct {
	options Options
	core    *core // of the goroutine alone

	mu     sync.Mutex
	change *sync.Cond
	closed bool
	done   chan struct{}
	busy   bool
	shown  *shown
	last   shown // to leave out what changes nothing
	inputs []any

	out published
}

// shown is what Show was told.
type shown struct {
	model Model
	size  image.Point
	scale float64
}

// published is the outcome of the last layout.
type published struct {
	events []Event
	frames []Frame
	items  []Item
	rects  map[ID]image.Rectangle
	cursor Cursor
	kind   controlKind
	wake   time.Duration
	waking bool
	moving bool
	err    error
}

// Inputs other than Pointer and Key.
type (
	typed string
	tick  time.Duration
	blur  struct{}
)

func tickTime(t tick) time.Duration { return time.Duration(t) }

// New starts the panels. Nothing is shown before [UI.Show]. It fails if text cannot be set or, unless NoImages is set,
// if nothing can be painted off screen.
func New(o Options) (*UI, error) {
	k, err := newCore(o)
	if err != nil {
		return nil, err
	}
	if !o.NoImages {
		var probe surface
		if err := probe.resize(image.Pt(1, 1)); err != nil {
			return nil, err
		}
		probe.release()
	}
	u := &UI{options: o, core: k, done: make(chan struct{})}
	u.change = sync.NewCond(&u.mu)
	go u.run()
	return u, nil
}

// Close ends the goroutine and waits for it.
func (u *UI) Close() {
	u.mu.Lock()
	u.closed = true
	u.change.Broadcast()
	u.mu.Unlock()
	<-u.done
}

// Show tells what is to be seen from now on, in a framebuffer of the given size in pixels, scale of which make one dp. A
// model that differs from the last one only in the pose of the camera costs nothing.
func (u *UI) Show(m Model, size image.Point, scale float64) {
	m.State.Camera, m.State.PlayedAt, m.State.Bounds = city.Camera{}, 0, city.Box{}
	next := shown{m, size, scale}
	u.mu.Lock()
	defer u.mu.Unlock()
	if sameShown(&next, &u.last) && u.shown == nil && len(u.inputs) == 0 && !u.busy {
		return
	}
	u.last, u.shown = next, &next
	u.change.Broadcast()
}

// Pointer, Key, Text, Tick and Blur hand in input. None waits.
func (u *UI) Pointer(e Pointer) { u.put(e) }

// Key hands in a key that [UI.Takes].
func (u *UI) Key(e Key) { u.put(e) }

// Text hands in what was typed or pasted; see [UI.Typing].
func (u *UI) Text(s string) { u.put(typed(s)) }

// Tick tells the time, see [UI.Wake].
func (u *UI) Tick(now time.Duration) { u.put(tick(now)) }

// Blur takes the focus away from the panels.
func (u *UI) Blur() { u.put(blur{}) }

func (u *UI) put(e any) {
	u.mu.Lock()
	defer u.mu.Unlock()
	// Of moves in a row only the last one counts.
	if n := len(u.inputs); n > 0 && isMove(e) && isMove(u.inputs[n-1]) {
		u.inputs[n-1] = e
	} else {
		u.inputs = append(u.inputs, e)
	}
	u.change.Broadcast()
}

func isMove(e any) bool {
	p, ok := e.(Pointer)
	return ok && p.Kind == PointerMove
}

// run is the goroutine of the panels.
func (u *UI) run() {
	defer close(u.done)
	defer u.core.release()
	for {
		next, inputs, ok := u.wait()
		if !ok {
			return
		}
		if next != nil {
			u.core.show(next)
		}
		for _, e := range inputs {
			u.core.take(e)
		}
		if len(inputs) == 0 {
			u.core.layout()
		}
		var err error
		if !u.options.NoImages {
			err = u.core.paint()
		}
		u.publish(err)
	}
}

func (u *UI) wait() (next *shown, inputs []any, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for !u.closed && u.shown == nil && len(u.inputs) == 0 {
		u.change.Wait()
	}
	next, inputs = u.shown, u.inputs
	u.shown, u.inputs, u.busy = nil, nil, true
	return next, inputs, !u.closed
}

func (u *UI) publish(err error) {
	k := u.core
	u.mu.Lock()
	u.out.events = append(u.out.events, k.events...)
	k.events = nil
	u.out.frames, u.out.items, u.out.rects = k.frames(), k.seen(), k.copyRects()
	u.out.cursor, u.out.kind, u.out.err = k.cursor(), k.focusKind, err
	u.out.wake, u.out.waking = k.wake()
	u.out.moving = k.local.trees.moving
	u.busy = false
	u.change.Broadcast()
	u.mu.Unlock()
	if u.options.Notify != nil {
		u.options.Notify()
	}
}

// Settle waits until everything shown and handed in so far is laid out and painted, and returns what went wrong in it.
func (u *UI) Settle() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	for !u.closed && (u.busy || u.shown != nil || len(u.inputs) > 0) {
		u.change.Wait()
	}
	return u.out.err
}

// Events returns what the user did since the last call.
func (u *UI) Events() []Event {
	u.mu.Lock()
	defer u.mu.Unlock()
	events := u.out.events
	u.out.events = nil
	return events
}

// Frames returns the newest images of the open panels, the lowest first.
func (u *UI) Frames() []Frame {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.out.frames)
}

// Describe lists the texts and controls that can be seen.
func (u *UI) Describe() []Item {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.out.items)
}

// Hit returns the panel at a place in framebuffer pixels, or "" for the scene.
func (u *UI) Hit(at image.Point) ID {
	u.mu.Lock()
	defer u.mu.Unlock()
	return hit(u.out.rects, at)
}

// Rect returns where a panel is, in framebuffer pixels; empty if it is not open.
func (u *UI) Rect(id ID) image.Rectangle {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.out.rects[id]
}

// Takes reports whether the control with the focus wants a key. Tab always moves the focus.
func (u *UI) Takes(e Key) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	_, chain := u.out.rects[ChainP]
	_, manual := u.out.rects[Help]
	return takes(u.out.kind, e) || manual && helpTakes(u.out.kind, e) || chain && e.Name == KeyReturn && e.Modifiers == Ctrl
}

// Typing reports whether an editor has the focus, so that text belongs to it.
func (u *UI) Typing() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.out.kind == typable
}

// Cursor returns the shape of the mouse pointer over the panels.
func (u *UI) Cursor() Cursor {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.out.cursor
}

// Wake returns when [UI.Tick] is to be called; ok is false if time changes nothing.
func (u *UI) Wake() (at time.Duration, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.out.wake, u.out.waking
}

// Moving reports whether something in the panels moves on with every [UI.Tick], so that they come with every frame.
func (u *UI) Moving() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.out.moving
}

// Err returns what kept the panels from being painted the last time; nil if nothing did.
func (u *UI) Err() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.out.err
}

// Render paints the panels named once, for pictures, and returns them from the bottom to the top. Those that have nothing
// to show are left out.
func Render(m Model, size image.Point, scale float64, ids ...ID) ([]Frame, error) {
	k, err := newCore(Options{})
	if err != nil {
		return nil, err
	}
	defer k.release()
	k.only = ids
	k.show(&shown{m, size, scale})
	k.layout()
	k.layout() // now that the panels have told how high they want to be
	if err := k.paint(); err != nil {
		return nil, err
	}
	return k.frames(), nil
}

func (k *core) show(s *shown) {
	k.model, k.size = s.model, s.size
	k.dpPx = float32(min(max(s.scale, 0.5), 8))
}

func (k *core) copyRects() map[ID]image.Rectangle {
	rects := make(map[ID]image.Rectangle, len(k.rects))
	for id, r := range k.rects {
		rects[id] = r
	}
	return rects
}

// wake returns when a hint becomes due, or something that moves is to be drawn again.
func (k *core) wake() (time.Duration, bool) {
	if k.local.trees.moving {
		return k.now, true
	}
	if k.hint != nil && k.shownHint.text == "" {
		return k.hint.since + hintDelay, true
	}
	return 0, false
}

func (k *core) cursor() Cursor {
	switch k.router.Cursor() {
	case pointer.CursorPointer:
		return CursorHand
	case pointer.CursorText:
		return CursorText
	case pointer.CursorColResize:
		return CursorColumn
	}
	return CursorArrow
}
