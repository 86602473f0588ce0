package widget

import (
	"cmp"
	"image"
	"slices"
	"time"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/words"
)

// ControlKind selects the keys that a control takes while it has the focus.
type ControlKind uint8

const (
	NoControl  ControlKind = iota
	Pressable              // Return and Space
	Slidable               // arrows, Home, End, page keys
	Listable               // keys of Pressable and Slidable
	Cuttable               // keys of Listable, and X
	Pointable              // none; it only has a hint
	edgy                   // left, right, Home, End, Return
	Mappable               // arrows, Return
	choosable              // Return, Space, up and down
	Typable                // all keys
	Orderable              // up and down, also with Alt; Return and the delete keys
	Explorable             // arrows, Home, Return, menu keys, letters and signs, all with Shift too
	Browsable              // arrows, Home, End, page keys, Return and menu keys, all with Shift too
	plottable              // keys of Browsable, and signs that zoom
)

// Control is the state of a control or of an area with a hint. Its address is the Gio tag.
type Control struct {
	Kind           ControlKind
	Hover, Pressed bool
	Focus          bool
	Since          time.Duration // when the pointer entered
	Seen           uint64        // pass of its last layout
	presses        int           // number of presses since the last double click
	pressedAt      time.Duration // time of the last press
	pressAt        canvas.Point

	// Events since the last pass.
	Clicked       bool
	Dragged       bool // At is the current position
	Fresh         bool // pressed
	Double        bool // double click
	MenuRequested bool // secondary button, for a menu
	Released      bool
	At            canvas.Point // position of the pointer, in dp of the panel
	Keys          []key.Name
	Mods          key.Modifiers // held during the last press or key
}

var kindKeys = map[ControlKind][]key.Name{
	Pressable: {key.NameReturn, key.NameEnter, key.NameSpace},
	choosable: {key.NameReturn, key.NameEnter, key.NameSpace, key.NameUpArrow, key.NameDownArrow},
	Slidable: {key.NameLeftArrow, key.NameRightArrow, key.NameUpArrow, key.NameDownArrow, key.NameHome, key.NameEnd,
		key.NamePageUp, key.NamePageDown},
	edgy:     {key.NameLeftArrow, key.NameRightArrow, key.NameHome, key.NameEnd, key.NameReturn, key.NameEnter},
	Mappable: {key.NameLeftArrow, key.NameRightArrow, key.NameUpArrow, key.NameDownArrow, key.NameReturn, key.NameEnter},
	Listable: {key.NameUpArrow, key.NameDownArrow, key.NameHome, key.NameEnd, key.NamePageUp, key.NamePageDown,
		key.NameReturn, key.NameEnter, key.NameSpace},
	Cuttable: {key.NameUpArrow, key.NameDownArrow, key.NameHome, key.NameEnd, key.NamePageUp, key.NamePageDown,
		key.NameReturn, key.NameEnter, key.NameSpace, KeyCut},
	Orderable: {key.NameUpArrow, key.NameDownArrow, key.NameReturn, key.NameEnter, key.NameDeleteForward, key.NameDeleteBackward},
	Browsable: {key.NameUpArrow, key.NameDownArrow, key.NameLeftArrow, key.NameRightArrow, key.NameHome, key.NameEnd,
		key.NamePageUp, key.NamePageDown, key.NameReturn, key.NameEnter, key.NameF10, KeyMenu},
	plottable: {key.NameUpArrow, key.NameDownArrow, key.NameLeftArrow, key.NameRightArrow, key.NameHome, key.NameEnd,
		key.NamePageUp, key.NamePageDown, key.NameReturn, key.NameEnter, key.NameF10, KeyMenu, "+", "=", "-", "0"},
	Explorable: {key.NameUpArrow, key.NameDownArrow, key.NameLeftArrow, key.NameRightArrow, key.NameHome, key.NameReturn, key.NameEnter,
		key.NameF10, KeyMenu, key.NameDeleteForward, "R", "U", KeyCut, "+", "=", "-", "0"},
}

// browses reports whether a kind takes Shift and menu keys, but not Esc.
func (k ControlKind) browses() bool { return k == Browsable || k == Explorable || k == plottable }

// KeyCut removes the object of a row or a node.
const KeyCut key.Name = "X"

// KeyMenu is the name of the menu key, which Gio lacks.
const KeyMenu key.Name = model.KeyMenu

