package ui

import (
	"errors"
	"image"
	"os"
	"slices"
	"sync"
	"time"

	"memcity/city/scene"
	"memcity/render/actions"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/trace/guard"
)

// UI manages the panels. Its methods may be called from any goroutine. Only [UI.Settle] and [UI.Close] wait for a layout.
type UI struct {
	options widget.Options
	core    *widget.Core // used only by the goroutine
	actions actions.Table
	views   []widget.View // the city first

	mu     sync.Mutex
	change *sync.Cond
	closed bool
	done   chan struct{}
	busy   bool
	shown  *widget.Shown
	last   widget.Shown // to skip calls that change nothing
	inputs []any

	out published
}

// published is the result of the last layout.
type published struct {
	events  []model.Event
	frames  []model.Frame
	items   []model.Item
	rects   map[model.ID]image.Rectangle
	cursor  model.Cursor
	kind    widget.ControlKind
	focused model.ID // panel with the focus
	wake    time.Duration
	waking  bool
	moving  bool
	err     error
}

// New starts the panels. They show nothing before [UI.Show]. New returns an error if text cannot be set or, without NoImages, if offscreen
// painting does not work.
func New(o widget.Options) (*UI, error) {
	k, err := widget.NewCore(o, panels()...)
	if err != nil {
		return nil, err
	}
	u := &UI{options: o, core: k, actions: k.Actions, views: k.Views(), done: make(chan struct{})}
	u.change = sync.NewCond(&u.mu)
	guard.Go(u.run, func(err error) {
		u.core.Release()
		if err != nil {
			u.failed(err)
		}
		close(u.done)
	})
	return u, nil
}

// Close stops the goroutine and waits for it.
func (u *UI) Close() {
	u.mu.Lock()
	u.closed = true
	u.change.Broadcast()
	u.mu.Unlock()
	<-u.done
}

// Show sets the content of the panels, for a framebuffer of the given size in pixels, where scale pixels are one dp. It skips a model that
// differs from the last one only in the camera's pose.
func (u *UI) Show(m model.Model, size image.Point, scale float64) {
	m.State.Camera, m.State.PlayedAt, m.State.Bounds = scene.Camera{}, 0, scene.Box{}
	next := widget.Shown{Model: m, Size: size, Scale: scale}
	u.mu.Lock()
	defer u.mu.Unlock()
	if widget.SameShown(&next, &u.last) && !u.pending() {
		return
	}
	u.last, u.shown = next, &next
	u.change.Broadcast()
}

// Pointer queues a pointer event.
func (u *UI) Pointer(e model.Pointer) { u.put(e) }

// Key queues a key accepted by [UI.Takes].
func (u *UI) Key(e model.Key) { u.put(e) }

// Text queues typed or pasted text; see [UI.Typing].
func (u *UI) Text(s string) { u.put(widget.Typed(s)) }

// Tick queues the current time; see [UI.Wake].
func (u *UI) Tick(now time.Duration) { u.put(widget.Tick(now)) }

// Blur queues removing the focus from the panels.
func (u *UI) Blur() { u.put(widget.Blur{}) }

// CityMenu queues opening the menu of the city at a position in framebuffer pixels.
func (u *UI) CityMenu(at image.Point) { u.put(widget.ShowMenu{Name: widget.CityMenu, At: at}) }

func (u *UI) put(e any) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.inputs = queued(u.inputs, e)
	u.change.Broadcast()
}

// maxFaults is the number of consecutive layouts that may panic, each with new panels, before the panels end.
const maxFaults = 3

// run is the goroutine of the panels. It returns the panic that ends them.
func (u *UI) run() error {
	late := false // painting is behind the layout
	for faults := 0; ; {
		next, inputs, ok := u.wait()
		if !ok {
			return nil
		}
		late = !late // paint at least every other time, even if input is urgent
		err := guard.While("showing panels", func() error {
			u.step(next, inputs)
			if late = late && u.urgent(); late {
				return nil
			}
			u.paint()
			return nil
		})
		var p *guard.Panic
		if errors.As(err, &p) {
			if faults++; !u.options.Survive || faults == maxFaults {
				return err
			}
			guard.Report(os.Stderr, "", err)
			if err := u.renew(); err != nil {
				return err
			}
			late = false
			continue
		}
		faults = 0
		if late {
			continue
		}
		u.publish(err)
	}
}

// step lays out the panels.
func (u *UI) step(next *widget.Shown, inputs []any) {
	if next != nil {
		u.core.Show(next)
	}
	for _, e := range inputs {
		u.core.Take(e)
		u.did(widget.Laid)
		u.publishEvents()
	}
	if len(inputs) == 0 {
		u.core.Layout()
		u.did(widget.Laid)
	}
}

// paint updates the images of the panels.
func (u *UI) paint() {
	if !u.options.NoImages {
		u.core.Paint()
	}
	u.did(widget.Painted)
}

