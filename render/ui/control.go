package ui

import (
	"image"
	"time"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"
)

// controlKind tells which keys a control takes while it has the focus.
type controlKind uint8

const (
	noControl  controlKind = iota
	pressable              // Return and Space
	slidable               // arrows, Home, End, page keys
	listable               // both
	cuttable               // both, and X
	pointable              // none; it explains itself to the pointer
	edgy                   // left, right, Home, End, Return
	mappable               // arrows, Return
	choosable              // Return, Space, up and down
	typable                // everything
	orderable              // up and down, also with Alt, Return, and what deletes
	explorable             // arrows, Home, Return, those for menus, and letters and signs, all with Shift as well
	browsable              // arrows, Home, End, page keys, Return and those for menus, all with Shift as well
	plottable              // those, and signs that zoom
)

// control is the state of something that can be pointed at or focused. Its address is Gio's tag.
type control struct {
	kind           controlKind
	hover, pressed bool
	focus          bool
	since          time.Duration // when the pointer came over it
	seen           uint64        // pass of its last layout
	presses        int           // since the last double click
	pressedAt      time.Duration // the last one
	pressAt        point

	// What happened since the last pass.
	clicked  bool
	dragged  bool // at is where to
	fresh    bool // pressed since the last pass
	double   bool // twice
	asked    bool // for a menu, with the secondary button
	released bool
	at       point // of the pointer, in dp of the panel
	keys     []key.Name
	mods     key.Modifiers // held during the last press or key
}

var kindKeys = map[controlKind][]key.Name{
	pressable: {key.NameReturn, key.NameEnter, key.NameSpace},
	choosable: {key.NameReturn, key.NameEnter, key.NameSpace, key.NameUpArrow, key.NameDownArrow},
	slidable: {key.NameLeftArrow, key.NameRightArrow, key.NameUpArrow, key.NameDownArrow, key.NameHome, key.NameEnd,
		key.NamePageUp, key.NamePageDown},
	edgy:     {key.NameLeftArrow, key.NameRightArrow, key.NameHome, key.NameEnd, key.NameReturn, key.NameEnter},
	mappable: {key.NameLeftArrow, key.NameRightArrow, key.NameUpArrow, key.NameDownArrow, key.NameReturn, key.NameEnter},
	listable: {key.NameUpArrow, key.NameDownArrow, key.NameHome, key.NameEnd, key.NamePageUp, key.NamePageDown,
		key.NameReturn, key.NameEnter, key.NameSpace},
	cuttable: {key.NameUpArrow, key.NameDownArrow, key.NameHome, key.NameEnd, key.NamePageUp, key.NamePageDown,
		key.NameReturn, key.NameEnter, key.NameSpace, keyCut},
	orderable: {key.NameUpArrow, key.NameDownArrow, key.NameReturn, key.NameEnter, key.NameDeleteForward, key.NameDeleteBackward},
	browsable: {key.NameUpArrow, key.NameDownArrow, key.NameLeftArrow, key.NameRightArrow, key.NameHome, key.NameEnd,
		key.NamePageUp, key.NamePageDown, key.NameReturn, key.NameEnter, key.NameF10, keyMenu},
	plottable: {key.NameUpArrow, key.NameDownArrow, key.NameLeftArrow, key.NameRightArrow, key.NameHome, key.NameEnd,
		key.NamePageUp, key.NamePageDown, key.NameReturn, key.NameEnter, key.NameF10, keyMenu, "+", "=", "-", "0"},
	explorable: {key.NameUpArrow, key.NameDownArrow, key.NameLeftArrow, key.NameRightArrow, key.NameHome, key.NameReturn, key.NameEnter,
		key.NameF10, keyMenu, key.NameDeleteForward, "R", "U", keyCut, "+", "=", "-", "0"},
}

// browses reports whether Shift and menus belong to the keys of a kind, and Esc does not.
func (k controlKind) browses() bool { return k == browsable || k == explorable || k == plottable }

// keyCut takes out what a row or a node stands for.
const keyCut key.Name = "X"

// keyMenu is the name that Gio lacks for the key that opens a menu.
const keyMenu key.Name = KeyMenu