// Control returns the control with the given ID, which is unique among all panels. It handles the control's events and makes b its area.
// item describes it for [ui.UI.Describe]. A disabled control takes no input, and its hint explains why.
func (c *Canvas) Control(id string, b canvas.Box, kind ControlKind, item model.Item) *Control {
	ctl := c.Controls[id]
	if ctl == nil {
		ctl = &Control{}
		c.Controls[id] = ctl
	}
	ctl.Kind, ctl.Seen = kind, c.Pass
	ctl.Clicked, ctl.Dragged, ctl.Released, ctl.Keys = false, false, false, ctl.Keys[:0]
	ctl.Fresh, ctl.Double, ctl.MenuRequested = false, false, false
	if item.Off = item.Why != ""; item.Off {
		ctl.Pressed, ctl.Focus, item.Hint = false, false, item.Why
		c.takeHover(ctl, b)
	} else {
		c.takeEvents(ctl, b)
	}
	// Controls hidden by scrolling react too, so that Tab reaches them.
	c.reacts(ctl, b, item.Off)
	if c.Hidden(b) && !ctl.Focus {
		return ctl
	}
	if ctl.Focus {
		c.Focused, c.FocusRect, c.FocusKind, c.FocusPanel = id, b, ctl.Kind, c.Panel
	}
	if (ctl.Hover || ctl.Focus && c.ByKey) && item.Hint != "" {
		c.ProposeHint(id, ctl, item.Hint, c.Visible(b))
	}
	item.Panel, item.Rect, item.Focused = c.Panel, c.Visible(b), ctl.Focus
	item.Text = words.OneLine(item.Text)
	c.Items = append(c.Items, item)
	return ctl
}

// FocusControl gives the focus to a control drawn later in this pass, as a panel does when it opens. The control has the focus in this pass
// already, unless it takes it from one drawn earlier.
func (c *Canvas) FocusControl(id string) {
	ctl := c.Controls[id]
	if ctl == nil {
		ctl = &Control{}
		c.Controls[id] = ctl
	}
	c.Source.Execute(key.FocusCmd{Tag: ctl})
	c.Again = true
}

// Explain adds a hint to b that explains a number.
func (c *Canvas) Explain(id string, b canvas.Box, name, value, hint string) {
	c.Control(id, b, Pointable, model.Item{Kind: "value", Text: name, Value: words.OneLine(value), Hint: hint})
}

// reacts makes b react to the pointer for ctl.
func (c *Canvas) reacts(ctl *Control, b canvas.Box, off bool) {
	stack := clip.Rect(c.Rect(b)).Push(c.Ops)
	event.Op(c.Ops, ctl)
	if !off && slices.Contains([]ControlKind{Pressable, Listable, Cuttable, choosable, Orderable}, ctl.Kind) {
		pointer.CursorPointer.Add(c.Ops)
	}
	stack.Pop()
}

// takeHover handles the pointer over a disabled control, for its hint.
func (c *Canvas) takeHover(ctl *Control, b canvas.Box) {
	for {
		e, ok := c.Source.Event(pointer.Filter{Target: ctl, Kinds: pointer.Enter | pointer.Leave | pointer.Cancel})
		if !ok {
			return
		}
		if e, ok := e.(pointer.Event); ok {
			c.takePointer(ctl, b, e)
		}
	}
}

func (c *Canvas) takeEvents(ctl *Control, b canvas.Box) {
	filters := append(make([]event.Filter, 0, 10), pointer.Filter{Target: ctl,
		Kinds: pointer.Enter | pointer.Leave | pointer.Move | pointer.Press | pointer.Drag | pointer.Release | pointer.Cancel})
	switch {
	case ctl.Kind == Pointable:
	case c.BehindDialog():
		ctl.Focus = false
	default:
		filters = append(filters, key.FocusFilter{Target: ctl})
	}
	for _, name := range kindKeys[ctl.Kind] {
		f := key.Filter{Focus: ctl, Name: name}
		switch ctl.Kind {
		case Browsable, Explorable, plottable:
			f.Optional = key.ModShift
		case Orderable:
			f.Optional = key.ModAlt
		}
		filters = append(filters, f)
	}
	for {
		e, ok := c.Source.Event(filters...)
		if !ok {
			return
		}
		switch e := e.(type) {
		case pointer.Event:
			c.takePointer(ctl, b, e)
		case key.FocusEvent:
			ctl.Focus = e.Focus
		case key.Event:
			if e.State == key.Press {
				ctl.Keys, ctl.Mods = append(ctl.Keys, e.Name), e.Modifiers
				ctl.Clicked = ctl.Clicked || ctl.Kind == Pressable
			}
		}
	}
}