// renew creates new panels with the content of the old ones. State inside the panels is lost.
func (u *UI) renew() error {
	k, err := widget.NewCore(u.options, panels()...)
	if err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.core = k // the old one may be inconsistent
	if u.shown == nil && u.last.Size != (image.Point{}) {
		last := u.last
		u.shown = &last
	}
	u.busy = false
	return nil
}

// failed notes that the panels have ended.
func (u *UI) failed(err error) {
	u.mu.Lock()
	u.out.err, u.closed, u.busy = err, true, false
	u.change.Broadcast()
	u.mu.Unlock()
	if u.options.Notify != nil {
		u.options.Notify()
	}
}

// urgent reports whether a press or a key is waiting, which precedes painting.
func (u *UI) urgent() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.ContainsFunc(u.inputs, func(e any) bool {
		p, ok := e.(model.Pointer)
		_, tick := e.(widget.Tick)
		return !tick && (!ok || p.Kind != model.PointerMove)
	})
}

// did reports a step of the work.
func (u *UI) did(step widget.Step) {
	if u.options.Did != nil {
		u.options.Did(step)
	}
}

// publishEvents publishes events before painting.
func (u *UI) publishEvents() {
	if len(u.core.Events) == 0 {
		return
	}
	u.mu.Lock()
	u.takeEvents()
	u.mu.Unlock()
	if u.options.Notify != nil {
		u.options.Notify()
	}
}

// takeEvents takes the events of the panels. The mutex must be held.
func (u *UI) takeEvents() {
	u.out.events = append(u.out.events, u.core.Events...)
	u.core.Events = nil
}

func (u *UI) wait() (next *widget.Shown, inputs []any, ok bool) {
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
	u.takeEvents()
	u.out.frames, u.out.items, u.out.rects = k.Frames(), k.Seen(), k.CopyRects()
	u.out.cursor, u.out.kind, u.out.focused, u.out.err = k.Cursor(), k.FocusKind, k.FocusPanel, err
	u.out.wake, u.out.waking = k.Wake()
	u.out.moving = k.Moving()
	u.busy = false
	u.change.Broadcast()
	u.mu.Unlock()
	if u.options.Notify != nil {
		u.options.Notify()
	}
}

// Settle waits until all content and input so far is laid out and painted. It returns the error of that.
func (u *UI) Settle() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	for !u.closed && u.pending() {
		u.change.Wait()
	}
	return u.out.err
}

// Events returns and clears the events since the last call.
func (u *UI) Events() []model.Event {
	u.mu.Lock()
	defer u.mu.Unlock()
	events := u.out.events
	u.out.events = nil
	return events
}

// Frames returns the latest images of the open panels, the lowest first.
func (u *UI) Frames() []model.Frame {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.out.frames)
}

// Describe lists the visible texts and controls.
func (u *UI) Describe() []model.Item {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.out.items)
}

// Hit returns the panel at a position in framebuffer pixels, or "" for the scene.
func (u *UI) Hit(at image.Point) model.ID {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.core.Hit(u.out.rects, at)
}

// Rect returns the rectangle of a panel in framebuffer pixels; empty if it is not open.
func (u *UI) Rect(id model.ID) image.Rectangle {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.out.rects[id]
}

// Takes reports whether the focused control handles a key. Tab always moves the focus.
func (u *UI) Takes(e model.Key) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.core.Takes(u.out.rects, u.out.kind, e)
}

// Typing reports whether typed text goes to the panels: to a focused editor, or to a list that it filters.
func (u *UI) Typing() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.core.TakesText(u.out.rects, u.out.kind)
}

// Modal reports whether keys go to a dialog, because it is modal or has the focus.
func (u *UI) Modal() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if place.IsDialog(u.out.focused) {
		return true
	}
	for id := range u.out.rects {
		if place.IsModal(id) {
			return true
		}
	}
	return false
}

// Cursor returns the shape of the mouse pointer over the panels.
func (u *UI) Cursor() model.Cursor {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.out.cursor
}

// Wake returns when to call [UI.Tick]; ok is false if time changes nothing. It is false while a layout is pending; Notify is called when
// that is done.
func (u *UI) Wake() (at time.Duration, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.out.wake, u.out.waking && !u.pending()
}

// Moving reports whether a panel is animated by [UI.Tick].
func (u *UI) Moving() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.out.moving
}

// pending reports whether there is something to lay out. The mutex must be held.
func (u *UI) pending() bool { return u.busy || u.shown != nil || len(u.inputs) > 0 }

// Err returns the error of the last painting; nil if there was none.
func (u *UI) Err() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.out.err
}

// Render paints the given panels once, for pictures, and returns them from bottom to top. It leaves out panels without content.
func Render(m model.Model, size image.Point, scale float64, ids ...model.ID) ([]model.Frame, error) {
	return widget.Render(m, size, scale, panels(), ids...)
}