// control finds the control with an id that is unique among all panels, takes its events, and makes b its area. item is
// what [UI.Describe] tells of it. Off controls take nothing.
func (c *canvas) control(id string, b box, kind controlKind, item Item) *control {
	ctl := c.controls[id]
	if ctl == nil {
		ctl = &control{kind: kind}
		c.controls[id] = ctl
	}
	ctl.seen = c.pass
	ctl.clicked, ctl.dragged, ctl.released, ctl.keys = false, false, false, ctl.keys[:0]
	ctl.fresh, ctl.double, ctl.asked = false, false, false
	if item.Off {
		ctl.hover, ctl.pressed, ctl.focus = false, false, false
	} else {
		c.takeEvents(ctl, b)
	}
	// Controls that a scrolled area hides react too, so that Tab reaches them.
	c.reacts(ctl, b, item.Off)
	if c.hidden(b) && !ctl.focus {
		return ctl
	}
	if ctl.focus {
		c.focused, c.focusRect, c.focusKind = id, b, ctl.kind
	}
	if (ctl.hover || ctl.focus && c.byKey) && item.Hint != "" {
		c.proposeHint(id, ctl, item.Hint, c.visible(b))
	}
	item.Panel, item.Rect, item.Focused = c.panel, c.visible(b), ctl.focus
	item.Text = oneLine(item.Text)
	c.items = append(c.items, item)
	return ctl
}

// explain makes b tell the pointer what a number means.
func (c *canvas) explain(id string, b box, name, value, hint string) {
	c.control(id, b, pointable, Item{Kind: "value", Text: name, Value: oneLine(value), Hint: hint})
}

// reacts makes b react to the pointer on behalf of ctl.
func (c *canvas) reacts(ctl *control, b box, off bool) {
	if off {
		return
	}
	stack := clip.Rect(c.rect(b)).Push(c.ops)
	event.Op(c.ops, ctl)
	switch ctl.kind {
	case pressable, listable, cuttable, choosable, orderable:
		pointer.CursorPointer.Add(c.ops)
	}
	stack.Pop()
}

func (c *canvas) takeEvents(ctl *control, b box) {
	filters := append(make([]event.Filter, 0, 10), pointer.Filter{Target: ctl,
		Kinds: pointer.Enter | pointer.Leave | pointer.Move | pointer.Press | pointer.Drag | pointer.Release | pointer.Cancel})
	switch {
	case ctl.kind == pointable:
	case c.behindHelp():
		ctl.focus = false
	default:
		filters = append(filters, key.FocusFilter{Target: ctl})
	}
	for _, name := range kindKeys[ctl.kind] {
		f := key.Filter{Focus: ctl, Name: name}
		switch ctl.kind {
		case browsable, explorable, plottable:
			f.Optional = key.ModShift
		case orderable:
			f.Optional = key.ModAlt
		}
		filters = append(filters, f)
	}
	for {
		e, ok := c.source.Event(filters...)
		if !ok {
			return
		}
		switch e := e.(type) {
		case pointer.Event:
			c.takePointer(ctl, b, e)
		case key.FocusEvent:
			ctl.focus = e.Focus
		case key.Event:
			if e.State == key.Press {
				ctl.keys, ctl.mods = append(ctl.keys, e.Name), e.Modifiers
				ctl.clicked = ctl.clicked || ctl.kind == pressable
			}
		}
	}
}

// behindHelp reports whether the panel lies behind the manual: then Tab passes it by.
func (c *canvas) behindHelp() bool {
	_, open := c.rects[Help]
	return open && c.panel != Help && c.panel != ClosingP && c.panel != Menu
}

func (c *canvas) takePointer(ctl *control, b box, e pointer.Event) {
	ctl.at = point{e.Position.X / c.scale, e.Position.Y / c.scale}
	switch e.Kind {
	case pointer.Enter:
		ctl.hover, ctl.since = true, c.now
	case pointer.Leave:
		ctl.hover = false
	case pointer.Press:
		ctl.mods, ctl.asked = e.Modifiers, e.Buttons == pointer.ButtonSecondary
		if e.Buttons == pointer.ButtonPrimary {
			ctl.pressed, ctl.dragged, ctl.fresh = true, true, true
			ctl.double = ctl.presses > 0 && e.Time-ctl.pressedAt < doubleClick && near(ctl.at, ctl.pressAt)
			ctl.presses, ctl.pressedAt, ctl.pressAt = ctl.presses+1, e.Time, ctl.at
			if ctl.double {
				ctl.presses = 0
			}
		}
	case pointer.Drag:
		ctl.dragged = ctl.pressed
	case pointer.Release:
		inside := e.Position.X >= b.x*c.scale && e.Position.X < b.right()*c.scale &&
			e.Position.Y >= b.y*c.scale && e.Position.Y < b.bottom()*c.scale
		ctl.clicked = ctl.clicked || ctl.pressed && inside && (ctl.kind == pressable || ctl.kind == choosable)
		ctl.released = ctl.pressed
		ctl.pressed = false
	case pointer.Cancel:
		ctl.pressed, ctl.hover = false, false
	}
}