// BehindDialog reports whether a modal dialog is above the panel. Tab then skips the panel.
func (c *Canvas) BehindDialog() bool {
	if c.Panel == model.Menu || c.modal == "" {
		return false
	}
	return c.Panel != c.modal && c.Panel != model.ClosingP && c.Panel != model.SteerP
}

// topModal returns the topmost modal dialog; "" for none.
func (k *Core) topModal() model.ID {
	for _, p := range slices.Backward(k.list) {
		if place.IsModal(p.ID) && k.Shows(p.ID) {
			return p.ID
		}
	}
	return ""
}

// byPlace returns the visible panels in the order of Tab: cards in reading order, then panels above them, from bottom to top.
func (k *Core) byPlace() []*panel {
	type placed struct {
		id   model.ID
		over int // 0 for cards; else the position in the list
	}
	var shown []placed
	for i, p := range k.list {
		if k.Shows(p.ID) && k.images[p.ID] != nil {
			over := 0
			if place.LiesOver(p.ID) {
				over = i
			}
			shown = append(shown, placed{p.ID, over})
		}
	}
	slices.SortStableFunc(shown, func(a, b placed) int {
		ra, rb := k.Rects[a.id], k.Rects[b.id]
		return cmp.Or(cmp.Compare(a.over, b.over), cmp.Compare(ra.Min.Y, rb.Min.Y), cmp.Compare(ra.Min.X, rb.Min.X))
	})
	out := make([]*panel, len(shown))
	for i, p := range shown {
		out[i] = k.images[p.id]
	}
	return out
}

func (c *Canvas) takePointer(ctl *Control, b canvas.Box, e pointer.Event) {
	ctl.At = canvas.Pt(e.Position.X/c.Scale, e.Position.Y/c.Scale)
	switch e.Kind {
	case pointer.Enter:
		ctl.Hover, ctl.Since = true, c.Now
	case pointer.Leave:
		ctl.Hover = false
	case pointer.Press:
		ctl.Mods, ctl.MenuRequested = e.Modifiers, e.Buttons == pointer.ButtonSecondary
		if e.Buttons == pointer.ButtonPrimary {
			ctl.Pressed, ctl.Dragged, ctl.Fresh = true, true, true
			ctl.Double = ctl.presses > 0 && e.Time-ctl.pressedAt < DoubleClick && near(ctl.At, ctl.pressAt)
			ctl.presses, ctl.pressedAt, ctl.pressAt = ctl.presses+1, e.Time, ctl.At
			if ctl.Double {
				ctl.presses = 0
			}
		}
	case pointer.Drag:
		ctl.Dragged = ctl.Pressed
	case pointer.Release:
		inside := e.Position.X >= b.X*c.Scale && e.Position.X < b.Right()*c.Scale &&
			e.Position.Y >= b.Y*c.Scale && e.Position.Y < b.Bottom()*c.Scale
		ctl.Clicked = ctl.Clicked || ctl.Pressed && inside && (ctl.Kind == Pressable || ctl.Kind == choosable)
		ctl.Released = ctl.Pressed
		ctl.Pressed = false
	case pointer.Cancel:
		ctl.Pressed, ctl.Hover = false, false
	}
}

// DoubleClick is the maximum time between the presses of a double click.
const DoubleClick = 400 * time.Millisecond

// near reports whether two presses are at about the same place.
func near(a, b canvas.Point) bool { return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y) < 5 }

// Ring marks the focus if it was moved with a key.
func (c *Canvas) Ring(ctl *Control, b canvas.Box, radius float32) {
	if ctl.Focus && c.ByKey {
		c.Frame(b.Inset(-2, -2), radius+2, 2, c.Link)
	}
}

// Scroller is the state of a scrolled area.
type Scroller struct {
	Offset, Content, View float32 // in dp
	Bar                   bool    // has a scroll bar, as not all content is visible
}

// Scroll draws content that may be higher than b. draw gets the box for the content and returns the height it used.
func (c *Canvas) Scroll(id string, b canvas.Box, draw func(content canvas.Box) float32) {
	s := c.Scrollers[id]
	if s == nil {
		s = &Scroller{}
		c.Scrollers[id] = s
	}
	limit := max(s.Content-b.H, 0)
	for {
		e, ok := c.Source.Event(pointer.Filter{Target: s, Kinds: pointer.Scroll,
			ScrollY: pointer.ScrollRange{Min: -c.Px(s.Offset), Max: c.Px(limit - s.Offset)}})
		if !ok {
			break
		}
		if e, ok := e.(pointer.Event); ok {
			s.Offset += e.Scroll.Y / c.Scale
		}
	}
	s.Offset = min(max(s.Offset, 0), limit)
	s.View = b.H
	const ring = 3 // focus ring of controls as wide as the content
	c.Inside(b.Inset(-ring, 0), func() {
		event.Op(c.Ops, s)
		before := c.Focused
		s.Content = draw(canvas.Rect(b.X, b.Y-s.Offset, b.W, b.H))
		if c.Focused != before && c.Focused != c.Revealed && c.ByKey {
			c.reveal(s, b)
		}
	})
	if now := max(s.Content-b.H, 0); now != limit { // the height of the content has changed
		limit, c.Again = now, true
	}
	if s.Bar = limit > 1; s.Bar { // smaller differences are due to rounding
		h := max(b.H*b.H/s.Content, 24)
		c.Fill(canvas.Rect(b.Right()+4, b.Y+(b.H-h)*s.Offset/limit, 3, h), 1.5, c.Edge)
	}
}

// ScrollTo scrolls the current area so that the part between top and bottom is visible, or as much of its start as fits.
func (c *Canvas) ScrollTo(id string, top, bottom float32) {
	if over := min(bottom-c.Window.Bottom(), top-c.Window.Y); over > 0 {
		c.Scrollers[id].Offset += over
		c.Again = true
	}
}

// reveal scrolls to the newly focused control.
func (c *Canvas) reveal(s *Scroller, b canvas.Box) {
	c.Revealed = c.Focused
	const room = 8
	if low := c.FocusRect.Y - room - b.Y; low < 0 {
		s.Offset += low
		c.Again = true
	} else if high := c.FocusRect.Bottom() + room - b.Bottom(); high > 0 {
		s.Offset += high
		c.Again = true
	}
}

// ProposeHint proposes the hint of a control. The one under the pointer wins.
func (c *Canvas) ProposeHint(id string, ctl *Control, text string, at image.Rectangle) {
	since := ctl.Since
	if !ctl.Hover {
		since = c.Now - HintDelay
	}
	if ctl.Pressed {
		return
	}
	if c.hint == nil || ctl.Hover {
		c.hint = &hint{id: id, Text: text, panel: c.Panel, at: at, since: since, hover: ctl.Hover}
	}
}

// hint is the description of a control, shown when the pointer rests on the control or it has the focus.
type hint struct {
	id, Text string
	panel    model.ID
	at       image.Rectangle // rectangle of the control, in framebuffer pixels
	since    time.Duration
	hover    bool // the pointer is over it; otherwise it has the focus
}

// HintDelay is how long the pointer must rest before a hint is shown.
const HintDelay = 450 * time.Millisecond

// RowUnder returns the row of a list under the pointer, or -1.
func (ctl *Control) RowUnder(b canvas.Box, height float32, rows int) int {
	if i := int((ctl.At.Y - b.Y) / height); (ctl.Hover || ctl.Dragged) && ctl.At.Y >= b.Y && i < rows {
		return i
	}
	return -1
}

// pageRows is the number of rows that page keys move by.
const pageRows = 10

// StepRow returns the row of a list after a key.
func StepRow(at int, k key.Name, rows int) int {
	switch k {
	case key.NameUpArrow:
		at--
	case key.NameDownArrow:
		at++
	case key.NamePageUp:
		at -= pageRows
	case key.NamePageDown:
		at += pageRows
	case key.NameHome:
		at = 0
	case key.NameEnd:
		at = rows - 1
	}
	return min(max(at, 0), rows-1)
}

// RevealRow scrolls to a row of a list.
func (c *Canvas) RevealRow(id string, y, h float32) {
	s := c.Scrollers[id]
	if s == nil {
		return
	}
	if y < s.Offset {
		s.Offset = y
	} else if y+h > s.Offset+s.View {
		s.Offset = y + h - s.View
	}
	c.Again = true
}