// doubleClick is the longest time between the presses of a double click.
const doubleClick = 400 * time.Millisecond

// near reports whether two presses are at the same place but for a trembling hand.
func near(a, b point) bool { return max(a.x-b.x, b.x-a.x, a.y-b.y, b.y-a.y) < 5 }

// ring marks the focus if it came by key.
func (c *canvas) ring(ctl *control, b box, radius float32) {
	if ctl.focus && c.byKey {
		c.frame(b.inset(-2, -2), radius+2, 2, c.link)
	}
}

// scroller is the state of a scrolled area.
type scroller struct {
	offset, content, view float32 // dp
	bar                   bool    // at the side, as there is more than is seen
}

// scroll draws content that may be higher than b. draw gets the box that the content would fill, and returns the height
// it used.
func (c *canvas) scroll(id string, b box, draw func(content box) float32) {
	s := c.scrollers[id]
	if s == nil {
		s = &scroller{}
		c.scrollers[id] = s
	}
	limit := max(s.content-b.h, 0)
	for {
		e, ok := c.source.Event(pointer.Filter{Target: s, Kinds: pointer.Scroll,
			ScrollY: pointer.ScrollRange{Min: -c.px(s.offset), Max: c.px(limit - s.offset)}})
		if !ok {
			break
		}
		if e, ok := e.(pointer.Event); ok {
			s.offset += e.Scroll.Y / c.scale
		}
	}
	s.offset = min(max(s.offset, 0), limit)
	s.view = b.h
	const ring = 3 // of controls as wide as the content
	c.inside(b.inset(-ring, 0), func() {
		event.Op(c.ops, s)
		before := c.focused
		s.content = draw(box{b.x, b.y - s.offset, b.w, b.h})
		if c.focused != before && c.focused != c.revealed && c.byKey {
			c.reveal(s, b)
		}
	})
	if now := max(s.content-b.h, 0); now != limit { // the content has another height than the last time
		limit, c.again = now, true
	}
	if s.bar = limit > 1; s.bar { // less is due to rounding
		h := max(b.h*b.h/s.content, 24)
		c.fill(box{b.right() + 4, b.y + (b.h-h)*s.offset/limit, 3, h}, 1.5, c.edge)
	}
}

// scrollTo scrolls the area that is being drawn so that what lies between top and bottom can be seen, or as much of its
// beginning as there is room for.
func (c *canvas) scrollTo(id string, top, bottom float32) {
	if over := min(bottom-c.window.bottom(), top-c.window.y); over > 0 {
		c.scrollers[id].offset += over
		c.again = true
	}
}

// reveal scrolls so that the newly focused control can be seen.
func (c *canvas) reveal(s *scroller, b box) {
	c.revealed = c.focused
	const room = 8
	if low := c.focusRect.y - room - b.y; low < 0 {
		s.offset += low
		c.again = true
	} else if high := c.focusRect.bottom() + room - b.bottom(); high > 0 {
		s.offset += high
		c.again = true
	}
}

// proposeHint offers the words of a control; the one under the pointer wins.
func (c *canvas) proposeHint(id string, ctl *control, text string, at image.Rectangle) {
	since := ctl.since
	if !ctl.hover {
		since = c.now - hintDelay
	}
	if ctl.pressed {
		return
	}
	if c.hint == nil || ctl.hover {
		c.hint = &hint{id: id, text: text, panel: c.panel, at: at, since: since}
	}
}

// hint is what a control does, shown when the pointer rests on it or it has the focus.
type hint struct {
	id, text string
	panel    ID
	at       image.Rectangle // of the control, in framebuffer pixels
	since    time.Duration
}

// hintDelay is how long the pointer rests before a hint is shown.
const hintDelay = 450 * time.Millisecond
